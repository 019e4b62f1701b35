import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Day, listDays, parseDay } from '@tillsight/core/days'
import { toDayNumber } from './calendar.ts'
import { parseQuery } from './input.ts'
import { planQuery } from './plan-query.ts'
import type { MetricQuery, MetricResult, Scope } from './query.ts'
import type { ResultRow } from './result-row.ts'
import { shape } from './shape.ts'

const scope: Scope = { zone: 'Europe/Berlin', currency: 'EUR', weekStartsOn: 1, dailyIsCurrent: false }
const days = { from: '2026-03-10', to: '2026-03-12' }

function question(input: Record<string, unknown>): MetricQuery {
  return parseQuery({ metrics: ['sales', 'orders', 'aov'], ...days, ...input })
}

/** A result row of the facts with the given base values; all others are 0. */
function row(query: MetricQuery, values: Record<string, string>, change: Partial<ResultRow> = {}): ResultRow {
  const amounts = planQuery(query, scope).facts.ledger.map(({ id }) => values[id] ?? '0')
  return {
    part: 'facts',
    period: 0,
    total: 1,
    position: 0,
    keys: [],
    names: [],
    places: [],
    amounts,
    before: [],
    ...change,
  }
}

function at(day: string): Partial<ResultRow> {
  return { total: 0, position: toDayNumber(parseDay(day)) }
}

function seriesOf(result: MetricResult, metric: string): unknown[] {
  return (result.series ?? []).map(({ values }) => values[metric])
}

test('formulas are computed from the sums, as exact text for money and numbers for counts', () => {
  const query = question({})
  const { totals } = shape(query, scope, [
    row(query, { grossSales: '260', discounts: '48', shipping: '14.9', saleTaxes: '43.11', orders: '5' }),
  ])
  assert.deepEqual(totals, { sales: '270.01', orders: 5, aov: '54.002' })
})

test('what the warehouse has nothing about is zero, and a quotient of nothing has no value', () => {
  const result = shape(question({ interval: 'day' }), scope, [])
  assert.deepEqual(result.totals, { sales: '0.00', orders: 0, aov: null })
  assert.deepEqual(seriesOf(result, 'sales'), ['0.00', '0.00', '0.00'])
  assert.equal(result.partial, false)
  assert.deepEqual(result.warnings, [])
})

test('gaps of a series are filled in order', () => {
  const query = question({ interval: 'day', metrics: ['orders'] })
  const result = shape(query, scope, [row(query, { orders: '3' }, at('2026-03-12')), row(query, { orders: '3' })])
  assert.deepEqual(result.series, [
    { at: '2026-03-10', values: { orders: 0 } },
    { at: '2026-03-11', values: { orders: 0 } },
    { at: '2026-03-12', values: { orders: 3 } },
  ])
  assert.equal(result.totals['orders'], 3)
})

test('hours are named by their instant in UTC', () => {
  const query = question({ interval: 'hour', metrics: ['orders'], from: '2026-03-10', to: '2026-03-10' })
  const result = shape(query, scope, [
    row(query, { orders: '2' }, { total: 0, position: Date.parse('2026-03-10T10:00:00Z') / 1000 }),
  ])
  assert.equal(result.series?.length, 24)
  assert.deepEqual(result.series?.[0], { at: '2026-03-09T23:00:00Z', values: { orders: 0 } })
  assert.deepEqual(result.series?.[11], { at: '2026-03-10T10:00:00Z', values: { orders: 2 } })
})

test('days that are not loaded have no value, and totals that cover them are partial', () => {
  const query = question({ interval: 'day' })
  const rows = [row(query, { orders: '1', grossSales: '9' })]
  const result = shape(
    query,
    { ...scope, loadedSince: parseDay('2026-03-11'), loadedThrough: parseDay('2026-03-11') },
    rows,
  )
  assert.deepEqual(seriesOf(result, 'orders'), [null, 0, null])
  assert.deepEqual(seriesOf(result, 'sales'), [null, '0.00', null])
  assert.equal(result.totals['orders'], 1)
  assert.equal(result.partial, true)
  assert.match(result.warnings.join(), /partial/)
})

test('a period of which nothing is loaded has no values at all', () => {
  const result = shape(question({ compare: 'previous_year' }), { ...scope, loadedSince: parseDay('2026-01-01') }, [])
  assert.deepEqual(result.totals, { sales: '0.00', orders: 0, aov: null })
  assert.deepEqual(result.compare?.totals, { sales: null, orders: null, aov: null })
  assert.equal(result.compare?.partial, true)
  assert.match(result.warnings.join(), /Nothing is loaded yet from 2025-03-10 to 2025-03-12/)
})

test('a change is relative, “new” when there was nothing before, and unknown without a value', () => {
  const query = question({ compare: 'previous_period', metrics: ['grossSales', 'discounts', 'orders', 'aov'] })
  const result = shape(query, scope, [
    row(query, { grossSales: '120', discounts: '5', orders: '0' }),
    row(query, { grossSales: '100', orders: '0' }, { period: 1 }),
  ])
  assert.deepEqual(result.compare?.range, { from: '2026-03-07', to: '2026-03-09' })
  assert.deepEqual(result.compare?.changes, {
    grossSales: { relative: '0.2', isNew: false },
    discounts: { relative: null, isNew: true },
    orders: { relative: null, isNew: false },
    aov: { relative: null, isNew: false },
  })
})

test('a comparison with a half-loaded period shows no growth', () => {
  const query = question({ compare: 'previous_period', metrics: ['orders'] })
  const rows = [row(query, { orders: '3' }), row(query, { orders: '1' }, { period: 1 })]
  const result = shape(query, { ...scope, loadedSince: parseDay('2026-03-09') }, rows)
  assert.equal(result.compare?.totals['orders'], 1)
  assert.deepEqual(result.compare?.changes['orders'], { relative: null, isNew: false })
})

test('amounts of the roll-up are put where their places say', () => {
  const query = question({ metrics: ['grossSales', 'orders'] })
  const daily = row(query, {}, { part: 'daily', places: [1, 0], amounts: ['7', '12.5'] })
  assert.deepEqual(shape(query, { ...scope, dailyIsCurrent: true }, [daily]).totals, { grossSales: '12.50', orders: 7 })
})

const rated = (from: string, to: string): Map<Day, string> =>
  new Map(listDays({ from: parseDay(from), to: parseDay(to) }).map((day) => [day, '1.1']))

test('money has no value where a day’s rate is missing, and the warning names the days', () => {
  const query = question({ currency: 'USD', interval: 'day', metrics: ['grossSales', 'orders', 'refundRateValue'] })
  const rows = [
    row(query, { grossSales: '50', orders: '2' }),
    row(query, { grossSales: '50', orders: '2' }, at('2026-03-10')),
  ]
  const result = shape(query, { ...scope, rates: rated('2026-03-10', '2026-03-11') }, rows)
  assert.equal(result.currency, 'USD')
  assert.deepEqual(result.totals, { grossSales: null, orders: 2, refundRateValue: null })
  assert.deepEqual(seriesOf(result, 'grossSales'), ['50.00', '0.00', null])
  assert.match(result.warnings.join(), /no exchange rate from EUR to USD for 2026-03-12:/)
})

test('a day that is not loaded needs no rate', () => {
  const query = question({ currency: 'USD', metrics: ['grossSales'] })
  const loaded = { ...scope, rates: rated('2026-03-10', '2026-03-11'), loadedThrough: parseDay('2026-03-11') }
  assert.equal(shape(query, loaded, [row(query, { grossSales: '1.1' })]).totals['grossSales'], '1.10')
})

test('rows keep the order of the warehouse, and a row too many leads to the next page', () => {
  const query = question({ dimensions: ['product'], metrics: ['orders'], limit: 2, compare: 'previous_period' })
  const product = (position: number, id: string): ResultRow =>
    row(
      query,
      {},
      { part: 'breakdown', total: 0, position, keys: [id], names: [`Name ${id}`], amounts: ['4'], before: ['2'] },
    )
  const result = shape(query, scope, [product(3, 'c'), product(1, 'a'), product(2, 'b')])
  assert.deepEqual(result.rows, [
    { dimensions: { product: 'a' }, names: { product: 'Name a' }, values: { orders: 4 }, before: { orders: 2 } },
    { dimensions: { product: 'b' }, names: { product: 'Name b' }, values: { orders: 4 }, before: { orders: 2 } },
  ])
  assert.ok(result.cursor)
  assert.equal(shape({ ...query, cursor: result.cursor }, scope, [product(3, 'c')]).cursor, undefined)
})

test('dimensions whose values speak for themselves have no names', () => {
  const query = question({ dimensions: ['country'], metrics: ['orders'] })
  const result = shape(query, scope, [
    row(query, {}, { part: 'breakdown', position: 1, keys: ['DE'], names: [''], amounts: ['4'] }),
  ])
  assert.deepEqual(result.rows, [{ dimensions: { country: 'DE' }, values: { orders: 4 } }])
})
