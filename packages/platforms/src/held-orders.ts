// What the comparisons of all stores have in common: which orders to read again, and how the time before their window is cut.
import type { InstantText } from './records.ts'

/** Orders that we hold from before the window, not deleted, by the month of their date in UTC: `2026-03`. */
export interface OlderOrders {
  /** Whether it is time to look at all of them by counting: once a week, and whenever somebody asks. */
  readonly all: boolean
  /** Whether it is the turn of a month to be compared order by order, where changes may have been missed. */
  isDue(month: string): boolean
  count(): Promise<ReadonlyMap<string, number>>
  held(month: string): Promise<readonly HeldRecord[]>
}

/** Identity of a record that we hold. */
export interface HeldRecord {
  readonly id: string
  /** Of a refund: its order, and when it was made. */
  readonly orderId?: string
  readonly at?: InstantText
  /** Of an order: its last change that we know of. */
  readonly updatedAt?: InstantText
}

const beginning = '1970-01-01T00:00:00Z'

/** Whether a listed order has to be read: we do not hold it, or hold it as of another change. A listing may not tell of changes. */
export function isNews(held: HeldRecord | undefined, updatedAt: InstantText | null): boolean {
  if (held === undefined) return true
  return updatedAt !== null && held.updatedAt !== undefined && held.updatedAt !== updatedAt
}

/** A stretch of the time before the window: its beginning inclusive, its end not. */
export interface OlderStretch {
  readonly from: InstantText
  readonly to: InstantText
  /** Null between the months of which we hold something. */
  readonly month: string | null
  /** Orders of it that we hold. */
  readonly held: number
}

/** Everything before an instant without a gap: the months that we hold orders of, the last one up to it, and what lies between. */
export function* olderStretches(counts: ReadonlyMap<string, number>, until: InstantText): Generator<OlderStretch> {
  let from = beginning
  for (const [month, held] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [start, end] = [firstOf(month, 0), firstOf(month, 1)]
    if (start === undefined || end === undefined || start < from || start >= until) continue
    if (from < start) yield { from, to: start, month: null, held: 0 }
    from = end < until ? end : until
    yield { from: start, to: from, month, held }
  }
  if (from < until) yield { from, to: until, month: null, held: 0 }
}

/** The first instant of a month, or of the one so many months later; undefined for what is no month. */
function firstOf(month: string, later: number): InstantText | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number)
  if (!/^\d{4}-\d{2}$/.test(month)) return undefined
  return `${new Date(Date.UTC(year, number - 1 + later, 1)).toISOString().slice(0, 19)}Z`
}
