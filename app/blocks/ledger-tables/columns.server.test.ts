import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { MetricView } from '../../services.ts'
import { changeColumn, metricColumn, type Printing, perOrder, perOrderColumn, shareColumn } from './columns.server.ts'

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
const printing: Printing = {
  totals: { shipping: '40.00', orders: 100 },
  format: { currency: 'EUR', decimals: 2 },
  isComparable: true,
}
const figures = (amount: string, orders: number) => ({ shipping: amount, orders })

suite('columns of a table', () => {
  test('a figure is printed as the catalogue says and leads to its orders', () => {
    const cell = metricColumn(shipping).print({ values: figures('10.005', 3) }, printing)
    assert.deepEqual(cell, { text: '€10.01', open: 'shipping' })
  })

  test('a share is of the total, and none of a total of nothing', () => {
    const { print } = shareColumn(shipping)
    assert.equal(print({ values: figures('10.00', 3) }, printing).text, '25.0%')
    assert.equal(print({ values: figures('0', 3) }, { ...printing, totals: { shipping: '0' } }).text, '–')
  })

  test('a change of few orders is not judged, and there is none while a period is incomplete', () => {
    const { print } = changeColumn(shipping)
    const many = { values: figures('20.00', 40), before: figures('10.00', 40) }
    assert.deepEqual([print(many, printing).text, print(many, printing).change?.tone], ['+100.0%', 'good'])
    assert.equal(print({ ...many, before: figures('10.00', 3) }, printing).change?.tone, 'neutral')
    assert.deepEqual(print(many, { ...printing, isComparable: false }), { text: '–' })
    assert.deepEqual(print({ values: many.values }, printing), { text: '–' })
  })

  test('money for each order is exact, and there is none without orders', () => {
    assert.equal(perOrder('10', 4), '2.5000000000')
    assert.equal(perOrder('-0.10', 3), '-0.0333333333')
    assert.equal(perOrder('9007199254740993.01', 1), '9007199254740993.0100000000')
    assert.equal(perOrder('0.05', 3), '0.0166666667')
    assert.equal(perOrder('5', 0), null)
    assert.equal(perOrder(null, 5), null)
    assert.equal(perOrderColumn(shipping, 'Average').print({ values: figures('10.00', 0) }, printing).text, '–')
  })
})
