import type { AdPlatformId } from '@tillsight/platforms'
import type { CountMeasure, PeopleMeasure, ReachMeasure, SumMeasure } from './definition.ts'

// Gift cards are owed and tips are passed on: neither is revenue (metrics.md §1.6).
const revenueLines = "line_type NOT IN ('gift_card', 'tip')"
const goods = "line_type = 'product'"
const charges = "line_type IN ('charge', 'adjustment')"

/** Conditions on ledger rows shared by the catalogue; an arithmetic remainder on the sale side is a charge. */
export const sold = {
  goods: `side = 'sale' AND ${goods}`,
  shipping: "side = 'sale' AND line_type = 'shipping'",
  charges: `side = 'sale' AND ${charges}`,
  all: `side = 'sale' AND ${revenueLines}`,
} as const

/** The same for returned rows; an adjustment there lowers product revenue. */
export const returned = {
  goods: `side = 'return' AND ${goods}`,
  adjustments: "side = 'return' AND line_type = 'adjustment'",
  goodsAndAdjustments: "side = 'return' AND line_type IN ('product', 'adjustment')",
  shipping: "side = 'return' AND line_type = 'shipping'",
  charges: "side = 'return' AND line_type = 'charge'",
  all: `side = 'return' AND ${revenueLines}`,
} as const

/**
 * Paid orders by kind of buyer. Orders that are neither new nor returning count as unidentified, so that the parts add up.
 */
export const paidBy = {
  anybody: 'paid = 1',
  first: "paid = 1 AND customer_class = 'new'",
  again: "paid = 1 AND customer_class = 'returning'",
  known: "paid = 1 AND customer_class IN ('new', 'returning')",
  unknown: "paid = 1 AND customer_class NOT IN ('new', 'returning')",
} as const

/** Sum of an amount over ledger rows. */
export function sum(of: string, where: string): SumMeasure {
  return { dataset: 'ledger', aggregate: 'sum', of, where }
}

/** Count of orders. */
export function count(where: string): CountMeasure {
  return { dataset: 'ledger', aggregate: 'count', where }
}

/** Count of distinct customers. */
export function people(where: string, acrossDays: PeopleMeasure['acrossDays']): PeopleMeasure {
  return { dataset: 'ledger', aggregate: 'uniq', of: 'customer_id', where, acrossDays }
}

/** Sum of a column over ad account days, of one platform if given. */
export function adSum(of: string, where: string, platform?: AdPlatformId): SumMeasure {
  return { dataset: 'ads', aggregate: 'sum', of, where, ...(platform && { platform }) }
}

/** People reached, as the platform reports. */
export function reached(platform: AdPlatformId): ReachMeasure {
  return { dataset: 'reach', aggregate: 'told', where: `platform = '${platform}'`, platform }
}

/**
 * An order's money that can be attributed, by metric: the column of journeys that holds it, the expression for one line's
 * part, and the metric of its returns with their expression.
 */
export const orderValues = {
  orderRevenue: {
    column: 'order_revenue',
    of: 'gross - discount + tax',
    where: sold.all,
    returns: { metric: 'returns', of: 'discount - gross - tax', where: returned.all },
  },
  goods: {
    column: 'goods',
    of: 'gross - discount',
    where: sold.goods,
    returns: { metric: 'returnsProducts', of: 'discount - gross', where: returned.goodsAndAdjustments },
  },
} as const

/** Key of {@link orderValues}. */
export type OrderValue = keyof typeof orderValues
/** All keys of {@link orderValues}. */
export const orderValueIds = ['orderRevenue', 'goods'] as const satisfies readonly OrderValue[]
/** The default order value. */
export const usualOrderValue = 'orderRevenue' satisfies OrderValue
/** The metrics of their returns, in the same order. */
export const valueReturnIds = ['returns', 'returnsProducts'] as const
