/** What a visitor has decided about being recognised (attribution.md §4). */
export type ConsentState = 'unknown' | 'granted' | 'denied' | 'withdrawn'

/** Whether a machine is behind an event: two independent kinds of signal make a `bot`, one a `suspect`. */
export type BotVerdict = 'no' | 'suspect' | 'bot'

/**
 * An event as it is safe to store: validated, its addresses cleaned, people as keyed hashes, and without visitor, click ids
 * and browser keys wherever consent does not cover them. Instants are milliseconds of Unix time.
 */
export interface CollectedEvent {
  /** Names the event; told twice, it is the same. */
  readonly eventId: string
  /** 32 hexadecimal digits; empty without consent. */
  readonly visitorId: string
  /** When it happened, by our clock: what the sender's clock was off is taken out. */
  readonly at: number
  readonly receivedAt: number
  /** `page_view`, `product_view`, `add_to_cart`, `checkout_start`, `purchase`, `identify`, `sign_up`, or a shop's own. */
  readonly name: string
  /** `picture`: a page told of itself by asking for a picture, without a script. */
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
   * Neither a page of the shop nor its server told it: whoever did may name any order. Absent in what an earlier version left
   * to be stored.
   */
  readonly isForeign?: boolean
}
