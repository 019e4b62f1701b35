import type { RowProblem } from '@tillsight/core'
import {
  compareWithFirst,
  createRowReader,
  type FirstRow,
  type FormatInput,
  type ImportColumn,
  type ImportFormat,
  type ImportNote,
  type Reading,
  type Row,
  type RowReader,
} from '../order-files/index.ts'
import { face } from './descriptor.ts'
import { isOwnStatus, toWooRecords, undatedRefund, type WooOrder } from './order-file-records.ts'
import { createWooRows } from './order-file-rows.ts'

const read = (name: string, help: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  required: false,
  help,
  ...more,
})
const unread = (name: string): ImportColumn => read(name, 'Not read.')

/**
 * Headings of WooCommerce's Customer/Order/Coupon Export; the aliases are those of WebToffee's Order Export and of Advanced
 * Order Export with the same meaning.
 */
const woocommerceColumns: readonly ImportColumn[] = [
  read('order_id', 'What WooCommerce knows the order by.', { aliases: ['id'] }),
  read('order_number', 'What the order is called; without order_id, it identifies it.'),
  read('order_number_formatted', 'The same with prefix and suffix.'),
  read('date', 'When it was placed.', { required: true, aliases: ['order_date', 'created_at'] }),
  read('paid_date', 'When it was paid.', { aliases: ['date_paid'] }),
  read('status', 'Without the prefix `wc-`.', { required: true, aliases: ['order_status'] }),
  read('order_currency', 'ISO 4217 code. Default: the shop’s currency.', { aliases: ['currency'] }),
  read('order_total', 'What the buyer owed.', { required: true, aliases: ['total', 'order_total_amount'] }),
  read('tax_total', 'All taxes.', { aliases: ['order_tax', 'order_total_tax_amount'] }),
  read('shipping_total', 'Shipping without tax.', {
    aliases: ['total_shipping', 'order_shipping', 'order_shipping_amount'],
  }),
  read('shipping_tax_total', 'Tax on shipping.', { aliases: ['shipping_tax', 'order_shipping_tax'] }),
  read('fee_total', 'Fees without tax.', { aliases: ['order_fees'] }),
  read('fee_tax_total', 'Tax on fees.', { aliases: ['order_fee_tax'] }),
  read('discount_total', 'All discounts without tax.', { aliases: ['total_discount', 'cart_discount_amount'] }),
  read('refunded_total', 'What was paid back, without a date.', { aliases: ['total_refunded', 'order_refund_amount'] }),
  read('refunds', 'Refunds with their dates, in shop time.'),
  read('refund_items', 'Refunds with their dates, in UTC.'),
  read('line_items', 'All lines of the order in one cell.'),
  read('line_item', 'One line of the order in a cell: `line_item_1`, `line_item_2`, …', { numbered: true }),
  read('item_id', 'What WooCommerce knows the line by.'),
  read('item_name', 'What was sold.'),
  read('item_product_id', 'Number of the product or variation.'),
  read('item_sku', 'Stock keeping unit.', { aliases: ['sku'] }),
  read('item_quantity', 'How many.', { aliases: ['quantity'] }),
  read('item_price', 'Price of one after discounts; used when there is no item_total.', { aliases: ['item_cost'] }),
  read('item_subtotal', 'Amount of the line before discounts, without tax.', { aliases: ['order_line_subtotal'] }),
  read('item_total', 'Amount of the line after discounts, without tax.', { aliases: ['order_line_total'] }),
  read('item_total_tax', 'Tax on the line.', { aliases: ['item_tax', 'order_line_tax'] }),
  read('item_refunded', 'What was paid back of the line, without tax.'),
  read('item_refunded_qty', 'How many were given back.'),
  read('shipping_items', 'Shipping lines.', { aliases: ['shipping_lines'] }),
  read('shipping_method', 'Name of the shipping.', { aliases: ['shipping_method_title'] }),
  read('fee_items', 'Fees, one by one.', { aliases: ['fee_lines'] }),
  read('coupon_items', 'Coupons.', { aliases: ['coupons', 'coupon_lines', 'coupon_code'] }),
  read('payment_method', 'How it was paid.'),
  read('payment_method_title', 'Used when there is no payment_method.'),
  read('customer_id', 'Number of the customer’s account; 0 for guests.'),
  read('customer_user', 'The same.'),
  read('billing_email', 'Email address of the customer.', { aliases: ['email (billing)'] }),
  read('customer_email', 'Used when there is no billing_email.'),
  read('billing_phone', 'Phone number, used only when there is neither account nor email address.', {
    aliases: ['phone (billing)'],
  }),
  read('shipping_country', 'Where it goes: two letters.', { aliases: ['country code (shipping)'] }),
  read('shipping_state_code', 'State or province there.', { aliases: ['state code (shipping)'] }),
  read('shipping_state', 'Used when there is no shipping_state_code.'),
  read('billing_country', 'Used when nothing is sent.', { aliases: ['country code (billing)'] }),
  read('billing_state_code', 'Used when nothing is sent.', { aliases: ['state code (billing)'] }),
  read('billing_state', 'Used when nothing is sent.'),
  ...[
    'billing_first_name',
    'billing_last_name',
    'billing_full_name',
    'billing_company',
    'billing_address_1',
    'billing_address_2',
    'billing_postcode',
    'billing_city',
    'vat_number',
    'shipping_first_name',
    'shipping_last_name',
    'shipping_full_name',
    'shipping_company',
    'shipping_phone',
    'shipping_address_1',
    'shipping_address_2',
    'shipping_postcode',
    'shipping_city',
    'item_subtotal_tax',
    'item_meta',
    'tax_items',
    'customer_note',
    'order_notes',
    'download_permissions_granted',
    'download_permissions',
    'cart_discount',
    'order_discount',
    'order_subtotal',
    'transaction_id',
    'customer_ip_address',
    'customer_user_agent',
    'wt_import_key',
  ].map(unread),
]

const sameOnAllRows = {
  columns: ['date', 'status', 'order_total', 'order_currency', 'billing_email'],
  remedy: 'Import the file as the plugin made it; two orders must not share an order_id.',
}
const mostStatuses = 10

/** Order exports of WooCommerce’s plug-ins: one row per line item or per order. */
export const orderFile: ImportFormat = {
  id: face.id,
  label: 'WooCommerce order export',
  columns: woocommerceColumns,
  oneOf: [
    ['order_id', 'order_number'],
    ['item_name', 'item_total', 'line_items', 'line_item'],
  ],
  groupColumn: 'order_id',
  refuse: refuseAnalytics,
  start: readWooCommerce,
}

/** The report that WooCommerce itself downloads has neither taxes nor shipping nor amounts by line. */
function refuseAnalytics(header: readonly string[]): string | undefined {
  const headings = new Set(header.map((heading) => heading.trim().toLowerCase()))
  if (!headings.has('order #') || !headings.has('product(s)')) return undefined
  return (
    'This is the order report of WooCommerce Analytics: it holds neither taxes, shipping and discounts nor what each ' +
    'product cost, so its figures would be wrong. Export the orders with the extension “Customer/Order/Coupon Export” ' +
    '(format “Default - One Row per Item”) or a similar plugin, or connect the store, which needs no file.'
  )
}

interface SeenOrder extends FirstRow {
  readonly undated: boolean
  readonly status: string
  readonly hasId: boolean
  refundedLines: boolean
}

function readWooCommerce(input: FormatInput): Reading {
  const reader = createRowReader(input)
  const rows = createWooRows(reader, input)
  const groupOf = createGroups(input, rows.hasItemRows)
  const seen = new Map<string, SeenOrder>()
  let leftOut: (group: string) => boolean = () => false
  return {
    groupOf,
    look(row, problems) {
      reader.moveTo(withoutQuotes(row), problems)
      const id = groupOf(row) ?? ''
      if (id === '') reader.refuse('order_id', 'The value is missing.', 'Every order needs its number.')
      const known = seen.get(id)
      if (known) {
        if (!rows.hasItemRows) refuseRepeated(reader, known)
        else compareWithFirst(reader, known, sameOnAllRows)
      }
      const order = known ? undefined : readOrder(reader, rows.readOrder(id))
      const lines = rows.readLines()
      const refundedLines = lines.some(({ refunded }) => refunded > 0n)
      if (known) known.refundedLines ||= refundedLines
      else if (order) {
        seen.set(id, {
          row: row.number,
          values: sameOnAllRows.columns.map((name) => reader.raw(name)),
          undated: order.refunds.length === 0 && undatedRefund(order, []) > 0n,
          status: order.status,
          hasId: reader.raw('order_id') !== '',
          refundedLines: refundedLines && order.refunds.length === 0,
        })
      }
    },
    settle(isLeftOut) {
      leftOut = isLeftOut
      return []
    },
    build(group) {
      const [first] = group
      if (!first) return []
      const noProblems: RowProblem[] = []
      reader.moveTo(withoutQuotes(first), noProblems)
      const order = rows.readOrder(groupOf(first) ?? '')
      const lines = group.flatMap((row) => {
        reader.moveTo(withoutQuotes(row), noProblems)
        return rows.readLines()
      })
      return toWooRecords(order, lines)
    },
    rest: () => [],
    notes: () => listNotes([...seen].filter(([id]) => !leftOut(id)).map(([, order]) => order)),
  }
}

function readOrder(reader: RowReader, order: WooOrder): WooOrder {
  if (order.id.length > 64) reader.refuse('order_id', 'The text is longer than 64 characters.', 'Shorten it.')
  return order
}

/** Groups rows by order id, or else by number; a plug-in may omit it on the further rows of an order. */
function createGroups({ columns }: FormatInput, hasItemRows: boolean): (row: Row) => string | undefined {
  const cell = (row: Row, name: string) => row.cells[columns.get(name) ?? -1]?.trim() ?? ''
  let last: { row: number; group: string } = { row: 0, group: '' }
  return (row) => {
    const own = cell(row, 'order_id') || cell(row, 'order_number').replace(/^#/, '')
    const continues = own === '' && hasItemRows && row.number > last.row
    const group = own || (continues || row.number === last.row ? last.group : '')
    last = { row: row.number, group }
    return group || undefined
  }
}

/** Export plug-ins write an apostrophe before `-`, `+`, `=` and `@`, so that spreadsheets do not compute. */
function withoutQuotes(row: Row): Row {
  return { number: row.number, cells: row.cells.map((cell) => (/^'[-+=@]/.test(cell) ? cell.slice(1) : cell)) }
}

function refuseRepeated(reader: RowReader, { row }: SeenOrder): void {
  reader.refuse('order_id', `Row ${row} is about the same order.`, 'Take one of the two rows out of the file.')
}

function listNotes(orders: readonly SeenOrder[]): ImportNote[] {
  const count = (isMeant: (order: SeenOrder) => boolean) => orders.filter(isMeant).length
  const invented = new Map<string, number>()
  for (const { status } of orders) {
    if (status !== '' && !isOwnStatus(status)) invented.set(status, (invented.get(status) ?? 0) + 1)
  }
  return [
    {
      what: 'refunds booked on the day of their order, because the file does not date them',
      count: count(({ undated, refundedLines }) => undated || refundedLines),
    },
    {
      what: 'orders known by their number only; a store that is connected later may know them by another and count them twice',
      count: count(({ hasId }) => !hasId),
    },
    ...[...invented].slice(0, mostStatuses).map(([status, orderCount]) => ({
      what: `orders with the status “${status}”, which is not WooCommerce’s own: they count as sales`,
      count: orderCount,
    })),
  ].filter((note) => note.count > 0)
}
