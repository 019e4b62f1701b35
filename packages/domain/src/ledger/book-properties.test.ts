import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LineType, OrderLine, OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { ShopSettings } from '../inputs/index.ts'
import { book } from './book.ts'
import type { BookedOrder } from './booked-order.ts'
import { toBookingRules } from './rules.ts'
import { sampleLine, sampleOrder, sampleRefund, sampleRefundLine } from './sample-facts.ts'

const rules = toBookingRules(ShopSettings.parse({}), 'EUR')
const money = fc.integer({ min: 0, max: 50_000 }).map((cents) => (cents / 100).toFixed(2))
const share = fc.integer({ min: 0, max: 100 })
const rate = fc.constantFrom(null, '0.0517391237', '1.0833', '163.4551020001')
const type = fc.constantFrom<LineType>('product', 'product', 'shipping', 'charge', 'tip', 'gift_card')

const line: fc.Arbitrary<Omit<OrderLine, 'id'>> = fc.record({
  type,
  productId: fc.constantFrom('p1', 'p2', 'p3'),
  variantId: fc.constant(null),
  sku: fc.constant(null),
  title: fc.constant('A line'),
  quantity: fc.integer({ min: 1, max: 5 }).map(String),
  gross: money,
  discount: fc.constant('0.00'),
  tax: money,
  cost: fc.constant(null),
})

const history = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  rate,
  /** Itemised refunds: a share of the amounts of each line. */
  itemised: fc.array(fc.array(share, { minLength: 5, maxLength: 5 }), { maxLength: 3 }),
  adjustments: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 2 }),
})

function cents(text: string): number {
  return Math.round(Number(text) * 100)
}

function toText(amount: number): string {
  return (amount / 100).toFixed(2)
}

/** An order, refunds of parts of it, and the amount not yet refunded. */
function toFacts({ lines, rate, itemised, adjustments }: typeof history extends fc.Arbitrary<infer T> ? T : never) {
  const sold = lines.map((each, index) => sampleLine({ ...each, id: String(index) }))
  const order = sampleOrder({ id: '1', currency: rate === null ? 'EUR' : 'ZAR', rate, lines: sold })
  const left = sold.map(({ gross, tax }) => ({ gross: cents(gross), tax: cents(tax) }))
  const refunds: RefundRecord[] = []
  for (const [index, shares] of itemised.entries()) {
    const refundLines = sold.map((each, place) => {
      const rest = left[place] ?? { gross: 0, tax: 0 }
      const gross = Math.floor((rest.gross * (shares[place] ?? 0)) / 100)
      const tax = Math.floor((rest.tax * (shares[place] ?? 0)) / 100)
      rest.gross -= gross
      rest.tax -= tax
      return sampleRefundLine({ id: each.id, type: each.type, quantity: '0', amount: toText(gross), tax: toText(tax) })
    })
    const amount = refundLines.reduce((sum, each) => sum + cents(each.amount) + cents(each.tax), 0)
    refunds.push(
      sampleRefund({
        id: `i${index}`,
        orderId: '1',
        at: `2026-03-1${index + 1}T00:00:00Z`,
        amount: toText(amount),
        lines: refundLines,
      }),
    )
  }
  let rest = left.reduce((sum, { gross, tax }) => sum + gross + tax, 0)
  for (const [index, part] of adjustments.entries()) {
    const allowance = 2 * sold.length
    const amount = Math.min(part, rest - allowance - 1)
    if (amount <= 0) continue
    rest -= amount
    refunds.push(
      sampleRefund({ id: `a${index}`, orderId: '1', at: `2026-03-1${index + 5}T00:00:00Z`, amount: toText(amount) }),
    )
  }
  return { order, refunds, rest: toText(rest) }
}

function bookCounted(order: OrderRecord, refunds: readonly RefundRecord[]): BookedOrder {
  const booking = book({ order, refunds }, rules)
  assert.ok(booking.counted)
  return booking
}

function totalsByType({ rows }: BookedOrder): Map<string, bigint> {
  const totals = new Map<string, bigint>()
  const add = (key: string, value: bigint) => totals.set(key, (totals.get(key) ?? 0n) + value)
  for (const row of rows) {
    add(`${row.lineType} net`, row.gross - row.discount)
    add('tax', row.tax)
  }
  return totals
}

test('whatever was given back before, a full refund or a paid order’s cancellation nets to exactly 0, in every part', () => {
  fc.assert(
    fc.property(history, fc.boolean(), (sample, cancels) => {
      const { order, refunds, rest } = toFacts(sample)
      const booked = cancels
        ? bookCounted({ ...order, standing: 'cancelled', cancelledAt: '2026-04-01T00:00:00Z' }, refunds)
        : bookCounted(order, [
            ...refunds,
            sampleRefund({ id: 'full', orderId: '1', at: '2026-04-01T00:00:00Z', amount: rest }),
          ])
      for (const [what, total] of totalsByType(booked)) assert.equal(total, 0n, what)
    }),
    { numRuns: 400 },
  )
})

test('the order in which refunds are given does not matter, nor that they are given twice', () => {
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.nat()), (sample, random) => {
      const { order, refunds } = toFacts(sample)
      const shuffled = [...refunds, ...refunds]
        .map((refund) => ({ refund, key: random.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ refund }) => refund)
      assert.deepEqual(bookCounted(order, shuffled), bookCounted(order, refunds))
    }),
    { numRuns: 200 },
  )
})

test('every counted order has exactly one head row, unique row ids, and negative amounts on the return side only', () => {
  fc.assert(
    fc.property(history, (sample) => {
      const { order, refunds } = toFacts(sample)
      const { rows, headRowId } = bookCounted(order, refunds)
      assert.equal(rows.filter(({ rowId }) => rowId === headRowId).length, 1)
      assert.equal(new Set(rows.map(({ rowId }) => rowId)).size, rows.length)
      for (const row of rows) {
        if (row.side === 'sale') assert.ok(row.gross >= 0n && row.tax >= 0n)
        else assert.ok(row.gross <= 0n && row.tax <= 0n && row.discount === 0n)
      }
    }),
    { numRuns: 200 },
  )
})
