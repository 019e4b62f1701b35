// The journey of one order, printed.

/** One contact before an order. */
export interface JourneyTouch {
  readonly id: string
  /** `Paid social`. */
  readonly channel: string
  /** Id of its platform for an icon; null without one we know. */
  readonly platform: string | null
  readonly platformName: string
  /** `5 Nov 2026, 14:05`, and how long before the order: `9 days before`. */
  readonly at: string
  readonly before: string
  /** `click`, `ad view`, … */
  readonly kind: string
  /** Campaign, ad set and ad, from the outside in. */
  readonly place: string
  /** What is known of the visit: address, referrer, tags. */
  readonly details: readonly { readonly label: string; readonly text: string }[]
  /** How its channel was found out. */
  readonly evidence: string
  /** `1/3`; '' where it earns nothing. */
  readonly fraction: string
  readonly part: string
  /** 0–1, for a bar. */
  readonly share: number
  readonly revenue: string
  /** Why it gets what it gets, in a sentence. */
  readonly reason: string
  readonly isCredited: boolean
}

/** One order with the contacts before it. */
export interface JourneyModel {
  readonly title: string
  readonly name: string
  readonly placedAt: string
  readonly facts: readonly { readonly label: string; readonly text: string }[]
  /** `Last non-direct · 28-day click, 1-day view`. */
  readonly rule: string
  /** What the model does, in a sentence. */
  readonly about: string
  readonly value: string
  /** Credit of all contacts, and what is left over where none earns. */
  readonly credited: string
  readonly touches: readonly JourneyTouch[]
  /** Said where there is nothing to show, or where something has to be known. */
  readonly notes: readonly string[]
  readonly adminUrl: string | null
}
