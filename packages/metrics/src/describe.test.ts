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
  assert.deepEqual(
    ['metaads.spend', 'metaads.reach', 'metaads.roas', 'claimedRevenue'].map((key) => metric(key)?.additive),
    [true, false, false, true],
  )
})

test('formulas point at the metrics they are made of', () => {
  assert.deepEqual(metric('sales')?.from, ['orderRevenue', 'returns'])
  assert.deepEqual(metric('orders')?.from, [])
})

test('a metric can be broken down by the dimensions that all of its facts have', () => {
  const dimensionsOf = (key: string) => metric(key)?.dimensions.join(' ')
  const ofOrders =
    'country region product variant sku line_type sales_channel coupon gateway customer_class order_status currency source weekday hour_of_day'
  const ofAds = 'weekday channel ad_account campaign ad_set ad ad_status ad_kind'
  assert.equal(dimensionsOf('sales'), ofOrders)
  assert.equal(dimensionsOf('adSpend'), ofAds)
  assert.equal(dimensionsOf('mer'), 'weekday')
  assert.equal(dimensionsOf('metaads.reach'), 'channel ad_account campaign')
})

test('a shop that measures ads against something else reads so', () => {
  const own = describeCatalogue('netRevenue').metrics
  const mer = own.find(({ key }) => key === 'mer')
  assert.deepEqual(mer?.terms, [
    { metric: 'netRevenue', operator: '+' },
    { metric: 'totalMarketingSpend', operator: '/' },
  ])
  assert.match(mer?.description ?? '', /Here: of net revenue\.$/)
  assert.match(mer?.formula ?? '', /^Net revenue ÷/)
  assert.deepEqual(
    own.filter(({ key }) => key === 'cac'),
    catalogue.metrics.filter(({ key }) => key === 'cac'),
  )
})

test('a rise of what costs money is bad', () => {
  for (const key of ['returns', 'discounts', 'refundRateValue', 'refundRateOrders'])
    assert.equal(metric(key)?.better, 'lower')
})

test('an order with two coupons is in both, one with two products too, and that is said', () => {
  const overlapping = catalogue.dimensions.filter((dimension) => dimension.overlapping).map(({ key }) => key)
  assert.deepEqual(overlapping, ['product', 'variant', 'sku', 'line_type', 'coupon'])
})
