import type { Clock } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import type { AdRecord } from './ad-records.ts'
import type { AdsSpec, HeldAdDays } from './ads.ts'
import type { ConnectionSettings, ConnectorContext } from './connector-context.ts'
import type { ConversionsSpec } from './conversions/contract.ts'
import type { ExamineOptions, GuidePermissions, GuideWay, SetupFinding } from './guide.ts'
import type { HeldRecord, OlderOrders } from './held-orders.ts'
import type { HttpClient } from './http.ts'
import type { StoreInstall } from './install.ts'
import type { ImportFormat } from './order-files/index.ts'
import type { PrivacySpec } from './privacy.ts'
import type { InstantText, PlatformRecord } from './records.ts'
import type { ReportLookup, ReportResponse, ReportTerms } from './report.ts'

export type { ConnectionSettings, ConnectorContext, Renew, SharedPauses } from './connector-context.ts'

/** One value that a person or a connect flow supplies; the form, its validation and its storage follow from it. */
export interface SettingField {
  readonly key: string
  readonly label: string
  readonly help: string
  readonly type: 'text' | 'url' | 'password'
  /** Secrets are encrypted at rest, never shown again and redacted in logs. */
  readonly secret: boolean
  readonly required: boolean
  /** Whether the shop's own domain is a good default. */
  readonly isShopAddress?: true
}

/** How an account is connected: by typed values, and optionally through a redirect to the platform. */
export interface ConnectMethod {
  readonly fields: readonly SettingField[]
  /** Keys of values that the platform grants, such as tokens: encrypted like typed secrets. */
  readonly grants?: readonly string[]
  /** What the operator of this installation registers at the platform once, for all shops. */
  readonly app?: readonly AppField[]
  readonly redirect?: ConnectRedirect
}

/** One value of the operator's own app at a platform, read from the environment. */
export interface AppField {
  readonly key: string
  /** The name of the environment variable: `SHOPIFY_API_KEY`. */
  readonly variable: string
  readonly help: string
  readonly secret: boolean
  /** Whether the redirect to the platform requires it. */
  readonly required: boolean
  /** Only used with a simulated platform. */
  readonly simulated?: true
}

/**
 * A connect flow that leaves for the platform and comes back. Single use, bound to the browser, 15 minutes. A platform
 * either posts its keys to the callback (`complete`) or sends the browser back with a code (`exchange`).
 */
export interface ConnectRedirect {
  /** Where merchants start if the platform requires them to start in its own app store; undefined: they start here. */
  listing?(app: ConnectionSettings): string | undefined
  /**
   * Reads the address with which the platform sends a merchant who started in its app store, and returns the initial values.
   * Throws `ConnectorError` if it is not signed by the platform.
   */
  landed?(query: Readonly<Record<string, string>>, app: ConnectionSettings): ConnectionSettings
  /** The address to redirect the browser to. `state` comes back unchanged and protects against forgery. */
  start(input: ConnectStart): Promise<string> | string
  /** Reads what the platform sent to the callback; throws `ConnectorError` if it does not match the request. */
  complete?(input: ConnectCallback): Promise<ConnectResult> | ConnectResult
  /**
   * Exchanges the parameters of the returning browser for the values to store; throws `ConnectorError` if they are not
   * genuine.
   */
  exchange?(input: ConnectExchange): Promise<ConnectionSettings>
  /** For platforms that embed us in their own interface. */
  readonly embedded?: ConnectEmbedded
  /** Reads the address with which the browser returns; its only secret is a single-use code. */
  returned(query: Readonly<Record<string, string>>): ConnectReturn
}

/**
 * A platform that embeds our address in its own interface passes a token of the person signed in there, which is exchanged
 * without a redirect.
 */
export interface ConnectEmbedded {
  isPresented(query: Readonly<Record<string, string>>): boolean
  /** Verifies the token and returns the initial values. Throws `ConnectorError` if it is forged or expired. */
  verify(query: Readonly<Record<string, string>>, app: ConnectionSettings, now: Date): ConnectionSettings
  /** Verifies it again and trades it for the values to store. */
  exchange(input: Pick<ConnectExchange, 'query' | 'app' | 'http' | 'clock'>): Promise<ConnectionSettings>
  /** The response header that asks the platform for a fresh token. */
  readonly retryHeader: { readonly name: string; readonly value: string }
}

/** The parameters of a returning browser, for a platform that responds with a code. */
export interface ConnectExchange {
  readonly query: Readonly<Record<string, string>>
  /** The values that the flow started with. */
  readonly values: ConnectionSettings
  readonly returnUrl: string
  readonly app: ConnectionSettings
  readonly http: HttpClient
  readonly clock: Clock
}

/** The result that the returning browser carries. */
export interface ConnectReturn {
  readonly state: string
  /** False: the merchant declined. True does not mean that the callback arrived. */
  readonly accepted: boolean
}

/** The input of a connect flow's start. */
export interface ConnectStart {
  readonly values: ConnectionSettings
  readonly state: string
  readonly callbackUrl: string
  readonly returnUrl: string
  readonly access: 'read' | 'read_write'
  /** Whose account the approved data goes to, for the platform to show: “shop.example (Nord GmbH)”. */
  readonly beneficiary?: string
  /** Values of the operator's app by key; see {@link ConnectMethod.app}. */
  readonly app: ConnectionSettings
  /** If given, the address is checked first, so that what would fail at the platform is reported here. */
  readonly http?: HttpClient
}

/** What a platform sent to our callback, unparsed. */
export interface ConnectCallback {
  readonly body: string
  readonly contentType: string
  readonly query: Readonly<Record<string, string>>
}

/** Settings granted by a platform, and the flow that they belong to. */
export interface ConnectResult {
  readonly state: string
  readonly settings: ConnectionSettings
}

/** The account data that the platform returns when a connection is made or checked. */
export interface ConnectedAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  /** IANA zone, or a fixed offset such as `+02:00`. */
  readonly zone: string
  readonly country: string | null
  readonly version: string | null
  /** Values discovered on the way, to be stored with the settings (REST root, authentication style). */
  readonly discovered: ConnectionSettings
  readonly warnings: readonly string[]
  /**
   * Data that the account does not give us access to, for whoever can change that. A warning may say the same in one
   * sentence.
   */
  readonly gaps?: readonly AccountGap[]
}

/** An optional permission that was not granted. Texts are for the merchant. */
export interface AccountGap {
  /** `access scope read_all_orders`; a warning about the same contains these words. */
  readonly what: string
  /** The consequence for the figures: `earlier sales are missing`. */
  readonly cost: string
  /** Where to grant it, step by step; a sentence. */
  readonly where: string
  /** Who can grant it: `the owner of the shop`. */
  readonly who: string
}

/** Opaque to everybody but the stream that wrote it; must survive JSON. */
export type Checkpoint = Readonly<Record<string, string | number | boolean | null>>

/** A portion of a stream, delivered in order. */
export interface Page<R extends AnyRecord = PlatformRecord> {
  readonly records: readonly R[]
  /** Continue here after a crash: everything up to and including this page is delivered. */
  readonly checkpoint: Checkpoint
  /** Records delivered so far and expected in all, for progress; null = the platform does not say. */
  readonly progress: { readonly done: number; readonly total: number | null }
  /**
   * Guarantees completeness: nothing up to this instant is missing. On an ad platform, accounts with a reported problem are
   * exempt; if no account can be read, nothing is guaranteed and the reading fails.
   */
  readonly syncedThrough?: InstantText
  /** The oldest record date that a newest-first back-fill has reached. */
  readonly completeSince?: InstantText
  /** The platform has nothing older; omitted if it has everything. */
  readonly oldestAvailable?: InstantText
  /** Things the merchant should know that did not stop the page: a poison record, a PHP notice. */
  readonly warnings: readonly string[]
}

/** One kind of record of one platform, in the three ways of reading it. */
export interface Stream<R extends AnyRecord = PlatformRecord> {
  readonly id: string
  readonly label: string
  /** How long the platform may still change a record. */
  readonly settlesAfterDays: number
  /**
   * The version of the record format; defaults to 1. Raised when records contain more than before: a history read with an
   * earlier version is then read again once, alongside everything else.
   */
  readonly generation?: number
  /** Minutes between increments with healthy webhooks, and without. */
  readonly everyMinutes: { readonly withWebhooks: number; readonly without: number }
  /**
   * Another stream whose history is read in step with this one's: refunds with orders, so that imported days are complete.
   */
  readonly keepsUpWith?: string
  /** The whole history, newest first. `null` starts from the beginning. */
  backfill(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<R>>
  /** What changed since the checkpoint of the last increment (with overlap); `null` = since `ctx.since`. */
  increment(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<R>>
  /**
   * Nightly: compares what the platform has with what we have stored and yields what increments cannot see (deletions, late
   * restatements).
   */
  compare?(ctx: ConnectorContext, window: CompareWindow): AsyncIterable<Page | Page<R>>
}

/** All records that any stream can deliver. */
export type AnyRecord = PlatformRecord | AdRecord

/** A stream of a store or of an ad platform. */
export type AnyStream = Stream | Stream<AdRecord>

/** The scope of a nightly comparison. */
export interface CompareWindow {
  readonly since: InstantText
  /** Where the last comparison ended, for streams that compare a part each night. */
  readonly from?: Checkpoint | null
  /** Of an ad platform, once any of its history is in. */
  readonly adDays?: HeldAdDays
  /**
   * Stored records dated `from` (or `since`) or later and not deleted, and refunds without a date. If it is missing, only the
   * trash is checked.
   */
  held?(type: 'order' | 'refund', from?: InstantText): Promise<readonly HeldRecord[]>
  /** Orders before `since`, once their history is in. */
  readonly older?: OlderOrders
  /** Stored refunds made before `since`; only set on some nights. */
  olderRefunds?(): Promise<readonly HeldRecord[]>
}

/** How a platform notifies us of changes. */
export interface WebhookSpec {
  /** Whether registering requires a key with write access. If not, every grant brings instant updates. */
  readonly needsWriting: boolean
  readonly topics: readonly string[]
  /** The secrets that the platform may sign with, if we cannot choose them: none while unknown, two during a rotation. */
  signedWith?(settings: ConnectionSettings, app: ConnectionSettings): readonly string[]
  /** Registers, repairs or reactivates the webhooks at the platform; returns what it did. */
  ensure(ctx: ConnectorContext, target: WebhookTarget): Promise<WebhookState>
  /** Topics that are disabled or missing at the platform, without changing anything; absent if only `ensure` can tell. */
  silent?(ctx: ConnectorContext, target: Pick<WebhookTarget, 'url'>): Promise<readonly string[]>
  remove(ctx: ConnectorContext, target: { readonly url: string }): Promise<void>
  /** Verifies in constant time and maps. The response to `forged` and `foreign` deliveries reveals nothing. */
  receive(delivery: WebhookDelivery): WebhookOutcome
  /** Fetches records that a delivery only hinted at. */
  resolve(ctx: ConnectorContext, hint: WebhookHint): Promise<readonly PlatformRecord[]>
  /** The same for several hints, if that takes fewer requests; returns all of them or fails. */
  resolveMany?(ctx: ConnectorContext, hints: readonly WebhookHint[]): Promise<readonly PlatformRecord[]>
}

/** The webhooks' target address and signing secret. */
export interface WebhookTarget {
  readonly url: string
  readonly secret: string
  /** Our webhooks whose deliveries had an invalid signature: their secret has to be set again. */
  readonly mistrusted?: readonly string[]
}

/** The result of registering webhooks. */
export interface WebhookState {
  readonly active: number
  readonly reactivated: number
  /** The ids by which the platform's deliveries name them, if any. */
  readonly ids?: readonly string[]
  readonly createdAt: InstantText
}

/** One delivery as it arrived, with the secret it should be signed with. */
export interface WebhookDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly secret: string
  readonly settings: ConnectionSettings
}

/** The record that a delivery refers to. */
export interface WebhookHint {
  readonly topic: string
  readonly type: 'order' | 'product' | 'customer' | 'coupon' | 'inventory_item' | 'merged_customer' | 'dispute'
  readonly id: string
  /** The platform says that it was deleted; if it can no longer be fetched either, it is gone. */
  readonly gone?: true
}

/** The result of verifying a delivery. */
export type WebhookOutcome =
  | { readonly kind: 'ping' }
  /** `webhook`: the platform's webhook that it claims to come from. */
  | { readonly kind: 'forged'; readonly why: string; readonly webhook?: string }
  | { readonly kind: 'foreign' | 'ignored'; readonly why: string }
  /** The account itself changed: it was removed, or its permissions changed. Check it again. */
  | { readonly kind: 'account'; readonly why: string }
  | {
      readonly kind: 'event'
      /** Deliveries with the same key are duplicates. */
      readonly key: string
      readonly hint: WebhookHint
      /** Complete records found in the body; empty means "fetch what the hint names". */
      readonly records: readonly PlatformRecord[]
      /** Records that only the body contains; they do not replace the ones that the hint names. */
      readonly beside?: readonly PlatformRecord[]
    }

/**
 * The platform's own report, to compare ours with. Throws `ConnectorError` with the code `report_unavailable` if the account
 * has none, with a message that says how to get one.
 */
export interface PlatformReport {
  /** Where the merchant sees the same figures. */
  readonly label: string
  readonly terms: ReportTerms
  /** Days in the account's zone, both ends included. */
  read(ctx: ConnectorContext, range: DayRange): Promise<ReportResponse>
  find(ctx: ConnectorContext, orderIds: readonly string[]): Promise<readonly ReportLookup[]>
}

/** Keeps the access of a connection alive that nobody reads, so that it can still be read later. */
export interface KeepAlive {
  /** Whether it is time to renew; checked every minute, from stored settings only. */
  isDue(settings: ConnectionSettings, now: Date): boolean
  /** Renews what is about to expire. Throws `ConnectorError`. */
  renew(ctx: ConnectorContext): Promise<void>
}

/**
 * How the operator of an installation connects a platform: the ways to connect, the permissions to grant, and what can be
 * checked from here. Texts are for people; the documentation uses the same ones.
 */
export interface ConnectGuide {
  /** The recommended one first. */
  readonly ways: readonly GuideWay[]
  readonly permissions: GuidePermissions
  /** The way by which a connection with these values came in; undefined while it has no keys. */
  wayOf(settings: ConnectionSettings): string | undefined
  /** Values of the operator's app that cannot be right, by key: truncated, swapped, with quotation marks. */
  misread?(app: ConnectionSettings): Readonly<Record<string, string>>
  /**
   * Checks the set-up at the platform with whatever is available: the keys of a connection, or only a typed address. The
   * results, including no response, are returned as issues in the order in which to fix them; nothing is changed at the
   * platform.
   */
  examine(ctx: ConnectorContext, options: ExamineOptions): Promise<readonly SetupFinding[]>
}

/** One platform: mostly data, and functions for what really differs. */
export interface Connector {
  /** `woocommerce`; text everywhere, checked against the registry. */
  readonly id: string
  readonly kind: 'store' | 'ads'
  readonly label: string
  readonly description: string
  readonly apiVersion: {
    readonly name: string
    readonly documentation: string
    /** The platform stops supporting it on this day; omitted if no end is announced. */
    readonly endsOn?: Day
  }
  readonly connect: ConnectMethod
  /** `own`: the connector keeps to the platform's announced limits itself. Else the client is gentle by default. */
  readonly pace?: 'own'
  readonly streams: readonly AnyStream[]
  readonly webhooks?: WebhookSpec
  /** The privacy requests that the platform sends to the operator's app on behalf of its customers. */
  readonly privacy?: PrivacySpec
  /** The platform's own report, if it offers one. */
  readonly report?: PlatformReport
  /** Of store platforms whose orders can be exported as a file. */
  readonly orderFile?: ImportFormat
  /** Of store platforms: what is made for one of its shops, to track visits. */
  readonly install?: StoreInstall
  /** How a self-hoster sets it up, and which checks there are. */
  readonly guide?: ConnectGuide
  /** Required for ad platforms, and only for them. */
  readonly ads?: AdsSpec
  readonly conversions?: ConversionsSpec
  /** Address of an order in the store's own admin, with `{order}` for its id; undefined while it is not known. */
  orderPage?(settings: ConnectionSettings): string | undefined
  /** When the grant expires unless renewed; undefined if it does not, or if unknown. */
  grantEnds?(settings: ConnectionSettings): Date | undefined
  /** For a platform whose grants expire when unused. */
  readonly keepAlive?: KeepAlive
  /** Signs in, reads the account and returns it. Throws `ConnectorError`. */
  check(ctx: ConnectorContext): Promise<ConnectedAccount>
}
