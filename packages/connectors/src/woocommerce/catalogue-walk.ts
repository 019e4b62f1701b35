import type { Checkpoint, Page } from '../contract.ts'
import type { InstantText, PlatformRecord } from '../records.ts'
import type { ToRecords } from './backfill.ts'
import { isUnknownParameter } from './changed-orders.ts'
import { keysetWalk, type Position } from './keyset.ts'
import { numberedWalk } from './numbered.ts'
import type { ListQuery } from './paging.ts'
import type { Store } from './store.ts'
import { earlier, later, shiftInstant } from './values.ts'

const overlapSeconds = 86_400
const beginning = '1970-01-02T00:00:00Z'

interface Plan<R extends PlatformRecord> {
  readonly from: Checkpoint | null
  /** Of a first increment; null = the whole list. */
  readonly since: InstantText | null
  readonly toRecords: ToRecords<R>
}

/** Products and coupons by their last change; a whole list is simply what has changed since the beginning. */
export async function* catalogueWalk<R extends PlatformRecord>(
  store: Store,
  query: ListQuery,
  plan: Plan<R>,
): AsyncGenerator<Page<R>> {
  if (plan.since === null && plan.from?.finished === true) return
  if (!store.learnt.noModifiedOrder && typeof plan.from?.offsetById !== 'number') {
    try {
      yield* byModification(store, query, plan)
      return
    } catch (error) {
      // Refused with the first question, so nothing was delivered yet.
      if (!isUnknownParameter(error)) throw error
      store.learnt.noModifiedOrder = true
    }
  }
  yield* byId(store, query, plan)
}

async function* byModification<R extends PlatformRecord>(
  store: Store,
  query: ListQuery,
  plan: Plan<R>,
): AsyncGenerator<Page<R>> {
  const walk = keysetWalk(store, query, 'modified, oldest first')
  const whole = plan.since === null
  let position: Position | null = startOf(plan)
  let done = whole ? Number(plan.from?.done ?? 0) : 0
  let modified = modifiedOf(plan)
  const counted: { total: number | null } = { total: null }
  while (position !== null) {
    const step = await walk.step(position)
    const { records, warnings } = await plan.toRecords(step.items)
    if (step.total !== null) counted.total ??= done + step.total
    done += step.items.length
    modified = later(modified, earlier(step.reached ?? modified, step.now))
    position = step.next
    yield {
      records,
      checkpoint: toCheckpoint({ modified, done, position, whole }),
      progress: { done, total: counted.total === null ? null : Math.max(counted.total, done) },
      ...(position === null ? { syncedThrough: step.now } : {}),
      warnings: [...step.warnings, ...warnings],
    }
  }
}

function modifiedOf({ from, since }: Plan<PlatformRecord>): InstantText {
  if (typeof from?.modified === 'string') return from.modified
  return since === null ? beginning : shiftInstant(since, 0)
}

function startOf({ from, since }: Plan<PlatformRecord>): Position {
  if (since === null) {
    return { bound: String(from?.bound ?? beginning), offset: Number(from?.offset ?? 0) }
  }
  const last = typeof from?.modified === 'string' ? from.modified : since
  return { bound: shiftInstant(last, -overlapSeconds), offset: 0 }
}

function toCheckpoint(at: {
  modified: InstantText
  done: number
  position: Position | null
  whole: boolean
}): Checkpoint {
  const { modified, done, position, whole } = at
  if (!whole) return { modified }
  return position === null ? { modified, done, finished: true } : { modified, done, ...position }
}

/** Versions without `orderby=modified`: the whole list by id; it is short compared with orders. */
async function* byId<R extends PlatformRecord>(store: Store, query: ListQuery, plan: Plan<R>): AsyncGenerator<Page<R>> {
  const began = store.now()
  const start = plan.since === null ? Number(plan.from?.offsetById ?? 0) : 0
  const sorted = { path: query.path, parameters: { ...query.parameters, orderby: 'id', order: 'asc' } }
  for await (const stretch of numberedWalk(store, sorted, start)) {
    const { records, warnings } = await plan.toRecords(stretch.items)
    yield {
      records,
      checkpoint: stretch.ended ? { modified: began, finished: true } : { offsetById: stretch.nextOffset },
      progress: { done: stretch.nextOffset, total: stretch.total },
      ...(stretch.ended ? { syncedThrough: began } : {}),
      warnings: [...stretch.warnings, ...warnings],
    }
  }
}
