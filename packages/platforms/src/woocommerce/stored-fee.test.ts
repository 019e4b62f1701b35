import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capturedPayment } from './stored-fee.ts'

const paidAt = '2026-03-10T10:00:00Z'
const order = { gateway: 'stripe', total: '120.00', paidAt, completedAt: null, hasGiftCards: false, meta: {} }

function feeOf(given: Partial<Parameters<typeof capturedPayment>[0]>) {
  const [payment] = capturedPayment({ ...order, ...given }).payments ?? []
  return payment && [payment.amount, payment.fee, payment.feeCurrency]
}

test('fees of Stripe are in the currency that is paid out, or by their old name in the order’s', () => {
  assert.deepEqual(feeOf({ meta: { _stripe_fee: '2.93', _stripe_currency: 'eur' } }), ['120.00', '2.93', 'EUR'])
  assert.deepEqual(feeOf({ meta: { 'Stripe Fee': '2.93' } }), ['120.00', '2.93', null])
  assert.equal(feeOf({}), undefined)
})

test('fees of WooPayments are believed when they and the rest make the order', () => {
  const gateway = 'woocommerce_payments'
  assert.deepEqual(feeOf({ gateway, meta: { _wcpay_transaction_fee: '3.10', _wcpay_net: '116.90' } }), [
    '120.00',
    '3.10',
    null,
  ])
  assert.equal(feeOf({ gateway, meta: { _wcpay_transaction_fee: '3.10' } }), undefined)
  assert.equal(feeOf({ gateway, meta: { _wcpay_transaction_fee: '3.10', _wcpay_net: '101.20' } }), undefined)
})

test('fees of PayPal are an object, or a plain copy', () => {
  const gateway = 'ppcp-gateway'
  const fees = { paypal_fee: { currency_code: 'USD', value: '4.01' }, net_amount: { currency_code: 'USD', value: '1' } }
  assert.deepEqual(feeOf({ gateway, metaObjects: { _ppcp_paypal_fees: JSON.stringify(fees) } }), [
    '120.00',
    '4.01',
    'USD',
  ])
  assert.deepEqual(feeOf({ gateway, meta: { 'PayPal Transaction Fee': '4.01' } }), ['120.00', '4.01', null])
  assert.equal(feeOf({ gateway, metaObjects: { _ppcp_paypal_fees: '"soon"' } }), undefined)
})

test('an order that is not paid has no fee, whatever is stored', () => {
  assert.equal(feeOf({ paidAt: null, meta: { _stripe_fee: '2.93' } }), undefined)
})

test('what is no amount, or belongs to a method that was given up, is no fee', () => {
  for (const value of ['-2.93', '2,93', 'n/a']) assert.equal(feeOf({ meta: { _stripe_fee: value } }), undefined, value)
  assert.equal(feeOf({ gateway: 'bacs', meta: { _stripe_fee: '2.93', _paypal_transaction_fee: '4.01' } }), undefined)
})

test('cash on delivery is captured when the goods left the house, whatever date of payment the store gives it', () => {
  const completedAt = '2026-03-12T10:00:00Z'
  assert.deepEqual(capturedPayment({ ...order, gateway: 'cod' }), { payments: [] })
  const [payment] = capturedPayment({ ...order, gateway: 'cod', paidAt: null, completedAt }).payments ?? []
  assert.deepEqual([payment?.at, payment?.amount, payment?.fee], [completedAt, '120.00', null])
})

test('beside gift cards, the rest alone went through the payment method', () => {
  assert.deepEqual(feeOf({ hasGiftCards: true }), ['120.00', null, null])
})
