import type { Figure, FigureFormat } from '../../format/index.ts'

// What the page of costs shows.

/** One kind of cost: what the orders tell of it and what nobody has told. */
export interface CostKind {
  readonly key: string
  readonly title: string
  /** `known`: the orders say all of it · `spend`: the ad platforms and what was entered say it · `base`: they say what a cost would be counted on · `unknown`: nothing. */
  readonly standing: 'known' | 'spend' | 'base' | 'unknown'
  readonly facts: readonly CostFact[]
  /** One sentence: what the figures are, or what is missing. */
  readonly text: string
  /** Page with the details. */
  readonly page: 'goods' | 'gateway' | 'shipping' | 'campaigns' | 'tracking' | undefined
}

export interface CostFact extends Figure {
  readonly label: string
  /** There is more than could be counted. */
  readonly isMore?: boolean
}

export interface CostKinds {
  readonly kinds: readonly CostKind[]
  readonly format: FigureFormat
}
