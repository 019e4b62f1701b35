// The expected figures of the WooCommerce shop, counted directly from its plain history by separate rules. Must not know the
// product's ledger, metrics or money code: that is what makes it a check.
import type { StoreOrder, StoreRefund } from '../simulators/index.ts'
import {
  add,
  type CountedOrder,
  countOrders,
  type Expected,
  joinPersons,
  type Return,
  type Sold,
} from './expected-stats.ts'
import { toLocal } from './local-time.ts'
import { demoShopRules, demoShopSite } from './shop/index.ts'

/** Counts a history. */
export function countDemoShop(orders: readonly StoreOrder[]): Expected {
  const persons = joinPersons(orders.map((order) => [order.id, marksOf(order)]))
  const counted = orders.filter(counts).map((order): CountedOrder => {
    const placed = sell(order)
    const person = persons.get(order.id) ?? null
    return { id: order.id, at: order.createdAt, person, placed, added: [], returns: giveBack(order, placed) }
  })
  return countOrders(counted)
}

const never = new Set(['pending', 'checkout-draft', 'auto-draft', 'failed', 'trash'])

/** Whether an order counts at all: tests and what nobody ever meant to pay do not. */
export function counts(order: StoreOrder): boolean {
  if (never.has(order.status) || order.email?.endsWith('@nordlicht-test.example')) return false
  return order.status !== 'cancelled' || typeof order.paidAt === 'string'
}

/** Identifies the buyer by account and e-mail address, ignoring case. */
function marksOf({ customerId, email }: StoreOrder): string[] {
  return [...(customerId ? [`account ${customerId}`] : []), ...(email ? [`address ${email.toLowerCase()}`] : [])]
}

function sell(order: StoreOrder): Sold {
  const rate = rateOf(order)
  const goods = order.lines.filter(
    (line) => !demoShopRules.giftCardProductIds.some((id) => id === String(line.productId)),
  )
  const fees = (order.feeLines ?? []).filter((fee) => !/^(Trinkgeld|Geschenkkarte)/.test(fee.name))
  const added = fees.filter((fee) => !fee.total.startsWith('-'))
  const taken = fees.filter((fee) => fee.total.startsWith('-'))
  const shipping = order.shippingLines ?? []
  const gross = add(goods.map((line) => line.subtotal)) * rate
  const discount =
    (add(goods.map((line) => line.subtotal)) -
      add(goods.map((line) => line.total)) -
      add(taken.map((fee) => fee.total))) *
    rate
  const delivery = add(shipping.map((line) => line.total)) * rate
  const charges = add(added.map((fee) => fee.total)) * rate
  const tax = add([...goods, ...shipping, ...fees].map((line) => line.totalTax ?? '0')) * rate
  return {
    day: dayOf(order.createdAt),
    gross,
    discount,
    tax,
    revenue: gross - discount + delivery + charges + tax,
    units: goods.reduce((sum, line) => sum + line.quantity, 0),
  }
}

function giveBack(order: StoreOrder, sale: Sold): Return[] {
  const rate = rateOf(order)
  const list: Return[] = []
  let left = { amount: sale.revenue, tax: sale.tax }
  for (const refund of order.refunds ?? []) {
    const amount = add([refund.amount]) * rate
    const itemised = itemisedTax(refund)
    const takesAll = itemised === null && amount === left.amount
    const tax = takesAll ? left.tax : (itemised ?? 0n) * rate
    left = { amount: left.amount - amount, tax: left.tax - tax }
    list.push({ day: dayOf(refund.createdAt), amount, tax })
  }
  if (order.status === 'cancelled') list.push({ day: dayOf(order.modifiedAt ?? order.createdAt), ...left })
  return list
}

/** Tax on the lines of a refund; null when it has none. */
function itemisedTax(refund: StoreRefund): bigint | null {
  const lines = [...(refund.lines ?? []), ...(refund.shippingLines ?? []), ...(refund.feeLines ?? [])]
  return lines.length === 0 ? null : add(lines.map((line) => line.totalTax ?? '0'))
}

function dayOf(instant: string): string {
  return toLocal(instant, demoShopSite.zone).slice(0, 10)
}

/** Euros per unit of the order's currency, in ten-thousandths. */
function rateOf(order: StoreOrder): bigint {
  const stored = order.meta?.find((entry) => entry.key === demoShopRules.rateMetaKey)
  if (order.currency !== 'EUR' && !stored)
    throw new Error(`Order ${order.id} is in ${order.currency} but carries no rate`)
  return stored ? add([String(stored.value)]) : 10_000n
}
