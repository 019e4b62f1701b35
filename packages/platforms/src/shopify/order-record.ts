import type {
  InstantText,
  OrderCustomer,
  OrderOrigin,
  OrderPayment,
  OrderRecord,
  OrderStatus,
  RefundRecord,
  RefundSetRecord,
} from '../records.ts'
import { type Restocked, restockedOf } from './restocked.ts'
import { readSales, type Sales } from './sales.ts'
import { toDecimal, toId, toInstant, toMillionths, toOptionalText } from './values.ts'
import type { WholeOrder, WireOrder, WireTransaction, WireVisit } from './wire.ts'

/** Kinds that move money, and in which direction. An authorisation only reserves it. */
const directions: Readonly<Record<string, bigint>> = { SALE: 1n, CAPTURE: 1n, REFUND: -1n, CHANGE: -1n }

/** All records that belong to one order. */
export type OrderRecords = OrderRecord | RefundRecord | RefundSetRecord

/** An order's records, and whether its own total fits its dated sales. */
export interface MappedOrder {
  readonly name: string
  readonly records: readonly OrderRecords[]
  readonly fits: boolean
}

const centPerLine = 10_000n
const mostAttributes = 50

/** Maps the current state of an order, with the history in its agreements. */
export function mapOrder(whole: WholeOrder, seenAt: InstantText, restocked: Restocked = new Map()): MappedOrder {
  const { order, agreements } = whole
  return mapSales(order, readSales(toId(order.id), agreements, restockedOf(whole, restocked)), seenAt)
}

/** Maps an order whose sales were read by either method. */
export function mapSales(order: WireOrder, sales: Sales, seenAt: InstantText): MappedOrder {
  const fits = isTotalOf(order, sales)
  const record = toOrderRecord(order, sales, fits)
  const { refunds } = sales
  const set: RefundSetRecord = {
    type: 'refund_set',
    orderId: record.id,
    refundIds: refunds.map((refund) => refund.id),
    seenAt,
  }
  return { name: order.name, records: refunds.length === 0 ? [record] : [record, ...refunds, set], fits }
}

/** The original total must match the first agreement, with or without tips. */
function isTotalOf(order: WireOrder, { lines }: Sales): boolean {
  const sum = (type?: string) =>
    lines
      .filter((line) => type === undefined || line.type === type)
      .reduce(
        (total, { gross, discount, tax }) => total + toMillionths(gross) - toMillionths(discount) + toMillionths(tax),
        0n,
      )
  const rest = order.originalTotalPriceSet - sum()
  const allowed = centPerLine * BigInt(Math.max(1, lines.length))
  return [rest, rest + sum('tip')].some((difference) => difference <= allowed && difference >= -allowed)
}

function toOrderRecord(order: WireOrder, { lines, edits }: Sales, fits: boolean): OrderRecord {
  return {
    type: 'order',
    id: toId(order.id),
    name: order.name,
    status: (order.displayFinancialStatus ?? 'unknown').toLowerCase(),
    standing: toStatus(order),
    test: order.test,
    placedAt: toInstant(order.processedAt),
    paidAt: paidAt(order),
    cancelledAt: order.cancelledAt ? toInstant(order.cancelledAt) : null,
    updatedAt: toInstant(order.updatedAt),
    currency: order.currencyCode,
    rate: null,
    // The dated sales are authoritative; a different total must not correct them.
    total: fits ? toDecimal(order.originalTotalPriceSet) : null,
    totalTax: null,
    lines,
    edits,
    payments: toPayments(order.transactions ?? []),
    ...(sent.has(order.displayFulfillmentStatus ?? '') ? { fulfilled: true } : {}),
    customer: toCustomer(order),
    ...toPlace(order),
    gateway: toGateway(order),
    salesChannel: toChannel(order),
    coupons: order.discountCodes ?? [],
    tags: order.tags ?? [],
    meta: toMeta(order),
    origin: toOrigin(order),
  }
}

/** What was sent stays so when it comes back; a fulfilment that is taken back makes the order unfulfilled again. */
const sent = new Set(['FULFILLED', 'PARTIALLY_FULFILLED'])
const everPaid = new Set(['PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])
const neverPaid = new Set(['VOIDED', 'EXPIRED'])

/** The status of the order; unknown statuses count as sales until it is known that no money will come. */
function toStatus({ cancelledAt, displayFinancialStatus }: WireOrder): OrderStatus {
  const status = displayFinancialStatus ?? 'PAID'
  if (cancelledAt) return 'cancelled'
  if (neverPaid.has(status)) return 'failed'
  return status === 'PENDING' || status === 'AUTHORIZED' ? 'unpaid' : 'paid'
}

/** A cancelled order counts only if money came in; one that required no payment counts as paid. */
function paidAt(order: WireOrder): InstantText | null {
  const first = firstPaidAt(order.transactions ?? [])
  if (first !== null) return first
  if (!everPaid.has(order.displayFinancialStatus ?? '')) return null
  return order.totalReceivedSet > 0n || !order.cancelledAt ? toInstant(order.processedAt) : null
}

function toCustomer({ customer, email, phone }: WireOrder): OrderCustomer {
  return {
    platformId: customer ? toId(customer.id) : null,
    email: toOptionalText(email) ?? toOptionalText(customer?.defaultEmailAddress?.emailAddress),
    phone: toOptionalText(phone),
  }
}

function toPlace({ shippingAddress, billingAddress }: WireOrder): Pick<OrderRecord, 'country' | 'region'> {
  const place = shippingAddress?.countryCodeV2 ? shippingAddress : billingAddress
  return { country: place?.countryCodeV2 ?? null, region: place?.provinceCode ?? null }
}

/** A gift card pays only a part, so another gateway takes precedence. */
function toGateway({ paymentGatewayNames }: WireOrder): string | null {
  const gateways = paymentGatewayNames ?? []
  return gateways.find((gateway) => gateway !== 'gift_card') ?? gateways[0] ?? null
}

/** `web`, `pos`; for the number of an app, the app's name. */
function toChannel({ sourceName, app }: WireOrder): string | null {
  const source = toOptionalText(sourceName)
  return source === null || /^\d+$/.test(source) ? (toOptionalText(app?.name) ?? source) : source
}

function toMeta(order: WireOrder): Record<string, string> {
  const own = (order.customAttributes ?? []).slice(0, mostAttributes).map(({ key, value }) => {
    // Buyers can write these, so they must not be mistaken for metadata of plug-ins.
    return [`attribute:${key.slice(0, 100)}`, (value ?? '').slice(0, 500)] as const
  })
  const index = order.customerJourneySummary?.customerOrderIndex
  const facts: (readonly [string, string | null | undefined])[] = [
    ['checkout_token', order.checkoutToken],
    ['cart_token', order.cartToken],
    ['presentment_currency', order.presentmentCurrencyCode],
    ['customer_order_index', index === undefined || index === null ? null : String(index)],
  ]
  const known = facts.flatMap(([key, value]) => (value ? [[key, value] as const] : []))
  return Object.fromEntries([...own, ...known])
}

/** The visit that led to the order; null while Shopify has not found out, and where there was none. */
function toOrigin({ customerJourneySummary: journey }: WireOrder): OrderOrigin | null {
  const visit = journey?.lastVisit ?? journey?.firstVisit
  return visit ? ofVisit(visit) : null
}

function ofVisit({ sourceType, source, referrerUrl, landingPage, utmParameters }: WireVisit): OrderOrigin {
  const utm = Object.entries(utmParameters ?? {}).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return {
    sourceType: toOptionalText(sourceType)?.toLowerCase() ?? toOptionalText(source),
    referrer: toOptionalText(referrerUrl),
    landingUrl: toOptionalText(landingPage),
    utm: Object.fromEntries(utm),
  }
}

/** The transactions that really took place; a refund object alone is not one. */
function toPayments(transactions: readonly WireTransaction[]): OrderPayment[] {
  return transactions.filter(isMovement).map((transaction) => ({
    id: toId(transaction.id),
    at: movedAt(transaction),
    gateway: transaction.gateway ?? '',
    amount: toDecimal(transaction.amountSet * (directions[transaction.kind] ?? 0n)),
    ...feeOf(transaction),
  }))
}

/** When money first came in; null while none did. */
function firstPaidAt(transactions: readonly WireTransaction[]): InstantText | null {
  const captured = transactions.filter((one) => isMovement(one) && directions[one.kind] === 1n).map(movedAt)
  return captured.sort()[0] ?? null
}

function isMovement({ kind, status, test }: WireTransaction): boolean {
  return status === 'SUCCESS' && !test && directions[kind] !== undefined
}

function movedAt({ processedAt, createdAt }: WireTransaction): InstantText {
  return toInstant(processedAt ?? createdAt)
}

/** Null if Shopify does not process the payment and therefore knows no fee. */
function feeOf({ fees }: WireTransaction): Pick<OrderPayment, 'fee' | 'feeCurrency' | 'feeTax'> {
  const [first] = fees ?? []
  if (!fees || first === undefined) return { fee: null, feeCurrency: null }
  const { currencyCode } = first.amount
  const same = fees.filter(({ amount }) => amount.currencyCode === currencyCode)
  const sum = same.reduce((total, { amount }) => total + toMillionths(amount.amount), 0n)
  const tax = same.reduce((total, { taxAmount }) => total + toMillionths(taxAmount?.amount ?? '0'), 0n)
  return { fee: toDecimal(sum), feeCurrency: currencyCode, ...(tax === 0n ? {} : { feeTax: toDecimal(tax) }) }
}
