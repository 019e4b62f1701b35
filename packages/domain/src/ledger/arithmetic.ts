import { type Amount, addAmounts, formatAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import type { BookingIssue } from './booked-order.ts'
import { readAmount } from './decimals.ts'
import type { SoldLine, SoldLines } from './sold-lines.ts'

/** The tolerated rounding difference: a hundredth of a unit per line, in millionths. */
export function tolerance(lines: number): bigint {
  return 10_000n * BigInt(Math.max(1, lines))
}

/** Whether two amounts differ by no more than rounding. */
export function isClose(a: Amount, b: Amount, allowed: bigint): boolean {
  const difference = a - b
  return difference <= allowed && difference >= -allowed
}

/** Total of a line after discount, with tax. */
export function lineTotal(line: Pick<SoldLine, 'gross' | 'discount' | 'tax'>): Amount {
  return addAmounts(subtractAmounts(line.gross, line.discount), line.tax)
}

/** The header's amount beyond the lines, if that exceeds rounding (metrics.md §2.3): header totals win. */
export interface HeaderRest {
  readonly gross: Amount
  readonly tax: Amount
  readonly issue: BookingIssue
}

/**
 * Compares the lines of an order with its header; undefined if they agree. Stores differ in whether the header is before or
 * after redeemed gift cards and includes tips or later edits, so any of these variants may match.
 */
export function findHeaderRest(
  order: OrderRecord,
  sold: SoldLines,
  edited: readonly SoldLine[],
): HeaderRest | undefined {
  if (order.total === null) return undefined
  const { lines, giftCards } = sold
  const outside = subtractAmounts(giftCards.amount, giftCards.inTotal)
  const allowed = tolerance(order.lines.length + edited.length)
  const total = readAmount(order.total)
  const sum = addAmounts(...lines.map(lineTotal))
  const paid = subtractAmounts(sum, outside)
  const tips = addAmounts(...lines.filter((line) => line.type === 'tip').map(lineTotal))
  const edits = addAmounts(...edited.map(lineTotal))
  const agrees = [zeroAmount, outside, tips, addAmounts(tips, outside)].some((without) => {
    const header = subtractAmounts(sum, without)
    return isClose(header, total, allowed) || isClose(addAmounts(header, edits), total, allowed)
  })
  const tax = findTaxRest(order, sold, edited)
  if (agrees && tax === zeroAmount) return undefined
  const difference = agrees ? zeroAmount : subtractAmounts(total, paid)
  return {
    gross: subtractAmounts(difference, tax),
    tax,
    issue: {
      kind: 'order_arithmetic',
      key: order.id,
      detail: {
        order: order.name,
        header: order.total,
        lines: formatAmount(paid, 2),
        difference: formatAmount(difference, 2),
        tax_difference: formatAmount(tax, 2),
        currency: order.currency,
      },
    },
  }
}

function findTaxRest(order: OrderRecord, { lines, giftCards }: SoldLines, edited: readonly SoldLine[]): Amount {
  if (order.totalTax === null) return zeroAmount
  const header = readAmount(order.totalTax)
  const sum = addAmounts(...lines.map((line) => line.tax))
  const paid = subtractAmounts(sum, giftCards.tax)
  const edits = addAmounts(...edited.map((line) => line.tax))
  const allowed = tolerance(order.lines.length + edited.length)
  const agrees = [sum, paid].some(
    (tax) => isClose(header, tax, allowed) || isClose(header, addAmounts(tax, edits), allowed),
  )
  return agrees ? zeroAmount : subtractAmounts(header, paid)
}
