import type { AdOptions } from '../ads/world.ts'

/** The Meta app that users sign in with. */
export interface FakeMetaApp {
  readonly appId: string
  readonly appSecret: string
  readonly name: string
  /** Permitted redirect addresses, compared exactly; empty: any. */
  readonly redirectUrls: readonly string[]
  /** Whether calls without `appsecret_proof` are refused. */
  readonly requireProof: boolean
}

/** A user who signs in. */
export interface FakePerson {
  readonly id: string
  readonly name: string
}

/** What the user does in the dialog; `ask` shows a page with buttons. */
export type Consent = 'ask' | 'grant' | 'decline' | 'partial'

/** The attribution setting of an account's ad sets. */
export type AttributionSetting = '7d_click_1d_view' | '7d_click' | '1d_click'

/** Which action types a campaign's purchases are reported under: everything, no `omni_` type, or only the separate parts. */
export type PurchaseTypes = 'all' | 'online' | 'parts'

/** The options of a simulated Meta. */
export interface MetaAdsFakeOptions extends AdOptions {
  readonly app?: Partial<FakeMetaApp>
  readonly person?: FakePerson
  readonly consent?: Consent
  /** Lifetime of tokens in seconds; null: they do not expire. After `dataAccessDays`, a user has to return. */
  readonly life?: {
    readonly shortSeconds?: number
    readonly longSeconds?: number | null
    readonly dataAccessDays?: number
  }
  /** Calls per hour and account; more are refused with 80000. Defaults to the limit for apps with full access. */
  readonly hourlyCalls?: number
  /** The word for the app's level of access in usage headers; Meta uses old and new ones. */
  readonly tier?: string
  /** How many status requests a run takes to complete; 0: completes immediately. */
  readonly runPolls?: number
  /** Synchronous questions about more rows than this are refused with “reduce the amount of data”. */
  readonly mostRows?: number
  /** `off`: spend and rows are final at once, as the source has them; purchases still come when they are known. */
  readonly corrections?: 'on' | 'off'
  /** Hours for which a picture's address is valid. */
  readonly pictureHours?: number
  readonly attributionOf?: (accountId: string) => AttributionSetting
  readonly purchaseTypesOf?: (campaignId: string) => PurchaseTypes
}

/** Options with all defaults applied. */
export interface Settings extends Required<Omit<MetaAdsFakeOptions, 'app' | 'life' | 'port' | 'host'>> {
  readonly app: FakeMetaApp
  readonly life: {
    readonly shortSeconds: number
    readonly longSeconds: number | null
    readonly dataAccessDays: number
  }
}

/** Completes the options with Meta's usual behaviour. */
export function toSettings(options: MetaAdsFakeOptions): Settings {
  const { app, life, port: _port, host: _host, ...rest } = options
  return {
    now: () => new Date(),
    person: { id: '10229000000000001', name: 'Maria Keller' },
    consent: 'ask',
    hourlyCalls: 190_000,
    tier: 'standard_access',
    runPolls: 1,
    mostRows: 10_000,
    corrections: 'on',
    pictureHours: 6,
    attributionOf: () => '7d_click_1d_view',
    purchaseTypesOf: () => 'all',
    ...rest,
    app: {
      appId: '1234567890123456',
      appSecret: '0123456789abcdef0123456789abcdef',
      name: 'Tillsight',
      redirectUrls: [],
      requireProof: true,
      ...app,
    },
    life: { shortSeconds: 5_100, longSeconds: 5_183_944, dataAccessDays: 90, ...life },
  }
}
