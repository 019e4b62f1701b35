import type { ShopAdjustment, ShopLineReturn, ShopOrder, ShopRefund, ShopTransaction } from './history.ts'
import type { PriceBasis } from './line-state.ts'
import { decimalText, micros } from './money.ts'
import { type OrderFacts, orderFacts } from './order-facts.ts'
import { OrderSums } from './order-sums.ts'

/** The goods to return and the money to refund. */
export interface RefundRequest {
  readonly at?: string
  readonly processedAt?: string
  readonly note?: string
  /** Absent, and without `amount`: everything that remains, including shipping. */
  readonly lines?: readonly ShopLineReturn[]
  readonly shipping?: { readonly amount: string; readonly tax?: string }
  /** The refunded amount; a difference from the goods' value is a discrepancy. Absent: their value. */
  readonly amount?: string
  /** `pending`: the money has not moved yet; `none`: it never will. */
  readonly money?: 'success' | 'pending' | 'none'
  readonly gateway?: string
  readonly restock?: NonNullable<ShopLineReturn['restock']>
  /** The return that it pays for. */
  readonly returnId?: number
}

interface Made {
  readonly shop: PriceBasis
  readonly at: string
  readonly nextId: () => number
}

/** Creates a refund from a request, as Shopify would. */
export function makeRefund(order: ShopOrder, request: RefundRequest, made: Made): ShopRefund {
  const facts = orderFacts(order, made.shop)
  const bare = { ...partsOf(facts, request), id: made.nextId(), at: made.at }
  const worth = worthOf(order, bare, made.shop)
  const amount = request.amount === undefined ? worth : micros(request.amount)
  return {
    ...bare,
    adjustments: discrepancy({ worth, amount, isPending: request.money === 'pending' }, request, made),
    transactions: request.money === 'none' || amount === 0n ? [] : [payBack(facts, { request, amount }, made)],
  }
}

/** The parts to return: those requested, or everything that remains. */
function partsOf(facts: OrderFacts, request: RefundRequest): Omit<ShopRefund, 'id' | 'at'> {
  const takesAll = request.lines === undefined && request.amount === undefined && request.returnId === undefined
  return {
    kind: 'refund',
    ...(request.processedAt === undefined ? {} : { processedAt: request.processedAt }),
    note: request.note ?? null,
    lines: takesAll ? remainingLines(facts, request.restock ?? 'RETURN') : (request.lines ?? []),
    shipping: shippingOf(facts, request, takesAll),
    ...(takesAll ? { charges: chargesOf(facts) } : {}),
    ...(request.returnId === undefined ? {} : { returnId: request.returnId }),
  }
}

function remainingLines(facts: OrderFacts, restock: NonNullable<ShopLineReturn['restock']>): ShopLineReturn[] {
  return [...facts.lines.values()]
    .filter((state) => state.left > 0)
    .map((state) => ({ lineId: state.line.id, quantity: state.left, restock }))
}

function shippingOf(facts: OrderFacts, request: RefundRequest, takesAll: boolean): NonNullable<ShopRefund['shipping']> {
  const [first] = facts.shipping
  if (request.shipping && first) return [{ id: first.id, ...request.shipping }]
  if (!takesAll || !first) return []
  const sums = new OrderSums(facts)
  const amount = sums.shipping('current')
  const tax = facts.agreements
    .flatMap((agreement) => agreement.sales)
    .reduce((sum, sale) => (sale.lineType === 'SHIPPING' ? sum + sale.parts.tax : sum), 0n)
  if (amount === 0n) return []
  return [{ id: first.id, amount: decimalText(amount, 'EUR'), tax: decimalText(tax, 'EUR') }]
}

function chargesOf(facts: OrderFacts): NonNullable<ShopRefund['charges']> {
  return (facts.order.charges ?? []).map(({ id, amount, taxes }) => ({
    chargeId: id,
    amount,
    tax: decimalText(
      (taxes ?? []).reduce((sum, tax) => sum + micros(tax.amount), 0n),
      'EUR',
    ),
  }))
}

/** The value of a refund: the difference that it makes to the order; for a return, the return's own value. */
function worthOf(order: ShopOrder, refund: ShopRefund, shop: PriceBasis): bigint {
  const before = new OrderSums(orderFacts(order, shop))
  if (refund.returnId !== undefined) {
    const over = before.received() - before.refunded() - before.total('current')
    return over > 0n ? over : 0n
  }
  const after = { ...order, happenings: [...(order.happenings ?? []), refund] }
  return before.total('current') - new OrderSums(orderFacts(after, shop)).total('current')
}

function discrepancy(
  { worth, amount, isPending }: { readonly worth: bigint; readonly amount: bigint; readonly isPending: boolean },
  request: RefundRequest,
  { nextId }: Made,
): ShopAdjustment[] {
  if (request.money === 'none' || request.amount === undefined || worth === amount) return []
  const reason = isPending ? 'PENDING_REFUND_DISCREPANCY' : 'REFUND_DISCREPANCY'
  return [{ id: nextId(), reason, amount: decimalText(worth - amount, 'EUR') }]
}

function payBack(
  facts: OrderFacts,
  { request, amount }: { readonly request: RefundRequest; readonly amount: bigint },
  { at, nextId }: Made,
): ShopTransaction {
  const paid = facts.transactions.find((entry) => entry.kind === 'SALE' || entry.kind === 'CAPTURE')
  return {
    id: nextId(),
    kind: 'REFUND',
    status: request.money === 'pending' ? 'PENDING' : 'SUCCESS',
    gateway: request.gateway ?? paid?.gateway ?? 'shopify_payments',
    at,
    ...(paid ? { parentId: paid.id } : {}),
    amount: decimalText(amount, 'EUR'),
  }
}
