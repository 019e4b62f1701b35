import type { Amount, Rate } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'

/** Everything that a shop has told about its costs. */
export interface CostRules {
  /** The shop's. */
  readonly currency: string
  /** Reference rate into the shop's currency; undefined without one in the ten days before. */
  readonly rateOf: (from: string, day: Day) => Rate | undefined
  /** Entries of the goods at hand and of what they belong to. */
  readonly goods: readonly GoodsEntry[]
  readonly fees: readonly FeeRule[]
  readonly shipping: readonly ShippingRule[]
  readonly handling: readonly HandlingRule[]
  readonly returns: readonly ReturnRule[]
  readonly expenses: readonly OrderExpense[]
  readonly settings: CostSettings
}

/** Choices of a shop about its costs. */
export interface CostSettings {
  /** Which comes first: the cost that the store wrote on an order line, or entries made here. */
  readonly whoDecides: 'order' | 'entries'
  /** Whether goods that the store does not count are taken to come back into stock. */
  readonly restockDefault: boolean
  /** Whose pieces on the order count for steps: the variant's, or those of all variants of the product. */
  readonly stepsCount?: 'variant' | 'product'
  /** Groups of countries, by name. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** Weight of a piece that has none; null: unknown. */
  readonly defaultGrams: bigint | null
}

/** A cost of goods, from a day on until the next entry. */
export interface GoodsEntry {
  readonly id: string
  readonly scope: 'variant' | 'product' | 'supplier' | 'category' | 'shop'
  /** What it is about; empty for the shop as a whole. */
  readonly ref: string
  /** Null: since ever. */
  readonly from: Day | null
  /** A country, or the name of a group; empty for everywhere. */
  readonly country: string
  /** Pieces on the order from which on it holds. */
  readonly minQuantity: number
  /** Whether a reached step holds for all pieces, or each piece has its own. */
  readonly steps: 'whole' | 'graduated'
  readonly kind: 'amount' | 'percent' | 'madeOf'
  /** Of a piece. */
  readonly amount: Amount
  /** Of the line's net value, in millionths of a percent point. */
  readonly percent: bigint
  /** What a piece consists of: its cost is that of these variants. */
  readonly madeOf?: readonly { readonly variant: string; readonly quantity: number }[]
  readonly currency: string
  readonly source: 'entered' | 'file' | 'api' | 'store'
  /** Of a store's: the day on which it was first seen; before it, it is assumed. */
  readonly seenFrom: Day | null
}

/** What a payment provider keeps. Percentages are millionths of a percent point. */
export interface FeeRule {
  readonly id: string
  /** `*`: a further fee of the platform for every method but the excluded. */
  readonly gateway: string
  readonly exclude: readonly string[]
  readonly from: Day | null
  readonly percent: bigint
  readonly fixed: Amount
  readonly currency: string
  /** Added for buyers outside `region`. */
  readonly foreignCard: bigint
  readonly region: readonly string[]
  /** Added where the order's currency is not the one paid out. */
  readonly conversion: bigint
  readonly payoutCurrency: string
  readonly refund: 'kept' | 'percent' | 'all'
  /** A cost for each refund. */
  readonly refundFixed: Amount
  /** A cost for each dispute; null: not known. */
  readonly dispute: Amount | null
}

/** What carriers charge. */
export interface ShippingRule {
  readonly id: string
  readonly type: 'table' | 'method' | 'perOrder' | 'perUnit' | 'asCharged' | 'nothing'
  /** A state (`US-CA`), a country or a group; empty for everywhere. */
  readonly region: string
  readonly from: Day | null
  readonly method: string
  readonly amount: Amount
  readonly currency: string
  /** By weight, closed above. */
  readonly bands: readonly { readonly upTo: bigint; readonly amount: Amount }[]
  /** For each kilogram begun above the last band. */
  readonly perKgAbove: Amount | null
}

/** Picking and packing. */
export interface HandlingRule {
  readonly id: string
  readonly from: Day | null
  readonly perOrder: Amount
  readonly perUnit: Amount
  readonly currency: string
  readonly products: readonly { readonly product: string; readonly perUnit: Amount }[]
}

/** Labels for goods sent back. */
export interface ReturnRule {
  readonly id: string
  readonly from: Day | null
  readonly label: Amount
  readonly currency: string
  readonly region: string
}

/** An expense that orders bring with them. */
export interface OrderExpense {
  readonly id: string
  readonly kind: 'perOrder' | 'perPaidOrder' | 'perUnit' | 'percent'
  readonly amount: Amount
  /** In millionths of a percent point. */
  readonly percent: bigint
  /** What a percentage is of; net sales unless it is told. */
  readonly of?: 'netSales' | 'orderRevenue'
  readonly currency: string
  readonly start: Day
  /** Inclusive; null: no end. */
  readonly end: Day | null
}
