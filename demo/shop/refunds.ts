import type { StoreOrder, StoreOrderLine, StoreRefund, StoreRefundLine } from '../../simulators/index.ts'
import { instantText } from '../local-time.ts'
import { divideRounded, fixedText, splitTax, tenThousandths } from './cents.ts'
import type { Random } from './random.ts'

const day = 86_400

type Series = 'none' | 'item' | 'everything' | 'item_then_rest' | 'goodwill' | 'shipping'

/**
 * The refunds of an order, and when they happen. Orders with gift cards or tips have none: what to refund of those is
 * debatable.
 */
export function drawRefunds(order: StoreOrder, random: Random): StoreRefund[] {
  const series = random.weighted<Series>([
    ['none', 915],
    ['item', 40],
    ['everything', 20],
    ['item_then_rest', 10],
    ['goodwill', 8],
    ['shipping', 7],
  ])
  const line = random.pick(order.lines)
  const at = Math.floor(Date.parse(order.completedAt ?? order.createdAt) / 1000) + random.integer(day, 40 * day)
  const later = at + random.integer(day, 12 * day)
  const total = grossOf(order)
  if (!isPlain(order) || total <= 0n) return []
  const first = { id: order.id * 10 + 900_000_001, createdAt: instantText(at) }
  switch (series) {
    case 'none':
      return []
    case 'item':
      return [{ ...first, ...takeOne(line, first.id, total) }]
    case 'everything':
      return [{ ...first, ...rest(total) }]
    case 'item_then_rest': {
      const part = takeOne(line, first.id, total)
      const left = total - tenThousandths(part.amount)
      const second = { id: first.id + 1, createdAt: instantText(later), ...rest(left) }
      return left > 0n ? [{ ...first, ...part }, second] : [{ ...first, ...part }]
    }
    case 'goodwill':
      if (total <= 50_000n) return []
      return [{ ...first, amount: '5.00', reason: 'Kulanz', type: 'partial', refundedPayment: true }]
    case 'shipping':
      return shippingBack(order, first, total)
  }
}

function isPlain(order: StoreOrder): boolean {
  if (order.total !== undefined || order.lines.some((line) => line.sku === 'GS-50')) return false
  return (order.feeLines ?? []).every((fee) => fee.name === 'Geschenkverpackung')
}

/** Everything the buyer paid, in ten-thousandths. */
function grossOf(order: StoreOrder): bigint {
  const parts = [...order.lines, ...(order.shippingLines ?? []), ...(order.feeLines ?? [])]
  return parts.reduce((sum, part) => sum + tenThousandths(part.total) + tenThousandths(part.totalTax ?? '0'), 0n)
}

/** Status set to "refunded": one refund over the rest, without lines. */
function rest(left: bigint): Omit<StoreRefund, 'id' | 'createdAt'> {
  return { amount: amountText(left), reason: 'Bestellung vollständig erstattet.', type: 'full', refundedPayment: false }
}

/** One unit of one line at the price paid for it. */
function takeOne(line: StoreOrderLine, refundId: number, total: bigint): Omit<StoreRefund, 'id' | 'createdAt'> {
  const gross = tenThousandths(line.total) + tenThousandths(line.totalTax ?? '0')
  const unit = line.quantity === 1 ? gross : divideRounded(gross, BigInt(line.quantity) * 100n) * 100n
  const percent = (line.taxes ?? []).length === 0 ? 0 : line.taxClass === 'reduced-rate' ? 7 : 19
  const whole = line.quantity === 1 ? { net: line.total, tax: line.totalTax ?? '0' } : splitTax(unit / 100n, percent)
  const taken: StoreRefundLine = {
    id: refundId * 10,
    orderLineId: line.id,
    productId: line.productId,
    variationId: line.variationId ?? 0,
    sku: line.sku,
    name: line.name,
    quantity: 1,
    total: whole.net,
    totalTax: whole.tax,
    taxes: (line.taxes ?? []).map((tax) => ({ rateId: tax.rateId, total: whole.tax })),
  }
  return {
    amount: amountText(unit),
    reason: 'Rücksendung',
    type: unit === total ? 'full' : 'partial',
    refundedPayment: true,
    lines: [taken],
  }
}

function shippingBack(order: StoreOrder, first: Pick<StoreRefund, 'id' | 'createdAt'>, total: bigint): StoreRefund[] {
  const [line] = order.shippingLines ?? []
  if (!line || tenThousandths(line.total) === 0n) return []
  const amount = tenThousandths(line.total) + tenThousandths(line.totalTax ?? '0')
  const back = {
    id: first.id * 10,
    orderLineId: line.id,
    name: line.title,
    total: line.total,
    totalTax: line.totalTax ?? '0',
    taxes: line.taxes ?? [],
  }
  return [
    {
      ...first,
      amount: amountText(amount),
      reason: 'Verspätet',
      type: amount === total ? 'full' : 'partial',
      refundedPayment: true,
      shippingLines: [back],
    },
  ]
}

/** Whole cents print as cents. */
function amountText(tenThousands: bigint): string {
  return tenThousands % 100n === 0n ? fixedText(tenThousands / 100n, 2) : fixedText(tenThousands, 4)
}
