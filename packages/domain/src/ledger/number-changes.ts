import { type Amount, addAmounts, amountText, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import { type Day, dayOf } from '@tillsight/core/days'
import type { NumberChange } from './app-state.ts'
import { isRevenue } from './book.ts'
import { fromInstantText } from './decimals.ts'
import type { LedgerDiff, LedgerRow } from './ledger-rows.ts'

/** A change of one order. */
export interface OrderChange {
  readonly orderId: string
  /** The order's name in the store. */
  readonly name: string
  /** What happened to it, or why its rows are derived again. */
  readonly fate: NumberChange['cause'] | 'changed' | 'reread' | 'counted' | 'new'
  readonly evidence: string
  readonly before: readonly LedgerRow[]
  readonly after: readonly LedgerRow[]
  readonly diff: LedgerDiff
  /** Whether additions to past days are late facts; otherwise history is being read, and additions are no restatements. */
  readonly live: boolean
}

/** The current time in shop days. */
interface ShopTime {
  readonly dayOf: (seconds: number) => Day
  readonly today: Day
  /** Today, or yesterday within the hour after midnight, while its last orders are still arriving. */
  readonly settling: Day
}

/** In seconds, after midnight. */
const settlesWithin = 3600

/** The shop's time at an instant. */
export function shopTimeAt(now: Date, dayOf: (seconds: number) => Day): ShopTime {
  const seconds = Math.floor(now.getTime() / 1000)
  return { dayOf, today: dayOf(seconds), settling: dayOf(seconds - settlesWithin) }
}

/** Past days whose sales changed, because stored facts changed or disappeared, or because facts about them arrived late. */
export function listNumberChanges(change: OrderChange, time: ShopTime): NumberChange[] {
  const { dayOf } = time
  const found: NumberChange[] = []
  for (const day of pastDays(change, time)) {
    const onDay = (row: LedgerRow) => dayOf(fromInstantText(row.booked_at)) === day
    const amountBefore = amountText(sumSales(change.before.filter(onDay)))
    const amountAfter = amountText(sumSales(change.after.filter(onDay)))
    if (amountBefore === amountAfter) continue
    const { orderId, name, evidence } = change
    const cause = causeOf(change, onDay)
    found.push({ day, metric: 'sales', orderId, orderName: name, cause, amountBefore, amountAfter, evidence })
  }
  return found
}

function pastDays({ diff, live }: OrderChange, { dayOf, today, settling }: ShopTime): Set<Day> {
  const days = new Set<Day>()
  const add = (row: LedgerRow, until: Day) => {
    const day = dayOf(fromInstantText(row.booked_at))
    if (day < until) days.add(day)
  }
  for (const { before, after } of diff.changes) {
    if (before) add(before, today)
    else if (after && live) add(after, settling)
  }
  return days
}

const ownFates = new Set<OrderChange['fate']>(['changed', 'reread', 'counted', 'new'])

function isCause(fate: OrderChange['fate']): fate is NumberChange['cause'] {
  return !ownFates.has(fate)
}

function causeOf({ fate, diff }: OrderChange, onDay: (row: LedgerRow) => boolean): NumberChange['cause'] {
  if (isCause(fate)) return fate
  const gone = diff.changes.flatMap(({ before }) => before ?? [])
  if (gone.length > 0 && gone.every(({ kind }) => kind === 'refund')) return 'refund_deleted'
  if (gone.some(onDay)) return fate === 'reread' ? 'order_reread' : 'order_edited'
  const added = diff.changes.flatMap(({ after }) => (after && onDay(after) ? [after.kind] : []))
  return causeOfAdded(new Set(added), fate)
}

function causeOfAdded(kinds: ReadonlySet<LedgerRow['kind']>, fate: OrderChange['fate']): NumberChange['cause'] {
  if (kinds.has('order') && fate === 'counted') return 'order_counted'
  if (kinds.has('order') && fate === 'new') return 'late_order'
  if (kinds.has('order')) return 'order_edited'
  if (kinds.has('refund')) return 'late_refund'
  return kinds.has('cancel') ? 'late_cancellation' : 'order_edited'
}

/**
 * Past days whose revenue from new customers changed because an order became, or is no longer, somebody's first: an earlier
 * order was added or removed, or two customers were merged.
 */
export function listClassChanges(
  before: readonly LedgerRow[],
  after: readonly LedgerRow[],
  { dayOf, today }: ShopTime,
): NumberChange[] {
  const [one, other] = [before[0], after[0]]
  if (!one || !other || (one.customer_class === 'new') === (other.customer_class === 'new')) return []
  const found: NumberChange[] = []
  for (const day of new Set(after.map((row) => dayOf(fromInstantText(row.booked_at))))) {
    if (day >= today) continue
    const sold = (rows: readonly LedgerRow[]) =>
      sumSales(
        rows.filter(
          (row) => row.side === 'sale' && row.customer_class === 'new' && dayOf(fromInstantText(row.booked_at)) === day,
        ),
      )
    const [amountBefore, amountAfter] = [amountText(sold(before)), amountText(sold(after))]
    if (amountBefore === amountAfter) continue
    found.push({
      day,
      metric: 'newCustomerRevenue',
      orderId: other.order_id,
      orderName: other.order_name,
      cause: 'customer_history_changed',
      amountBefore,
      amountAfter,
      evidence: `${other.customer_id} ${other.previous_paid_at}`,
    })
  }
  return found
}

/** `sales` of metrics.md §3 over some rows; returns have negative amounts in the ledger. */
export function sumSales(rows: readonly LedgerRow[]): Amount {
  const amounts = rows
    .filter((row) => isRevenue(row.line_type))
    .map((row) => addAmounts(subtractAmounts(parseAmount(row.gross), parseAmount(row.discount)), parseAmount(row.tax)))
  return addAmounts(zeroAmount, ...amounts)
}

const quarterHour = 900
const mostQuarters = 100_000
/** Kept for the next part of the same history, which has many of them again. */
let latest = { zone: '', days: new Map<number, Day>() }

/**
 * Returns a function for the shop day of an instant in seconds, optimised for many instants: no zone changes its offset
 * within a quarter of an hour, so one calendar look-up serves all instants in it.
 */
export function createDayOf(zone: string): (seconds: number) => Day {
  if (latest.zone !== zone || latest.days.size > mostQuarters) latest = { zone, days: new Map() }
  const { days } = latest
  return (seconds) => {
    const quarter = Math.floor(seconds / quarterHour)
    let day = days.get(quarter)
    if (day === undefined) {
      day = dayOf(new Date(quarter * quarterHour * 1000), zone)
      days.set(quarter, day)
    }
    return day
  }
}
