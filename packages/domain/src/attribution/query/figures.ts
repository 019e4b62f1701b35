import { amountDecimals, printFixed } from '@tillsight/core'
import { moneyText, ratioText } from '@tillsight/metrics'
import { type Contributed, toContribution } from './contribution.ts'
import type { CreditFigures } from './outputs.ts'

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
