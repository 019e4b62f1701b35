import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { parseRate } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import type { OrderRecord, OrderVisitRecord } from '@tillsight/platforms/connectors'
import { openTwoShards } from '@tillsight/warehouse/testing'
import { run, type ShopContext } from '../context/index.ts'
import { storeRates } from '../currencies/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { listOrigins } from './list-origins.ts'
import { askTotals, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
const sharded = await openTestStores({ after }, { warehouse: await openTwoShards({ after }) })
const days = { from: '2026-03-10', to: '2026-03-12' } as const

function origin(sourceType: string, utm: Record<string, string> = {}): OrderRecord['origin'] {
  return { sourceType, referrer: null, landingUrl: null, utm }
}

function sold(id: string, placedAt: string, from: OrderRecord['origin']): OrderRecord {
  return sampleOrder({
    id,
    placedAt,
    paidAt: placedAt,
    origin: from,
    customer: buyer(`${id}@b.test`),
    lines: [sampleLine({ id: '1', gross: '10.00' }), sampleLine({ id: '2', gross: '5.50' })],
  })
}

const tagged = { source: 'facebook', medium: 'paid_social' }
const records = [
  sold('1', '2026-03-10T09:00:00Z', origin('utm', { ...tagged, campaign: 'spring' })),
  sold('2', '2026-03-11T09:00:00Z', origin('utm', { ...tagged, campaign: 'wool, “new”' })),
  sold('3', '2026-03-12T09:00:00Z', origin('organic', { source: 'google' })),
  sold('4', '2026-03-12T10:00:00Z', null),
  sold('5', '2026-03-12T22:59:59Z', origin('typein')),
  // In Berlin it is already the 13th.
  sold('6', '2026-03-12T23:00:00Z', origin('typein')),
]

suite('what the store recorded on its orders', () => {
  async function fill(ctx: ShopContext): Promise<ShopContext> {
    await writeRecords(ctx, { source: 'woocommerce', records })
    return ctx
  }

  test('what was announced beside an order counts where the order itself says nothing, whichever came first', async () => {
    const ctx = await stores.openShop()
    const beside = (orderId: string, source: string) =>
      ({
        type: 'order_visit',
        orderId,
        at: '2026-03-12T10:00:00Z',
        origin: { ...origin('utm', { source }), sourceType: 'utm' },
      }) as OrderVisitRecord
    await writeRecords(ctx, { source: 'shopify', records: [beside('4', 'newsletter'), beside('1', 'newsletter')] })
    await fill(ctx)
    const sources = async () =>
      (await run(listOrigins, ctx, { ...days, by: 'source' })).rows.flatMap(({ source, orders }) =>
        source === 'newsletter' || source === 'facebook' ? [[source, orders]] : [],
      )
    assert.deepEqual(await sources(), [
      ['facebook', 2],
      ['newsletter', 1],
    ])
    const reread = records.map((order) => ({ ...order, updatedAt: '2026-03-20T10:00:00Z', tags: ['seen'] }))
    await writeRecords(ctx, { source: 'shopify', records: [...reread, beside('4', 'newsletter')] })
    assert.deepEqual(await sources(), [
      ['facebook', 2],
      ['newsletter', 1],
    ])
  })

  test('orders are counted by the visit they came from, and those without a word are among them', async () => {
    const ctx = await fill(await stores.openShop())
    const result = await run(listOrigins, ctx, { ...days, by: 'source' })
    assert.deepEqual(
      result.rows.map(({ sourceType, source, medium, campaign, orders }) => [
        sourceType,
        source,
        medium,
        campaign,
        orders,
      ]),
      [
        ['utm', 'facebook', 'paid_social', '', 2],
        ['', '', '', '', 1],
        ['organic', 'google', '', '', 1],
        ['typein', '', '', '', 1],
      ],
    )
    assert.deepEqual([result.orders, result.recorded, result.count, result.currency], [5, 4, 4, 'EUR'])
  })

  test('by campaign the orders of a source come apart', async () => {
    const ctx = await fill(await stores.openShop())
    const { rows } = await run(listOrigins, ctx, { ...days, by: 'campaign' })
    const campaigns = rows
      .filter(({ source }) => source === 'facebook')
      .map(({ campaign, orders }) => [campaign, orders])
    assert.deepEqual(campaigns, [
      ['spring', 1],
      ['wool, “new”', 1],
    ])
  })

  test('orders and revenue add up to the figures of the shop, on two shards as on one', async () => {
    await fill(await sharded.openShop())
    for (const ctx of [await fill(await stores.openShop()), await fill(await sharded.openShop())]) {
      const totals = await askTotals(ctx, { ...days, metrics: ['orders', 'orderRevenue'] })
      const { rows, orders } = await run(listOrigins, ctx, { ...days, by: 'campaign' })
      assert.equal(orders, totals['orders'])
      assert.equal(
        rows.reduce((sum, { revenue }) => sum + Number(revenue), 0),
        Number(totals['orderRevenue']),
      )
    }
  })

  test('revenue is converted as every other figure, each order with the rate of its shop day', async () => {
    const ctx = await fill(await stores.openShop())
    const rate = (day: string, text: string) => ({ quote: 'USD', day: parseDay(day), rate: parseRate(text) })
    await storeRates(ctx.queries, [rate('2026-03-10', '1.5'), rate('2026-03-11', '2'), rate('2026-03-12', '1.25')])
    const asked = { ...days, currency: 'USD' }
    const totals = await askTotals(ctx, { ...asked, metrics: ['orderRevenue'] })
    const { rows, currency } = await run(listOrigins, ctx, { ...asked, by: 'campaign' })
    assert.equal(currency, 'USD')
    assert.equal(
      rows.reduce((sum, { revenue }) => sum + Number(revenue), 0),
      Number(totals['orderRevenue']),
    )
    const spring = (each: typeof rows) => Number(each.find(({ campaign }) => campaign === 'spring')?.revenue)
    const own = await run(listOrigins, ctx, { ...days, by: 'campaign' })
    assert.equal(spring(rows), spring(own.rows) * 1.5)
  })

  test('revenue of a day without an exchange rate is not known, and is not nothing', async () => {
    const ctx = await fill(await stores.openShop())
    const { rows, orders } = await run(listOrigins, ctx, { ...days, by: 'campaign', currency: 'ISK' })
    assert.equal(orders, 5)
    assert.ok(rows.every(({ revenue }) => revenue === null))
  })

  test('a short list still says how many there are', async () => {
    const ctx = await fill(await stores.openShop())
    const { rows, orders, count } = await run(listOrigins, ctx, { ...days, by: 'source', limit: 1 })
    assert.deepEqual([rows.length, orders, count], [1, 5, 4])
  })

  test('nothing sold is nothing recorded', async () => {
    const result = await run(listOrigins, await stores.openShop(), { ...days, by: 'source' })
    assert.deepEqual([result.orders, result.recorded, result.rows], [0, 0, []])
  })

  test('days the wrong way round are refused', async () => {
    const ctx = await stores.openShop()
    const asked = run(listOrigins, ctx, { from: '2026-03-12', to: '2026-03-10', by: 'source' })
    await assert.rejects(asked, { code: 'invalid_input' })
  })
})
