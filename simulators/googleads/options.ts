import { randomBytes } from 'node:crypto'
import type { Day } from '@tillsight/core/days'
import { type AdOptions, AdWorld } from '../ads/world.ts'
import { Faults } from '../web/faults.ts'
import { type Area, type FakeFaults, isAbout } from './faults.ts'
import { Grants } from './grants.ts'

/** The conversions that conversion actions received. */
class Conversions {
  readonly received: ReceivedConversion[] = []
  /** The result of further requests; by default they succeed after half an hour. */
  ends: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED' = 'SUCCESS'
  readonly #ended = new Map<string, { readonly at: Date; readonly status: string; readonly count: number }>()

  /** The conversions of an action: one for each transaction, with its newest value. */
  counted(action: string): ReadonlyMap<string, number> {
    const own = this.received.filter((one) => one.action === action)
    return new Map(own.map(({ transactionId, body }) => [transactionId, Number(body['conversionValue'])]))
  }

  note(requestId: string, at: Date, count: number): void {
    this.#ended.set(requestId, { at, status: this.ends, count })
  }

  find(requestId: string) {
    return this.#ended.get(requestId)
  }
}

/** A manager account, and the accounts below it. */
export interface FakeManager {
  /** Ten digits, as a customer id. */
  readonly id: string
  readonly name: string
  readonly accounts: readonly string[]
  readonly managers?: readonly string[]
}

/** A Google login, and the accounts that it accesses directly. */
export interface FakeLogin {
  readonly email: string
  /** Ids of accounts and managers. */
  readonly access: readonly string[]
}

/** A click id from a landing page. */
export interface FakeClick {
  readonly gclid: string
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  readonly keyword?: string
}

/** Data of the source's account that only Google has. */
export interface FakeAccountTraits {
  readonly isTest?: boolean
  readonly isHidden?: boolean
  /** It counts a lead form instead of purchases. */
  readonly withoutPurchases?: boolean
  /** The click window of its purchase action in days; defaults to 30. */
  readonly lookBackDays?: number
  /** Whether sign-ups count as a goal besides purchases; on by default. */
  readonly countsSignUps?: boolean
  readonly finalUrlSuffix?: string
}

/** The options of a simulated Google Ads; all but the source have a default. */
export interface GoogleAdsFakeOptions extends AdOptions {
  /** The OAuth client; made up by default. */
  readonly app?: { readonly clientId: string; readonly clientSecret: string }
  readonly managers?: readonly FakeManager[]
  /** By default one login that opens every account directly. */
  readonly logins?: readonly FakeLogin[]
  readonly accounts?: Readonly<Record<string, FakeAccountTraits>>
  /** Grants everything without showing a page. */
  readonly autoAccept?: boolean
  /** The consent screen is in Testing: every grant dies after seven days. */
  readonly isTesting?: boolean
  /** A later version refuses the header. */
  readonly developerToken?: 'ignored' | 'rejected'
  /** Permitted redirect addresses; empty: any. */
  readonly redirectUrls?: readonly string[]
  /** Operations a day of the whole project; unlimited by default. */
  readonly operationsPerDay?: number
  /** Operations a day of each account; unlimited by default. */
  readonly operationsPerAccount?: number
  /** Rows of one batch of a stream; Google's is 10,000. */
  readonly batchRows?: number
  /** Rows of one page of a search; Google's is 10,000. */
  readonly pageRows?: number
  /** Share of cost and clicks that is found invalid and removed a day after the day has ended; defaults to 0.02. */
  readonly invalidShare?: number
  /** Click ids of a day; made up when left out, some for each ad. */
  readonly clicks?: (accountId: string, day: Day) => readonly FakeClick[]
}

/** One handled request. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly area: Area
  /** Resource of the query: `campaign`. */
  readonly resource: string
  readonly customer: string
  readonly login: string | undefined
  readonly query: string
  readonly status: number
}

/** The running simulated platform; tests may change anything that is not read-only. */
export interface World {
  readonly ads: AdWorld
  readonly url: string
  readonly app: { readonly clientId: string; clientSecret: string }
  readonly faults: FakeFaults
  readonly grants: Grants
  readonly log: LoggedRequest[]
  /** Orders that conversion actions received. */
  readonly conversions: Conversions
  managers: readonly FakeManager[]
  logins: readonly FakeLogin[]
  readonly traits: Readonly<Record<string, FakeAccountTraits>>
  /** Current values of an account that differ from the source. */
  readonly changed: Map<string, { currency?: string; zone?: string; status?: 'active' | 'limited' | 'closed' }>
  /** Ids of cancelled accounts that can still be asked; the others are refused. */
  readonly stillAnswering: Set<string>
  /** The first day with daily rows, if later than 37 months ago. */
  keptSince: Day | undefined
  readonly autoAccept: boolean
  developerToken: 'ignored' | 'rejected'
  readonly redirectUrls: readonly string[]
  readonly batchRows: number
  readonly pageRows: number
  readonly invalidShare: number
  readonly operationsPerDay: number
  readonly operationsPerAccount: number
  readonly clicks: ((accountId: string, day: Day) => readonly FakeClick[]) | undefined
}

/** Applies defaults to the options. */
export function toWorld(options: GoogleAdsFakeOptions, url: string): World {
  const ads = new AdWorld(options)
  const { now } = ads
  const app = options.app ?? {
    clientId: `${randomBytes(6).toString('hex')}.apps.googleusercontent.com`,
    clientSecret: `GOCSPX-${randomBytes(14).toString('base64url')}`,
  }
  const everything = options.source.accounts.map(({ id }) => id)
  return {
    ads,
    url,
    app: { ...app },
    faults: new Faults(isAbout, now),
    grants: new Grants({ now, isTesting: options.isTesting ?? false, key: app.clientSecret }),
    log: [],
    conversions: new Conversions(),
    managers: options.managers ?? [],
    logins: options.logins ?? [{ email: 'ads@shop.example', access: everything }],
    traits: options.accounts ?? {},
    changed: new Map(),
    stillAnswering: new Set(),
    keptSince: undefined,
    autoAccept: options.autoAccept ?? false,
    developerToken: options.developerToken ?? 'ignored',
    redirectUrls: options.redirectUrls ?? [],
    ...sizesOf(options),
    clicks: options.clicks,
  }
}

function sizesOf(options: GoogleAdsFakeOptions) {
  return {
    batchRows: options.batchRows ?? 10_000,
    pageRows: options.pageRows ?? 10_000,
    invalidShare: options.invalidShare ?? 0.02,
    operationsPerDay: options.operationsPerDay ?? Number.POSITIVE_INFINITY,
    operationsPerAccount: options.operationsPerAccount ?? Number.POSITIVE_INFINITY,
  }
}

/** An event as received; duplicates are included. */
interface ReceivedConversion {
  readonly requestId: string
  readonly account: string
  readonly action: string
  readonly transactionId: string
  readonly at: Date
  readonly body: Readonly<Record<string, unknown>>
}
