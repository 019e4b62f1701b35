/** The visitor's decision about being recognised (attribution.md §4). */
export type ConsentState = 'unknown' | 'granted' | 'denied' | 'withdrawn'

/** Whether an event comes from a bot: two independent kinds of signals make a `bot`, one a `suspect`. */
export type BotVerdict = 'no' | 'suspect' | 'bot'

/**
 * An event that is safe to store: validated, with cleaned addresses, people as keyed hashes, and without visitor, click ids
 * and browser ids where consent does not cover them. Instants are in milliseconds of Unix time.
 */
export interface CollectedEvent {
  /** Identifies the event; a repetition has the same id. */
  readonly eventId: string
  /** 32 hexadecimal digits; empty without consent. */
  readonly visitorId: string
  /** When it happened by our clock, corrected for the error of the sender's clock. */
  readonly at: number
  readonly receivedAt: number
  /** `page_view`, `product_view`, `add_to_cart`, `checkout_start`, `purchase`, `identify`, `sign_up`, or a shop's own. */
  readonly name: string
  /** `picture`: a page reported itself by loading an image, without a script. */
  readonly source: 'pixel' | 'picture' | 'server' | 'extension' | 'import'
  readonly url: string
  readonly referrer: string
  readonly consent: ConsentState
  /** Of consent mode: `ad_storage`, `ad_user_data`, `ad_personalization`. */
  readonly mayKeepClicks: boolean
  readonly maySendUserData: boolean
  readonly mayPersonalise: boolean
  /** Keyed hashes of customer id, e-mail or phone, as the shop's identities have them. */
  readonly identifiers: readonly string[]
  /** Empty where the event has none. */
  readonly orderId: string
  readonly checkoutToken: string
  readonly cartToken: string
  /** Decimal text in {@link currency}; `0` where the event has none. */
  readonly value: string
  readonly currency: string
  /** Keys that ad platforms' own scripts left in the browser (`fbp`, `fbc`, `ttp`), kept only where user data may be sent. */
  readonly browserKeys: Readonly<Record<string, string>>
  readonly bot: BotVerdict
  readonly botReasons: readonly string[]
  /** The sender's network: an IPv4 address cut to /24, an IPv6 address to /48. */
  readonly network: string
  /**
   * Sent neither by a page of the shop nor by its server: the sender may name any order. Absent in events spooled by an
   * earlier version.
   */
  readonly isForeign?: boolean
}
