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
  const stored = storedFee(gateway, order)
  if (stored === undefined && !hasGiftCards && !isOnDelivery) return {}
  const { fee, currency } = stored ?? { fee: null, currency: null }
  const payment: OrderPayment = { id: 'captured', at, gateway, amount: total, fee, feeCurrency: currency }
  return { payments: [payment] }
}

type PaymentMeta = Pick<PaidOrder, 'meta' | 'metaObjects' | 'total'>

/** By method of payment. Another method may have been tried first, and has left its own meta: only the order's own is read. */
function storedFee(gateway: string, order: PaymentMeta): StoredFee | undefined {
  if (gateway.startsWith('stripe')) return stripeFee(order)
  if (gateway.startsWith('woocommerce_payments')) return wooPaymentsFee(order)
  return /^ppcp-|paypal/.test(gateway) ? payPalFee(order) : undefined
}

/** In the currency that is paid out, which need not be the order's; the old name knew none. */
function stripeFee({ meta }: PaymentMeta): StoredFee | undefined {
  const fee = toFee(meta._stripe_fee)
  if (fee !== undefined) return { fee, currency: meta._stripe_currency?.toUpperCase() ?? null }
  return inOrderCurrency(toFee(meta['Stripe Fee']))
}

/** Some versions store it in the account's currency: only what adds up to the order is believed. */
function wooPaymentsFee({ meta, total }: PaymentMeta): StoredFee | undefined {
  const [fee, net] = [toFee(meta._wcpay_transaction_fee), toFee(meta._wcpay_net)]
  if (fee === undefined || net === undefined || total === null) return undefined
  return isClose(addDecimals([fee, net]), total, 0) ? inOrderCurrency(fee) : undefined
}

function payPalFee({ meta, metaObjects }: PaymentMeta): StoredFee | undefined {
  const { data } = PayPalFees.safeParse(parse(metaObjects?._ppcp_paypal_fees))
  const fee = data && toFee(String(data.paypal_fee.value))
  if (fee !== undefined) return { fee, currency: data?.paypal_fee.currency_code.toUpperCase() ?? null }
  return inOrderCurrency(toFee(meta['PayPal Transaction Fee'] ?? meta._paypal_transaction_fee))
}

function inOrderCurrency(fee: string | undefined): StoredFee | undefined {
  return fee === undefined ? undefined : { fee, currency: null }
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
