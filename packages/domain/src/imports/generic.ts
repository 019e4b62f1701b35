import { type Amount, clipValue, isAppError, parseRate, type RowProblem, zeroAmount } from '@tillsight/core'
import {
  createRowReader,
  type FormatInput,
  type ImportFormat,
  multiply,
  type Reading,
  type Row,
  type RowReader,
} from '@tillsight/platforms/order-files'
import { lineColumns, orderColumns } from './generic-columns.ts'
import { type LineValues, netOf, type OrderValues, type RefundValues, toOrderAndRefunds } from './generic-order.ts'

const lineTypes = ['product', 'gift_card', 'shipping', 'charge', 'tip', 'adjustment'] as const
const statusWords = ['paid', 'refunded', 'unpaid', 'cancelled', 'failed', 'unfinished'] as const
const comparedColumns = orderColumns.map(({ name }) => name).filter((name) => name !== 'order_id')

/** Tillsight's own format: one row per line item, documented in the guide. */
export const generic: ImportFormat = {
  id: 'generic',
  label: 'Tillsight order CSV',
  columns: [...orderColumns, ...lineColumns],
  oneOf: [['unit_price', 'gross']],
  groupColumn: 'order_id',
  start: readGeneric,
}

/** The values on an order's first row, for detecting rows that contradict them. */
interface SeenOrder {
  readonly row: number
  readonly values: readonly string[]
  readonly placedAt: string
  lineIds: Set<string> | undefined
}

function readGeneric(input: FormatInput): Reading {
  const reader = createRowReader(input)
  const seen = new Map<string, SeenOrder>()
  const present = comparedColumns.filter((name) => input.columns.has(name))
  const groupOf = (row: Row) => row.cells[input.columns.get('order_id') ?? -1]?.trim() || undefined
  return {
    groupOf,
    look(row, problems) {
      reader.moveTo(row, problems)
      const id = reader.required('order_id', 64)
      let order = seen.get(id)
      if (order) compareWithFirst(reader, order, present)
      else {
        order = {
          row: row.number,
          values: present.map((name) => reader.raw(name)),
          placedAt: readOrder(reader).placedAt,
          lineIds: undefined,
        }
        seen.set(id, order)
      }
      checkLineId(reader, order)
      const line = readLine(reader)
      checkRefund(reader, { line, order, status: order.values[present.indexOf('status')] })
    },
    settle: () => [],
    build(rows) {
      const [first] = rows
      if (!first) return []
      const noProblems: RowProblem[] = []
      reader.moveTo(first, noProblems)
      const order = readOrder(reader)
      const lines = rows.map((row) => {
        reader.moveTo(row, noProblems)
        return readLine(reader)
      })
      return toOrderAndRefunds(order, lines)
    },
    rest: () => [],
    notes: () => [],
  }
}

function compareWithFirst(reader: RowReader, first: SeenOrder, present: readonly string[]): void {
  for (const [index, name] of present.entries()) {
    const value = reader.raw(name)
    const earlier = first.values[index] ?? ''
    if (value === '' || value === earlier) continue
    reader.refuse(
      name,
      earlier === ''
        ? `Row ${first.row}, the first of this order, leaves it empty.`
        : `Row ${first.row} of the same order says “${clipValue(earlier)}”.`,
      'Give every row of an order the same value, or only the first; two orders must not share an order_id.',
    )
  }
}

function checkLineId(reader: RowReader, seen: SeenOrder): void {
  const lineId = reader.raw('line_id')
  if (lineId === '') return
  seen.lineIds ??= new Set()
  if (seen.lineIds.has(lineId)) {
    reader.refuse(
      'line_id',
      'The order has an earlier row with the same line_id.',
      'Give every line of an order its own line_id, or none.',
    )
  }
  seen.lineIds.add(lineId)
}

function readOrder(reader: RowReader): OrderValues {
  const id = reader.raw('order_id')
  const placedAt = reader.instant('placed_at')
  if (reader.raw('placed_at') === '')
    reader.refuse('placed_at', 'The value is missing.', 'Fill it in on the first row of every order.')
  return {
    id,
    name: reader.text('order_name', 64) ?? id,
    placedAt: placedAt ?? '',
    paidAt: reader.instant('paid_at'),
    status: reader.choice('status', statusWords, 'paid'),
    cancelledAt: reader.instant('cancelled_at'),
    updatedAt: reader.instant('updated_at'),
    currency: reader.currency('currency'),
    rate: readRate(reader),
    customerId: reader.text('customer_id', 64),
    email: readEmail(reader),
    phone: reader.text('phone', 40),
    country: readCountry(reader),
    region: reader.text('region', 64),
    gateway: reader.text('gateway', 64),
    channel: reader.text('channel', 64),
    coupons: (reader.text('coupon', 500) ?? '')
      .split('|')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
    shipping: readPositive(reader, 'shipping'),
    shippingTax: readPositive(reader, 'shipping_tax'),
    total: reader.raw('total') === '' ? undefined : reader.amount('total'),
  }
}

function readLine(reader: RowReader): LineValues {
  const quantity = readCount(reader, 'quantity') ?? 10_000n
  const gross = readGross(reader, quantity)
  const discount = readPositive(reader, 'discount')
  const tax = readPositive(reader, 'tax')
  const sku = reader.text('sku', 100)
  const productId = reader.text('product_id', 64)
  const line = {
    id: reader.text('line_id', 64),
    type: reader.choice('line_type', lineTypes, 'product'),
    productId,
    variantId: reader.text('variant_id', 64),
    sku,
    title: reader.text('title', 500) ?? sku ?? productId ?? '',
    quantity,
    gross,
    discount,
    tax,
    cost: reader.raw('cost') === '' ? undefined : readPositive(reader, 'cost'),
  }
  if (discount > gross)
    reader.refuse('discount', 'The discount is larger than the amount of the line.', 'Check both amounts.')
  return { ...line, refund: readRefund(reader, line) }
}

function readGross(reader: RowReader, quantity: bigint): Amount {
  if (reader.raw('gross') !== '') return readPositive(reader, 'gross')
  if (reader.raw('unit_price') === '') {
    reader.refuse('unit_price', 'The row has neither unit_price nor gross.', 'Fill in one of them; 0 for a free line.')
    return zeroAmount
  }
  return multiply(readPositive(reader, 'unit_price'), quantity)
}

function readRefund(
  reader: RowReader,
  line: { quantity: bigint; gross: Amount; discount: Amount; tax: Amount },
): RefundValues | undefined {
  const at = reader.instant('refunded_at')
  const quantity = readCount(reader, 'refunded_quantity')
  const amount = readPositive(reader, 'refunded_amount')
  const tax = readPositive(reader, 'refunded_tax')
  const given = ['refunded_quantity', 'refunded_amount', 'refunded_tax'].filter((field) => reader.raw(field) !== '')
  if (at === undefined) return undefined
  if (given.length === 0) return { at, quantity: line.quantity, amount: netOf(line), tax: line.tax }
  return { at, quantity: quantity ?? 0n, amount, tax }
}

function checkRefund(
  reader: RowReader,
  { line, order, status }: { line: LineValues; order: SeenOrder; status: string | undefined },
): void {
  const named = ['refunded_quantity', 'refunded_amount', 'refunded_tax'].find((field) => reader.raw(field) !== '')
  if (reader.raw('refunded_at') === '') {
    const remedy = 'Fill in refunded_at: a refund is booked on its own day.'
    if (named) reader.refuse(named, 'Something was given back, but not when.', remedy)
    else if (status?.toLowerCase() === 'refunded')
      reader.refuse('refunded_at', 'The order is refunded, but not when.', remedy)
    return
  }
  if (named && reader.raw('refunded_amount') === '' && line.gross !== zeroAmount) {
    reader.refuse(
      'refunded_amount',
      'The amount that was paid back is missing.',
      'Fill it in, or leave all refund columns but refunded_at empty for the whole line.',
    )
  }
  if (line.refund && line.refund.at < order.placedAt) {
    reader.refuse('refunded_at', 'The refund is older than the order.', 'Check both dates.')
  }
}

function readPositive(reader: RowReader, field: string): Amount {
  const amount = reader.amount(field)
  if (amount < zeroAmount) {
    reader.refuse(
      field,
      'The amount is negative.',
      'Write it without a minus sign; what was given back belongs into the refund columns.',
    )
    return zeroAmount
  }
  return amount
}

function readCount(reader: RowReader, field: string): bigint | undefined {
  const quantity = reader.quantity(field)
  if (quantity !== undefined && quantity < 0n) {
    reader.refuse(
      field,
      'The quantity is negative.',
      'Write it without a minus sign; what was given back belongs into the refund columns.',
    )
    return 0n
  }
  return quantity
}

function readRate(reader: RowReader): string | null {
  const value = reader.raw('rate')
  if (value === '') return null
  try {
    parseRate(value)
  } catch (error) {
    if (!isAppError(error)) throw error
    reader.refuse(
      'rate',
      'This is not an exchange rate.',
      'Write a number above 0, for example 0.8465, with at most 10 decimals.',
    )
  }
  return value
}

function readEmail(reader: RowReader): string | null {
  const value = reader.text('email', 320)
  if (value !== null && !/^[^\s@]+@[^\s@]+$/.test(value)) {
    reader.refuse('email', 'This is not an email address.', 'Correct it, or leave it empty.')
  }
  return value
}

function readCountry(reader: RowReader): string | null {
  const value = reader.text('country', 64)
  if (value !== null && !/^[A-Za-z]{2}$/.test(value)) {
    reader.refuse('country', 'This is not a country code.', 'Use two letters, for example DE, GB or US.')
  }
  return value === null ? null : value.toUpperCase()
}
