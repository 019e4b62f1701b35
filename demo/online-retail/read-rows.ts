import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { AppError } from '@tillsight/core'

/** One line of an invoice in the file. */
export interface RetailRow {
  readonly invoiceNo: string
  readonly stockCode: string
  readonly description: string
  readonly quantity: string
  readonly invoiceDate: string
  readonly unitPrice: string
  readonly customerId: string
  readonly country: string
}

const header = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

/** Reads every row of `online_retail.csv.gz`, in file order. */
export async function* readRetailRows(path: string): AsyncGenerator<RetailRow> {
  const text = gunzipSync(await readFile(path)).toString('utf8')
  let start = text.indexOf('\n') + 1
  if (text.slice(0, start).trim() !== header) {
    throw new AppError('invalid_input', `“${path}” is not the Online Retail file: its first line should be ${header}.`)
  }
  while (start < text.length) {
    const end = endOfRecord(text, start)
    yield toRow(splitRecord(text.slice(start, end)))
    start = end + 1
  }
}

/** Quoted fields may hold line breaks: a record ends at the first break outside quotes. */
function endOfRecord(text: string, start: number): number {
  let end = text.indexOf('\n', start)
  while (end >= 0 && countQuotes(text, start, end) % 2 === 1) end = text.indexOf('\n', end + 1)
  return end < 0 ? text.length : end
}

function countQuotes(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('"', start); at >= 0 && at < end; at = text.indexOf('"', at + 1)) count += 1
  return count
}

function splitRecord(record: string): string[] {
  if (!record.includes('"')) return record.split(',')
  return [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )
}

function toRow(fields: readonly string[]): RetailRow {
  const [
    invoiceNo = '',
    stockCode = '',
    description = '',
    quantity = '',
    invoiceDate = '',
    unitPrice = '',
    customerId = '',
    country = '',
  ] = fields
  return {
    invoiceNo,
    stockCode,
    description: description.trim(),
    quantity,
    invoiceDate,
    unitPrice,
    customerId,
    country: country.trim(),
  }
}
