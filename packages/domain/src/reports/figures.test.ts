import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { saveCostRules, upsertGoodsCosts } from '@tillsight/database'
import type { MetricValues } from '@tillsight/metrics'
import fc from 'fast-check'
import { z } from 'zod'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { isMoney, naiveFigures } from './naive-figures.testing.ts'
import { histories, historyRange } from './random-history.testing.ts'
import { ask, askLedger, openTestStores, type Query } from './shop.testing.ts'

const stores = await openTestStores({ after })
const zone = 'Europe/Berlin'
const keys = Object.keys(
  naiveFigures({ orders: [], refunds: [], cancelledAt: new Map(), news: [] }, { ...historyRange, zone }),
)

/** In hundredths of a cent, as in the plain calculator. */
function toNumbers(values: MetricValues): Record<string, number> {
  return Object.fromEntries(
    keys.map((key) => [key, isMoney(key) ? Math.round(Number(values[key]) * 10_000) : Number(values[key])]),
  )
}

function withoutMinusZero(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, value + 0]))
}

const otherwise: readonly Partial<Query>[] = [
  { from: '2026-04-01', interval: 'week', compare: 'previous_period' },
  { from: '2026-03-25', interval: 'month', compare: historyRange },
  { dimensions: ['country'] },
  { filters: [{ dimension: 'country', operator: 'is', values: ['DE', 'FR'] }], interval: 'week' },
  {
    filters: [{ dimension: 'country', operator: 'is_not', values: ['DE'] }],
    dimensions: ['country'],
    compare: 'previous_period',
  },
]
const refundedSql = `SELECT toUInt32(uniqExact(order_id)) AS orders FROM ledger
  WHERE shop_id = {shop:UUID} AND paid = 1 AND kind IN ('refund', 'cancel')`
const Refunded = z.object({ orders: z.number() })

test('every figure of every day equals what a plain calculator makes of the same facts, from days and from the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const ctx = await stores.openShop({ zone })
      await writeRecords(ctx, { source: 'woocommerce', records: history.news })
      const query = { metrics: [...keys, 'refundedOrders'], ...historyRange, interval: 'day' as const }
      const summary = await ask(ctx, query)
      const ledger = await askLedger(ctx, query)
      assert.deepEqual(summary, ledger)
      for (const more of otherwise) {
        const parts = { ...query, interval: undefined, ...more }
        assert.deepEqual(await ask(ctx, parts), await askLedger(ctx, parts))
      }
      assert.deepEqual(toNumbers(summary.totals), withoutMinusZero(naiveFigures(history, { ...historyRange, zone })))
      assert.deepEqual(await ctx.warehouse.read({ sql: refundedSql, params: {} }, Refunded), [
        { orders: summary.totals['refundedOrders'] },
      ])
      for (const { at, values } of summary.series ?? []) {
        assert.deepEqual(toNumbers(values), withoutMinusZero(naiveFigures(history, { from: at, to: at, zone })), at)
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
})

test('a row has its newest name of the days, whether names are read with the figures or for the page alone', async () => {
  const ctx = await stores.openShop({ zone })
  const sold = (
    id: string,
    when: string,
    { country = 'DE', ...line }: { title: string; country?: string; gross: string },
  ) =>
    sampleOrder({
      id,
      placedAt: `${when}T10:00:00.000Z`,
      paidAt: `${when}T10:00:00.000Z`,
      country,
      lines: [
        sampleLine({ id: '1', productId: 'p1', ...line }),
        sampleLine({ id: '2', productId: 'p2', title: 'Saucer', gross: '1.00' }),
        sampleLine({ id: '3', type: 'charge', productId: null, title: 'Gift wrap', gross: '2.00' }),
      ],
    })
  const records = [
    sold('1', '2026-03-02', { title: 'Cup', gross: '10.00' }),
    sold('2', '2026-04-02', { title: 'Mug', gross: '20.00' }),
    sold('3', '2026-03-20', { title: 'Tasse', gross: '7.00', country: 'AT' }),
  ]
  await writeRecords(ctx, { source: 'woocommerce', records })
  const namesOf = async (query: Query, by: string) => {
    const { rows = [] } = await ask(ctx, { ...query, order: { by, direction: 'ascending' } })
    return rows.map(({ dimensions, names }) => [...Object.values(dimensions), names?.['product']].join(' ')).sort()
  }
  const march = { metrics: ['productRevenue'], from: '2026-03-01', to: '2026-03-31', dimensions: ['product'] }
  const april = { ...march, from: '2026-04-01', to: '2026-04-30', compare: 'previous_period' as const }
  for (const [query, expected] of [
    [march, [' ', 'p1 Tasse', 'p2 Saucer']],
    [april, [' ', 'p1 Mug', 'p2 Saucer']],
  ] as const)
    for (const by of ['productRevenue', 'product']) assert.deepEqual(await namesOf(query, by), expected, by)
  assert.deepEqual(await namesOf({ ...march, limit: 2 }, 'productRevenue'), [' ', 'p2 Saucer'])
})

test('a row says which way its figures may differ just as its own totals do when nothing else is asked for', async () => {
  const ctx = await stores.openShop({ zone })
  const common = { shopId: ctx.shop.id, personId: null }
  const entry = { ...common, fromDay: null, country: '', minQuantity: 1, steps: 'whole', source: 'entered', note: '' }
  const amount = { kind: 'amount', amount: '4', percent: '0', currency: 'EUR', madeOf: null, seenFrom: null }
  await upsertGoodsCosts(ctx.db.kysely, [
    { ...entry, ...amount, scope: 'product', ref: 'known' },
    { ...entry, ...amount, scope: 'product', ref: 'assumed', kind: 'percent', amount: '0', percent: '40' },
  ])
  const fee = { gateway: 'stripe', percent: '1.5' }
  const shipping = { type: 'perOrder', amount: '4.2' }
  await saveCostRules(ctx.db.kysely, [
    { ...common, id: '00000000-0000-4000-8000-000000000001', kind: 'fee', body: fee },
    { ...common, id: '00000000-0000-4000-8000-000000000002', kind: 'shipping', body: shipping },
  ])
  const sold = (id: string, country: string, { gateway, products }: { gateway: string; products: string[] }) => {
    const at = '2026-03-02T10:00:00.000Z'
    const lines = products.map((productId, index) =>
      sampleLine({
        id: `${index}`,
        productId,
        variantId: null,
        cost: null,
        gross: productId === 'free' ? '0.00' : '9.00',
      }),
    )
    return sampleOrder({ id, country, gateway, placedAt: at, paidAt: at, lines })
  }
  const records = [
    sold('1', 'DE', { gateway: 'stripe', products: ['known'] }),
    sold('2', 'AT', { gateway: 'stripe', products: ['known', 'assumed'] }),
    sold('3', 'FR', { gateway: 'other', products: ['known'] }),
    sold('4', 'NL', { gateway: 'stripe', products: ['free', 'known'] }),
    sold('5', 'BE', { gateway: 'other', products: ['unknown'] }),
  ]
  await writeRecords(ctx, { source: 'woocommerce', records })
  const metrics = ['cogs', 'cm1', 'gatewayFees', 'cm2']
  const query = { metrics, from: '2026-03-01', to: '2026-03-31' }
  const seen = new Set<string>()
  for (const dimension of ['product', 'country', 'gateway'] as const) {
    for (const { dimensions, bounds } of (await askLedger(ctx, { ...query, dimensions: [dimension] })).rows ?? []) {
      const value = dimensions[dimension] ?? ''
      const own = await askLedger(ctx, { ...query, filters: [{ dimension, operator: 'is', values: [value] }] })
      for (const metric of metrics) {
        const bound = bounds?.[metric] ?? 'exact'
        assert.equal(bound, own.quality?.[metric]?.bound, `${metric} of ${dimension} ${value}`)
        seen.add(bound)
      }
    }
  }
  assert.deepEqual([...seen].sort(), ['about', 'at_least', 'at_most', 'exact'])
})
