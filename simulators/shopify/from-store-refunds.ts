import type { StoreOrder, StoreRefund } from '../woocommerce/history.ts'
import { addMoney, type Conversion } from './from-store-money.ts'
import type { StoreReading } from './from-store-reading.ts'
import type {
  ShopAdjustment,
  ShopHappening,
  ShopLineReturn,
  ShopOrder,
  ShopRefund,
  ShopTransaction,
} from './history.ts'
import { makeRefund } from './refund-making.ts'

interface Using {
  /** The order as far as it was worked out. */
  readonly placed: ShopOrder
  readonly money: Conversion
  readonly reading: StoreReading
}

/** What happened after the order was placed: dispatch, refunds, a cancellation. */
export function happeningsOf(order: StoreOrder, using: Using): ShopHappening[] {
  const happenings: ShopHappening[] = []
  const sent = order.completedAt ?? (order.status === 'shipped' ? order.modifiedAt : null)
  if (sent) happenings.push({ kind: 'fulfilment', at: sent })
  for (const refund of order.refunds ?? []) {
    const placed = { ...using.placed, happenings }
    happenings.push(refundOf(order, refund, { ...using, placed }))
  }
  if (order.status === 'cancelled') {
    const at = order.modifiedAt ?? order.createdAt
    if (!order.paidAt) happenings.push(takenBack(order, at, { ...using, placed: { ...using.placed, happenings } }))
    happenings.push({ kind: 'cancel', at, reason: 'CUSTOMER' })
  }
  return happenings.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** The goods of an order that was cancelled before it was paid: no money moves. */
function takenBack(order: StoreOrder, at: string, { placed, reading }: Using): ShopRefund {
  let last = order.id * 1000 + 700
  const nextId = (): number => {
    last += 1
    return last
  }
  return makeRefund(placed, { money: 'none', restock: 'CANCEL' }, { shop: reading, at, nextId })
}

function refundOf(order: StoreOrder, refund: StoreRefund, using: Using): ShopRefund {
  const { placed, money, reading } = using
  let last = refund.id * 1000
  const nextId = (): number => {
    last += 1
    return last
  }
  const parts = [...(refund.lines ?? []), ...(refund.shippingLines ?? []), ...(refund.feeLines ?? [])]
  if (parts.length === 0 && refund.type === 'full') {
    const made = { shop: reading, at: refund.createdAt, nextId }
    return { ...makeRefund(placed, order.paidAt ? {} : { money: 'none' }, made), id: refund.id }
  }
  const goods = goodsOf(refund, using)
  const fees = feesOf(refund, using)
  const amount = money.shop(refund.amount)
  const named = [...goods.named, ...fees.named, ...(refund.shippingLines ?? [])]
  const rest = addMoney(amount, `-${addMoney(...named.map((line) => money.shop(line.total, line.totalTax)))}`)
  const adjustments: ShopAdjustment[] = money.isZero(rest)
    ? []
    : [{ id: nextId(), reason: 'REFUND_DISCREPANCY', amount: addMoney('0', `-${rest}`) }]
  return {
    kind: 'refund',
    id: refund.id,
    at: refund.createdAt,
    note: refund.reason ?? null,
    lines: goods.lines,
    shipping: (refund.shippingLines ?? []).map((line) => ({
      id: line.orderLineId ?? placed.shipping?.[0]?.id ?? 0,
      ...amountsOf(line, money),
    })),
    charges: fees.charges,
    adjustments,
    transactions: order.paidAt ? [payBack(placed, { id: nextId(), at: refund.createdAt, amount })] : [],
  }
}

function amountsOf(line: { readonly total: string; readonly totalTax?: string }, money: Conversion) {
  return { amount: money.inBasis(line.total, line.totalTax), tax: money.shop(line.totalTax) }
}

/** Lines that name what they take back; money without a quantity has no place in Shopify and stays a discrepancy. */
function goodsOf(refund: StoreRefund, { placed, money }: Using) {
  const known = new Set(placed.lines.map((line) => line.id))
  const named = (refund.lines ?? []).filter((line) => known.has(line.orderLineId ?? 0) && line.quantity > 0)
  const lines = named.map((line): ShopLineReturn => {
    return { lineId: line.orderLineId ?? 0, quantity: line.quantity, ...amountsOf(line, money), restock: 'RETURN' }
  })
  return { named, lines }
}

function feesOf(refund: StoreRefund, { placed, money }: Using) {
  const known = new Set((placed.charges ?? []).map((charge) => charge.id))
  const named = (refund.feeLines ?? []).filter((line) => known.has(line.orderLineId ?? 0))
  const charges = named.map((line) => ({ chargeId: line.orderLineId ?? 0, ...amountsOf(line, money) }))
  return { named, charges }
}

function payBack(
  placed: ShopOrder,
  { id, at, amount }: { readonly id: number; readonly at: string; readonly amount: string },
): ShopTransaction {
  const paid = placed.transactions?.findLast((entry) => entry.kind === 'SALE')
  const gateway = paid?.gateway ?? 'shopify_payments'
  return { id, kind: 'REFUND', gateway, at, amount, ...(paid ? { parentId: paid.id } : {}) }
}
