import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { changeOf } from '../../charts/change.ts'
import { type Figure, printFigure } from '../../format/index.ts'
import type { MetricView } from '../../services.ts'
import {
  type Column,
  type Context,
  changeColumn,
  type Figures,
  metricColumn,
  perOrder,
  perOrderColumn,
  shareColumn,
} from './columns.server.ts'

const shipping: MetricView = {
  key: 'shipping',
  label: 'Shipping charged',
  description: 'Shipping that buyers paid for.',
  formula: 'Σ shipping lines ordered',
  unit: 'money',
  better: 'higher',
  additive: true,
  dimensions: ['country'],
  terms: [],
  about: 'orders',
  counting: [],
}
const context: Context = { totals: { shipping: '40.00', orders: 100 }, isComparable: true }
const format = { currency: 'EUR', decimals: 2 }
const figures = (amount: string, orders: number) => ({ shipping: amount, orders })

function figureOf({ amount, measure }: Column, of: Figures, within = context): Figure {
  const known = amount(of, within)
  assert.ok(known && measure)
  return { ...measure, ...known }
}

const textOf = (...asked: Parameters<typeof figureOf>) => printFigure(figureOf(...asked), format)

suite('columns of a table', () => {
  test('a figure is printed as the catalogue says and leads to its orders', () => {
    const column = metricColumn(shipping)
    assert.deepEqual([textOf(column, { values: figures('10.005', 3) }), column.open], ['€10.01', 'shipping'])
  })

  test('a share is of the total, and none of a total of nothing', () => {
    const column = shareColumn(shipping, 'en')
    assert.equal(textOf(column, { values: figures('10.00', 3) }), '25.0%')
    assert.equal(textOf(column, { values: figures('0', 3) }, { ...context, totals: { shipping: '0' } }), '–')
  })

  test('a change of few orders is not judged, and there is none while a period is incomplete', () => {
    const column = changeColumn(shipping, 'orders', 'en')
    const changed = (of: Figures) => changeOf(figureOf(column, of), format)
    const many = { values: figures('20.00', 40), before: figures('10.00', 40) }
    assert.deepEqual([changed(many)?.text, changed(many)?.tone], ['+100.0%', 'good'])
    assert.equal(changed({ ...many, before: figures('10.00', 3) })?.tone, 'neutral')
    assert.deepEqual(column.amount(many, { ...context, isComparable: false }), { value: null })
    assert.deepEqual(column.amount({ values: many.values }, context), { value: null })
    assert.equal(textOf(column, { values: many.values }), '–')
  })

  test('money for each order is exact, and there is none without orders', () => {
    assert.equal(perOrder('10', 4), '2.5000000000')
    assert.equal(perOrder('-0.10', 3), '-0.0333333333')
    assert.equal(perOrder('9007199254740993.01', 1), '9007199254740993.0100000000')
    assert.equal(perOrder('0.05', 3), '0.0166666667')
    assert.equal(perOrder('5', 0), null)
    assert.equal(perOrder(null, 5), null)
    assert.equal(textOf(perOrderColumn(shipping, 'Average', { label: 'Orders' }), { values: figures('10.00', 0) }), '–')
  })
})
