// What payment plug-ins leave on an order about their fee: the core of the store has no place for it.
import type { StoreMeta } from './history.ts'

/** Stripe: in the currency that is paid out. From 10.8 on it is missing after a redirect to the bank's page. */
export function stripeFee(fee: string, net: string, currency: string): StoreMeta[] {
  return [
    { key: '_stripe_fee', value: fee },
    { key: '_stripe_net', value: net },
    { key: '_stripe_currency', value: currency },
  ]
}

/** WooPayments; versions before 2025 keep no net amount. */
export function wooPaymentsFee(fee: string, net?: string): StoreMeta[] {
  const own = { key: '_wcpay_transaction_fee', value: fee }
  return net === undefined ? [own] : [own, { key: '_wcpay_net', value: net }]
}

/** PayPal Payments: an object, and a plain copy without its currency. */
export function payPalFee(
  amounts: { readonly gross: string; readonly fee: string; readonly net: string },
  currency: string,
): StoreMeta[] {
  const money = (value: string) => ({ currency_code: currency, value })
  const { gross, fee, net } = amounts
  return [
    { key: '_ppcp_paypal_fees', value: { gross_amount: money(gross), paypal_fee: money(fee), net_amount: money(net) } },
    { key: 'PayPal Transaction Fee', value: fee },
  ]
}
