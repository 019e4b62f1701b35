import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { formatAmount, parseAmount } from '@tillsight/core'
import type { DisputeRecord, RefundRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { ShopSettings } from '../inputs/index.ts'
import { book } from './book.ts'
import type { BookedOrder } from './booked-order.ts'
import { type DisputeFacts, disputesOf } from './disputes.ts'
import { toBookingRules } from './rules.ts'
import { sampleLine, sampleOrder, sampleRefund, sampleRefundLine } from './sample-facts.ts'

const rules = toBookingRules(ShopSettings.parse({}), 'EUR')
const order = sampleOrder({
  id: '1',
  total: '84.00',
  lines: [
    sampleLine({ id: 'a', quantity: '2', gross: '60.000000', tax: '11.400000' }),
    sampleLine({ id: 's', type: 'shipping', gross: '10.588235', tax: '2.011765' }),
  ],
})

function dispute(given: Partial<DisputeFacts>): DisputeFacts {
  return {
    id: 'D',
    at: Date.parse('2026-04-02T08:00:00Z') / 1000,
    amount: null,
    fee: null,
    outcome: 'lost',
    wonAt: null,
    ...given,
  }
}
const wonAt = Date.parse('2026-05-20T00:00:00Z') / 1000

function bookWith(
  disputes: readonly DisputeFacts[],
  refunds: readonly RefundRecord[] = [],
  cancelled = false,
): BookedOrder {
  const own = cancelled ? { ...order, standing: 'cancelled' as const, cancelledAt: '2026-04-10T00:00:00Z' } : order
  const booking = book({ order: own, refunds, disputes }, rules)
  assert.ok(booking.counted)
  return booking
}

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** What was given back with tax, by day. */
function returned({ rows }: BookedOrder): Record<string, string> {
  const days = Map.groupBy(
    rows.filter(({ side }) => side === 'return'),
    ({ bookedAt }) => dayOf(bookedAt),
  )
  const sum = (own: BookedOrder['rows']) => own.reduce((total, { gross, tax }) => total - gross - tax, 0n)
  return Object.fromEntries([...days].map(([day, own]) => [day, formatAmount(parseAmount(String(sum(own))), 0)]))
}

const euros = (amount: number) => String(amount * 1_000_000)
const refund = (id: string, at: string, amount: string) => sampleRefund({ id, orderId: '1', at, amount })

suite('a dispute', () => {
  test('takes all that remains on the day it begins, line by line, and gives it back on the day it is won', () => {
    const lost = bookWith([dispute({})])
    assert.deepEqual(
      lost.rows.map(({ rowId, side, quantity, event }) => [rowId, side, Number(quantity) / 1e4, event]),
      [
        ['o:a', 'sale', 2, 'order'],
        ['o:s', 'sale', 1, 'order'],
        ['d:D:a', 'return', -2, 'dispute:D'],
        ['d:D:s', 'return', -1, 'dispute:D'],
      ],
    )
    assert.deepEqual(returned(lost), { '2026-04-02': euros(84) })
    const won = bookWith([dispute({ outcome: 'won', wonAt })])
    assert.deepEqual(returned(won), { '2026-04-02': euros(84), '2026-05-20': euros(-84) })
    assert.deepEqual(won.disputes, [
      {
        event: 'dispute:D',
        at: dispute({}).at,
        fee: null,
        wonBy: { event: 'dispute:D:won', at: wonAt },
      },
    ])
  })

  test('takes what refunds left, and is not given back twice by a refund or a cancellation after it', () => {
    const part = sampleRefund({
      id: 'r',
      orderId: '1',
      at: '2026-03-20T00:00:00Z',
      amount: '35.70',
      lines: [sampleRefundLine({ id: 'a', amount: '30.00', tax: '5.70' })],
    })
    assert.deepEqual(returned(bookWith([dispute({})], [part])), { '2026-03-20': '35700000', '2026-04-02': '48300000' })
    const later = refund('r', '2026-04-20T00:00:00Z', '84.00')
    assert.deepEqual(returned(bookWith([dispute({})], [later], true)), { '2026-04-02': euros(84) })
    const whole = refund('r', '2026-03-20T00:00:00Z', '84.00')
    assert.deepEqual(returned(bookWith([dispute({})], [whole])), { '2026-03-20': euros(84) })
  })

  test('that is won after a refund leaves the refund, and what remains can be refunded again', () => {
    const meanwhile = refund('r', '2026-04-20T00:00:00Z', '20.00')
    const won = dispute({ outcome: 'won', wonAt })
    assert.deepEqual(returned(bookWith([won], [meanwhile])), { '2026-04-02': euros(84), '2026-05-20': euros(-64) })
    const rest = refund('s', '2026-06-01T00:00:00Z', '64.00')
    assert.deepEqual(returned(bookWith([won], [meanwhile, rest]))['2026-06-01'], euros(64))
  })

  test('of less than what remains takes that much, without naming goods', () => {
    const { rows } = bookWith([dispute({ amount: parseAmount('30') })])
    assert.deepEqual(
      rows.filter(({ side }) => side === 'return').map(({ rowId, lineType, gross }) => [rowId, lineType, gross]),
      [['d:D:rest', 'adjustment', parseAmount('-30')]],
    )
  })
})

test('whatever happens before, between and after, winning gives back exactly what was taken, and nothing is returned twice', () => {
  const step = fc.record({ day: fc.integer({ min: 1, max: 60 }), cents: fc.integer({ min: 1, max: 9_000 }) })
  const sample = fc.record({
    refunds: fc.array(step, { maxLength: 4 }),
    begins: fc.integer({ min: 1, max: 60 }),
    lasts: fc.integer({ min: 0, max: 60 }),
    part: fc.option(fc.integer({ min: 1, max: 9_000 })),
    isCancelled: fc.boolean(),
  })
  const at = (day: number) => new Date(Date.UTC(2026, 2, 10 + day)).toISOString().replace('.000Z', 'Z')
  const outstanding = ({ rows }: BookedOrder) =>
    rows.reduce((sum, { gross, discount, tax }) => sum + gross - discount + tax, 0n)
  fc.assert(
    fc.property(sample, fc.infiniteStream(fc.nat()), ({ refunds, begins, lasts, part, isCancelled }, random) => {
      const all = refunds.map(({ day, cents }, index) => refund(`r${index}`, at(day), (cents / 100).toFixed(2)))
      const begun = Date.parse(at(begins)) / 1000
      const amount = part === null ? null : parseAmount((part / 100).toFixed(2))
      const won = dispute({ at: begun, amount, outcome: 'won', wonAt: begun + lasts * 86_400 })
      const shuffled = all
        .map((one) => ({ one, key: random.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one)
      assert.deepEqual(bookWith([won], shuffled, isCancelled), bookWith([won], all, isCancelled))
      if (isCancelled) return
      // A dispute that was won leaves the order as refunds alone leave it.
      const [after, without] = [outstanding(bookWith([won], all)), outstanding(bookWith([], all))]
      const rounding = 40_000n
      assert.ok(after - without <= rounding && without - after <= rounding, `${after} is not ${without}`)
      assert.ok(outstanding(bookWith([{ ...won, outcome: 'lost', wonAt: null, amount: null }], all)) <= rounding)
    }),
    { numRuns: 400 },
  )
})

test('what was told adds the fee to a dispute that the store knows, and is one of its own otherwise', () => {
  const known: DisputeRecord = {
    type: 'dispute',
    id: '77',
    orderId: '1',
    at: '2026-04-02T08:00:00Z',
    endedAt: '2026-05-20T00:00:00Z',
    outcome: 'won',
    amount: '84.00',
    currency: 'EUR',
    reason: 'fraudulent',
  }
  const told = {
    part: 'dispute',
    order: '1',
    ref: '',
    note: '',
    currency: 'EUR',
    amount: null,
    fee: '15.000000',
    began: '2026-03-10',
    ended: null,
    outcome: 'lost',
  } as const
  const fee = { amount: parseAmount('15'), currency: 'EUR' }
  const facts = { own: [told], zone: 'Europe/Berlin' }
  assert.deepEqual(disputesOf(order, { ...facts, known: [known] }), [
    { id: '77', at: 1_775_116_800, amount: parseAmount('84'), fee, outcome: 'won', wonAt },
  ])
  // It began on the day of the order, so it follows the order.
  const own = { id: '', at: Date.parse(order.placedAt) / 1000, amount: null, fee, outcome: 'lost', wonAt: null }
  assert.deepEqual(disputesOf(order, { ...facts, known: [{ ...known, outcome: 'void' }] }), [own])
})
