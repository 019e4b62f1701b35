import type { ConnectionSettings, ConnectorContext } from '../connector-context.ts'
import type { ConnectorFailure } from '../failures.ts'
import type { DecimalText } from '../records.ts'

/** A click id from a landing page. */
export interface PurchaseClick {
  readonly id: string
  /** When it was first seen. */
  readonly at: Date
}

/** Landing page parameters with click ids of platforms. */
export const clickParameters = ['fbclid', 'ttclid', 'gclid', 'gbraid', 'wbraid'] as const
/** One of {@link clickParameters}. */
export type ClickParameter = (typeof clickParameters)[number]

/** A line item of a purchase. */
export interface PurchaseItem {
  /** The id in the platform's product feed. */
  readonly id: string
  readonly title: string
  readonly quantity: number
  /** The price of one unit. */
  readonly price: DecimalText
}

/** The buyer in plain text: normalised and hashed when sent, and never stored. Empty: unknown. */
export interface PurchaseBuyer {
  readonly id: string
  readonly email: string
  readonly phone: string
  readonly firstName: string
  readonly lastName: string
  readonly city: string
  readonly region: string
  readonly postcode: string
  /** Two letters. */
  readonly country: string
}

/** An order as sent to a platform; contains only what consent covers. */
export interface PurchaseEvent {
  /** Identifies the event at every platform, for the browser and the server alike. */
  readonly orderId: string
  readonly at: Date
  readonly value: DecimalText
  readonly currency: string
  /** The page of the purchase; the shop's address if that is unknown. */
  readonly url: string
  readonly userAgent: string
  readonly buyer: PurchaseBuyer
  readonly clicks: Readonly<Partial<Record<ClickParameter, PurchaseClick>>>
  /** Keys that the platforms' own scripts left in the browser. */
  readonly browserKeys: Readonly<Record<string, string>>
  readonly items: readonly PurchaseItem[]
  /** Consent mode's `ad_personalization`; undefined if not given. */
  readonly mayPersonalise: boolean | undefined
}

/** The result of sending one event. `waits`: the event was valid and will be sent again. */
export type ConversionOutcome = { readonly orderId: string } & (
  | {
      readonly kind: 'accepted'
      /** The keys by which the platform can match the buyer: `em`, `fbc`. */
      readonly keys: readonly string[]
      /** The platform's response, without personal data. */
      readonly answer: string
      /** The id for asking the platform later what became of it. */
      readonly receipt?: string
    }
  | { readonly kind: 'refused'; readonly keys: readonly string[]; readonly message: string }
  | { readonly kind: 'waits'; readonly failure: ConnectorFailure }
)

/** The platform's later status of events that it accepted. */
export type ConversionReceipt =
  | { readonly kind: 'processing' }
  | { readonly kind: 'counted'; readonly answer: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Where events go: a dataset, a pixel, a conversion action. */
export interface ConversionDestination {
  /** The stored value: see {@link ConversionsSpec.destination}. */
  readonly id: string
  readonly label: string
}

/** The kinds of match keys, independent of the platforms' names. */
export const matchKinds = ['email', 'phone', 'click', 'browserId', 'customerId', 'place', 'browser'] as const
/** One of {@link matchKinds}. */
export type MatchKind = (typeof matchKinds)[number]

/** A key that a platform matches buyers by. */
export interface MatchKey {
  readonly kind: MatchKind
  /** The display name: `e-mail address`. */
  readonly label: string
}

/** The set-up of one shop: `destination`, `eventName`, and `token` if the platform issues a separate one. */
export interface ConversionSetup {
  readonly destination: string
  readonly eventName: string
  /** Empty: the connection's access is used. */
  readonly token: string
}

/** Events for one destination. */
export interface ConversionRequest {
  readonly setup: ConversionSetup
  readonly events: readonly PurchaseEvent[]
  /** Sends as a test that is not counted: with the platform's test code, or empty if it has none. */
  readonly test?: string
}

/** How a platform takes orders from a server. */
export interface ConversionsSpec {
  /** What the platform calls it: `Conversions API`. */
  readonly api: string
  readonly documentation: string
  readonly destination: {
    readonly label: string
    readonly help: string
    readonly pattern: RegExp
    readonly example: string
  }
  /** Where the platform issues a separate token for this, and how to get one. */
  readonly token?: { readonly label: string; readonly help: string }
  /** The event names that purchases can have; the first is the default. */
  readonly eventNames: readonly string[]
  /** What a shop has to know to count every order once. */
  readonly deduplication: string
  /** `restate`: a later value replaces the first one. */
  readonly corrections: 'none' | 'restate'
  readonly correctionNote: string
  /** The maximum age of accepted purchases. */
  readonly mostDays: number
  /** How a test is sent; `code`: the platform shows a code to include. */
  readonly fixture: 'code' | 'dry_run'
  readonly trialNote: string
  /** The keys that the platform matches orders by, under its own names; only those that orders can have. */
  readonly keys: Readonly<Record<string, MatchKey>>
  /** What the platform reports about received orders, and where it shows its own score. */
  readonly ownWord: string
  /** For how long it counts duplicates of an order once; null: always. */
  readonly onceForHours: number | null
  /** The destinations to choose from; empty if the connection shows none. Throws `ConnectorError`. */
  listDestinations(ctx: ConnectorContext): Promise<readonly ConversionDestination[]>
  /** Why the connection's access is insufficient for sending; undefined if it may suffice. Makes no requests. */
  lacks(settings: ConnectionSettings, setup: ConversionSetup): string | undefined
  /** Sends, in as many requests as it takes; an outcome for every event. Throws only when it is aborted. */
  send(ctx: ConnectorContext, request: ConversionRequest): Promise<readonly ConversionOutcome[]>
  /** The status of events that were accepted; absent if the platform's first response is final. Throws `ConnectorError`. */
  confirm?(ctx: ConnectorContext, receipt: string): Promise<ConversionReceipt>
}
