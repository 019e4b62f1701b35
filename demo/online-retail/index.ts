import { amountText, negateAmount } from '@tillsight/core'
import type {
  StoreCustomer,
  StoreHistory,
  StoreOrder,
  StoreOrderLine,
  StoreProduct,
  StoreRefund,
} from '../../simulators/index.ts'
import { toInstant } from '../local-time.ts'
import { orderFinder, type RetailInvoice, RetailInvoices, type RetailLine } from './invoices.ts'
import { type RetailRow, readRetailRows } from './read-rows.ts'

/** ISO 3166 codes of the 38 country names; empty where the name does not name one country. */
const retailCountries: Readonly<Record<string, string>> = {
  Australia: 'AU',
  Austria: 'AT',
  Bahrain: 'BH',
  Belgium: 'BE',
  Brazil: 'BR',
  Canada: 'CA',
  'Channel Islands': '',
  Cyprus: 'CY',
  'Czech Republic': 'CZ',
  Denmark: 'DK',
  EIRE: 'IE',
  'European Community': '',
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
  Unspecified: '',
}

// Turns the public Online Retail data set (CC BY 4.0, never part of this repository) into a shop history.
// Must not know how the product reads or counts it; the rules are in README.md.

const zone = 'Europe/London'

/** The settings of a simulated shop for this history. */
export const onlineRetailShop = { name: 'Online Retail', zone, currency: 'GBP', country: 'GB', taxRates: [] } as const

/** The history of the shop and its source data. */
export interface OnlineRetail extends StoreHistory {
  readonly products: readonly StoreProduct[]
  readonly customers: readonly StoreCustomer[]
  readonly orders: readonly StoreOrder[]
}

/** Reads `online_retail.csv.gz` from the given path. */
export async function readOnlineRetail(path: string): Promise<OnlineRetail> {
  const invoices = new RetailInvoices()
  const products = new Map<string, ProductSeen>()
  for await (const row of readRetailRows(path)) {
    invoices.add(row)
    noteProduct(products, row)
  }
  const sales = invoices.orders()
  const cancellations = invoices.cancellations()
  const refunds = refundsByOrder(sales, cancellations, products)
  return {
    products: [...products].map(([code, seen]) => toProduct(code, seen)),
    customers: toCustomers([...sales, ...cancellations]),
    orders: sales.map((invoice) => toOrder(invoice, refunds.get(invoice.no) ?? [], products)),
  }
}

interface ProductSeen {
  readonly id: number
  readonly price: string
  readonly at: string
  title: string
}

function noteProduct(products: Map<string, ProductSeen>, row: RetailRow): void {
  const known = products.get(row.stockCode)
  if (!known)
    products.set(row.stockCode, {
      id: products.size + 1,
      price: row.unitPrice,
      at: row.invoiceDate,
      title: row.description,
    })
  else if (known.title === '') known.title = row.description
}

function toProduct(code: string, { id, price, at, title }: ProductSeen): StoreProduct {
  return { id, name: title || code, sku: code, price, createdAt: toInstant(at, zone) }
}

function refundsByOrder(
  sales: readonly RetailInvoice[],
  cancellations: readonly RetailInvoice[],
  products: ReadonlyMap<string, ProductSeen>,
): Map<string, StoreRefund[]> {
  const findOrder = orderFinder(sales)
  const refunds = new Map<string, StoreRefund[]>()
  for (const cancellation of cancellations) {
    const order = findOrder(cancellation)
    if (!order) throw new Error(`Cancellation ${cancellation.no} is older than every order`)
    refunds.set(order.no, [...(refunds.get(order.no) ?? []), toRefund(cancellation, products)])
  }
  return refunds
}

function toRefund(cancellation: RetailInvoice, products: ReadonlyMap<string, ProductSeen>): StoreRefund {
  return {
    id: cancellation.digits,
    createdAt: toInstant(cancellation.time, zone),
    amount: amountText(negateAmount(cancellation.total)),
    reason: cancellation.no,
    refundedPayment: false,
    lines: cancellation.lines.map((line, at) => ({
      id: cancellation.digits * 10_000 + at + 1,
      productId: products.get(line.stockCode)?.id ?? 0,
      sku: line.stockCode,
      name: line.description || line.stockCode,
      quantity: -line.quantity,
      total: amountText(negateAmount(line.value)),
    })),
  }
}

function toOrder(
  invoice: RetailInvoice,
  refunds: readonly StoreRefund[],
  products: ReadonlyMap<string, ProductSeen>,
): StoreOrder {
  const at = toInstant(invoice.time, zone)
  const country = retailCountries[invoice.country] ?? ''
  return {
    id: invoice.digits,
    number: invoice.no,
    status: 'completed',
    createdAt: at,
    modifiedAt: refunds.reduce((latest, refund) => (refund.createdAt > latest ? refund.createdAt : latest), at),
    paidAt: at,
    completedAt: at,
    customerId: Number(invoice.customerId),
    billing: { country },
    lines: invoice.lines.map((line, index) => toLine(line, invoice.digits * 10_000 + index + 1, products)),
    ...(refunds.length > 0 ? { refunds } : {}),
  }
}

function toLine(line: RetailLine, id: number, products: ReadonlyMap<string, ProductSeen>): StoreOrderLine {
  const value = amountText(line.value)
  return {
    id,
    productId: products.get(line.stockCode)?.id ?? 0,
    sku: line.stockCode,
    name: line.description || line.stockCode,
    quantity: line.quantity,
    subtotal: value,
    total: value,
  }
}

function toCustomers(invoices: readonly RetailInvoice[]): StoreCustomer[] {
  const first = new Map<string, RetailInvoice>()
  for (const invoice of invoices)
    if (invoice.customerId !== '' && !first.has(invoice.customerId)) first.set(invoice.customerId, invoice)
  return [...first].map(([id, invoice]) => ({
    id: Number(id),
    email: `${id}@example.com`,
    country: retailCountries[invoice.country] ?? '',
    createdAt: toInstant(invoice.time, zone),
  }))
}
