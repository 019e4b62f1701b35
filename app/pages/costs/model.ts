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
  readonly page: 'goods' | 'gateway' | 'shipping' | 'handling' | 'spend' | 'campaigns' | 'tracking' | undefined
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

/** What a form of the costs pages led to. */
export type CostOutcome =
  | {
      readonly kind: 'refused'
      readonly form: string
      readonly message: string
      readonly fields: Readonly<Record<string, string>>
      readonly typed: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'preview'
      readonly form: string
      readonly message: string
      readonly typed: Readonly<Record<string, string>>
    }
  | { readonly kind: 'saved'; readonly form: string; readonly message: string }

/** Goods whose costs can be edited, one row for each variant sold in the period. */
export interface GoodsModel {
  readonly mayEnter: boolean
  readonly currency: string
  /** Variants that fit, and how many of them are shown. */
  readonly total: number
  readonly shown: number
  /** The usual share of the price that goods cost, in percent; empty for none. */
  readonly margin: string
  readonly rows: readonly GoodsRowModel[]
}

export interface GoodsRowModel {
  readonly variant: string
  readonly title: string
  readonly sku: string
  readonly units: string
  readonly net: string
  /** Of a piece, as it would be typed; empty for none. */
  readonly cost: string
  /** Since when, and from where. */
  readonly about: string
  readonly state: 'exact' | 'assumed' | 'unknown'
  /** Share of its net sales without a cost. */
  readonly share: string
}

/** Rules of some kinds, each in words. */
export interface RulesModel {
  readonly mayEnter: boolean
  readonly currency: string
  readonly rules: readonly { readonly id: string; readonly kind: string; readonly text: string }[]
  /** Payment methods of orders. */
  readonly gateways: readonly string[]
}

export interface SettingsModel {
  readonly mayEnter: boolean
  readonly whoDecides: string
  readonly restockDefault: boolean
  readonly defaultGrams: string
  readonly closedThrough: string
}

export interface ChangesModel {
  readonly mayEnter: boolean
  readonly restating: boolean
  readonly changes: readonly {
    readonly id: string
    readonly when: string
    readonly who: string
    readonly what: string
    readonly reason: string
    readonly orders: string
    readonly days: string
    readonly delta: string
    readonly mayUndo: boolean
    readonly undone: boolean
  }[]
}
