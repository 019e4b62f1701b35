import { clipValue, type RowProblem } from '../files/index.ts'
import type { FormatInput, ImportFormat, ImportNote, Reading, Row } from './import-format.ts'
import { createRowReader, type RowReader } from './row-reader.ts'
import { woocommerceColumns } from './woocommerce-columns.ts'
import { isOwnStatus, toWooRecords, undatedRefund, type WooOrder } from './woocommerce-order.ts'
import { createWooRows } from './woocommerce-rows.ts'

const sameOnAllRows = ['date', 'status', 'order_total', 'order_currency', 'billing_email']
const mostStatuses = 10

/** Order exports of WooCommerce’s plug-ins: one row per line item or per order. */
export const woocommerce: ImportFormat = {
  id: 'woocommerce',
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
    '(format “Default - One Row per Item”) or a similar plug-in, or connect the store, which needs no file.'
  )
}

interface SeenOrder {
  readonly row: number
  readonly values: readonly string[]
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
        else compareWithFirst(reader, known)
      }
      const order = known ? undefined : readOrder(reader, rows.readOrder(id))
      const lines = rows.readLines()
      const refundedLines = lines.some(({ refunded }) => refunded > 0n)
      if (known) known.refundedLines ||= refundedLines
      else if (order) {
        seen.set(id, {
          row: row.number,
          values: sameOnAllRows.map((name) => reader.raw(name)),
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

/** Orders are known by their id, else by their number; a plug-in may leave it out on the further rows of an order. */
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

function compareWithFirst(reader: RowReader, first: SeenOrder): void {
  for (const [index, name] of sameOnAllRows.entries()) {
    const value = reader.raw(name)
    const earlier = first.values[index] ?? ''
    if (value === '' || value === earlier) continue
    reader.refuse(
      name,
      `Row ${first.row} of the same order says “${clipValue(earlier)}”.`,
      'Import the file as the plug-in made it; two orders must not share an order_id.',
    )
  }
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
