import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAmount, parseAmount } from '@tillsight/core'
import { isShippingTaxed, workOutTotals } from './order-file-totals.ts'

const amount = (text: string) => parseAmount(text)

test('an order that fits no reading takes the nearest and says what is left', () => {
  const nothing = amount('0')
  const order = {
    goods: amount('100.00'),
    tips: nothing,
    lineDiscounts: nothing,
    subtotal: amount('100.00'),
    shipping: amount('5.00'),
    taxes: amount('19.00'),
    duties: nothing,
    discount: nothing,
  }
  const read = (total: string) => {
    const { taxesIncluded, rest } = workOutTotals({ ...order, total: amount(total) })
    return [taxesIncluded, formatAmount(rest, 2)]
  }
  assert.deepEqual(read('124.00'), [false, '0.00'])
  assert.deepEqual(read('105.00'), [true, '0.00'])
  assert.deepEqual(read('124.01'), [false, '0.01'])
  assert.deepEqual(read('104.00'), [true, '-1.00'])
})

test('one named rate tells whether shipping is taxed', () => {
  const reported = (taxes: string, rates: readonly string[], taxesIncluded = false) =>
    isShippingTaxed({ taxesIncluded }, { taxes: amount(taxes), goods: amount('100.00'), rates, allowed: 10_000n })
  assert.equal(reported('8.88', ['NY State Tax 8.875%']), false)
  assert.equal(reported('9.76', ['NY State Tax 8.875%']), true)
  assert.equal(reported('15.97', ['DE MwSt 19%'], true), false)
  assert.equal(reported('16.76', ['DE MwSt 19%'], true), true)
  assert.equal(reported('8.88', ['NY State Tax 4%', 'NY City Tax 4.875%']), true)
  assert.equal(reported('8.88', []), true)
})
