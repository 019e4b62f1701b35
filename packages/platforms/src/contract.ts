import type { Clock } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import type { AdRecord } from './ad-records.ts'
import type { AdsSpec, HeldAdDays } from './ads.ts'
import type { ConnectionSettings, ConnectorContext } from './connector-context.ts'
import type { ConversionsSpec } from './conversions/contract.ts'
import type { ExamineWish, GuidePermissions, GuideWay, SetupFinding } from './guide.ts'
import type { HeldRecord, OlderOrders } from './held-orders.ts'
import type { HttpClient } from './http.ts'
import type { StoreInstall } from './install.ts'
import type { ImportFormat } from './order-files/index.ts'
import type { PrivacySpec } from './privacy.ts'
import type { InstantText, PlatformRecord } from './records.ts'
import type { ReportAnswer, ReportLookup, ReportTerms } from './report.ts'

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
  /** The address under which the shop sells is a good guess. */
  readonly isShopAddress?: true
}

/** How an account is connected: by values typed in, and optionally by sending the merchant to the platform. */
export interface ConnectMethod {
  readonly fields: readonly SettingField[]
  /** Keys of values that the platform grants and nobody types, such as tokens: encrypted like typed secrets. */
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
  /** Without it the merchant cannot be sent to the platform. */
  readonly required: boolean
  /** Of use with a simulated platform only. */
  readonly simulated?: true
}

/**
 * A connect flow that leaves for the platform and comes back. Single use, bound to the browser, 15 minutes. A platform
 * either posts its keys to the callback (`complete`) or sends the browser back with a code (`exchange`).
 */
export interface ConnectRedirect {
  /** Where merchants begin when the platform wants them to begin in its own app store; undefined: they begin here. */
  listing?(app: ConnectionSettings): string | undefined
  /**
   * Reads the address with which the platform sends a merchant who begins over there, and gives the values to start with.
   * Throws `ConnectorError` when the platform did not sign it.
   */
  landed?(query: Readonly<Record<string, string>>, app: ConnectionSettings): ConnectionSettings
  /** Where to send the browser. `state` comes back unchanged and is the anti-forgery value. */
  start(input: ConnectStart): Promise<string> | string
  /** Reads what the platform sent to the callback; throws `ConnectorError` when it is not what was asked for. */
  complete?(input: ConnectCallback): Promise<ConnectResult> | ConnectResult
  /** Trades what the browser came back with for the values to store; throws `ConnectorError` when it is not genuine. */
  exchange?(input: ConnectExchange): Promise<ConnectionSettings>
  /** For platforms that show us inside their own screens. */
  readonly embedded?: ConnectEmbedded
  /** Reads the address with which the browser comes back; nothing secret is on it but a code that works once. */
  returned(query: Readonly<Record<string, string>>): ConnectReturn
}

/**
 * A platform that opens our address inside its own screens brings along a token of the person who is signed in over there,
 * which is exchanged without sending the browser anywhere.
 */
export interface ConnectEmbedded {
  isPresented(query: Readonly<Record<string, string>>): boolean
  /** Checks it, and gives the values to start with. Throws `ConnectorError` when it is not genuine or not valid any more. */
  verify(query: Readonly<Record<string, string>>, app: ConnectionSettings, now: Date): ConnectionSettings
  /** Verifies it again and trades it for the values to store. */
  exchange(input: Pick<ConnectExchange, 'query' | 'app' | 'http' | 'clock'>): Promise<ConnectionSettings>
  /** The header of an answer that asks the platform for a fresh one. */
  readonly retryHeader: { readonly name: string; readonly value: string }
}

/** What a browser came back with, for a platform that answers with a code. */
export interface ConnectExchange {
  readonly query: Readonly<Record<string, string>>
  /** As the flow began. */
  readonly values: ConnectionSettings
  readonly returnUrl: string
  readonly app: ConnectionSettings
  readonly http: HttpClient
  readonly clock: Clock
}

/** What the browser brings back from the platform. */
export interface ConnectReturn {
  readonly state: string
  /** False: the merchant declined. True says nothing about whether the callback arrived. */
  readonly accepted: boolean
}

/** What a connect flow begins with. */
export interface ConnectStart {
  readonly values: ConnectionSettings
  readonly state: string
  readonly callbackUrl: string
  readonly returnUrl: string
  readonly access: 'read' | 'read_write'
  /** Whose figures what is approved goes into, for the platform to show: “shop.example (Nord GmbH)”. */
  readonly beneficiary?: string
  /** Values of the operator's app by key; see {@link ConnectMethod.app}. */
  readonly app: ConnectionSettings
  /** With it the address is looked at first, and what would fail over there is said here. */
  readonly http?: HttpClient
}

/** What a platform sent to our callback, as it came. */
export interface ConnectCallback {
  readonly body: string
  readonly contentType: string
  readonly query: Readonly<Record<string, string>>
}

/** Settings that a platform granted, and the flow they belong to. */
export interface ConnectResult {
  readonly state: string
  readonly settings: ConnectionSettings
}

/** What the platform says about itself when a connection is made or checked. */
export interface ConnectedAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  /** IANA zone, or a fixed offset such as `+02:00`. */
  readonly zone: string
  readonly country: string | null
  readonly version: string | null
  /** What was learnt on the way and is to be stored with the settings (REST root, authentication style). */
  readonly discovered: ConnectionSettings
  readonly warnings: readonly string[]
  /** What the account does not show us, for whoever can change that. A warning may say the same in one sentence. */
  readonly gaps?: readonly AccountGap[]
}

/** Something that was not granted and can be done without. Texts are for the merchant. */
export interface AccountGap {
  /** `access scope read_all_orders`; a warning about the same contains these words. */
  readonly what: string
  /** What it costs in figures: `earlier sales are missing`. */
  readonly cost: string
  /** Where it is granted, one step after another; a sentence. */
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
   * Proof of completeness: nothing up to this instant is missing. Of an ad platform: of no account but those whose records
   * tell a problem; where no account can be read, nothing is proved and the reading fails.
   */
  readonly syncedThrough?: InstantText
  /** The oldest record date reached by a newest-first back-fill. */
  readonly completeSince?: InstantText
  /** The platform shows nothing older; left out where it shows everything. */
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
   * Which generation of facts it reads; 1 where it is left out. Raised when records keep more than before: a history that was
   * read by an earlier one is read again once, beside everything else.
   */
  readonly generation?: number
  /** Minutes between increments with healthy webhooks, and without. */
  readonly everyMinutes: { readonly withWebhooks: number; readonly without: number }
  /**
   * Another stream beside which the history of this one is read, each a little at a time: refunds beside orders, so that the
   * days that are in are whole.
   */
  readonly keepsUpWith?: string
  /** The whole history, newest first. Starts over at `null`. */
  backfill(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<R>>
  /** What changed since the checkpoint of the last increment (with overlap); `null` = since `ctx.since`. */
  increment(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<R>>
  /** Nightly: compares what exists with what we hold and yields what increments cannot see (deletions, late restatements). */
  compare?(ctx: ConnectorContext, window: CompareWindow): AsyncIterable<Page | Page<R>>
}

/** What any stream can deliver. */
export type AnyRecord = PlatformRecord | AdRecord

/** A stream of a store or of an ad platform. */
export type AnyStream = Stream | Stream<AdRecord>

/** What a nightly comparison covers. */
export interface CompareWindow {
  readonly since: InstantText
  /** Where the last comparison ended, for streams that compare a part each night. */
  readonly from?: Checkpoint | null
  /** Of an ad platform, once any of its history is in. */
  readonly adDays?: HeldAdDays
  /** What we hold, dated `from` (or `since`) or later and not deleted, and refunds without a date. Without it only the bin is looked at. */
  held?(type: 'order' | 'refund', from?: InstantText): Promise<readonly HeldRecord[]>
  /** Orders before `since`, once their history is in. */
  readonly older?: OlderOrders
  /** Refunds that we hold and that were made before `since`, now and then. */
  olderRefunds?(): Promise<readonly HeldRecord[]>
}

/** How a platform tells of changes by itself. */
export interface WebhookSpec {
  /** Whether registering takes a key that may write. Else every grant brings instant updates. */
  readonly needsWriting: boolean
  readonly topics: readonly string[]
  /**
   * The secrets that the platform may sign with, where they are not ours to choose: none while it is not known, two while one
   * takes the place of another.
   */
  signedWith?(settings: ConnectionSettings, app: ConnectionSettings): readonly string[]
  /** Registers, repairs or re-activates the webhooks at the platform; says what it did. */
  ensure(ctx: ConnectorContext, target: WebhookTarget): Promise<WebhookState>
  /** Topics that are switched off or missing over there, without changing anything; absent where only `ensure` can tell. */
  silent?(ctx: ConnectorContext, target: Pick<WebhookTarget, 'url'>): Promise<readonly string[]>
  remove(ctx: ConnectorContext, target: { readonly url: string }): Promise<void>
  /** Verifies in constant time and maps. `forged` and `foreign` are answered without revealing anything. */
  receive(delivery: WebhookDelivery): WebhookOutcome
  /** Fetches records that a delivery only hinted at. */
  resolve(ctx: ConnectorContext, hint: WebhookHint): Promise<readonly PlatformRecord[]>
  /** The same for many at once, where that takes fewer questions; all of them or a failure. */
  resolveMany?(ctx: ConnectorContext, hints: readonly WebhookHint[]): Promise<readonly PlatformRecord[]>
}

/** Where webhooks lead, and what they are signed with. */
export interface WebhookTarget {
  readonly url: string
  readonly secret: string
  /** Of ours, those whose deliveries carried a signature that does not fit: their secret has to be set again. */
  readonly mistrusted?: readonly string[]
}

/** What registering webhooks came to. */
export interface WebhookState {
  readonly active: number
  readonly reactivated: number
  /** How the platform calls them in its deliveries, where it does. */
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

/** What a delivery is about. */
export interface WebhookHint {
  readonly topic: string
  readonly type: 'order' | 'product' | 'customer' | 'coupon' | 'inventory_item' | 'merged_customer'
  readonly id: string
  /** The platform says that it was deleted; where it does not come any more either, it is gone. */
  readonly gone?: true
}

/** What a delivery turned out to be. */
export type WebhookOutcome =
  | { readonly kind: 'ping' }
  /** `webhook`: which of the platform's webhooks it says that it comes from. */
  | { readonly kind: 'forged'; readonly why: string; readonly webhook?: string }
  | { readonly kind: 'foreign' | 'ignored'; readonly why: string }
  /** The account itself changed: it was removed, or grants more or less than before. Look at it again. */
  | { readonly kind: 'account'; readonly why: string }
  | {
      readonly kind: 'event'
      /** Two deliveries with the same key are one. */
      readonly key: string
      readonly hint: WebhookHint
      /** Complete records found in the body; empty means "fetch what the hint names". */
      readonly records: readonly PlatformRecord[]
      /** What only the body tells about it; does not stand for what the hint names. */
      readonly beside?: readonly PlatformRecord[]
    }

/**
 * The platform's own report, for comparing ours with it. Throws `ConnectorError` with the code `report_unavailable` where
 * the account has none, in words that say how it gets one.
 */
export interface PlatformReport {
  /** Where the merchant sees the same figures. */
  readonly label: string
  readonly terms: ReportTerms
  /** Days in the account's zone, both ends included. */
  read(ctx: ConnectorContext, range: DayRange): Promise<ReportAnswer>
  find(ctx: ConnectorContext, orderIds: readonly string[]): Promise<readonly ReportLookup[]>
}

/** What has to be done for an account that nobody reads, so that it can still be read one day. */
export interface KeepAlive {
  /** Whether it is time: asked every minute, of what is stored. */
  isDue(settings: ConnectionSettings, now: Date): boolean
  /** Renews what would end. Throws `ConnectorError`. */
  renew(ctx: ConnectorContext): Promise<void>
}

/**
 * How somebody who runs an installation connects a platform: the ways in, what has to be granted, and what can be looked
 * at from here. Texts are for people; the same ones stand in the documentation.
 */
export interface ConnectGuide {
  /** The one that most people should take first. */
  readonly ways: readonly GuideWay[]
  readonly permissions: GuidePermissions
  /** The way by which a connection with these values came in; undefined while it has no keys. */
  wayOf(settings: ConnectionSettings): string | undefined
  /** What cannot be right about values of the operator's app, by key: cut off, swapped, with quotation marks. */
  misread?(app: ConnectionSettings): Readonly<Record<string, string>>
  /**
   * Looks at the platform with what there is: the keys of a connection, or no more than a typed address. What the platform
   * says, silence included, comes back as findings in the order in which they are to be mended; nothing is changed there.
   */
  examine(ctx: ConnectorContext, wish: ExamineWish): Promise<readonly SetupFinding[]>
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
    /** From this day on the platform refuses it; left out where no end is announced. */
    readonly endsOn?: Day
  }
  readonly connect: ConnectMethod
  /** `own`: the connector keeps to the platform's announced limits itself. Else the client is gentle by default. */
  readonly pace?: 'own'
  readonly streams: readonly AnyStream[]
  readonly webhooks?: WebhookSpec
  /** What it asks of the operator's app in its customers' names. */
  readonly privacy?: PrivacySpec
  /** What the platform itself reports, where it can be asked. */
  readonly report?: PlatformReport
  /** Of store platforms whose orders can be exported as a file. */
  readonly orderFile?: ImportFormat
  /** Of store platforms: what is made for one of its shops, to track visits. */
  readonly install?: StoreInstall
  /** How a self-hoster sets it up, and what can be looked at on the way. */
  readonly guide?: ConnectGuide
  /** Of ad platforms, and of them always. */
  readonly ads?: AdsSpec
  /** Of ad platforms that can be told of orders. */
  readonly conversions?: ConversionsSpec
  /** When what was granted ends unless somebody acts; undefined when it does not, or nobody says. */
  grantEnds?(settings: ConnectionSettings): Date | undefined
  /** For a platform whose grants end when nobody uses them. */
  readonly keepAlive?: KeepAlive
  /** Signs in, reads the account and says what it found. Throws `ConnectorError`. */
  check(ctx: ConnectorContext): Promise<ConnectedAccount>
}
