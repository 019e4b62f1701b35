// The journey of one order, printed.

/** A touchpoint before an order. */
export interface JourneyTouch {
  readonly id: string
  /** `Paid social`. */
  readonly channel: string
  /** Platform id for its icon; null for an unknown one. */
  readonly platform: string | null
  readonly platformName: string
  /** `5 Nov 2026, 14:05`, and how long before the order: `9 days before`. */
  readonly at: string
  readonly before: string
  /** `click`, `ad view`, … */
  readonly kind: string
  /** Campaign, ad set and ad, from the top level down. */
  readonly place: string
  /** Facts about the visit: address, referrer, UTM tags. */
  readonly details: readonly { readonly label: string; readonly text: string }[]
  /** How its channel was determined. */
  readonly evidence: string
  /** `1/3`; '' without credit. */
  readonly fraction: string
  readonly part: string
  /** 0–1, for a bar. */
  readonly share: number
  readonly revenue: string
  /** Why it has this credit, in a sentence. */
  readonly reason: string
  readonly isCredited: boolean
}

/** One order with its touchpoints. */
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
  /** Credit of all touchpoints, and the remainder where none is credited. */
  readonly credited: string
  readonly touches: readonly JourneyTouch[]
  /** Shown when there is no journey, or a caveat applies. */
  readonly notes: readonly string[]
}
