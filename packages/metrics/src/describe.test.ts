import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCatalogue } from './describe.ts'

const catalogue = describeCatalogue()

function metric(key: string): (typeof catalogue.metrics)[number] | undefined {
  return catalogue.metrics.find((entry) => entry.key === key)
}

test('the catalogue is plain data that survives being sent', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(catalogue)), catalogue)
})

test('figures that must not be added up say so', () => {
  assert.deepEqual(
    ['sales', 'orders', 'newCustomers', 'returningCustomers', 'uniqueCustomers', 'aov'].map(
      (key) => metric(key)?.additive,
    ),
    [true, true, true, false, false, false],
  )
})

test('formulas point at the metrics they are made of', () => {
  assert.deepEqual(metric('sales')?.from, ['orderRevenue', 'returns'])
  assert.deepEqual(metric('orders')?.from, [])
})

test('every metric can be broken down by every dimension of its facts', () => {
  for (const { dimensions } of catalogue.metrics) assert.equal(dimensions.length, catalogue.dimensions.length)
})

test('a rise of what costs money is bad', () => {
  for (const key of ['returns', 'discounts', 'refundRateValue', 'refundRateOrders'])
    assert.equal(metric(key)?.better, 'lower')
})

test('an order with two coupons is in both, one with two products too, and that is said', () => {
  const overlapping = catalogue.dimensions.filter((dimension) => dimension.overlapping).map(({ key }) => key)
  assert.deepEqual(overlapping, ['product', 'variant', 'sku', 'line_type', 'coupon'])
})
