import type { InstantText } from '../records.ts'
import { dateBounds } from './date-bounds.ts'
import { type ListQuery, readStretch, repeatedPage } from './paging.ts'
import type { Store } from './store.ts'
import { earlier, isRow, shiftInstant, toInstant, toOptionalId } from './values.ts'

/** The date that an iteration follows, and its direction. */
export type Along = 'created, newest first' | 'modified, oldest first'

/** The position of an iteration: all entries beyond `bound` are delivered, and `offset` entries at it. */
export interface Position {
  readonly bound: InstantText
  readonly offset: number
}

/** One step's entries and where the next begins; null at the end. */
export interface Step {
  readonly items: readonly unknown[]
  readonly next: Position | null
  /** The date of the last entry, if it has one. */
  readonly reached: InstantText | null
  readonly total: number | null
  readonly now: InstantText
  readonly warnings: readonly string[]
}

/** An iteration along a date. Other people edit meanwhile: numbered pages would lose rows, dates do not move. */
export interface KeysetWalk {
  step(from: Position): Promise<Step>
}

/** A list, or its entries created after an instant. */
export interface DatedQuery extends ListQuery {
  readonly after?: InstantText
}

/** Starts iterating over a list; `query` must request `id` and the date's field. */
export function keysetWalk(store: Store, query: DatedQuery, along: Along): KeysetWalk {
  const modified = along === 'modified, oldest first'
  const field = modified ? 'date_modified_gmt' : 'date_created_gmt'
  let seen = new Set<string>()

  return {
    async step(from) {
      const { after, before } = await dateBounds(store)
      const order = modified
        ? { orderby: 'modified', order: 'asc', modified_after: after(from.bound) }
        : { orderby: 'date', order: 'desc', before: before(from.bound) }
      const since = query.after === undefined ? {} : { after: after(query.after) }
      const parameters = { ...query.parameters, ...since, ...order, dates_are_gmt: 'true' }
      const stretch = await readStretch(store, { path: query.path, parameters }, from.offset)
      const entries = stretch.items.map((item) => readEntry(item, field))
      const fresh = stretch.items.filter((_, index) => !seen.has(entries[index]?.mark ?? ''))
      if (from.offset > 0 && entries.length > 0 && fresh.length === 0) throw repeatedPage(query.path)
      const reached = entries.at(-1)?.date ?? null
      const bound = nextBound(entries, { modified, from: from.bound, now: stretch.now })
      const marks = entries.map((entry) => entry.mark)
      seen = new Set(bound === undefined ? [...seen, ...marks] : marks)
      const next = bound === undefined ? { bound: from.bound, offset: stretch.nextOffset } : { bound, offset: 0 }
      return {
        items: fresh,
        next: stretch.ended ? null : next,
        reached,
        total: stretch.total,
        now: stretch.now,
        warnings: stretch.warnings,
      }
    },
  }
}

/** A day beyond the store's clock, because some sites write UTC dates in the future. */
export const futureSeconds = 86_400

/** Every entry of a list by creation date. */
export async function* allNewestFirst(
  store: Store,
  query: DatedQuery,
  now: InstantText,
): AsyncGenerator<readonly unknown[]> {
  const walk = keysetWalk(store, query, 'created, newest first')
  let position: Position | null = { bound: shiftInstant(now, futureSeconds), offset: 0 }
  while (position !== null) {
    const step: Step = await walk.step(position)
    yield step.items
    position = step.next
  }
}

interface Entry {
  readonly mark: string
  readonly date: InstantText | null
}

function readEntry(item: unknown, field: string): Entry {
  if (!isRow(item)) return { mark: '', date: null }
  const date = toInstant(item[field])
  return { mark: `${toOptionalId(item.id)}|${date}`, date }
}

/**
 * The bound to continue from, one second back because a second may have further entries; undefined if it would not move (more
 * than a page within one second, future dates, no dates, unsorted): then pages are counted at the old one.
 */
function nextBound(
  entries: readonly Entry[],
  { modified, from, now }: { modified: boolean; from: InstantText; now: InstantText },
): InstantText | undefined {
  const last = entries.at(-1)?.date
  if (last === undefined || last === null || !isSorted(entries, modified)) return undefined
  if (!modified) {
    const bound = shiftInstant(last, 1)
    return bound < from ? bound : undefined
  }
  // A site whose UTC dates are in the future must not move the bound past later changes.
  const bound = earlier(shiftInstant(last, -1), now)
  return bound > from ? bound : undefined
}

function isSorted(entries: readonly Entry[], ascending: boolean): boolean {
  return entries.every(({ date }, index) => {
    const before = entries[index - 1]?.date
    if (date === null) return false
    if (before === undefined || before === null) return true
    return ascending ? before <= date : before >= date
  })
}
