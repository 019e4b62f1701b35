import { amountDecimals, printFixed } from '@tillsight/core'
import { addKnown, type Bound, moneyText, ratioText } from '@tillsight/metrics'
import type { ContributionFigures, CreditFigures } from './outputs.ts'

/** Sums of credit in millionths. */
export interface Credited {
  readonly gross: bigint
  readonly net: bigint
  /** In millionths of an order. */
  readonly orders: bigint
  readonly newGross: bigint
  readonly newOrders: bigint
  readonly returningOrders: bigint
}

/** What is known of the costs of some credited orders. */
export interface Certainty {
  /** 0: all costs are known; 1: some are assumed; 2: some are unknown. */
  readonly doubt: number
  /** Some of the goods have a cost. */
  readonly costed: boolean
  /** Some of the goods have none. */
  readonly uncosted: boolean
}

/** What credited orders contribute before marketing, in millionths, and how far their costs are known. */
export interface Contributed extends Certainty {
  readonly cm2: bigint
}

/** Nothing credited. */
export const noContribution: Contributed = { cm2: 0n, doubt: 0, costed: false, uncosted: false }

/** Adds two contributions; the sum is as uncertain as the worse of them. */
export function addContributed(one: Contributed, other: Contributed): Contributed {
  return {
    cm2: one.cm2 + other.cm2,
    doubt: Math.max(one.doubt, other.doubt),
    costed: one.costed || other.costed,
    uncosted: one.uncosted || other.uncosted,
  }
}

/** Ad spend and clicks; null where unknown. */
export interface Spending {
  readonly spend: string | null
  readonly clicks: number | null
}

/** Credit of zero. */
export const noCredit: Credited = { gross: 0n, net: 0n, orders: 0n, newGross: 0n, newOrders: 0n, returningOrders: 0n }
/** Spend and clicks unknown. */
export const unknownSpending: Spending = { spend: null, clicks: null }

/** Adds two credits field by field. */
export function addCredit(one: Credited, other: Credited): Credited {
  return {
    gross: one.gross + other.gross,
    net: one.net + other.net,
    orders: one.orders + other.orders,
    newGross: one.newGross + other.newGross,
    newOrders: one.newOrders + other.newOrders,
    returningOrders: one.returningOrders + other.returningOrders,
  }
}

/** Formats millionths of an order with six decimals. */
export function ordersText(millionths: bigint): string {
  return printFixed(millionths, amountDecimals)
}

/** Formats credit and spend, with the ratios derived from them; and what is contributed, where that is known. */
export function toFigures(
  credited: Credited,
  { spend, clicks }: Spending,
  contributed: Contributed | undefined,
): CreditFigures {
  const [revenue, orders, newOrders] = [credited.gross, credited.orders, credited.newOrders]
  const known = newOrders + credited.returningOrders
  return {
    spend,
    clicks,
    orders: ordersText(orders),
    revenue: moneyText(revenue),
    net_revenue: moneyText(credited.net),
    new_orders: ordersText(newOrders),
    new_revenue: moneyText(credited.newGross),
    returning_orders: ordersText(credited.returningOrders),
    roas: ratioText(moneyText(revenue), spend),
    cpa: ratioText(spend, ordersText(orders), 2),
    cost_per_new_customer: ratioText(spend, ordersText(newOrders), 2),
    new_share: ratioText(ordersText(newOrders), ordersText(known)),
    ...(contributed && toContribution(contributed, spend)),
  }
}

const bounds = ['exact', 'about', 'at_most'] as const satisfies readonly Bound[]

/** Formats a contribution, with what is left of it after ads; null where no cost of its goods is known. */
export function toContribution(contributed: Contributed, spend: string | null): ContributionFigures {
  const isUnknown = contributed.uncosted && !contributed.costed
  const credited = isUnknown ? null : moneyText(contributed.cm2)
  return {
    credited_cm2: credited,
    profit: credited === null || spend === null ? null : addKnown(credited, negative(spend)),
    poas: ratioText(credited, spend),
    bound: bounds[contributed.doubt] ?? 'exact',
  }
}

function negative(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}
