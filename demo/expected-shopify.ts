// The expected figures of the Shopify shop, counted directly from its plain history by separate rules. Must not know the
// product's ledger, metrics or money code, nor the simulator's: that is what makes it a check.
import type { ShopCustomer, ShopDispute, ShopLine, ShopOrder } from '../simulators/index.ts'
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
import { shopifyShopSite } from './shopify-shop/index.ts'

type Event = NonNullable<ShopOrder['happenings']>[number]
type Shipping = NonNullable<ShopOrder['shipping']>[number]
type Charge = NonNullable<ShopOrder['charges']>[number]

interface Back {
  readonly amount?: string
  readonly tax?: string
}

/** Counts a history whose prices are without tax and whose returns state their amounts. */
export function countShopifyShop(history: {
  readonly orders: readonly ShopOrder[]
  readonly customers: readonly ShopCustomer[]
  /** Chargebacks that were lost or are still open. */
  readonly disputes?: readonly ShopDispute[]
}): Expected {
  const emails = new Map(history.customers.map(({ id, email }) => [id, email ?? '']))
  const persons = joinPersons(history.orders.map((order) => [order.id, marksOf(order, emails)]))
  const counted = history.orders.filter(counts).map((order): CountedOrder => {
    const at = order.processedAt ?? order.createdAt
    const { lines, shipping = [], charges = [] } = order
    const placed = sell(at, { lines, shipping, charges })
    const added = (order.happenings ?? []).flatMap(addedBy)
    const person = persons.get(order.id) ?? null
    const disputes = (history.disputes ?? []).filter(({ orderId }) => orderId === order.id)
    return { id: order.id, at, person, placed, added, returns: giveBack(order, [placed, ...added], disputes) }
  })
  return countOrders(counted)
}

/** Test orders never count; a cancelled one counts if money was taken before. */
function counts({ test, transactions = [], happenings = [] }: ShopOrder): boolean {
  if (test) return false
  const later = happenings.flatMap((entry) => ('transactions' in entry ? (entry.transactions ?? []) : []))
  const wasPaid = [...transactions, ...later].some(({ kind }) => kind === 'SALE' || kind === 'CAPTURE')
  return wasPaid || !happenings.some(({ kind }) => kind === 'cancel')
}

/** Identifies the buyer by customer id and e-mail address, ignoring case; by phone number only if there is neither. */
function marksOf({ customerId, email, phone }: ShopOrder, emails: ReadonlyMap<number, string>): string[] {
  const address = email ?? emails.get(customerId ?? 0) ?? ''
  const marks = [
    ...(customerId ? [`customer ${customerId}`] : []),
    ...(address === '' ? [] : [`address ${address.toLowerCase()}`]),
  ]
  return marks.length === 0 && phone ? [`phone ${phone}`] : marks
}

interface Goods {
  readonly lines: readonly ShopLine[]
  readonly shipping?: readonly Shipping[]
  readonly charges?: readonly Pick<Charge, 'amount' | 'taxes'>[]
}

/** Gift cards and tips are sold too, but are no revenue. */
function sell(at: string, { lines, shipping = [], charges = [] }: Goods): Sold {
  const goods = lines.filter(({ kind = 'product' }) => kind === 'product')
  const gross = goods.reduce((sum, { unitPrice, quantity }) => sum + money(unitPrice) * BigInt(quantity), 0n)
  const discount = amounts(goods.map(({ allocations }) => allocations))
  const delivery = shipping.reduce((sum, { price }) => sum + money(price), 0n)
  const off = amounts(shipping.map(({ allocations }) => allocations))
  const tax = amounts([...goods, ...shipping, ...charges].map(({ taxes }) => taxes))
  const revenue = gross - discount + delivery - off + amounts([charges]) + tax
  return { day: dayOf(at), gross, discount, tax, revenue, units: goods.reduce((sum, line) => sum + line.quantity, 0) }
}

/** Edits and exchanges sell on their own day; a fee for a return is a charge of that day. */
function addedBy(entry: Event): Sold[] {
  if (entry.kind === 'edit') return [sell(entry.at, { lines: entry.added ?? [] })]
  if (entry.kind !== 'return') return []
  return [sell(entry.at, { lines: entry.exchanged ?? [], charges: entry.fee ? [{ amount: entry.fee.amount }] : [] })]
}

/**
 * The returns of an order, dated; a cancellation or a dispute returns everything that is left, and nothing is returned after it.
 */
function giveBack(order: ShopOrder, sold: readonly Sold[], disputes: readonly ShopDispute[]): Return[] {
  const list: Return[] = []
  let left = { amount: 0n, tax: 0n }
  for (const { revenue, tax } of sold) left = { amount: left.amount + revenue, tax: left.tax + tax }
  const notRevenue = new Set(order.lines.filter(({ kind = 'product' }) => kind !== 'product').map(({ id }) => id))
  const taken = disputes.map(({ initiatedAt }): Event => ({ kind: 'cancel', at: initiatedAt }))
  const events = [...(order.happenings ?? []), ...taken].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const entry of taken.length === 0 ? (order.happenings ?? []) : events) {
    if (entry.kind === 'cancel') {
      list.push({ day: dayOf(entry.at), ...left })
      break
    }
    const back = backOf(entry, notRevenue)
    left = { amount: left.amount - back.amount, tax: left.tax - back.tax }
    list.push({ day: dayOf(entry.at), ...back })
  }
  return list
}

function backOf(entry: Event, notRevenue: ReadonlySet<number>): Omit<Return, 'day'> {
  const isRevenue = ({ lineId }: { readonly lineId: number }) => !notRevenue.has(lineId)
  switch (entry.kind) {
    case 'edit':
      return addBack((entry.removed ?? []).filter(isRevenue))
    case 'return':
      return addBack(entry.lines.filter(isRevenue))
    case 'refund': {
      // For goods that a return already took back, the refund only returns the money.
      const lines = entry.returnId === undefined ? (entry.lines ?? []).filter(isRevenue) : []
      const { amount, tax } = addBack([...lines, ...(entry.shipping ?? []), ...(entry.charges ?? [])])
      const discrepancy = addBack(entry.adjustments ?? [])
      return { amount: amount - discrepancy.amount, tax: tax - discrepancy.tax }
    }
    default:
      return { amount: 0n, tax: 0n }
  }
}

function addBack(list: readonly Back[]): Omit<Return, 'day'> {
  const tax = list.reduce((sum, back) => sum + money(back.tax ?? '0'), 0n)
  return { amount: list.reduce((sum, { amount }) => sum + money(reported(amount)), 0n) + tax, tax }
}

function reported(amount: string | undefined): string {
  if (amount === undefined) throw new Error('A return does not say how much it takes back')
  return amount
}

function amounts(lists: readonly (readonly { readonly amount: string }[] | undefined)[]): bigint {
  return lists.reduce((sum, list) => sum + (list ?? []).reduce((part, { amount }) => part + money(amount), 0n), 0n)
}

/** Dollars in hundred-millionths. */
function money(text: string): bigint {
  return add([text]) * 10_000n
}

function dayOf(instant: string): string {
  return toLocal(instant, shopifyShopSite.zone).slice(0, 10)
}
