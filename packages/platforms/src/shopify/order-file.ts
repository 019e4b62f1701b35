import { type Amount, addAmounts, type RowProblem, zeroAmount } from '@tillsight/core'
import {
  compareWithFirst,
  createRowReader,
  type FirstRow,
  type FormatInput,
  type ImportFormat,
  multiply,
  type Reading,
  type Row,
  type RowReader,
} from '../order-files/index.ts'
import { face } from './descriptor.ts'
import { shopifyColumns } from './order-file-columns.ts'
import {
  financialStatuses,
  refundOf,
  type ShopifyLine,
  type ShopifyOrder,
  toMoney,
  toShopifyRecords,
} from './order-file-records.ts'
import { type ShopifyMoney, workOutTotals } from './order-file-totals.ts'

const sameOnAllRows = {
  columns: ['Created at', 'Currency', 'Total', 'Financial Status'],
  remedy: 'Import the file as Shopify made it; two orders must not share a name and an id.',
}
const giftCardName =
  /\bgift\s?-?card\b|\bgift voucher\b|gutschein|geschenkkarte|carte[ -]cadeau|tarjeta (?:de )?regalo/i

/** The CSV from Orders > Export in Shopify's admin: one row per line item. */
export const orderFile: ImportFormat = {
  id: face.id,
  label: 'Shopify order export',
  columns: shopifyColumns,
  groupColumn: 'Name',
  start: readShopify,
}

/** The data of an order kept from the first reading. */
interface SeenOrder extends FirstRow {
  /** Whether there is a refund whose date is not in the file. */
  readonly undated: boolean
  money: ShopifyMoney
}

function readShopify(input: FormatInput): Reading {
  const reader = createRowReader(input)
  const groupOf = createGroups(input)
  const seen = new Map<string, SeenOrder>()
  let giftCards = 0
  let leftOut: (group: string) => boolean = () => false
  return {
    groupOf,
    look(row, problems) {
      reader.moveTo(row, problems)
      const id = groupOf(row) ?? ''
      let known = seen.get(id)
      if (known) compareWithFirst(reader, known, sameOnAllRows)
      else {
        const order = readOrder(reader, id)
        const values = sameOnAllRows.columns.map((name) => reader.raw(name))
        const undated = refundOf(order)?.dated === false
        known = { row: row.number, values, undated, money: toMoney(order, []) }
        seen.set(id, known)
      }
      const line = readLine(reader)
      if (!line) return
      if (line.type === 'gift_card') giftCards++
      known.money = addLine(known.money, line)
    },
    settle(isLeftOut) {
      leftOut = isLeftOut
      return []
    },
    build(rows) {
      const [first] = rows
      if (!first) return []
      const noProblems: RowProblem[] = []
      reader.moveTo(first, noProblems)
      const order = readOrder(reader, groupOf(first) ?? '')
      const lines = rows.flatMap((row) => {
        reader.moveTo(row, noProblems)
        return readLine(reader) ?? []
      })
      return toShopifyRecords(order, lines)
    },
    rest: () => [],
    notes() {
      const good = [...seen].filter(([id]) => !leftOut(id)).map(([, known]) => known)
      return [
        {
          what: 'refunds booked on the day of their order, because the file does not date them',
          count: good.filter(({ undated }) => undated).length,
        },
        { what: 'orders whose amounts do not add up to their total; the total counts', count: misfits(good) },
        { what: 'line items read as gift cards sold, by their name', count: giftCards },
      ].filter(({ count }) => count > 0)
    },
  }
}

/** Groups rows by order id, which is on the first row of an order only; further rows contain the order's name. */
function createGroups({ columns }: FormatInput): (row: Row) => string | undefined {
  const ids = new Map<string, string>()
  const cell = (row: Row, name: string) => row.cells[columns.get(name) ?? -1]?.trim() ?? ''
  return (row) => {
    const name = cell(row, 'Name')
    const id = cell(row, 'Id')
    if (name === '') return id || undefined
    if (id !== '') ids.set(name, id)
    return ids.get(name) ?? name
  }
}

function readOrder(reader: RowReader, id: string): ShopifyOrder {
  checkId(reader)
  const createdAt = reader.instant('Created at')
  if (reader.raw('Created at') === '') refuseMissing(reader, 'Created at')
  for (const field of ['Total', 'Subtotal']) if (reader.raw(field) === '') refuseMissing(reader, field)
  const place = reader.raw('Shipping Country') === '' ? 'Billing' : 'Shipping'
  const order: ShopifyOrder = {
    id,
    name: reader.required('Name', 64) || id,
    status: readStatus(reader),
    createdAt: createdAt ?? '',
    paidAt: reader.instant('Paid at'),
    fulfilledAt: reader.instant('Fulfilled at'),
    cancelledAt: reader.instant('Cancelled at'),
    currency: reader.currency('Currency'),
    subtotal: readPositive(reader, 'Subtotal'),
    shipping: readPositive(reader, 'Shipping'),
    taxes: readPositive(reader, 'Taxes'),
    duties: readPositive(reader, 'Duties'),
    discount: readPositive(reader, 'Discount Amount'),
    total: readPositive(reader, 'Total'),
    refunded: reader.raw('Refunded Amount') === '' ? undefined : readPositive(reader, 'Refunded Amount'),
    rates: readRates(reader),
    coupons: splitList(reader.text('Discount Code', 500)),
    tags: splitList(reader.text('Tags', 5000)),
    email: reader.text('Email', 320),
    phone: plainPhone(reader.text('Phone', 40)),
    country: toCountry(reader.raw(`${place} Country`)),
    region: reader.text(`${place} Province`, 64),
    gateway: toGateway(reader.text('Payment Method', 200)),
    channel: reader.text('Source', 64),
  }
  checkRefund(reader, order)
  return order
}

function refuseMissing(reader: RowReader, field: string): void {
  reader.refuse(field, 'The first row of the order leaves it empty.', 'Import the file as Shopify made it, unsorted.')
}

/** Spreadsheet programs turn long numbers into `5.63E+12`, and the lost digits cannot be restored. */
function checkId(reader: RowReader): void {
  const id = reader.raw('Id')
  if (id === '' || /^\d{1,20}$/.test(id)) return
  const shortened = /^\d+(?:[.,]\d+)?e\+?\d+$/i.test(id)
  reader.refuse(
    'Id',
    shortened ? 'A spreadsheet program has shortened this number.' : 'This is not an id of Shopify.',
    'Import the file as Shopify made it, not saved by a spreadsheet program.',
  )
}

function readStatus(reader: RowReader): string {
  const status = reader
    .raw('Financial Status')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  if (status === '') return 'paid'
  if (!Object.hasOwn(financialStatuses, status)) {
    const known = Object.keys(financialStatuses).join(', ')
    reader.refuse('Financial Status', 'This word is not known here.', `Shopify writes one of: ${known}.`)
  }
  return status
}

function checkRefund(reader: RowReader, { status, refunded }: ShopifyOrder): void {
  if (status !== 'partially_refunded' || (refunded !== undefined && refunded > zeroAmount)) return
  reader.refuse(
    'Refunded Amount',
    'A part of the order was paid back, but the file does not say how much.',
    'Export the orders again with all columns.',
  )
}

function readRates(reader: RowReader): string[] {
  return [1, 2, 3, 4, 5].flatMap((number) => {
    const name = reader.raw(`Tax ${number} Name`)
    return name === '' ? [] : [name]
  })
}

function readLine(reader: RowReader): ShopifyLine | undefined {
  const title = reader.text('Lineitem name', 500)
  if (title === null && reader.raw('Lineitem price') === '' && reader.raw('Lineitem quantity') === '') return undefined
  const quantity = readCount(reader)
  const amount = multiply(readPositive(reader, 'Lineitem price'), quantity)
  const discount = readPositive(reader, 'Lineitem discount')
  if (discount > amount) {
    reader.refuse('Lineitem discount', 'The discount is larger than the amount of the line.', 'Check both amounts.')
  }
  const sku = reader.text('Lineitem sku', 100)
  const taxable = reader.raw('Lineitem taxable').toLowerCase() !== 'false'
  const shipped = reader.raw('Lineitem requires shipping').toLowerCase() !== 'false'
  const type = taxable || shipped ? 'product' : typeByName(title ?? '')
  return { type, title: title ?? sku ?? '', sku, quantity, amount, discount, taxable }
}

/** The file does not mark gift cards and tips; both are untaxed, not sent, and named. */
function typeByName(title: string): ShopifyLine['type'] {
  if (title.toLowerCase() === 'tip') return 'tip'
  return giftCardName.test(title) ? 'gift_card' : 'product'
}

function readCount(reader: RowReader): bigint {
  const quantity = reader.quantity('Lineitem quantity')
  if (quantity === undefined && reader.raw('Lineitem quantity') === '') {
    reader.refuse('Lineitem quantity', 'The value is missing.', 'Import the file as Shopify made it.')
  }
  if (quantity !== undefined && quantity < 0n) {
    reader.refuse('Lineitem quantity', 'The quantity is negative.', 'Import the file as Shopify made it.')
    return 0n
  }
  return quantity ?? 0n
}

function readPositive(reader: RowReader, field: string): Amount {
  const amount = reader.amount(field)
  if (amount >= zeroAmount) return amount
  reader.refuse(field, 'The amount is negative.', 'Import the file as Shopify made it.')
  return zeroAmount
}

function addLine(money: ShopifyMoney, line: ShopifyLine): ShopifyMoney {
  const more = toMoney(money, [line])
  return {
    ...money,
    goods: addAmounts(money.goods, more.goods),
    tips: addAmounts(money.tips, more.tips),
    lineDiscounts: addAmounts(money.lineDiscounts, more.lineDiscounts),
  }
}

function misfits(orders: readonly SeenOrder[]): number {
  return orders.filter(({ money }) => workOutTotals(money).rest !== zeroAmount).length
}

function splitList(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Shopify writes an apostrophe before numbers, so that spreadsheets leave them alone. */
function plainPhone(text: string | null): string | null {
  return text === null ? null : text.replace(/^'/, '') || null
}

function toCountry(text: string): string | null {
  return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : null
}

/** A gift card pays only a part, so another gateway takes precedence. */
function toGateway(text: string | null): string | null {
  const gateways = (text ?? '').split(' + ').map((gateway) => gateway.trim())
  const other = gateways.find((gateway) => !/^gift[_ ]?card$/i.test(gateway))
  return other || gateways[0] || null
}
