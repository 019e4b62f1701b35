import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { describeCatalogue, type MetricValues } from '@tillsight/metrics'
import { openTwoShards } from '@tillsight/warehouse/testing'
import fc from 'fast-check'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { describeMetrics } from './describe-metrics.ts'
import { listRows } from './list-rows.ts'
import { type History, histories, historyRange } from './random-history.testing.ts'
import { ask, askLedger, openTestStores, type Query, tellCosts } from './shop.testing.ts'

const stores = await openTestStores({ after })
const sharded = await openTestStores({ after }, { warehouse: await openTwoShards({ after }) })
const catalogue = describeCatalogue()
const metrics = catalogue.metrics.map(({ key }) => key)

async function fill(ctx: ShopContext, all: readonly History[]): Promise<void> {
  const news = all.flatMap(({ news }, index) =>
    news.map((record) => {
      const name = (id: string) => `${index}.${id}`
      if (record.type === 'order' || record.type === 'deletion') return { ...record, id: name(record.id) }
      if (record.type === 'refund') return { ...record, id: name(record.id), orderId: name(record.orderId) }
      if (record.type === 'refund_set')
        return { ...record, orderId: name(record.orderId), refundIds: record.refundIds.map(name) }
      return record
    }),
  )
  await writeRecords(ctx, { source: 'woocommerce', records: news })
}

const lives = fc.sample(histories, { numRuns: 6, seed: 4711 })
const ctx = await stores.openShop()
const elsewhere = await sharded.openShop()
// Neighbours in both stores: none of their data may ever be visible.
const neighbour = await stores.openShop()
for (const shop of [ctx, elsewhere]) await tellCosts(shop)
await fill(ctx, lives)
await fill(elsewhere, lives)
await fill(neighbour, lives.slice(0, 2))
for (let count = 0; count < 3; count += 1) await fill(await sharded.openShop(), lives.slice(0, 1))

// Ad dimensions need other rows.
const ofOrders = catalogue.dimensions.filter(({ level }) => level !== 'ad')

const queries: [string, Query][] = [
  ...(['hour', 'day', 'week', 'month'] as const).map((interval): [string, Query] => [
    `by ${interval}`,
    { metrics, ...historyRange, interval },
  ]),
  ...ofOrders.map(({ key }): [string, Query] => [
    `by ${key}`,
    { metrics, ...historyRange, dimensions: [key], limit: 500 },
  ]),
  [
    'with a comparison and two dimensions',
    {
      metrics,
      from: '2026-03-29',
      to: '2026-04-04',
      compare: 'previous_period',
      dimensions: ['country', 'product'],
      limit: 100,
    },
  ],
  ...ofOrders.map(({ key, values }): [string, Query] => [
    `where ${key} is not something`,
    {
      metrics,
      ...historyRange,
      interval: 'week',
      filters: [{ dimension: key, operator: 'is_not', values: [values?.[0] ?? 'p1'] }],
    },
  ]),
]

suite('every metric in every breakdown', () => {
  for (const [title, query] of queries) {
    test(`${title}: the same from days, from the ledger and from two shards`, async () => {
      const result = await ask(ctx, query)
      assert.ok(Object.keys(result.totals).length === metrics.length)
      assert.deepEqual(await askLedger(ctx, query), result)
      assert.deepEqual(await ask(elsewhere, query), result)
      assert.deepEqual(await askLedger(elsewhere, query), result)
    })
  }

  for (const { key } of catalogue.dimensions) {
    test(`rows by ${key} add up to the totals, but for figures that the answer names`, async () => {
      const {
        totals,
        rows = [],
        overlapping = [],
      } = await ask(ctx, {
        metrics,
        ...historyRange,
        dimensions: [key],
        limit: 1000,
      })
      for (const { key: metric, unit, terms, dimensions } of catalogue.metrics) {
        if (terms.some(({ operator }) => operator === '/')) continue
        if (!dimensions.includes(key)) {
          assert.ok(
            rows.every(({ values }) => values[metric] === null),
            `${metric} cannot be told apart by ${key}`,
          )
          continue
        }
        const total = Number(totals[metric])
        const sum = rows.reduce((before, { values }) => before + Number(values[metric]), 0)
        if (!overlapping.includes(metric)) {
          assert.ok(Math.abs(sum - total) < 0.0001, `${metric}: ${sum} instead of ${total}`)
        } else if (unit === 'count') assert.ok(sum >= total, `${metric}: ${sum} is less than ${total}`)
      }
    })
  }

  test('orders with several products are counted in each, and that is said', async () => {
    const query = { metrics: ['orders', 'unitsSold'], ...historyRange, limit: 1000 }
    const { totals, rows = [], overlapping } = await ask(ctx, { ...query, dimensions: ['product'] })
    assert.ok(rows.reduce((sum, { values }) => sum + Number(values['orders']), 0) > Number(totals['orders']))
    assert.deepEqual(overlapping, ['orders'])
    assert.deepEqual((await ask(ctx, { ...query, dimensions: ['country'] })).overlapping, [])
  })
})

test('the rows behind a figure add up to it exactly, page by page', async () => {
  const range = { from: '2026-03-24', to: '2026-04-08' }
  const { totals } = await ask(ctx, { metrics, ...range })
  for (const metric of metrics) {
    let [sum, under, count, expected] = [0, 0, 0, 0]
    let cursor: string | undefined
    do {
      const page = await run(listRows, ctx, {
        metric,
        ...range,
        limit: 50,
        ...(cursor === undefined ? {} : { cursor }),
      })
      for (const row of page.rows) {
        sum += Math.round(Number(row.contribution) * 1_000_000)
        under += Math.round(Number(row.denominator ?? 0) * 1_000_000)
      }
      count += page.rows.length
      expected = page.count
      assert.equal(page.value, totals[metric], metric)
      cursor = page.cursor
    } while (cursor !== undefined)
    assert.equal(count, expected, metric)
    const isQuotient = catalogue.metrics.some(
      ({ key, unit, from }) =>
        key === metric && (unit === 'percent' || unit === 'ratio' || (from.length === 2 && under !== 0)),
    )
    if (!isQuotient) assert.equal(sum, Math.round(Number(totals[metric]) * 1_000_000), metric)
    else if (under !== 0) assert.ok(Math.abs(sum / under - Number(totals[metric])) < 1e-6, metric)
  }
})

test('the catalogue describes itself to anybody who may read figures', async () => {
  const described = await run(
    describeMetrics,
    { ...ctx, actor: { kind: 'person', id: 'p', role: 'viewer', shops: 'all' } },
    {},
  )
  assert.deepEqual(
    described.metrics.map(({ key }) => key),
    metrics,
  )
})

suite('invariants', () => {
  const day = fc
    .integer({ min: 0, max: 23 })
    .map((offset) => new Date(Date.UTC(2026, 2, 20 + offset)).toISOString().slice(0, 10))
  const filters = fc.constantFrom<NonNullable<Query['filters']>>(
    [],
    [{ dimension: 'country', operator: 'is', values: ['DE'] }],
    [{ dimension: 'coupon', operator: 'is_not', values: ['ten'] }],
    [{ dimension: 'product', operator: 'is', values: ['p1', 'p2'] }],
    [{ dimension: 'line_type', operator: 'is', values: ['product'] }],
    [{ dimension: 'customer_class', operator: 'is', values: ['returning'] }],
  )
  const asked = fc.record({ ends: fc.tuple(day, day), split: day, filters })

  test('hold for any range, any filter and any split', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ ends, split, filters }) => {
        const [from = '', to = ''] = [...ends].sort()
        const query = { metrics, from, to, filters, interval: 'day' } as const
        const { totals, series } = await ask(ctx, query)
        assertIdentities(totals)
        if (filters.length === 0) assert.equal(totals['newCustomers'], totals['newCustomerOrders'])
        const parts =
          split >= from && split < to
            ? [
                { from, to: split },
                { from: nextDay(split), to },
              ]
            : [{ from, to }]
        const results = await Promise.all(parts.map((part) => ask(ctx, { ...query, ...part })))
        for (const { key, additive, unit } of catalogue.metrics) {
          if (!additive) continue
          const scale = unit === 'money' ? 1_000_000 : 10_000
          const whole = Math.round(Number(totals[key]) * scale)
          const days = (series ?? []).reduce((sum, { values }) => sum + Math.round(Number(values[key]) * scale), 0)
          const both = results.reduce((sum, result) => sum + Math.round(Number(result.totals[key]) * scale), 0)
          // With a filter on lines, a person's first order counts on one matching line only.
          if (filters.length === 0 || key !== 'newCustomers') assert.deepEqual([days, both], [whole, whole], key)
        }
      }),
      { numRuns: 30, endOnFailure: true },
    )
  })

  function nextDay(text: string): string {
    return new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, 10)
  }

  function assertIdentities(totals: MetricValues): void {
    const of = (key: string) => Math.round(Number(totals[key]) * 1_000_000)
    const equals: [string, number, number][] = [
      [
        'revenue',
        of('orderRevenue'),
        of('grossSales') - of('discounts') + of('shipping') + of('otherCharges') + of('saleTaxes'),
      ],
      ['sales', of('sales'), of('orderRevenue') - of('returns')],
      [
        'returns',
        of('returns'),
        of('returnsProducts') + of('returnsShipping') + of('returnsCharges') + of('returnsTax'),
      ],
      ['net revenue', of('sales') - of('taxes'), of('netRevenue')],
      [
        'classes',
        of('newCustomerRevenue') + of('returningCustomerRevenue') + of('unidentifiedRevenue'),
        of('orderRevenue'),
      ],
      ['orders', of('newCustomerOrders') + of('returningCustomerOrders') + of('unidentifiedOrders'), of('paidOrders')],
    ]
    for (const [what, left, right] of equals) assert.equal(left, right, what)
    assert.ok(of('paidOrders') <= of('orders'))
    assert.ok(of('uniqueCustomers') <= of('newCustomers') + of('returningCustomers'))
    if (of('orders') > 0) assert.ok(Math.abs(of('aov') - of('orderRevenue') / Number(totals['orders'])) <= 1)
    else assert.equal(totals['aov'], null)
  }
})
