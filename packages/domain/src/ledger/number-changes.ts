import { addAmounts, amountText, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { NumberChange } from './app-state.ts'
import { isRevenue } from './book.ts'
import { fromInstantText } from './decimals.ts'
import type { LedgerDiff, LedgerRow } from './ledger-rows.ts'

/** What happened to one order. */
export interface OrderChange {
  readonly orderId: string
  readonly cause: NumberChange['cause']
  readonly evidence: string
  readonly before: readonly LedgerRow[]
  readonly after: readonly LedgerRow[]
  readonly diff: LedgerDiff
}

/**
 * Past days whose sales changed because something stored earlier became different or vanished. New facts, late refunds
 * included, are no change of history: they are booked on their own date.
 */
export function listNumberChanges(
  change: OrderChange,
  { dayOf, today }: { dayOf: (seconds: number) => Day; today: Day },
): NumberChange[] {
  const days = new Set<Day>()
  for (const { before } of change.diff.changes) {
    if (before) days.add(dayOf(fromInstantText(before.booked_at)))
  }
  const found: NumberChange[] = []
  for (const day of days) {
    if (day >= today) continue
    const onDay = (row: LedgerRow) => dayOf(fromInstantText(row.booked_at)) === day
    const amountBefore = amountText(sumSales(change.before.filter(onDay)))
    const amountAfter = amountText(sumSales(change.after.filter(onDay)))
    if (amountBefore === amountAfter) continue
    const { orderId, cause, evidence } = change
    found.push({ day, orderId, cause, amountBefore, amountAfter, evidence })
  }
  return found
}

/** `sales` of metrics.md §3 over some rows: returns stand in the ledger with negative amounts. */
function sumSales(rows: readonly LedgerRow[]) {
  const amounts = rows
    .filter((row) => isRevenue(row.line_type))
    .map((row) => addAmounts(subtractAmounts(parseAmount(row.gross), parseAmount(row.discount)), parseAmount(row.tax)))
  return addAmounts(zeroAmount, ...amounts)
}
