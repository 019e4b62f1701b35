import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { metrics } from './catalogue/index.ts'
import { compileRows, partsOfFigure, type RowsQuery } from './drilldown.ts'
import { parseQuery } from './input.ts'
import { RowsResultRow, shapeRows } from './shape-rows.ts'

const question: RowsQuery = {
  metric: 'aov',
  query: parseQuery({ metrics: ['aov'], from: '2026-03-10', to: '2026-03-12' }),
  scope: { zone: 'Europe/Berlin', currency: 'EUR', weekStartsOn: 1, dailyIsCurrent: true },
  limit: 1,
}

function result(change: Partial<RowsResultRow>): RowsResultRow {
  const texts = Object.keys(RowsResultRow.shape).filter((key) => key.endsWith('_text'))
  return RowsResultRow.parse({
    is_total: 0,
    segment: 'ledger',
    texts: [],
    unknown: 0,
    place: '0',
    at: Date.parse('2026-03-10T10:00:00Z') / 1000,
    ...Object.fromEntries(texts.map((key) => [key, /quantity|gross|discount|tax/.test(key) ? '0' : ''])),
    over: '0',
    by: '0',
    ...change,
  })
}

const total = result({ is_total: 1, place: 2, over: '270.01', by: '5' })
const rows = [
  total,
  result({ place: 1, order_id_text: 'O1', row_id_text: 'o:2', over: '5.95' }),
  result({
    order_id_text: 'O1',
    row_id_text: 'o:1',
    over: '85.68',
    by: '1',
    gross_text: '80',
    quantity_text: '2.0000',
  }),
]

test('every metric can be taken apart into sums', () => {
  for (const { id } of metrics) assert.ok(partsOfFigure(id).over.length > 0)
  const { over } = partsOfFigure('sales')
  assert.deepEqual(
    over.filter(({ sign }) => sign === -1).map(({ base }) => base.id),
    ['discounts', 'returnsProducts', 'returnsShipping', 'returnsCharges', 'returnsTax'],
  )
})

test('a metric that does not exist is not found', () => {
  assert.throws(() => compileRows({ ...question, metric: 'sale' }), { code: 'not_found', message: /did you mean/ })
})

test('a page shows what each row adds to both parts of a quotient, and the value of the whole', () => {
  const page = shapeRows(question, rows)
  assert.deepEqual(
    { value: page.value, contribution: page.contribution, denominator: page.denominator, count: page.count },
    { value: '54.002', contribution: '270.01', denominator: '5', count: 2 },
  )
  assert.equal(page.rows.length, 1)
  const [row] = page.rows
  assert.deepEqual([row?.rowId, row?.contribution, row?.denominator], ['o:1', '85.68', '1'])
  assert.deepEqual([row?.bookedAt, row?.gross, row?.quantity], ['2026-03-10T10:00:00Z', '80.00', '2'])
})

test('the next page begins behind the last row of this one', () => {
  const { cursor } = shapeRows(question, rows)
  assert.ok(cursor)
  const { sql, params } = compileRows({ ...question, cursor })
  assert.deepEqual([params['after_order'], params['after_row']], ['O1', 'o:1'])
  assert.match(sql, /booked_at < .+ OR \(booked_at = .+ AND \(order_id, row_id\) > /)
  assert.equal(shapeRows({ ...question, limit: 10 }, rows).cursor, undefined)
  assert.throws(() => compileRows({ ...question, metric: 'sales', cursor }), { code: 'invalid_input' })
})

test('a person or an order adds one, with the first of its rows', () => {
  assert.match(compileRows({ ...question, metric: 'uniqueCustomers' }).sql, /PARTITION BY customer_id/)
  assert.doesNotMatch(compileRows({ ...question, metric: 'orders' }).sql, /PARTITION BY/)
  const filters = [{ dimension: 'sku', operator: 'is', values: ['A'] }] as const
  assert.match(
    compileRows({ ...question, metric: 'orders', query: { ...question.query, filters } }).sql,
    /PARTITION BY order_id/,
  )
})

test('without a value for the figure there is none for its rows either', () => {
  assert.equal(shapeRows(question, []).value, null, 'nothing divided by nothing')
  const converted = { ...question, query: { ...question.query, currency: 'USD' } }
  assert.equal(shapeRows(converted, rows).value, null, 'no rates')
  assert.match(shapeRows(converted, rows).warnings.join(), /no exchange rate/)
  const early = { ...question, scope: { ...question.scope, loadedSince: parseDay('2026-04-01') } }
  assert.equal(shapeRows({ ...early, metric: 'orders' }, rows).value, null, 'nothing loaded')
})
