import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDimension } from './catalogue/index.ts'
import { metricOf } from './formula.ts'
import { exceedsTotal } from './overlap.ts'

function overlapping(metrics: readonly string[], dimensions: readonly string[]): string[] {
  const by = dimensions.flatMap((id) => findDimension(id) ?? [])
  assert.equal(by.length, dimensions.length)
  return metrics.filter((id) => exceedsTotal(metricOf(id), by))
}

const metrics = ['sales', 'unitsSold', 'orders', 'aov', 'newCustomers', 'uniqueCustomers', 'repeatRate']

test('what counts orders or customers is in the row of every product of an order, its money is not', () => {
  assert.deepEqual(overlapping(metrics, ['product']), ['orders', 'newCustomers', 'uniqueCustomers'])
  assert.deepEqual(overlapping(metrics, ['line_type']), ['orders', 'newCustomers', 'uniqueCustomers'])
})

test('an order with two coupons is in both rows with all that it is worth', () => {
  assert.deepEqual(overlapping(metrics, ['coupon']), [
    'sales',
    'unitsSold',
    'orders',
    'newCustomers',
    'uniqueCustomers',
  ])
})

test('an order has one country, its customer may have ordered to several', () => {
  assert.deepEqual(overlapping(metrics, ['country']), ['uniqueCustomers'])
})

test('one dimension that overlaps is enough', () => {
  assert.deepEqual(overlapping(['orders'], ['country', 'sku']), ['orders'])
})
