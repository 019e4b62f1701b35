// Shared by the comparisons of all stores: which orders to read again, and how the time before their window is divided.
import type { InstantText } from './records.ts'

/** Stored orders from before the window, not deleted, by the month of their date in UTC: `2026-03`. */
export interface OlderOrders {
  /** Whether to compare the counts of all months now: once a week, and on request. */
  readonly all: boolean
  /** Whether it is the turn of a month to be compared order by order, where changes may have been missed. */
  isDue(month: string): boolean
  count(): Promise<ReadonlyMap<string, number>>
  held(month: string): Promise<readonly HeldRecord[]>
}

/** The identity of a stored record. */
export interface HeldRecord {
  readonly id: string
  /** Of a refund: its order, and when it was made. */
  readonly orderId?: string
  readonly at?: InstantText
  /** For an order: the last change that we know of. */
  readonly updatedAt?: InstantText
}

const beginning = '1970-01-01T00:00:00Z'

/**
 * Whether a listed order has to be read: it is not stored, or it has changed since. A listing may lack the time of change.
 */
export function isNews(held: HeldRecord | undefined, updatedAt: InstantText | null): boolean {
  if (held === undefined) return true
  return updatedAt !== null && held.updatedAt !== undefined && held.updatedAt !== updatedAt
}

/** A range of time before the window: the beginning is inclusive, the end is not. */
export interface OlderStretch {
  readonly from: InstantText
  readonly to: InstantText
  /** Null between the months with stored orders. */
  readonly month: string | null
  /** The number of stored orders in it. */
  readonly held: number
}

/**
 * The whole time before an instant, without gaps: the months with stored orders, the last one up to that instant, and the
 * time between them.
 */
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

/** The first instant of a month, or of the one that many months later; undefined for an invalid month. */
function firstOf(month: string, later: number): InstantText | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number)
  if (!/^\d{4}-\d{2}$/.test(month)) return undefined
  return `${new Date(Date.UTC(year, number - 1 + later, 1)).toISOString().slice(0, 19)}Z`
}
