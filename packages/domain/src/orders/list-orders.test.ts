import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import fc from 'fast-check'
import type { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { histories, historyRange } from '../reports/random-history.testing.ts'
import { askTotals, openTestStores, tellCosts } from '../reports/shop.testing.ts'
import { getOrder } from './get-order.ts'
import { listOrders } from './list-orders.ts'
import type { OrderList } from './outputs.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }

type Asked = Omit<z.input<typeof listOrders.input>, 'cursor'>

/** All pages, three orders at a time. */
async function listAll(ctx: ShopContext, asked: Asked): Promise<OrderList['orders']> {
  const orders: OrderList['orders'][number][] = []
  let cursor: string | undefined
  do {
    const page: OrderList = await run(listOrders, ctx, { ...asked, limit: 3, ...(cursor && { cursor }) })
    orders.push(...page.orders)
    cursor = page.cursor
  } while (cursor !== undefined)
  return orders
}

test('pages list every counted order once, newest first, with the figures of its own page', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ news }) => {
      const ctx = await stores.openShop()
      await tellCosts(ctx)
      await writeRecords(ctx, { source: 'woocommerce', records: news })
      const days = { from: historyRange.from, to: '2026-04-01' }
      const listed = await listAll(ctx, days)
      const ids = listed.map(({ id }) => id)
      assert.equal(new Set(ids).size, (await askTotals(ctx, { metrics: ['orders'], ...days })).orders)
      assert.equal(new Set(ids).size, ids.length)
      const instants = listed.map(({ placedAt }) => placedAt)
      assert.deepEqual(instants, instants.toSorted().toReversed())
      for (const { id, paid, returned, netRevenue, cogs, cm2, bound } of listed) {
        const { profit } = await run(getOrder, ctx, { id })
        assert.ok(profit)
        const own = [profit.paid, profit.returned, profit.netRevenue, profit.cogs, profit.cm2, profit.bound]
        assert.deepEqual([paid, returned, netRevenue, cogs, cm2, bound], own, id)
      }
      const below = listed.filter(({ cm2 }) => Number(cm2) < 0).map(({ id }) => id)
      assert.deepEqual(
        (await listAll(ctx, { ...days, only: 'below_zero' })).map(({ id }) => id),
        below,
      )
    }),
    { numRuns: 6 },
  )
})

async function openShopWithTeas(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const line = (productId: string, quantity = '1') =>
    sampleLine({ id: productId, productId, quantity, gross: '20.00', tax: '3.80' })
  const order = (id: string, lines: ReturnType<typeof line>[], country = 'DE') =>
    sampleOrder({ id, name: `NK-10${id}`, placedAt: `2026-03-${id}T10:00:00Z`, country, total: null, lines })
  const records = [
    order('10', [line('tea', '2')]),
    order('11', [line('tea'), line('hat')], 'AT'),
    order('12', [line('hat')]),
  ]
  await writeRecords(ctx, { source: 'woocommerce', records })
  return ctx
}

test('a list is of one number, of the orders with a product or from a country, or of those with an unknown cost', async () => {
  const ctx = await openShopWithTeas()
  const idsOf = async (asked: object) => (await listAll(ctx, { ...march, ...asked })).map(({ id }) => id)
  const only = (dimension: string, ...values: string[]) => ({
    filters: [{ dimension, operator: 'is' as const, values }],
  })
  assert.deepEqual(await idsOf({ search: 'nk-1011' }), ['11'])
  assert.deepEqual(await idsOf(only('product', 'tea')), ['11', '10'])
  assert.deepEqual(await idsOf(only('country', 'AT')), ['11'])
  assert.deepEqual(await idsOf({ from: '2026-03-11', to: '2026-03-11' }), ['11'])
  assert.deepEqual(await idsOf({ only: 'cost_unknown' }), ['12', '11', '10'])
  assert.deepEqual(await idsOf({ only: 'given_back' }), [])
  // The whole order is listed, also what of it the filter leaves out.
  assert.deepEqual(
    (await listAll(ctx, { ...march, ...only('product', 'tea') })).map(({ units, netRevenue }) => [units, netRevenue]),
    [
      ['2', '40.000000'],
      ['2', '20.000000'],
    ],
  )
  await assert.rejects(run(listOrders, ctx, { ...march, ...only('campaign', 'x') }), /Orders have no campaign/)
})

test('who may not see costs gets neither profit nor a choice by it, and a cursor is of its own list', async () => {
  const ctx = await openShopWithTeas()
  const key: ShopContext = {
    ...ctx,
    actor: { kind: 'api_key', id: 'k', permissions: ['orders:read'], shops: 'all' },
  }
  const [first] = (await run(listOrders, key, march)).orders
  assert.deepEqual([first?.cogs, first?.cm2, first?.margin, first?.bound], [null, null, null, null])
  assert.equal(first?.netRevenue, '20.000000')
  for (const only of ['below_zero', 'cost_unknown'] as const) {
    await assert.rejects(
      run(listOrders, key, { ...march, only }),
      (failure: unknown) => isAppError(failure) && failure.code === 'forbidden',
    )
  }
  const { cursor = '' } = await run(listOrders, ctx, { ...march, limit: 1 })
  await assert.rejects(run(listOrders, ctx, { ...march, search: 'NK', cursor }), /cursor does not belong/)
})
