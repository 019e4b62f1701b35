import type { Caveat } from '../../charts/index.ts'
import type { Figure } from '../../format/index.ts'

// Data of the hub.

/** A figure of one shop or of all. */
export interface HubFigure extends Figure {
  readonly key: string
  readonly label: string
  readonly spark: readonly (number | null)[]
}

/** What is known of a shop before its figures are loaded. */
export interface HubShop {
  readonly domain: string
  readonly name: string
  /** Address of its logo; null: it has none. */
  readonly logo: string | null
  /** The period in the shop's own days, printed. */
  readonly days: string
  readonly zone: string
}

/** Figures shown side by side. */
export interface HubFigures {
  readonly figures: readonly HubFigure[]
  /** Why their changes may not be significant. */
  readonly caveat: Caveat | undefined
}

/** A shop with its figures, or why there are none. */
export interface HubRow extends HubFigures {
  readonly standing: 'figures' | 'not_connected' | 'failed' | 'late'
  readonly isPartial: boolean
  readonly health: readonly HealthLine[]
  /** Why it is excluded from the total; null when it is included. */
  readonly leftOut: string | null
}

/** A status line about the data behind a shop's figures. */
export interface HealthLine {
  readonly tone: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
  /** The text exists in English only. */
  readonly isEnglish: boolean
  /** Link to the details. */
  readonly to: string | null
  /** Progress of an import. */
  readonly progress: { readonly done: number; readonly total: number | null } | null
}

/** All shops together. */
export interface HubTotal extends HubFigures {
  /** Number of shops included. */
  readonly counted: number
  /** Excluded shops with the reason, one sentence each. */
  readonly leftOut: readonly string[]
  /** Other caveats about the total. */
  readonly notes: readonly string[]
}

/** A task for the person, with a link. */
export interface Todo {
  readonly id: string
  /** Undefined for a task about all shops. */
  readonly shop: string | undefined
  readonly text: string
  readonly action: string
  readonly to: string
}
