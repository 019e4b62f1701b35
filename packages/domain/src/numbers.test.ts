import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { recordNumberChanges } from '@tillsight/database'
import { run } from './context/index.ts'
import { listNumberChanges } from './numbers.ts'
import { openTestStores } from './reports/shop.testing.ts'

const stores = await openTestStores({ after: (work) => after(work) })
const range = { from: '2026-03-01', to: '2026-03-31' }

/** One change a minute; the tenth order has the largest difference. */
async function noteChanges(shopId: Awaited<ReturnType<typeof stores.openShop>>['shop']['id'], count: number) {
  await recordNumberChanges(
    stores.db.kysely,
    Array.from({ length: count }, (_, index) => ({
      shopId,
      day: parseDay('2026-03-10'),
      metric: index % 2 === 0 ? 'sales' : 'newCustomerRevenue',
      orderId: String(index),
      orderName: index === 0 ? '' : `NK-${index}`,
      cause: 'late_refund',
      amountBefore: '0',
      amountAfter: `-${index}.50`,
      // In pairs, so that a page may end between two changes of the same instant.
      seenAt: new Date(Date.parse('2026-03-16T03:10:00Z') + Math.floor(index / 2) * 60_000),
    })),
  )
}

test('changes are listed with amounts, the last seen first, and pages lose and double none', async () => {
  const ctx = await stores.openShop()
  await noteChanges(ctx.shop.id, 11)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await run(listNumberChanges, ctx, { ...range, limit: 3, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...page.changes.map(({ orderId }) => orderId))
    cursor = page.cursor
  } while (cursor !== undefined)
  assert.equal(new Set(seen).size, 11)
  assert.equal(seen.length, 11)
  assert.equal(seen[0], '10')
  const { changes, currency } = await run(listNumberChanges, ctx, { ...range, limit: 1 })
  assert.equal(currency, 'EUR')
  assert.deepEqual(
    changes.map(({ day, orderName, cause, difference, seenAt }) => ({ day, orderName, cause, difference, seenAt })),
    [
      {
        day: '2026-03-10',
        orderName: 'NK-10',
        cause: 'late_refund',
        difference: '-10.500000',
        seenAt: '2026-03-16T03:15:00.000Z',
      },
    ],
  )
})

test('only the figures and days that were asked for are listed', async () => {
  const ctx = await stores.openShop()
  await noteChanges(ctx.shop.id, 4)
  const ids = async (input: Partial<typeof range> & { metrics?: string[]; order?: string }) =>
    (await run(listNumberChanges, ctx, { ...range, ...input })).changes.map(({ orderId }) => orderId).toSorted()
  assert.deepEqual(await ids({ metrics: ['sales'] }), ['0', '2'])
  assert.deepEqual(await ids({ order: '3' }), ['3'])
  assert.deepEqual(await ids({ from: '2026-03-11' }), [])
  assert.deepEqual(await ids({ to: '2026-03-10' }), ['0', '1', '2', '3'])
})

test('profit with converted spend, which has more digits than an amount, is rounded to the millionth', async () => {
  const ctx = await stores.openShop()
  const moved = { amountBefore: '21491.803384787989', amountAfter: '21249.0000004', cause: 'cost_changed' as const }
  const seenAt = new Date('2026-03-16T03:10:00Z')
  const [shopId, day] = [ctx.shop.id, parseDay('2026-03-10')]
  const own = { shopId, day, metric: 'netProfit', orderId: '', orderName: 'Costs', seenAt, ...moved }
  await recordNumberChanges(stores.db.kysely, [own])
  const { changes } = await run(listNumberChanges, ctx, range)
  assert.deepEqual(
    changes.map(({ before, after, difference }) => [before, after, difference]),
    [['21491.803385', '21249.000000', '-242.803385']],
  )
})

test('a cursor of something else is refused', async () => {
  const ctx = await stores.openShop()
  await assert.rejects(run(listNumberChanges, ctx, { ...range, cursor: 'x' }), { code: 'invalid_input' })
})
