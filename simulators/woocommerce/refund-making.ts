import type {
  StoreOrder,
  StoreOrderLine,
  StoreRefund,
  StoreRefundCharge,
  StoreRefundLine,
  StoreTax,
} from './history.ts'
import { decimalText, micros, sum } from './money.ts'
import { orderSums } from './order-json.ts'

/** The part of an order line to refund (goods, shipping or a fee), by its id. */
export interface RefundLineRequest {
  readonly orderLineId: number
  readonly quantity?: number
  /** Without tax, positive; absent = the line's price times the quantity. */
  readonly total?: string
  readonly totalTax?: string
}

export interface RefundRequest {
  readonly id?: number
  /** With tax; absent = the sum of the lines, or all that remains when there are no lines. */
  readonly amount?: string
  readonly reason?: string
  readonly at?: string
  readonly refundedPayment?: boolean
  /** Whether the pieces go back into stock, where the store counts them; it does unless told otherwise. */
  readonly restock?: boolean
  readonly lines?: readonly RefundLineRequest[]
}

/** The amount not refunded yet, with tax. */
export function remainingOf(order: StoreOrder): bigint {
  return orderSums(order).total - sum((order.refunds ?? []).map((refund) => refund.amount))
}

/** Builds the refund; undefined when the amount is not above zero or more than what remains. */
export function makeRefund(
  order: StoreOrder,
  request: RefundRequest,
  made: { readonly id: number; readonly at: string },
): StoreRefund | undefined {
  const parts = {
    lines: [] as StoreRefundLine[],
    shippingLines: [] as StoreRefundCharge[],
    feeLines: [] as StoreRefundCharge[],
  }
  for (const [at, wanted] of (request.lines ?? []).entries())
    addPart(parts, order, { ...wanted, id: made.id * 100 + at + 1 })
  const taken = [...parts.lines, ...parts.shippingLines, ...parts.feeLines]
  const remaining = remainingOf(order)
  const ofLines = sum(taken.flatMap((line) => [line.total, line.totalTax]))
  const amount = request.amount === undefined ? (taken.length > 0 ? ofLines : remaining) : micros(request.amount)
  if (amount <= 0n || amount > remaining) return undefined
  return {
    id: made.id,
    createdAt: made.at,
    amount: decimalText(amount),
    reason: request.reason ?? '',
    refundedPayment: request.refundedPayment ?? true,
    type: amount === remaining ? 'full' : 'partial',
    ...parts,
  }
}

interface Parts {
  readonly lines: StoreRefundLine[]
  readonly shippingLines: StoreRefundCharge[]
  readonly feeLines: StoreRefundCharge[]
}

function addPart(parts: Parts, order: StoreOrder, wanted: RefundLineRequest & { readonly id: number }): void {
  const { id } = wanted
  const goods = order.lines.find((line) => line.id === wanted.orderLineId)
  const shipping = order.shippingLines?.find((line) => line.id === wanted.orderLineId)
  const fee = order.feeLines?.find((line) => line.id === wanted.orderLineId)
  if (goods) parts.lines.push(goodsLine(goods, wanted, id))
  else if (shipping)
    parts.shippingLines.push({ ...amounts(shipping, wanted), id, orderLineId: shipping.id, name: shipping.title })
  else if (fee) parts.feeLines.push({ ...amounts(fee, wanted), id, orderLineId: fee.id, name: fee.name })
}

function goodsLine(line: StoreOrderLine, wanted: RefundLineRequest, id: number): StoreRefundLine {
  const quantity = wanted.quantity ?? (wanted.total === undefined ? line.quantity : 0)
  const share = line.quantity === 0 ? 0 : quantity / line.quantity
  return {
    id,
    orderLineId: line.id,
    productId: line.productId,
    variationId: line.variationId ?? 0,
    sku: line.sku,
    name: line.name,
    quantity,
    ...amounts(line, wanted, share),
  }
}

interface Amounts {
  readonly total: string
  readonly totalTax?: string
  readonly taxes?: readonly StoreTax[]
}

function amounts(line: Amounts, wanted: RefundLineRequest, share = 1): Required<Amounts> {
  const total = wanted.total ?? part(line.total, share)
  const totalTax = wanted.totalTax ?? (wanted.total === undefined ? part(line.totalTax ?? '0', share) : '0')
  const rate = line.taxes?.[0]?.rateId
  return { total, totalTax, taxes: rate === undefined || totalTax === '0' ? [] : [{ rateId: rate, total: totalTax }] }
}

/** A share of an amount, rounded to cents, as an admin would enter it. */
function part(text: string, share: number): string {
  if (share === 1) return text
  const thousandths = BigInt(Math.round(share * 1_000_000))
  const exact = (micros(text) * thousandths) / 1_000_000n
  const cents = (exact + (exact < 0n ? -5000n : 5000n)) / 10_000n
  return decimalText(cents * 10_000n)
}
