import { type Amount, type LocalTimes, negateAmount } from '@tillsight/core'
import type {
  CustomerRecord,
  OrderLine,
  OrderRecord,
  ProductRecord,
  RefundRecord,
} from '@tillsight/platforms/connectors'
import { decimalText, multiply } from '@tillsight/platforms/order-files'
import { type Invoice, isOrder, type Settlement } from './online-retail-invoices.ts'

/** The country names of the data set; null where the name does not identify a country. */
const onlineRetailCountries: Readonly<Record<string, string | null>> = {
  Australia: 'AU',
  Austria: 'AT',
  Bahrain: 'BH',
  Belgium: 'BE',
  Brazil: 'BR',
  Canada: 'CA',
  'Channel Islands': null,
  Cyprus: 'CY',
  'Czech Republic': 'CZ',
  Denmark: 'DK',
  EIRE: 'IE',
  'European Community': null,
  Finland: 'FI',
  France: 'FR',
  Germany: 'DE',
  Greece: 'GR',
  'Hong Kong': 'HK',
  Iceland: 'IS',
  Israel: 'IL',
  Italy: 'IT',
  Japan: 'JP',
  Lebanon: 'LB',
  Lithuania: 'LT',
  Malta: 'MT',
  Netherlands: 'NL',
  Norway: 'NO',
  Poland: 'PL',
  Portugal: 'PT',
  RSA: 'ZA',
  'Saudi Arabia': 'SA',
  Singapore: 'SG',
  Spain: 'ES',
  Sweden: 'SE',
  Switzerland: 'CH',
  USA: 'US',
  'United Arab Emirates': 'AE',
  'United Kingdom': 'GB',
  Unspecified: null,
}

/** The data set is in pounds and in UK time, whatever the shop uses. */
export const onlineRetailCurrency = 'GBP'
export const onlineRetailZone = 'Europe/London'

/** The values of one row about its line. */
export interface LineValues {
  readonly sku: string
  readonly title: string
  readonly quantity: number
  readonly price: Amount
}

/** What the first pass learned about the whole file. */
export interface RetailState {
  readonly invoices: Map<string, Invoice>
  readonly products: Map<string, { id: string; title: string; price: Amount }>
  settlement: Settlement
}

/** The exact value of the line. */
export function lineValue({ quantity, price }: LineValues): Amount {
  return multiply(price, BigInt(quantity) * 10_000n)
}

/** What building one record needs. */
export interface Building {
  readonly state: RetailState
  readonly times: LocalTimes
}

/** The order of a sale invoice. */
export function toOrder(invoice: Invoice, lines: readonly LineValues[], { state, times }: Building): OrderRecord {
  const placedAt = instantOf(invoice.time, times)
  return {
    type: 'order',
    id: String(invoice.number),
    name: `#${invoice.id}`,
    status: 'completed',
    standing: 'paid',
    test: false,
    placedAt,
    paidAt: placedAt,
    cancelledAt: null,
    updatedAt: instantOf(state.settlement.touched.get(invoice.id) ?? invoice.time, times),
    currency: onlineRetailCurrency,
    rate: null,
    total: decimalText(invoice.value),
    totalTax: '0',
    lines: lines.map((line, index) => toOrderLine(line, { id: lineId(invoice, index), state })),
    edits: [],
    customer: {
      platformId: invoice.customer === '' ? null : String(Number(invoice.customer)),
      email: null,
      phone: null,
    },
    country: onlineRetailCountries[invoice.country] ?? null,
    region: null,
    gateway: null,
    salesChannel: null,
    coupons: [],
    tags: [],
    meta: {},
    origin: null,
  }
}

function toOrderLine(line: LineValues, { id, state }: { id: string; state: RetailState }): OrderLine {
  return {
    id,
    type: 'product',
    productId: state.products.get(line.sku)?.id ?? null,
    variantId: null,
    sku: line.sku,
    title: line.title,
    quantity: String(line.quantity),
    gross: decimalText(lineValue(line)),
    discount: '0',
    tax: '0',
    cost: null,
  }
}

/** The refund of a cancellation; its lines reference no order line because the data set does not. */
export function toRefund(invoice: Invoice, lines: readonly LineValues[], { state, times }: Building): RefundRecord {
  const order = state.settlement.orderOf.get(invoice.id)
  if (!order) throw new Error('a cancellation without order was refused between the readings')
  return {
    type: 'refund',
    id: String(invoice.number),
    orderId: String(order.number),
    at: instantOf(invoice.time, times),
    amount: decimalText(negateAmount(invoice.value)),
    reason: invoice.id,
    lines: lines.map((line, index) => ({
      id: lineId(invoice, index),
      type: 'product',
      orderLineId: null,
      productId: state.products.get(line.sku)?.id ?? null,
      variantId: null,
      sku: line.sku,
      title: line.title,
      quantity: String(-line.quantity),
      amount: decimalText(negateAmount(lineValue(line))),
      tax: '0',
    })),
  }
}

/** One product per stock code, numbered by first appearance. */
export function toProducts({ products }: RetailState): ProductRecord[] {
  return [...products].map(([sku, { id, title, price }]) => ({
    type: 'product',
    id,
    title,
    status: 'publish',
    giftCard: false,
    categories: [],
    imageUrl: null,
    updatedAt: null,
    variants: [{ id, sku, title, price: decimalText(price), cost: null, weight: null }],
  }))
}

/** One customer per number on an order or a cancellation. */
export function toCustomers(
  state: RetailState,
  { times, leftOut }: { times: LocalTimes; leftOut: (group: string) => boolean },
): CustomerRecord[] {
  const firsts = new Map<string, Invoice>()
  for (const invoice of state.invoices.values()) {
    const takesPart = isOrder(invoice) || invoice.kind === 'cancellation'
    if (invoice.customer === '' || !takesPart || leftOut(invoice.id)) continue
    const first = firsts.get(invoice.customer)
    if (!first || invoice.time < first.time) firsts.set(invoice.customer, invoice)
  }
  return [...firsts].map(([id, first]) => ({
    type: 'customer',
    id: String(Number(id)),
    email: `${Number(id)}@example.com`,
    name: '',
    country: onlineRetailCountries[first.country] ?? null,
    createdAt: instantOf(first.time, times),
    updatedAt: null,
  }))
}

function lineId(invoice: Invoice, index: number): string {
  return String(invoice.number * 10_000 + index + 1)
}

function instantOf(time: string, times: LocalTimes): string {
  const epochMs = times.toEpochMs(time)
  if (epochMs === undefined) throw new Error('times were checked in the first reading')
  return new Date(epochMs).toISOString().replace('.000Z', 'Z')
}
