/** An event in words. */
export interface EventModel {
  readonly id: string
  readonly time: string
  readonly name: string
  /** Without the scheme. */
  readonly page: string
  readonly from: string
  /** Campaign tags that the address carries. */
  readonly tags: string
  readonly visitor: string
  readonly consent: string
  readonly value: string
  /** What else it tells: an order, a person. */
  readonly tells: readonly string[]
  /** Why it may be a machine; null for people. */
  readonly bot: { readonly isCertain: boolean; readonly why: string } | null
}

/** What visits were taken for. */
export interface VisitsModel {
  /** Which visits these are. */
  readonly note: string
  readonly shares: readonly { readonly name: string; readonly text: string; readonly note: string }[]
  /** Signals of machines, and how many visits showed each. */
  readonly reasons: readonly { readonly name: string; readonly text: string }[]
}

/** The whole page. */
export interface LiveModel {
  readonly domain: string
  readonly events: readonly EventModel[]
  /** A share of the highest minute, the oldest first. */
  readonly minutes: readonly { readonly label: string; readonly height: number }[]
  readonly figures: readonly { readonly name: string; readonly text: string; readonly note: string }[]
  readonly names: readonly { readonly name: string; readonly text: string }[]
  /** Visits of the last days by how they were judged; null where there were none. */
  readonly visits: VisitsModel | null
  readonly readAt: string
}
