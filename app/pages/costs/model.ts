import type { Figure, FigureFormat } from '../../format/index.ts'

// Data of the costs page.

/** One kind of cost: what the orders contain of it, and what is missing. */
export interface CostKind {
  readonly key: string
  readonly title: string
  /**
   * `known`: fully contained in the orders · `spend`: reported by ad platforms or entered by hand · `base`: the orders
   * contain only what the cost would be based on · `unknown`: no data.
   */
  readonly standing: 'known' | 'spend' | 'base' | 'unknown'
  readonly facts: readonly CostFact[]
  /** One sentence: what the figures are, or what is missing. */
  readonly text: string
  /** Page with the details. */
  readonly page: 'goods' | 'gateway' | 'shipping' | 'campaigns' | 'tracking' | undefined
}

export interface CostFact extends Figure {
  readonly label: string
  /** More exist than were counted. */
  readonly isMore?: boolean
}

export interface CostKinds {
  readonly kinds: readonly CostKind[]
  readonly format: FigureFormat
}
