import { addAmounts, localTimesOf, type RowProblem, zeroAmount } from '@tillsight/core'
import {
  createRowReader,
  type FormatInput,
  type ImportFormat,
  type Reading,
  type Row,
  type RowReader,
} from '@tillsight/platforms/order-files'
import { type Invoice, isOrder, type Settlement, settleInvoices } from './online-retail-invoices.ts'
import {
  type LineValues,
  lineValue,
  onlineRetailCurrency,
  onlineRetailZone,
  type RetailState,
  toCustomers,
  toOrder,
  toProducts,
  toRefund,
} from './online-retail-records.ts'

const quantityLimit = 10_000_000
const invoicePattern = /^([AC]?)(\d{1,10})$/
const nothingSettled: Settlement = { orderOf: new Map(), touched: new Map(), problems: [] }

/** The public data set “Online Retail” (UCI, DOI 10.24432/C5BW33): line items of a gift shop in pounds and UK time. */
export const onlineRetail: ImportFormat = {
  id: 'online-retail',
  label: 'Online Retail data set',
  fixed: { currency: onlineRetailCurrency, zone: onlineRetailZone },
  columns: [
    { name: 'InvoiceNo', required: true, help: 'digits; `C` before them is a cancellation, `A` a bad debt' },
    { name: 'StockCode', required: true, help: 'product code' },
    { name: 'Description', required: true, help: 'product name, may be empty' },
    {
      name: 'Quantity',
      required: true,
      help: 'whole number, negative on cancellations; a positive one there takes part of them back',
    },
    { name: 'InvoiceDate', required: true, help: '`YYYY-MM-DD HH:MM:SS`, UK time' },
    { name: 'UnitPrice', required: true, help: 'pounds per unit' },
    { name: 'CustomerID', required: true, help: 'digits or empty' },
    { name: 'Country', required: true, help: 'country of the customer' },
  ],
  groupColumn: 'InvoiceNo',
  start: (input) => readOnlineRetail({ ...input, currency: onlineRetailCurrency, zone: onlineRetailZone }),
}

function readOnlineRetail(input: FormatInput): Reading {
  const reader = createRowReader(input)
  const times = localTimesOf(input.zone)
  const state: RetailState = { invoices: new Map(), products: new Map(), settlement: nothingSettled }
  const groupOf = (row: Row) => row.cells[input.columns.get('InvoiceNo') ?? -1]?.trim().toUpperCase() || undefined
  let leftOut: (group: string) => boolean = () => false
  return {
    groupOf,
    look(row, problems) {
      reader.moveTo(row, problems)
      lookAtRow(reader, state, { row, problems })
    },
    settle(isLeftOut) {
      leftOut = isLeftOut
      state.settlement = settleInvoices([...state.invoices.values()].filter(({ id }) => !isLeftOut(id)))
      return state.settlement.problems
    },
    build(rows) {
      const invoice = state.invoices.get((rows[0] && groupOf(rows[0])) ?? '')
      if (!invoice || invoice.kind === 'bad_debt') return []
      const lines = rows.map((row) => {
        reader.moveTo(row, [])
        return readLine(reader)
      })
      if (invoice.kind === 'cancellation') return [toRefund(invoice, lines, { state, times })]
      return isOrder(invoice) ? [toOrder(invoice, lines, { state, times })] : []
    },
    rest: () => [...toProducts(state), ...toCustomers(state, { times, leftOut })],
    notes() {
      const invoices = [...state.invoices.values()].filter(({ id }) => !leftOut(id))
      const badDebts = invoices.filter(({ kind }) => kind === 'bad_debt').length
      const corrections = invoices.filter(({ kind, value }) => kind === 'sale' && value === zeroAmount).length
      return [
        { what: 'bad debt entries', count: badDebts },
        { what: 'stock corrections (invoices that add up to 0)', count: corrections },
      ].filter(({ count }) => count > 0)
    },
  }
}

interface LookedAt {
  readonly row: Row
  readonly problems: RowProblem[]
}

function lookAtRow(reader: RowReader, state: RetailState, { row, problems }: LookedAt): void {
  const match = invoicePattern.exec(reader.raw('InvoiceNo').toUpperCase())
  const remedy = 'Use up to 10 digits, with C or A before them if need be.'
  if (!match) reader.refuse('InvoiceNo', 'This is not an invoice number.', remedy)
  reader.required('StockCode', 64)
  const line = readLine(reader)
  rememberProduct(state, line)
  checkPlace(reader)
  if (!match || problems.length > 0) return
  const kind = kinds[match[1] ?? ''] ?? 'sale'
  checkSigns(reader, kind, line)
  const id = match[0]
  const known = state.invoices.get(id)
  if (known) addLine(reader, known, line)
  else state.invoices.set(id, openInvoice(reader, { id, kind, number: Number(match[2]), firstRow: row.number }, line))
  const invoice = state.invoices.get(id)
  if (invoice && line.quantity < 0 && invoice.negativeRow === 0) invoice.negativeRow = row.number
}

const kinds: Readonly<Record<string, Invoice['kind']>> = { C: 'cancellation', A: 'bad_debt' }

function checkPlace(reader: RowReader): void {
  const customer = reader.text('CustomerID', 20) ?? ''
  if (!/^\d*$/.test(customer)) {
    reader.refuse('CustomerID', 'This is not a customer number.', 'Use digits, or leave it empty.')
  }
  reader.text('Country', 64)
  reader.required('InvoiceDate', 40)
  reader.instant('InvoiceDate')
}

function openInvoice(
  reader: RowReader,
  start: Pick<Invoice, 'id' | 'kind' | 'number' | 'firstRow'>,
  line: LineValues,
): Invoice {
  const customer = reader.raw('CustomerID')
  return {
    ...start,
    customer,
    country: reader.raw('Country'),
    time: timeOf(reader),
    value: lineValue(line),
    negativeRow: 0,
  }
}

function addLine(reader: RowReader, invoice: Invoice, line: LineValues): void {
  if (invoice.customer !== reader.raw('CustomerID')) {
    const earlier = invoice.customer === '' ? 'none' : `“${invoice.customer}”`
    const problem = `Row ${invoice.firstRow} of the same invoice names ${earlier}.`
    reader.refuse('CustomerID', problem, 'Give all rows of an invoice one customer.')
  }
  const time = timeOf(reader)
  if (time < invoice.time) invoice.time = time
  invoice.value = addAmounts(invoice.value, lineValue(line))
}

function timeOf(reader: RowReader): string {
  return reader.raw('InvoiceDate').replace('T', ' ')
}

function checkSigns(reader: RowReader, kind: Invoice['kind'], { quantity, price }: LineValues): void {
  if (kind === 'bad_debt') return
  if (price < zeroAmount) reader.refuse('UnitPrice', 'The price is negative.', 'Write it without a minus sign.')
  if (kind === 'sale' && quantity < 0 && price !== zeroAmount) {
    reader.refuse(
      'Quantity',
      'The quantity of a sale is negative.',
      'Mark a cancellation with a C before the invoice number.',
    )
  }
}

function readLine(reader: RowReader): LineValues {
  const sku = reader.raw('StockCode')
  const title = reader.text('Description', 500) ?? sku
  const text = reader.raw('Quantity')
  const quantity = /^-?\d{1,8}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(quantity) || Math.abs(quantity) > quantityLimit) {
    reader.refuse('Quantity', 'This is not a quantity.', `Write a whole number up to ${quantityLimit}.`)
    return { sku, title, quantity: 0, price: zeroAmount }
  }
  return { sku, title, quantity, price: reader.amount('UnitPrice') }
}

function rememberProduct({ products }: RetailState, { sku, title, price }: LineValues): void {
  const known = products.get(sku)
  if (!known) products.set(sku, { id: String(products.size + 1), title, price })
  else if (known.title === sku && title !== sku) known.title = title
}
