import type { Change } from '../../charts/index.ts'

// What the hub shows, printed: loaders make it, components only place it.

/** A figure of one shop or of all. */
export interface HubFigure {
  readonly key: string
  readonly label: string
  readonly text: string
  /** Undefined without a comparison. */
  readonly change: Change | undefined
  readonly spark: readonly (number | null)[]
}

/** What can be said of a shop before its figures are there. */
export interface HubShop {
  readonly domain: string
  readonly name: string
  /** The shop's own days of the period, in words. */
  readonly days: string
  readonly zone: string
}

/** A shop with its figures, or why there are none. */
export interface HubRow {
  readonly standing: 'figures' | 'not_connected' | 'failed' | 'late'
  readonly figures: readonly HubFigure[]
  readonly isPartial: boolean
  readonly health: readonly HealthLine[]
  /** Why it is not in the total; null when it is. */
  readonly leftOut: string | null
}

/** How the data behind a shop's figures stand. */
export interface HealthLine {
  readonly tone: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
  /** Place to look at. */
  readonly to: string | null
  /** How far an import is. */
  readonly progress: { readonly done: number; readonly total: number | null } | null
}

/** All shops together. */
export interface HubTotal {
  readonly figures: readonly HubFigure[]
  /** Number of shops in it. */
  readonly counted: number
  /** Shops that are not in it and why, one sentence each. */
  readonly leftOut: readonly string[]
  /** What else to know before trusting it. */
  readonly notes: readonly string[]
}

/** Something for the person to do, and the place for it. */
export interface Todo {
  readonly id: string
  /** Undefined for what is about all shops. */
  readonly shop: string | undefined
  readonly text: string
  readonly action: string
  readonly to: string
}
