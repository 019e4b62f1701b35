// Customer identity, compared with a plain count: only counted orders connect people, and only orders above 0 make somebody a
// customer.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import type { ShopContext } from '../context/index.ts'
import { rebookShop, recomputeCustomers, writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { askTotals, openTestStores } from '../reports/shop.testing.ts'

const stores = await openTestStores({ after })
const metrics = [
  'orders', 'paidOrders', 'newCustomers', 'newCustomerOrders', 'newCustomerRevenue', 'returningCustomers', 'returningCustomerOrders',
  'uniqueCustomers', 'unidentifiedOrders',
] // biome-ignore format: a table
const range = { from: '2026-03-01', to: '2026-03-31' }

const standing = fc.constantFrom('paid', 'paid', 'failed', 'unfinished', 'cancelled')
const attempt = fc.record({
  first: standing,
  last: standing,
  amount: fc.constantFrom<number>(0, 10, 20),
  id: fc.constantFrom<string | null>(null, '1', '2', '7'),
  email: fc.constantFrom<string | null>(null, 'a@x.test', 'b@x.test', 'c@x.test'),
  /** When each of its two states arrives, relative to all others. */
  told: fc.tuple(fc.nat(99), fc.nat(99)),
})
type Attempt = typeof attempt extends fc.Arbitrary<infer T> ? T : never
type Status = Attempt['first']

interface State {
  readonly told: 'first' | 'last'
  readonly is: Status
}

function toRecord({ amount, id, email }: Attempt, index: number, { told, is }: State): OrderRecord {
  const placedAt = `2026-03-10T10:${String(index).padStart(2, '0')}:00Z`
  const paidAt = is === 'paid' ? placedAt : null
  return sampleOrder({
    id: String(index + 1),
    placedAt,
    paidAt,
    cancelledAt: is === 'cancelled' ? '2026-03-10T12:00:00Z' : null,
    updatedAt: told === 'first' ? '2026-03-11T10:00:00Z' : '2026-03-12T10:00:00Z',
    standing: is,
    status: is,
    lines: [sampleLine({ id: '1', gross: `${amount}.00` })],
    customer: { platformId: id, email, phone: null },
  })
}

/** Counts as a person would on paper. */
function countByHand(attempts: readonly Attempt[]) {
  const counted = attempts.filter(({ last }) => last === 'paid')
  const group = counted.map((_, index) => index)
  for (let round = 0; round < counted.length; round++) {
    for (const [one, a] of counted.entries()) {
      for (const [other, b] of counted.entries()) {
        const isShared = (a.id !== null && a.id === b.id) || (a.email !== null && a.email === b.email)
        if (isShared) group[other] = Math.min(group[one] ?? one, group[other] ?? other)
      }
    }
  }
  const isKnown = ({ id, email }: Attempt) => id !== null || email !== null
  const paid = counted.flatMap((each, index) => (each.amount > 0 ? [{ each, group: group[index] }] : []))
  const known = paid.filter(({ each }) => isKnown(each))
  const people = [...Map.groupBy(known, (order) => order.group).values()]
  return {
    orders: counted.length,
    paidOrders: paid.length,
    newCustomers: people.length,
    newCustomerOrders: people.length,
    newCustomerRevenue: people.reduce((sum, [first]) => sum + (first?.each.amount ?? 0), 0),
    returningCustomers: people.filter(({ length }) => length > 1).length,
    returningCustomerOrders: known.length - people.length,
    uniqueCustomers: people.length,
    unidentifiedOrders: paid.length - known.length,
  }
}

async function figuresOf(ctx: ShopContext) {
  const totals = await askTotals(ctx, { metrics, ...range })
  return Object.fromEntries(metrics.map((key) => [key, Number(totals[key])]))
}

test('attempts join nobody and free orders make nobody a customer, however they are told', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 4, maxLength: 12 }), async (attempts) => {
      const told = attempts
        .flatMap((each, index) => [
          { at: each.told[0], record: toRecord(each, index, { told: 'first', is: each.first }) },
          { at: each.told[1], record: toRecord(each, index, { told: 'last', is: each.last }) },
        ])
        .toSorted((one, other) => one.at - other.at)
      const expected = countByHand(attempts)

      const ctx = await stores.openShop()
      const records = told.map(({ record }) => record)
      for (let at = 0; at < records.length; at += 4)
        await writeRecords(ctx, { source: 'woocommerce', records: records.slice(at, at + 4) })
      assert.deepEqual(await figuresOf(ctx), expected, 'a few at a time')
      await recomputeCustomers(ctx)
      assert.deepEqual(await figuresOf(ctx), expected, 'worked out again')
      await rebookShop(ctx)
      assert.deepEqual(await figuresOf(ctx), expected, 'booked again')

      const whole = await stores.openShop()
      await writeRecords(whole, { source: 'woocommerce', records, deferCustomers: true })
      await recomputeCustomers(whole)
      assert.deepEqual(await figuresOf(whole), expected, 'as a whole history')
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

test('a refused card that was tried with the account of one and the address of another leaves them two', async () => {
  const base = { first: 'paid' as Status, last: 'paid' as Status, amount: 10, told: [0, 0] as [number, number] }
  const attempts: Attempt[] = [
    { ...base, id: '7', email: null },
    { ...base, id: null, email: 'a@x.test' },
    { ...base, first: 'failed', last: 'failed', id: '7', email: 'a@x.test' },
  ]
  const ctx = await stores.openShop()
  const write = (records: OrderRecord[]) => writeRecords(ctx, { source: 'woocommerce', records })
  await write(attempts.map((each, index) => toRecord(each, index, { told: 'first', is: each.last })))
  const { newCustomers, returningCustomers } = await figuresOf(ctx)
  assert.deepEqual([newCustomers, returningCustomers], [2, 0])
  // It is paid in the end.
  await write(attempts.slice(2).map((each) => toRecord(each, 2, { told: 'last', is: 'paid' })))
  const after = await figuresOf(ctx)
  assert.deepEqual([after.newCustomers, after.returningCustomers, after.paidOrders], [1, 1, 3])
})
