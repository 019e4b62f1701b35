import { z } from 'zod'
import type { InstantText, OrderPayment, OrderRecord } from '../records.ts'
import { addDecimals, isClose, Notes, toDecimal } from './values.ts'

const PayPalFees = z.object({
  paypal_fee: z.object({ currency_code: z.string().length(3), value: z.union([z.string(), z.number()]) }),
})

interface StoredFee {
  readonly fee: string
  /** Null: the order's own. */
  readonly currency: string | null
}

/** What the order's own fields say of its payment. */
interface PaidOrder extends Pick<OrderRecord, 'gateway' | 'total' | 'paidAt' | 'meta' | 'metaObjects'> {
  readonly completedAt: InstantText | null
  /** Whether another part was paid by gift cards, which `total` here leaves out. */
  readonly hasGiftCards: boolean
}

/**
 * What was captured, where the order's method, total and date of payment do not say it: with the fee that a payment plug-in has
 * stored (core stores none), beside gift cards, or on delivery. That counts as paid when the goods left the house: WooCommerce
 * dates the payment when the order is placed. Absent otherwise, so that the shop's rules say what the fee was.
 */
export function capturedPayment(order: PaidOrder): Pick<OrderRecord, 'payments'> {
  const { gateway, total, paidAt, completedAt, hasGiftCards } = order
  const isOnDelivery = gateway === 'cod'
  const at = isOnDelivery ? completedAt : paidAt
  if (at === null || total === null || gateway === null) return isOnDelivery ? { payments: [] } : {}
  const stored = storedFee(gateway, total, order)
  if (stored === undefined && !hasGiftCards && !isOnDelivery) return {}
  const { fee, currency } = stored ?? { fee: null, currency: null }
  const payment: OrderPayment = { id: 'captured', at, gateway, amount: total, fee, feeCurrency: currency }
  return { payments: [payment] }
}

function storedFee(
  gateway: string,
  total: string,
  { meta, metaObjects }: Pick<PaidOrder, 'meta' | 'metaObjects'>,
): StoredFee | undefined {
  const read = (key: string): string | undefined => toFee(meta[key])
  if (gateway.startsWith('stripe')) {
    // In the currency that is paid out, which need not be the order's; the old name knew none.
    const own = read('_stripe_fee')
    if (own !== undefined) return { fee: own, currency: meta._stripe_currency?.toUpperCase() ?? null }
    const old = read('Stripe Fee')
    return old === undefined ? undefined : { fee: old, currency: null }
  }
  if (gateway.startsWith('woocommerce_payments')) {
    // Some versions store it in the account's currency: only what adds up to the order is believed.
    const [fee, net] = [read('_wcpay_transaction_fee'), read('_wcpay_net')]
    if (fee === undefined || net === undefined) return undefined
    return isClose(addDecimals([fee, net]), total, 0) ? { fee, currency: null } : undefined
  }
  // Another method may have been tried first, and has left its own meta.
  if (!/^ppcp-|paypal/.test(gateway)) return undefined
  const paypal = PayPalFees.safeParse(parse(metaObjects?._ppcp_paypal_fees))
  const fee = paypal.success ? toFee(String(paypal.data.paypal_fee.value)) : undefined
  if (paypal.success && fee !== undefined) return { fee, currency: paypal.data.paypal_fee.currency_code.toUpperCase() }
  const plain = read('PayPal Transaction Fee') ?? read('_paypal_transaction_fee')
  return plain === undefined ? undefined : { fee: plain, currency: null }
}

/** An amount as a plug-in writes it; whether it can be true is judged in the shop's currency, where costs are booked. */
function toFee(text: string | undefined): string | undefined {
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? toDecimal(text, new Notes()) : undefined
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    // Another plug-in's idea of the key.
    return undefined
  }
}
