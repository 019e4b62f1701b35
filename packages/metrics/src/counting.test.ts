import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metrics } from './catalogue/index.ts'
import { countingRulesOf } from './counting.ts'
import { metricOf } from './formula.ts'

function rules(id: string): string {
  return countingRulesOf(metricOf(id)).join(' ')
}

test('what every figure leaves out is said of every figure, and where it is booked as well', () => {
  for (const metric of metrics) {
    const found = countingRulesOf(metric)
    const isOfAds = found.includes('ad_day')
    assert.ok(isOfAds || found.includes('counted_orders'), metric.id)
    assert.equal(
      found.includes('counted_orders'),
      found.includes('sale_day') || found.includes('return_day'),
      metric.id,
    )
    assert.ok(!(found.includes('with_tax') && found.includes('without_tax')), metric.id)
  }
})

test('the rules of a sum follow from the lines that it adds up', () => {
  assert.equal(rules('sales'), 'sale_day return_day with_tax no_gift_cards_tips counted_orders')
  assert.equal(rules('grossSales'), 'sale_day without_tax goods_only counted_orders')
  assert.equal(rules('unitsSold'), 'sale_day goods_only counted_orders')
  assert.equal(rules('returns'), 'return_day with_tax no_gift_cards_tips counted_orders')
  assert.equal(rules('saleTaxes'), 'sale_day no_gift_cards_tips counted_orders')
  assert.equal(rules('shipping'), 'sale_day without_tax counted_orders')
})

test('gift cards and tips do count for themselves', () => {
  assert.equal(rules('giftCardsSold'), 'sale_day without_tax counted_orders')
  assert.equal(rules('tips'), 'sale_day without_tax counted_orders')
})

test('the rules of a number of orders or people follow from who is counted', () => {
  assert.equal(rules('orders'), 'sale_day counted_orders')
  assert.equal(rules('paidOrders'), 'sale_day no_free_orders counted_orders')
  assert.equal(rules('newCustomers'), 'sale_day no_free_orders no_unidentified counted_orders')
  assert.equal(rules('unidentifiedOrders'), 'sale_day no_free_orders counted_orders')
  assert.equal(rules('refundedOrders'), 'sale_day no_free_orders changes_later counted_orders')
})

test('a quotient has the rules of both its parts', () => {
  assert.equal(rules('trueaov'), 'sale_day without_tax goods_only no_free_orders counted_orders')
  assert.equal(rules('aov'), 'sale_day with_tax no_gift_cards_tips counted_orders')
})

test('figures of ads are of the days of ad accounts, and what platforms say about themselves is their claim', () => {
  assert.equal(rules('metaads.spend'), 'ad_day')
  assert.equal(rules('metaads.roas'), 'ad_day claimed')
  assert.equal(rules('metaads.reach'), 'ad_day told_once')
  assert.equal(rules('ncac'), 'sale_day no_free_orders no_unidentified counted_orders ad_day')
})
