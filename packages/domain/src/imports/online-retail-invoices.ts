import { type Amount, zeroAmount } from '@tillsight/core'
import type { GroupProblem } from '@tillsight/platforms/order-files'

/** What all rows of one invoice add up to. */
export interface Invoice {
  readonly id: string
  readonly kind: 'sale' | 'cancellation' | 'bad_debt'
  /** Digits of the invoice number. */
  readonly number: number
  readonly customer: string
  readonly country: string
  readonly firstRow: number
  /** Earliest wall-clock time of its rows. */
  time: string
  value: Amount
  /** First row with a negative quantity; 0 = none. */
  negativeRow: number
}

/** The order of each cancellation, and the last change of each order. */
export interface Settlement {
  /** Order invoice by cancellation invoice. */
  readonly orderOf: ReadonlyMap<string, Invoice>
  /** Latest wall-clock time by order invoice: its own or that of its last cancellation. */
  readonly touched: ReadonlyMap<string, string>
  readonly problems: readonly GroupProblem[]
}

/** A sale whose lines add up to zero is a stock correction, not an order. */
export function isOrder(invoice: Invoice): boolean {
  return invoice.kind === 'sale' && invoice.value > zeroAmount
}

/**
 * A cancellation does not name its order: it is assigned to the customer's last order up to then, else to the shop's. Orders
 * are sorted by time, then by number.
 */
export function settleInvoices(invoices: readonly Invoice[]): Settlement {
  const problems = invoices.flatMap((invoice) => refusal(invoice) ?? [])
  const refused = new Set(problems.map(({ group }) => group))
  const good = invoices.filter(({ id }) => !refused.has(id))
  const orders = good.filter(isOrder).sort((a, b) => compareText(a.time, b.time) || a.number - b.number)
  const byCustomer = Map.groupBy(orders, ({ customer }) => customer)
  const orderOf = new Map<string, Invoice>()
  const touched = new Map<string, string>()
  for (const invoice of good) {
    if (invoice.kind !== 'cancellation') continue
    const own = invoice.customer === '' ? [] : (byCustomer.get(invoice.customer) ?? [])
    const order = lastUpTo(own, invoice.time) ?? lastUpTo(orders, invoice.time)
    if (!order) {
      problems.push(
        refuse(invoice, 'There is no order before this cancellation.', 'Import a file that begins earlier.'),
      )
      continue
    }
    orderOf.set(invoice.id, order)
    const latest = touched.get(order.id) ?? order.time
    touched.set(order.id, latest > invoice.time ? latest : invoice.time)
  }
  return { orderOf, touched, problems }
}

function refusal(invoice: Invoice): GroupProblem | undefined {
  if (invoice.kind === 'bad_debt') return undefined
  if (invoice.kind === 'cancellation') {
    // A cancellation with a positive value reverses an earlier one.
    const remedy = 'A cancellation needs quantities and prices that come to something.'
    return invoice.value === zeroAmount ? refuse(invoice, 'This cancellation gives nothing back.', remedy) : undefined
  }
  if (invoice.value < zeroAmount) {
    return refuse(
      invoice,
      'The lines of this sale add up to less than nothing.',
      'Mark cancellations with a C before the number.',
    )
  }
  if (invoice.value > zeroAmount && invoice.negativeRow > 0) {
    return refuse(
      { ...invoice, firstRow: invoice.negativeRow },
      'An order holds a negative quantity.',
      'Put it on a cancellation of its own.',
    )
  }
  return undefined
}

function refuse(invoice: Invoice, problem: string, remedy: string): GroupProblem {
  return {
    group: invoice.id,
    problem: { row: invoice.firstRow, field: 'InvoiceNo', value: invoice.id, problem, remedy },
  }
}

function lastUpTo(orders: readonly Invoice[], time: string): Invoice | undefined {
  let low = 0
  let high = orders.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((orders[middle]?.time ?? '') <= time) low = middle + 1
    else high = middle
  }
  return orders[low - 1]
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
