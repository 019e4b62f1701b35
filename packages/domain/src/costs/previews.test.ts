import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { markCosts } from '@tillsight/database'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { listNumberChanges } from '../numbers.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { previewChange, saveCosts } from './change-costs.ts'
import { listChanges } from './list-changes.ts'
import { restateCosts } from './restate.ts'

const stores = await openTestStores({ after })

/** Orders of A and of B for 20.00 each, one of both in February and one in March. */
async function openShopWithOrders(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const records = ['2026-02-27', '2026-03-02'].flatMap((day) =>
    ['A', 'B'].map((productId) =>
      sampleOrder({
        id: `${day}${productId}`,
        placedAt: `${day}T10:00:00Z`,
        total: '23.80',
        lines: [sampleLine({ id: 'a', productId, gross: '20.00', tax: '3.80' })],
      }),
    ),
  )
  await writeRecords(ctx, { source: 'woocommerce', records })
  return ctx
}

const costOf = (ref: string, amount: string) => ({
  change: { goods: { entries: [{ scope: 'variant' as const, ref, amount }] } },
})
const profitOf = async (ctx: ShopContext, from: string, to: string) =>
  (await ask(ctx, { metrics: ['netProfit'], from, to })).totals['netProfit']

suite('what is told around a change', () => {
  test('profit and coverage before and after are those of the figures, month by month', async () => {
    const ctx = await openShopWithOrders()
    const first = await run(saveCosts, ctx, costOf('A', '8'))
    // Nothing was known of the goods before: there was no profit to tell.
    assert.deepEqual(
      [first.preview.profitBefore, first.preview.profitAfter, first.preview.coverageBefore?.goods?.unknown],
      [null, '64.000000', '1.0000'],
    )
    assert.deepEqual(first.preview.coverageAfter?.goods, { exact: '0.5000', assumed: '0.0000', unknown: '0.5000' })
    assert.equal(await profitOf(ctx, '2026-02-27', '2026-03-02'), '64.00')
    const second = await run(previewChange, ctx, costOf('A', '8.60'))
    assert.deepEqual([second.profitBefore, second.profitAfter, second.delta], ['64.000000', '62.800000', '-1.200000'])
    assert.deepEqual(
      second.byMonth.map(({ month, before, after: then }) => [month, Number(before), Number(then)]),
      [
        ['2026-02', 32, 31.4],
        ['2026-03', 32, 31.4],
      ],
    )
    assert.deepEqual(second.coverageBefore, second.coverageAfter)
    const nothing = await run(previewChange, ctx, costOf('A', '8'))
    assert.deepEqual([nothing.orders, nothing.profitBefore, nothing.profitAfter], [0, null, null])
  })

  test('each month that moved stands in the change log, and opens what was told', async () => {
    const ctx = await openShopWithOrders()
    await run(saveCosts, ctx, costOf('A', '8'))
    const { change, preview } = await run(saveCosts, ctx, costOf('A', '8.60'))
    const range = { from: parseDay('2026-02-01'), to: parseDay('2026-03-31') }
    const { changes } = await run(listNumberChanges, ctx, { ...range, metrics: ['netProfit'] })
    const own = changes.filter((each) => each.change === change).toSorted((a, b) => (a.day < b.day ? -1 : 1))
    assert.deepEqual(
      own.map(({ day, cause, difference, orderName }) => [day, cause, difference, orderName]),
      [
        ['2026-02-27', 'cost_changed', '-0.600000', 'cost of goods changed'],
        ['2026-03-01', 'cost_changed', '-0.600000', 'cost of goods changed'],
      ],
    )
    const told = (await run(listChanges, ctx, {})).changes.find(({ id }) => id === change)
    assert.deepEqual(told?.preview, preview)
  })

  test('while other changes are being booked, profit around a change is not known', async () => {
    const ctx = await openShopWithOrders()
    await run(saveCosts, ctx, costOf('A', '8'))
    await markCosts(ctx.db.kysely, ctx.shop.id, { from: null, goods: ['B'] })
    const { profitBefore, profitAfter, delta } = await run(previewChange, ctx, costOf('A', '8.60'))
    assert.deepEqual([profitBefore, profitAfter, Number(delta)], [null, null, -1.2])
    await restateCosts(ctx)
    assert.equal(Number((await run(previewChange, ctx, costOf('A', '8.60'))).profitAfter), 62.8)
  })
})
