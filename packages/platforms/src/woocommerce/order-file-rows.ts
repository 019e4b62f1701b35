import {
  type Amount,
  addAmounts,
  isAppError,
  type LocalTimes,
  localTimesOf,
  negateAmount,
  parseAmount,
  zeroAmount,
} from '@tillsight/core'
import { type FormatInput, multiply, type RowReader } from '../order-files/index.ts'
import { type ItemValues, readItem, readItems } from './order-file-items.ts'
import type { WooCoupon, WooFee, WooLine, WooOrder, WooRefund } from './order-file-records.ts'

const remedy = 'Export the orders again and import the file as the plugin made it.'

/** Reads orders and lines from rows of any of the layouts. */
export interface WooRows {
  /** Each row is a line, not a whole order. */
  readonly hasItemRows: boolean
  readOrder(id: string): WooOrder
  /** The lines of the row: one where rows are lines, all of the order's where rows are orders. */
  readLines(): WooLine[]
}

/** Reads from the reader's current row. */
export function createWooRows(reader: RowReader, input: FormatInput): WooRows {
  const hasItemRows = ['item_name', 'item_total', 'item_sku'].some((name) => input.columns.has(name))
  const times = { shop: localTimesOf(input.zone), utc: localTimesOf('UTC') }
  const numbered = [...input.columns.keys()].filter((name) => /^line_item_\d+$/.test(name))
  const itemIn = (field: string) => {
    const cell = reader.raw(field)
    return cell === '' ? [] : [readLine(reader, field, readItem(cell))]
  }
  return {
    hasItemRows,
    readOrder: (id) => readOrder(reader, id, times),
    readLines() {
      if (hasItemRows) return readItemRow(reader)
      const listed = readList(reader, 'line_items').map((item) => readLine(reader, 'line_items', item))
      return listed.length > 0 ? listed : numbered.flatMap(itemIn)
    },
  }
}

interface Times {
  readonly shop: LocalTimes
  readonly utc: LocalTimes
}

function readOrder(reader: RowReader, id: string, times: Times): WooOrder {
  const placedAt = reader.instant('date')
  for (const field of ['date', 'status', 'order_total']) {
    if (reader.raw(field) === '') reader.refuse(field, 'The value is missing.', remedy)
  }
  return {
    id,
    name: readName(reader, id),
    status: readStatus(reader),
    placedAt: placedAt ?? '',
    paidAt: reader.has('paid_date') ? (reader.instant('paid_date') ?? null) : undefined,
    currency: reader.currency('order_currency'),
    total: reader.amount('order_total'),
    totalTax: readOptional(reader, 'tax_total'),
    ...readShipping(reader),
    fees: readFees(reader),
    discount: reader.amount('discount_total'),
    refunded: positive(reader.amount('refunded_total')),
    refunds: readRefunds(reader, times),
    coupons: readCoupons(reader),
    customer: {
      platformId: firstOf(reader, ['customer_id', 'customer_user'], ['0']),
      email: firstOf(reader, ['billing_email', 'customer_email']),
      phone: firstOf(reader, ['billing_phone']),
    },
    ...readPlace(reader),
    gateway: firstOf(reader, ['payment_method', 'payment_method_title']),
  }
}

/** The order number, in the format of the connection. */
function readName(reader: RowReader, id: string): string {
  const number = reader.text('order_number_formatted', 64) ?? reader.text('order_number', 64) ?? id
  return /^\d+$/.test(number) ? `#${number}` : number
}

function readShipping(reader: RowReader): Pick<WooOrder, 'shipping' | 'shippingTax' | 'shippingId' | 'shippingTitle'> {
  const items = readList(reader, 'shipping_items')
  return {
    shipping: reader.has('shipping_total') ? reader.amount('shipping_total') : sumOf(reader, 'shipping_items'),
    shippingTax: readOptional(reader, 'shipping_tax_total'),
    shippingId: items.length === 1 ? (items[0]?.get('id') ?? null) : null,
    shippingTitle: reader.text('shipping_method', 500) ?? 'Shipping',
  }
}

/** `wc-on-hold`, `On hold` and `on-hold` are one status. */
function readStatus(reader: RowReader): string {
  const status = (reader.text('status', 64) ?? '')
    .toLowerCase()
    .replace(/^wc-/, '')
    .replaceAll(/[\s_]+/g, '-')
  return status === 'pending-payment' ? 'pending' : status
}

function readPlace(reader: RowReader): Pick<WooOrder, 'country' | 'region'> {
  const part = reader.raw('shipping_country') === '' ? 'billing' : 'shipping'
  const country = reader.raw(`${part}_country`)
  return {
    country: /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
    region: firstOf(reader, [`${part}_state_code`, `${part}_state`]),
  }
}

function firstOf(reader: RowReader, fields: readonly string[], none: readonly string[] = []): string | null {
  const field = fields.find((name) => reader.raw(name) !== '' && !none.includes(reader.raw(name)))
  return field === undefined ? null : reader.text(field, 320)
}

function readOptional(reader: RowReader, field: string): Amount | undefined {
  return reader.raw(field) === '' ? undefined : reader.amount(field)
}

/** A row without any item belongs to an order without lines. */
function readItemRow(reader: RowReader): WooLine[] {
  const fields = ['id', 'name', 'product_id', 'sku', 'quantity', 'price', 'subtotal', 'total', 'total_tax', 'refunded']
  const names = [...fields, 'refunded_qty'].map((key) => [key, reader.raw(`item_${key}`)] as const)
  const item = new Map(names.filter(([, value]) => value !== ''))
  return item.has('name') || item.has('total') || item.has('sku') ? [readLine(reader, 'item_name', item)] : []
}

function readLine(reader: RowReader, field: string, item: ItemValues): WooLine {
  const read = (...keys: readonly string[]) => readNested(reader, field, { item, keys })
  const sku = textOf(item, 'sku')
  const refundedQuantity = readQuantity(reader, field, textOf(item, 'refunded_qty') ?? '0')
  return {
    id: clip(textOf(item, 'id'), 64),
    title: clip(textOf(item, 'name', 'title') ?? sku, 500) ?? '',
    productId: clip(textOf(item, 'product_id'), 64),
    sku: sku === 'unknown_product' ? null : clip(sku, 100),
    ...readWorth(reader, field, item),
    subtotal: read('subtotal', 'sub_total'),
    tax: read('total_tax', 'tax'),
    refunded: positive(read('refunded') ?? zeroAmount),
    refundedQuantity: refundedQuantity < 0n ? -refundedQuantity : refundedQuantity,
  }
}

/** A unit price only gives the line's amount when multiplied by the quantity. */
function readWorth(reader: RowReader, field: string, item: ItemValues): Pick<WooLine, 'quantity' | 'total'> {
  const count = textOf(item, 'quantity', 'qty')
  const quantity = readQuantity(reader, field, count ?? '1')
  const total = readNested(reader, field, { item, keys: ['total'] })
  if (total !== undefined) return { quantity, total }
  const price = readNested(reader, field, { item, keys: ['price'] })
  if (price !== undefined && count !== null) return { quantity, total: multiply(price, quantity) }
  reader.refuse(field, 'The line has no amount, nor a price and a quantity.', remedy)
  return { quantity, total: zeroAmount }
}

function clip(text: string | null, limit: number): string | null {
  return text === null ? null : text.slice(0, limit)
}

/** Empty and 0 mean "none" in WordPress. */
function textOf(item: ItemValues, ...keys: readonly string[]): string | null {
  const key = keys.find((name) => (item.get(name) ?? '') !== '')
  const text = key === undefined ? '' : (item.get(key) ?? '')
  return text === '' || (text === '0' && /(?:^|_)id$/.test(key ?? '')) ? null : text
}

interface Nested {
  readonly item: ItemValues
  readonly keys: readonly string[]
}

function readNested(reader: RowReader, field: string, { item, keys }: Nested): Amount | undefined {
  const text = textOf(item, ...keys)
  if (text === null) return undefined
  try {
    return parseAmount(text)
  } catch (error) {
    if (!isAppError(error)) throw error
    reader.refuse(field, `“${text.slice(0, 20)}” (${keys[0] ?? ''}) is not an amount.`, remedy)
    return zeroAmount
  }
}

function readQuantity(reader: RowReader, field: string, text: string): bigint {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,4})0*)?$/.exec(text)
  if (!match) {
    reader.refuse(field, `“${text.slice(0, 20)}” is not a quantity.`, remedy)
    return 0n
  }
  const units = BigInt((match[2] ?? '') + (match[3] ?? '').padEnd(4, '0'))
  return match[1] === '-' ? -units : units
}

function readList(reader: RowReader, field: string): ItemValues[] {
  const items = readItems(reader.raw(field))
  if (items === undefined) reader.refuse(field, 'The list in this cell breaks off or is none.', remedy)
  return items ?? []
}

function sumOf(reader: RowReader, field: string): Amount {
  const amounts = readList(reader, field).map((item) => readNested(reader, field, { item, keys: ['total'] }))
  return addAmounts(...amounts.map((amount) => amount ?? zeroAmount))
}

function readFees(reader: RowReader): WooFee[] {
  const fees = readList(reader, 'fee_items').map((item, index) => {
    const read = (...keys: readonly string[]) => readNested(reader, 'fee_items', { item, keys }) ?? zeroAmount
    const title = textOf(item, 'title', 'name') ?? 'Fee'
    return {
      id: textOf(item, 'id') ?? `fee-${index + 1}`,
      title: title.slice(0, 500),
      amount: read('total'),
      tax: read('total_tax', 'tax'),
    }
  })
  if (fees.length > 0) return fees
  const amount = reader.amount('fee_total')
  const tax = reader.amount('fee_tax_total')
  return amount === zeroAmount && tax === zeroAmount ? [] : [{ id: 'fees', title: 'Fees', amount, tax }]
}

function readRefunds(reader: RowReader, times: Times): WooRefund[] {
  const [field, zone] =
    reader.raw('refunds') === '' ? (['refund_items', 'utc'] as const) : (['refunds', 'shop'] as const)
  return readList(reader, field).flatMap((item) => {
    const epochMs = times[zone].toEpochMs(textOf(item, 'date') ?? '')
    const amount = positive(readNested(reader, field, { item, keys: ['amount'] }) ?? zeroAmount)
    if (epochMs === undefined) reader.refuse(field, 'A refund has no day that exists.', remedy)
    if (epochMs === undefined || amount === zeroAmount) return []
    const at = new Date(epochMs).toISOString().replace('.000Z', 'Z')
    return [{ id: textOf(item, 'id'), at, amount, reason: textOf(item, 'reason') ?? '' }]
  })
}

/** Codes alone, or items; one plug-in writes the coupon's face value there, the others the discount. */
function readCoupons(reader: RowReader): WooCoupon[] {
  const cell = reader.raw('coupon_items')
  if (!/(?:^|[|;"])code\\?"?:/.test(cell)) {
    const codes = cell.split(/[,;|]/).map((code) => code.trim())
    return codes.filter((code) => code !== '').map((code) => ({ code: code.slice(0, 200), discount: undefined }))
  }
  return readList(reader, 'coupon_items').flatMap((item) => {
    const code = textOf(item, 'code')
    if (code === null) return []
    const tookOff = item.has('id') || item.has('description')
    const amount = tookOff ? readNested(reader, 'coupon_items', { item, keys: ['amount'] }) : undefined
    return [{ code: code.slice(0, 200), discount: amount }]
  })
}

function positive(amount: Amount): Amount {
  return amount < 0n ? negateAmount(amount) : amount
}
