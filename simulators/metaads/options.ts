import type { AdOptions } from '../ads/world.ts'

/** The app at Meta that people sign in with. */
export interface FakeMetaApp {
  readonly appId: string
  readonly appSecret: string
  readonly name: string
  /** Addresses that a sign-in may come back to, compared to the letter; none: any. */
  readonly redirectUrls: readonly string[]
  /** Whether calls without `appsecret_proof` are refused. */
  readonly requireProof: boolean
}

/** Somebody who signs in. */
export interface FakePerson {
  readonly id: string
  readonly name: string
}

/** What the person at the dialog does; `ask` shows a page with buttons. */
export type Consent = 'ask' | 'grant' | 'decline' | 'partial'

/** The attribution setting of an account's ad sets. */
export type AttributionSetting = '7d_click_1d_view' | '7d_click' | '1d_click'

/** Which action types a campaign's purchases are reported under: everything, no `omni_` type, or only the separate parts. */
export type PurchaseTypes = 'all' | 'online' | 'parts'

/** What a simulated Meta is made of. */
export interface MetaAdsFakeOptions extends AdOptions {
  readonly app?: Partial<FakeMetaApp>
  readonly person?: FakePerson
  readonly consent?: Consent
  /** Seconds that tokens live; null: no set end. After `dataAccessDays` a person has to come back. */
  readonly life?: {
    readonly shortSeconds?: number
    readonly longSeconds?: number | null
    readonly dataAccessDays?: number
  }
  /** Calls an hour and account; more are refused with 80000. Default: what apps with full access have. */
  readonly hourlyCalls?: number
  /** The word for the app's level of access in usage headers; Meta uses old and new ones. */
  readonly tier?: string
  /** How often a run is asked for before it is complete: 0 is complete at once. */
  readonly runPolls?: number
  /** Synchronous questions about more rows than this are refused with “reduce the amount of data”. */
  readonly mostRows?: number
  /** `off`: spend and rows are final at once, as the source has them; purchases still come when they are known. */
  readonly corrections?: 'on' | 'off'
  /** Hours that a picture's address works. */
  readonly pictureHours?: number
  readonly attributionOf?: (accountId: string) => AttributionSetting
  readonly purchaseTypesOf?: (campaignId: string) => PurchaseTypes
}

/** Options with everything that was left out. */
export interface Settings extends Required<Omit<MetaAdsFakeOptions, 'app' | 'life' | 'port' | 'host'>> {
  readonly app: FakeMetaApp
  readonly life: {
    readonly shortSeconds: number
    readonly longSeconds: number | null
    readonly dataAccessDays: number
  }
}

/** Completes the options with what Meta mostly does. */
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
