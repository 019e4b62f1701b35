import type { ConnectionSettings, ConnectorContext } from '../connector-context.ts'
import type { ConnectorFailure } from '../failures.ts'
import type { DecimalText } from '../records.ts'

/** A click id as it came to the landing page. */
export interface PurchaseClick {
  readonly id: string
  /** When it was first seen. */
  readonly at: Date
}

/** Parameters of landing pages that platforms know clicks by. */
export const clickParameters = ['fbclid', 'ttclid', 'gclid', 'gbraid', 'wbraid'] as const
/** One of {@link clickParameters}. */
export type ClickParameter = (typeof clickParameters)[number]

/** Something that was bought. */
export interface PurchaseItem {
  /** As the platform's product feed names it. */
  readonly id: string
  readonly title: string
  readonly quantity: number
  /** Of one piece. */
  readonly price: DecimalText
}

/** Who bought, in clear: it is normalised and hashed when it is sent, and kept nowhere. Empty: not known. */
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

/** An order as a platform is told of it; only what consent covers is in it. */
export interface PurchaseEvent {
  /** Names the event at every platform, from the browser and from here alike. */
  readonly orderId: string
  readonly at: Date
  readonly value: DecimalText
  readonly currency: string
  /** The page on which it was bought; the shop's own address where that is not known. */
  readonly url: string
  readonly userAgent: string
  readonly buyer: PurchaseBuyer
  readonly clicks: Readonly<Partial<Record<ClickParameter, PurchaseClick>>>
  /** Keys that the platforms' own scripts left in the browser. */
  readonly browserKeys: Readonly<Record<string, string>>
  readonly items: readonly PurchaseItem[]
  /** Of consent mode's `ad_personalization`; undefined where nobody said. */
  readonly mayPersonalise: boolean | undefined
}

/** What became of one event. `waits`: nothing was wrong with it, and it is to be sent again. */
export type ConversionOutcome = { readonly orderId: string } & (
  | {
      readonly kind: 'accepted'
      /** By what the platform can find out whose it is: `em`, `fbc`. */
      readonly keys: readonly string[]
      /** What the platform answered, without anything personal. */
      readonly answer: string
      /** Under which the platform tells later what became of it. */
      readonly receipt?: string
    }
  | { readonly kind: 'refused'; readonly keys: readonly string[]; readonly message: string }
  | { readonly kind: 'waits'; readonly failure: ConnectorFailure }
)

/** What a platform says about events that it took earlier. */
export type ConversionReceipt =
  | { readonly kind: 'processing' }
  | { readonly kind: 'counted'; readonly answer: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Where events go: a dataset, a pixel, a conversion action. */
export interface ConversionDestination {
  /** What is stored: see {@link ConversionsSpec.destination}. */
  readonly id: string
  readonly label: string
}

/** What a key says of a buyer, by whatever name a platform knows it. */
export const matchKinds = ['email', 'phone', 'click', 'browserId', 'customerId', 'place', 'browser'] as const
/** One of {@link matchKinds}. */
export type MatchKind = (typeof matchKinds)[number]

/** Something that a platform recognises buyers by. */
export interface MatchKey {
  readonly kind: MatchKind
  /** In words: `e-mail address`. */
  readonly label: string
}

/** Values of one shop's set-up: `destination`, `eventName`, and `token` where the platform gives one of its own. */
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
  /** A trial that counts for nothing: with the platform's test code, or empty where it has none. */
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
  /** Where the platform makes tokens for this alone, and how one is had. */
  readonly token?: { readonly label: string; readonly help: string }
  /** Names that purchases can have; the first is the usual one. */
  readonly eventNames: readonly string[]
  /** What a shop has to know about counting one order once. */
  readonly deduplication: string
  /** `restate`: a later value takes the place of the first one. */
  readonly corrections: 'none' | 'restate'
  readonly correctionNote: string
  /** Older purchases are not taken any more. */
  readonly mostDays: number
  /** How a trial is made; `code`: the platform shows a code to send along. */
  readonly trial: 'code' | 'dry_run'
  readonly trialNote: string
  /** By what the platform finds out whose an order is, by its own name; only what orders are known to have. */
  readonly keys: Readonly<Record<string, MatchKey>>
  /** What the platform tells of orders that it was sent, and where its own score is to be seen. */
  readonly ownWord: string
  /** How long the same order sent twice counts once; null: always. */
  readonly onceForHours: number | null
  /** What can be chosen; empty where the connection shows none. Throws `ConnectorError`. */
  listDestinations(ctx: ConnectorContext): Promise<readonly ConversionDestination[]>
  /** Why the connection's access does not do for sending; undefined where it may. Asks nobody. */
  lacks(settings: ConnectionSettings, setup: ConversionSetup): string | undefined
  /** Sends, in as many requests as it takes; an outcome for every event. Throws only when it is aborted. */
  send(ctx: ConnectorContext, request: ConversionRequest): Promise<readonly ConversionOutcome[]>
  /** What became of events that were taken; undefined where the platform says all at once. Throws `ConnectorError`. */
  confirm?(ctx: ConnectorContext, receipt: string): Promise<ConversionReceipt>
}
