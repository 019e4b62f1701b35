import type { Caveat } from '../../charts/index.ts'
import type { Figure } from '../../format/index.ts'

// What the hub shows.

/** A figure of one shop or of all. */
export interface HubFigure extends Figure {
  readonly key: string
  readonly label: string
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

/** Figures beside each other. */
export interface HubFigures {
  readonly figures: readonly HubFigure[]
  /** Why their changes should not be read much into. */
  readonly caveat: Caveat | undefined
}

/** A shop with its figures, or why there are none. */
export interface HubRow extends HubFigures {
  readonly standing: 'figures' | 'not_connected' | 'failed' | 'late'
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
export interface HubTotal extends HubFigures {
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
