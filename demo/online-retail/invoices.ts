import { type Amount, addAmounts, parseAmount, zeroAmount } from '@tillsight/core'
import type { RetailRow } from './read-rows.ts'

export interface RetailLine {
  readonly stockCode: string
  readonly description: string
  readonly quantity: number
  /** Quantity × unit price, exact. */
  readonly value: Amount
}

/** All rows of one invoice number. */
export interface RetailInvoice {
  readonly no: string
  readonly digits: number
  readonly kind: 'sale' | 'cancellation' | 'bad_debt'
  /** The earliest time of its rows, on the shop's clock. */
  readonly time: string
  readonly customerId: string
  readonly country: string
  readonly lines: readonly RetailLine[]
  readonly total: Amount
}

type Growing = { -readonly [K in keyof RetailInvoice]: RetailInvoice[K] } & { lines: RetailLine[] }

/** Gathers rows by invoice number. Rows of one invoice are not always adjacent. */
export class RetailInvoices {
  readonly #invoices = new Map<string, Growing>()

  add(row: RetailRow): void {
    const quantity = Number(row.quantity)
    const value = times(parseAmount(row.unitPrice), quantity)
    const line = { stockCode: row.stockCode, description: row.description, quantity, value }
    const known = this.#invoices.get(row.invoiceNo)
    if (known) {
      known.lines.push(line)
      known.total = addAmounts(known.total, value)
      if (row.invoiceDate < known.time) known.time = row.invoiceDate
      return
    }
    this.#invoices.set(row.invoiceNo, {
      no: row.invoiceNo,
      digits: Number(row.invoiceNo.replace(/\D/g, '')),
      kind: row.invoiceNo.startsWith('C') ? 'cancellation' : row.invoiceNo.startsWith('A') ? 'bad_debt' : 'sale',
      time: row.invoiceDate,
      customerId: row.customerId,
      country: row.country,
      lines: [line],
      total: value,
    })
  }

  /** Sale invoices worth more than nothing, by time, then by number. */
  orders(): RetailInvoice[] {
    return this.#sorted((invoice) => invoice.kind === 'sale' && invoice.total > zeroAmount)
  }

  /** Cancelled invoices, by time, then by number. */
  cancellations(): RetailInvoice[] {
    return this.#sorted((invoice) => invoice.kind === 'cancellation')
  }

  #sorted(wanted: (invoice: RetailInvoice) => boolean): RetailInvoice[] {
    const chosen = [...this.#invoices.values()].filter(wanted)
    return chosen.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.digits - b.digits))
  }
}

/** Finds the order that a cancellation hangs on: the customer's last one up to then, else the shop's last one. */
export function orderFinder(
  orders: readonly RetailInvoice[],
): (cancellation: RetailInvoice) => RetailInvoice | undefined {
  const byCustomer = Map.groupBy(orders, (order) => order.customerId)
  return (cancellation) => {
    const own = cancellation.customerId === '' ? [] : (byCustomer.get(cancellation.customerId) ?? [])
    return lastUpTo(own, cancellation.time) ?? lastUpTo(orders, cancellation.time)
  }
}

function lastUpTo(orders: readonly RetailInvoice[], time: string): RetailInvoice | undefined {
  let low = 0
  let high = orders.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((orders[middle]?.time ?? '') > time) high = middle
    else low = middle + 1
  }
  return orders[low - 1]
}

/** Amounts are integers in millionths, so a multiple of one is an amount too. */
function times(price: Amount, quantity: number): Amount {
  return (price * BigInt(quantity)) as Amount
}
