import { addDecimals, divideDecimals, printFixed } from '@tillsight/core'
import type { CreditFigures } from './outputs.ts'

/** Sums of credit in millionths. */
export interface Credited {
  readonly gross: bigint
  readonly net: bigint
  /** Of one order: a million is a whole one. */
  readonly orders: bigint
  readonly newGross: bigint
  readonly newOrders: bigint
  readonly returningOrders: bigint
}

/** What ads cost and brought in clicks; null: not known. */
export interface Spending {
  readonly spend: string | null
  readonly clicks: number | null
}

/** Nothing earned. */
export const noCredit: Credited = { gross: 0n, net: 0n, orders: 0n, newGross: 0n, newOrders: 0n, returningOrders: 0n }
/** Nothing known of any cost. */
export const unknownSpending: Spending = { spend: null, clicks: null }

/** Adds up part by part. */
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

/** Money of millionths: every decimal there is, two at least. */
export function moneyText(millionths: bigint): string {
  return trimmed(printFixed(millionths, 6), 2)
}

/** Orders of millionths, with all six decimals. */
export function ordersText(millionths: bigint): string {
  return printFixed(millionths, 6)
}

/** A quotient of decimal texts without trailing zeros; null where there is nothing to divide by or either is not known. */
export function ratioText(over: string | null, by: string | null, atLeast = 0): string | null {
  if (over === null || by === null) return null
  const text = divideDecimals(over, by)
  return text === null ? null : trimmed(text, atLeast)
}

/** Drops zeros behind the point beyond so many decimals. */
function trimmed(text: string, atLeast: number): string {
  const point = text.indexOf('.')
  if (point < 0) return text
  const rest = text
    .slice(point + 1)
    .replace(/0+$/, '')
    .padEnd(atLeast, '0')
  return rest === '' ? text.slice(0, point) : `${text.slice(0, point)}.${rest}`
}

/** Sums of credit and of costs with the figures that follow from them. */
export function toFigures(credited: Credited, { spend, clicks }: Spending): CreditFigures {
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
  }
}

/** Adds decimal texts; null where neither is known. */
export function addTexts(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return trimmed(addDecimals([one, other]), 2)
}
