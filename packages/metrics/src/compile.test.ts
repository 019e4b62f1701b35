import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { dimensions, metrics } from './catalogue/index.ts'
import { compile } from './compile.ts'
import { encodeCursor } from './cursor.ts'
import { compileRows } from './drilldown.ts'
import { parseQuery } from './input.ts'
import { cursorOwner } from './plan-query.ts'
import type { Scope } from './query.ts'

const scope: Scope = { zone: 'Europe/Berlin', currency: 'EUR', weekStartsOn: 1, dailyIsCurrent: false }
const current: Scope = { ...scope, dailyIsCurrent: true }
const march = { from: '2026-03-01', to: '2026-03-31' }
const everyMetric = metrics.map(({ id }) => id)

function ask(question: Record<string, unknown>, of: Scope = scope): CompiledQuery {
  return compile(parseQuery({ metrics: ['sales'], ...march, ...question }), of)
}

/** Checks what must hold for every statement, whatever the query. */
function assertSafe({ sql, params }: CompiledQuery): void {
  const used = new Set([...sql.matchAll(/\{(\w+):[^}]+\}/g)].map(([, name]) => name))
  assert.deepEqual(used, new Set(['shop', ...Object.keys(params)]), 'placeholders and values belong together')
  const reads = sql.match(/FROM (ledger|daily|ad_\w+)\b/g) ?? []
  const scoped = sql.match(/FROM (ledger|daily|ad_\w+) FINAL WHERE shop_id = \{shop:UUID\} AND /g) ?? []
  assert.ok(reads.length > 0)
  assert.equal(scoped.length, reads.length, 'every table is read for one shop only')
}

test('every metric with every dimension and interval compiles to a statement for one shop', () => {
  const alone = everyMetric.map((metric) => [metric])
  for (const interval of [undefined, 'hour', 'day', 'week', 'month']) {
    for (const dimension of [undefined, ...dimensions.map(({ id }) => id)]) {
      const shape = { ...(interval && { interval }), ...(dimension && { dimensions: [dimension] }) }
      // Each metric alone with each dimension and with each interval; with both, all metrics in one statement.
      for (const asked of interval && dimension ? [everyMetric] : alone) {
        assertSafe(ask({ metrics: asked, ...shape }))
        assertSafe(ask({ metrics: asked, ...shape }, current))
      }
    }
  }
})

test('comparison, filters, currency and pages keep the statement for one shop', () => {
  const question = {
    metrics: everyMetric,
    compare: 'previous_year',
    currency: 'USD',
    dimensions: ['product', 'coupon'],
    interval: 'week',
    filters: dimensions.map(({ id, ...rest }) => ({
      dimension: id,
      operator: 'is_not',
      values: [rest.values?.[0] ?? 'x'],
    })),
  }
  assertSafe(ask({ ...question, filters: question.filters.slice(0, 10) }))
  assertSafe(ask({ ...question, filters: question.filters.slice(10, 20) }))
  assertSafe(ask({ ...question, filters: question.filters.slice(20) }))
  const { filters: _, ...unfiltered } = question
  assertSafe(ask(unfiltered, current))
})

test('the rows behind every metric are read for one shop', () => {
  const query = parseQuery({ metrics: ['sales'], ...march, currency: 'USD' })
  for (const metric of everyMetric) assertSafe(compileRows({ metric, query, scope }))
})

test('nothing that a person typed is part of the statement', () => {
  const evil = "x') OR 1=1 --"
  const filters = ['country', 'coupon', 'sku', 'region'].map((dimension) => ({
    dimension,
    operator: 'is',
    values: [evil],
  }))
  const { sql, params } = ask({ filters, dimensions: ['sku'] })
  assert.ok(!sql.includes('1=1'))
  assert.deepEqual(params['filter'], [evil])
})

test('a statement reads the instants between the first and the last shop day, also when the clock changes', () => {
  const { params } = ask({ from: '2026-03-29', to: '2026-03-29' })
  assert.equal(params['from'], Date.parse('2026-03-28T23:00:00Z') / 1000)
  assert.equal(params['until'], Date.parse('2026-03-29T22:00:00Z') / 1000)
})

test('the roll-up answers when it is current and the question has whole days and one of its dimensions at most', () => {
  const tables = (question: Record<string, unknown>, of: Scope): string[] => [
    ...new Set(
      [...ask(question, of).sql.matchAll(/FROM (ledger|daily|daily_parts) FINAL/g)].map(([, table = '']) => table),
    ),
  ]
  assert.deepEqual(tables({ interval: 'day' }, current), ['daily'])
  assert.deepEqual(tables({ interval: 'day' }, scope), ['ledger'])
  assert.deepEqual(tables({ interval: 'hour' }, current), ['ledger'])
  const filters = [{ dimension: 'country', operator: 'is', values: ['DE'] }]
  assert.deepEqual(tables({ filters }, current), ['daily_parts'])
  assert.deepEqual(tables({ filters }, scope), ['ledger'])
  assert.deepEqual(tables({ filters, dimensions: ['country'] }, current), ['daily_parts'])
  assert.deepEqual(tables({ filters, dimensions: ['sales_channel'] }, current), ['daily_parts', 'ledger'])
  assert.deepEqual(tables({ dimensions: ['country'] }, current), ['daily', 'daily_parts'])
  assert.deepEqual(
    tables({ dimensions: ['product'] }, current),
    ['daily', 'ledger'],
    'totals from one, rows from the other',
  )
  const people = { metrics: ['returningCustomers', 'sales'], filters }
  assert.deepEqual(tables(people, current), ['daily_parts', 'ledger'], 'who came before may have bought elsewhere')
})

test('orders are counted by their head row, and one by one where the question looks at lines', () => {
  const orders = { metrics: ['orders'] }
  const sku = [{ dimension: 'sku', operator: 'is', values: ['A'] }]
  assert.match(ask(orders).sql, /countIf\(head = 1 AND 1\)/)
  assert.match(ask({ ...orders, dimensions: ['product'] }).sql, /uniqExactIf\(order_id, kind = 'order' AND 1\)/)
  assert.match(
    ask({ ...orders, filters: sku }).sql,
    /uniqExactIf\(order_id, kind = 'order' AND line_type IN \('product', 'gift_card'\)/,
  )
  assert.doesNotMatch(ask({ ...orders, dimensions: ['country'] }).sql, /uniqExactIf\(order_id/)
})

test('only what the metrics need is computed', () => {
  assert.doesNotMatch(ask({ metrics: ['orders'] }).sql, /sumIf|uniqExact/)
  assert.deepEqual(ask({ metrics: ['aovNew'] }, current).params['measures'], [
    'newCustomerRevenue',
    'newCustomerOrders',
  ])
})

test('money is converted by exact decimals, and numbers are not', () => {
  const rates = new Map([[parseDay('2026-03-01'), '0.0950000000']])
  const { sql, params } = ask({ metrics: ['grossSales', 'unitsSold'], currency: 'SEK' }, { ...scope, rates })
  assert.match(sql, /sumIf\(\(gross\) \* day_rate/)
  assert.match(sql, /sumIf\(quantity,/)
  assert.match(sql, /Decimal\(38, 10\)/)
  assert.match(String(params['rates']), /^0\.0950000000,0,0/)
  assert.doesNotMatch(ask({ currency: 'EUR' }).sql, /day_rate/, 'the own currency needs no rates')
})

test('both periods of a comparison are in one statement, also when they overlap', () => {
  const { sql, params } = ask({ from: '2024-01-01', to: '2025-12-31', compare: 'previous_year' })
  assert.equal(sql.split('UNION ALL').length, 2)
  assert.equal(Object.keys(params).filter((name) => name.startsWith('from')).length, 2)
})

test('days of the roll-up are read once for periods without common ones, and for each period otherwise', () => {
  const selects = (compare: unknown): number =>
    ask({ interval: 'week', compare }, current).sql.split('FROM daily FINAL').length - 1
  assert.equal(selects('previous_period'), 1)
  assert.equal(selects('previous_year'), 1)
  assert.equal(selects({ from: '2026-02-15', to: march.from }), 2)
})

test('a breakdown by many values is limited, and its next page begins behind the first', () => {
  const question = { dimensions: ['product'], metrics: ['sales'] }
  const first = ask(question).params
  assert.deepEqual([first['rows_after'], first['rows_through']], [0, 101])
  assert.equal(ask({ dimensions: ['country'] }).params['rows_through'], 1001)
  const owner = cursorOwner(parseQuery({ ...march, ...question }))
  const next = ask({ ...question, limit: 10, cursor: encodeCursor(owner, [100]) }).params
  assert.deepEqual([next['rows_after'], next['rows_through']], [100, 111])
})

test('rows rank by the first metric, with those that have no value last', () => {
  const { sql } = ask({ metrics: ['aov', 'orders'], dimensions: ['country'] })
  assert.match(sql, /ORDER BY isNull\(toFloat64\(.+?\) \/ nullIf\(.+?DESC, key_0\)/)
})

test('days of ads are gone through once for both periods, rows, their courses, the totals and the series', () => {
  const question = { metrics: ['adSpend', 'claimedRoas'], dimensions: ['campaign'], compare: 'previous_period' }
  const passes = (change: Record<string, unknown>): number =>
    ask({ ...question, ...change }).sql.split('FROM ad_days ').length - 1
  const common = { compare: { from: '2026-02-15', to: march.from } }
  assert.equal(passes({}), 1)
  assert.equal(passes({ compare: 'previous_year' }), 1)
  assert.equal(passes(common), 2, 'a common day counts for both')
  assert.equal(passes({ interval: 'week', rowSeries: true, seriesOf: ['adSpend'] }), 1)
  assert.equal(passes({ interval: 'week', rowSeries: true }), 2, 'series of everything')
})

test('nothing is read of ads where the shop has none in these days', () => {
  const profit = { metrics: ['netProfit'], interval: 'day', compare: 'previous_period' }
  const ads = { currencies: [], rates: new Map(), ownRates: new Map(), loaded: new Map() }
  const some = { ...ads, currencies: [{ platform: 'custom', currency: 'EUR' }] }
  assert.doesNotMatch(ask(profit, { ...current, ads }).sql, /ad_days/)
  assert.match(ask(profit, { ...current, ads: some }).sql, /ad_days/)
})
