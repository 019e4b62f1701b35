import { ConnectorError } from '../failures.ts'
import { type ListQuery, readStretch, repeatedPage, type Stretch } from './paging.ts'
import type { Store } from './store.ts'

const mostStepsBack = 20

/**
 * Reads a list by page numbers, for lists without a date to walk along. When the total shrinks meanwhile, rows have
 * moved up past the reader, so it steps back by as many: rows may come twice and are never lost.
 */
export async function* numberedWalk(store: Store, query: ListQuery, from = 0): AsyncGenerator<Stretch> {
  let offset = from
  let total: number | null = null
  let stepsBack = 0
  let before = ''
  for (let ended = false; !ended; ) {
    const stretch = await readStretch(store, query, offset)
    if (stretch.items.length === 0 && total !== null && offset < total) await assertEnded(store, query, offset)
    const mark = JSON.stringify([stretch.items.at(0), stretch.items.at(-1)])
    if (stretch.items.length > 1 && mark === before) throw repeatedPage(query.path)
    before = mark
    const lost = stepsBack < mostStepsBack ? shrinkage(total, stretch.total) : 0
    if (lost > 0) stepsBack += 1
    ended = stretch.ended && lost === 0
    offset = Math.max(0, stretch.nextOffset - lost)
    total = stretch.total ?? total
    yield { ...stretch, nextOffset: offset, ended, total }
  }
}

function shrinkage(before: number | null, after: number | null): number {
  return before === null || after === null ? 0 : Math.max(0, before - after)
}

/** An empty page that should have entries: either they were deleted, which the total shows, or the read failed. */
async function assertEnded(store: Store, query: ListQuery, offset: number): Promise<void> {
  if ((await countNow(store, query)) > offset) throw vanished(query.path)
}

/** The current number of entries in the list. */
export async function countNow(store: Store, query: ListQuery): Promise<number> {
  const response = await store.get(query.path, { ...query.parameters, _fields: 'id', per_page: 1 })
  return response.total ?? (Array.isArray(response.data) ? response.data.length : 0)
}

function vanished(path: string): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `The shop answered a page of “${path}” with nothing although it counts more entries. That is a read failure, not “no data”; we keep trying.`,
    platformCode: 'empty_list',
  })
}
