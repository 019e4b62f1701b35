import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metrics } from './catalogue/index.ts'
import { findPlatform, platforms } from './platforms.ts'

const storeStats = [
  'trueaov',
  'aov',
  'sales',
  'orders',
  'returns',
  'orderRevenue',
  'newCustomers',
  'grossSales',
  'newCustomerRevenue',
  'paidOrders',
  'taxes',
  'returningCustomerRevenue',
  'saleTaxes',
  'returningCustomers',
  'newCustomerOrders',
  'discounts',
  'unitsSold',
]

function statsOf(id: string): string[] | undefined {
  return findPlatform(id)?.stats.map(({ metric }) => metric)
}

test('every platform brings exactly the stats of the specification', () => {
  assert.deepEqual(
    platforms.map(({ id }) => id),
    ['woocommerce', 'shopify', 'googleads', 'metaads', 'tiktokads'],
  )
  assert.deepEqual(statsOf('woocommerce'), storeStats)
  assert.deepEqual(statsOf('shopify'), storeStats)
  assert.deepEqual(statsOf('googleads'), ['spend', 'conversions', 'cpa', 'cpc', 'roas'])
  assert.deepEqual(statsOf('metaads'), ['spend', 'conversions', 'cpa', 'cpc', 'roas', 'reach', 'impressions'])
  assert.deepEqual(statsOf('tiktokads'), ['spend', 'conversions', 'cpa', 'cpc', 'views', 'clicks'])
})

test('store stats are the metrics of the catalogue under the same names', () => {
  for (const stat of findPlatform('woocommerce')?.stats ?? []) {
    const metric = metrics.find(({ id }) => id === stat.metric)
    assert.deepEqual([stat.label, stat.description], [metric?.label, metric?.description])
  }
  assert.equal(findPlatform('shopify')?.stats.find(({ metric }) => metric === 'paidOrders')?.label, 'Orders > $0')
  assert.equal(findPlatform('shopify')?.stats.find(({ metric }) => metric === 'trueaov')?.label, 'True AOV')
})

test('money has a currency; counts and returns on ad spend have none', () => {
  const plain = new Set(
    platforms.flatMap(({ stats }) => stats.filter((stat) => !stat.isCurrency)).map(({ metric }) => metric),
  )
  assert.deepEqual([...plain].toSorted(), [
    'clicks',
    'conversions',
    'impressions',
    'newCustomerOrders',
    'newCustomers',
    'orders',
    'paidOrders',
    'reach',
    'returningCustomers',
    'roas',
    'unitsSold',
    'views',
  ])
})

test('ad platforms name the table of their rows, stores and Meta Ads have a step for connecting', () => {
  for (const { type, table } of platforms) assert.equal(table, type === 'ads' ? 'ad_days' : undefined)
  assert.deepEqual(
    platforms.filter(({ hasConnectStep }) => hasConnectStep).map(({ id }) => id),
    ['woocommerce', 'shopify', 'metaads'],
  )
})

test('what a platform says about itself is marked as its claim', () => {
  for (const { name, stats } of platforms.filter(({ type }) => type === 'ads')) {
    for (const { metric, description } of stats) {
      if (['conversions', 'cpa', 'roas'].includes(metric))
        assert.ok(description.includes(`reported by ${name}`), metric)
    }
  }
})

test('a platform nobody knows is not found', () => {
  assert.equal(findPlatform('myspace'), undefined)
})
