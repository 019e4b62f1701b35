import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { MetricQuery, MetricRow } from '@tillsight/metrics'
import { changeOf } from '../../charts/change.ts'
import { printFigure, unpackFigures } from '../../format/index.ts'
import { parseSearch } from '../../search/state.ts'
import type { MetricView, Result } from '../../services.ts'
import { type FigureQuery, shopVerbsOf } from '../../testing.ts'
import { changeColumn, metricColumn, shareColumn } from './columns.server.ts'
import { loadTable, type TableSpec } from './load-table.server.ts'
import type { TableModel } from './model.ts'

const figure = (key: string, label: string): MetricView => ({
  key,
  label,
  description: label,
  formula: label,
  unit: 'count',
  better: 'higher',
  additive: true,
  dimensions: ['coupon'],
  terms: [],
  about: 'orders',
  counting: [],
})
const orders = figure('orders', 'Orders')
const units = figure('unitsSold', 'Units sold')
const spec: TableSpec = {
  labelHeader: 'Coupon',
  dimensions: ['coupon'],
  columns: [
    metricColumn(orders),
    metricColumn(units),
    shareColumn(units, 'en'),
    changeColumn(units, 'orders', 'en'),
    { key: 'fee', label: 'Fee', hint: 'Nobody said.', needs: [], measure: null, amount: () => null },
  ],
  usualSorting: '-unitsSold',
  labelOf: ({ dimensions: { coupon = '' } }) => coupon || 'No coupon',
}
const range = { from: parseDay('2026-03-01'), to: parseDay('2026-03-31') }

function row(coupon: string, values: { orders: number; unitsSold: number }): MetricRow {
  return { dimensions: { coupon }, values, before: { orders: 40, unitsSold: 10 } }
}

/** A shop whose result has these rows, in pages of a thousand like the engine's, in the requested order. */
function shopWith(rows: readonly MetricRow[]) {
  const asked: FigureQuery[] = []
  const result: Omit<Result, 'rows' | 'cursor'> = {
    range,
    timezone: 'UTC',
    currency: 'EUR',
    totals: { orders: 100, unitsSold: 50 },
    partial: false,
    compare: { range, totals: { orders: 90, unitsSold: 40 }, partial: false, changes: {} },
    warnings: [],
    freshness: {},
  }
  return {
    asked,
    shop: {
      display: { currency: 'EUR', decimals: 2, chosenLanguage: null, language: 'en', numbers: 'en-US' },
    } as const,
    catalogue: () => ({ metrics: [orders, units] }),
    run: shopVerbsOf({
      async 'metrics.query'(query) {
        asked.push(query)
        const [lead = ''] = query.metrics
        const ranked = rows.toSorted((a, b) => Number(b.values[lead]) - Number(a.values[lead]))
        const start = Number(query.cursor ?? 0)
        const next = start + 1000
        return { ...result, rows: ranked.slice(start, next), ...(next < rows.length ? { cursor: String(next) } : {}) }
      },
    }),
  }
}

function load(services: ReturnType<typeof shopWith>, search = '', own: TableSpec = spec) {
  const ask = (metrics: readonly string[]): MetricQuery => ({ metrics, ...range, interval: 'day' })
  return loadTable({ services, state: parseSearch(search), ask }, own)
}

/** The printed figures of a row; for a change column, its change. */
function textsOf({ columns, format }: TableModel, packed = ''): (string | undefined)[] {
  return unpackFigures(packed, columns).map((figure, index) => {
    if (!figure) return 'Not known'
    return columns[index]?.look === 'change' ? changeOf(figure, format)?.text : printFigure(figure, format)
  })
}

suite('a table of figures', () => {
  const few = [
    row('spring', { orders: 40, unitsSold: 30 }),
    row('', { orders: 60, unitsSold: 20 }),
    row('old', { orders: 0, unitsSold: 0 }),
  ]

  test('rows are sorted by the lead, what was not sold is left out, and totals are the answer’s', async () => {
    const services = shopWith(few)
    const table = await load(services)
    assert.deepEqual(
      table.rows.map(({ label }) => label),
      ['spring', 'No coupon'],
    )
    assert.deepEqual(textsOf(table, table.total), ['100', '50', '100.0%', '+25.0%', 'Not known'])
    assert.deepEqual(textsOf(table, table.rows[0]?.figures), ['40', '30', '60.0%', '+200.0%', 'Not known'])
    assert.equal(services.asked[0]?.interval, undefined)
  })

  test('columns whose rows exceed the total are named as they are called', async () => {
    const services = shopWith(few)
    const counted = {
      ...services,
      run: shopVerbsOf({
        'metrics.query': async (query) => ({
          ...(await services.run('metrics.query', query)),
          overlapping: ['orders', 'aov'],
        }),
      }),
    }
    assert.deepEqual([(await load(counted)).overlapping, (await load(services)).overlapping], [['Orders'], []])
  })

  test('a search keeps the totals and says how many there are', async () => {
    const table = await load(shopWith(few), '?find=spr')
    assert.deepEqual([table.rows.length, table.found, table.count, textsOf(table, table.total)[0]], [1, 1, 2, '100'])
  })

  test('what has no value has its row even when there is nothing of it', async () => {
    const table = await load(shopWith(few.slice(0, 1)), '', { ...spec, showsUnrecorded: true })
    assert.deepEqual(
      table.rows.map(({ label, figures }) => [label, textsOf(table, figures)[0]]),
      [
        ['spring', '40'],
        ['No coupon', '0'],
      ],
    )
  })

  test('without a comparison there is no column of changes', async () => {
    const services = shopWith(few)
    const run = shopVerbsOf({
      'metrics.query': async (query) => withoutComparison(await services.run('metrics.query', query)),
    })
    const plain = { ...services, run }
    assert.deepEqual(
      (await load(plain)).columns.map(({ key }) => key),
      ['orders', 'unitsSold', 'share', 'fee'],
    )
  })

  const many = Array.from({ length: 2500 }, (_, index) =>
    row(`c${index}`, { orders: 2500 - index, unitsSold: index + 1 }),
  )

  test('of a huge table no more is read than the page needs while it stands in the engine’s order', async () => {
    const services = shopWith(many)
    const table = await load(services, '?sort=-orders')
    assert.deepEqual([services.asked.length, services.asked[0]?.metrics[0]], [1, 'orders'])
    assert.deepEqual([table.rows[0]?.label, table.hasMore, table.hasNext], ['c0', true, true])
    const later = shopWith(many)
    assert.equal((await load(later, '?after=21')).rows[0]?.label, 'c1499')
    assert.equal(later.asked.length, 2)
  })

  test('a search or another order reads all of it', async () => {
    const services = shopWith(many)
    const table = await load(services, '?sort=name')
    assert.deepEqual([services.asked.length, table.count, table.hasMore], [3, 2500, false])
    assert.equal((await load(shopWith(many), '?find=c2499')).found, 1)
  })

  test('the file has the same days, filters and order, and the lead first', async () => {
    const { exportSearch } = await load(shopWith(few), '?range=7d&f=country:DE&sort=orders&find=x&after=2&open=sales')
    assert.equal(exportSearch, '?range=7d&f=country:DE&sort=orders&metrics=unitsSold,orders&by=coupon')
  })
})

function withoutComparison({ compare: _compare, ...answer }: Result): Result {
  return answer
}
