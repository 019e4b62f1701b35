import type { Checkpoint, Page } from '../contract.ts'
import type { InstantText, PlatformRecord } from '../records.ts'
import { futureSeconds, type KeysetWalk, keysetWalk, type Position, type Step } from './keyset.ts'
import type { ListQuery } from './paging.ts'
import type { Store } from './store.ts'
import { earlier, isRow, shiftInstant, toInstant } from './values.ts'

/** Turns one step's entries into records. */
export type ToRecords<R extends PlatformRecord> = (
  items: readonly unknown[],
) => Promise<{ readonly records: readonly R[]; readonly warnings: readonly string[] }>

const ordersPerWindow = 1_000

/**
 * The whole history by creation date, newest first, in windows of whole months with about a thousand entries each. As many
 * windows are read concurrently as the store can take, and the next page of each is fetched while the consumer writes the
 * current one.
 */
export async function* backfillByCreation<R extends PlatformRecord>(
  store: Store,
  query: ListQuery,
  plan: { readonly from: Checkpoint | null; readonly toRecords: ToRecords<R> },
): AsyncGenerator<Page<R>> {
  if (plan.from?.finished === true) return
  const state = plan.from === null ? await begin(store, query) : toState(plan.from)
  if (state === null) {
    yield { records: [], checkpoint: { finished: true }, progress: { done: 0, total: 0 }, warnings: [] }
    return
  }
  const running = state.open.map((window) => startLane(store, query, window))
  fillLanes(store, query, { state, running })
  while (running.length > 0) {
    const { lane, step } = await Promise.race(running.map((lane) => lane.pending))
    advance(store, query, { state, running, lane, step })
    const { records, warnings } = await plan.toRecords(step.items)
    state.done += step.items.length
    const finished = running.length === 0
    yield {
      records,
      checkpoint: finished ? { finished: true } : toCheckpoint(state, running),
      progress: { done: state.done, total: Math.max(state.total, state.done) },
      completeSince: finished ? state.oldest : completeSince(state, running),
      warnings: [...step.warnings, ...warnings],
    }
  }
}

interface Window {
  readonly floor: InstantText
  readonly position: Position
}

interface State {
  /** The oldest entry's date. */
  readonly oldest: InstantText
  readonly total: number
  readonly monthsPerWindow: number
  /** Everything below this date is not assigned to a window yet. */
  below: InstantText
  done: number
  readonly open: readonly Window[]
}

interface Lane {
  readonly walk: KeysetWalk
  readonly floor: InstantText
  position: Position
  pending: Promise<{ readonly lane: Lane; readonly step: Step }>
}

interface Running {
  readonly state: State
  readonly running: Lane[]
}

async function begin(store: Store, query: ListQuery): Promise<State | null> {
  const response = await store.get(query.path, {
    ...query.parameters,
    _fields: 'id,date_created_gmt',
    orderby: 'date',
    order: 'asc',
    per_page: 1,
  })
  const [first]: unknown[] = Array.isArray(response.data) ? response.data : []
  if (!isRow(first)) return null
  const oldest = toInstant(first.date_created_gmt) ?? '1970-01-01T00:00:00Z'
  const below = shiftInstant(response.now, futureSeconds)
  const months = Math.max(1, monthsBetween(oldest, below))
  const total = response.total ?? 0
  // With few entries, the whole history is one window.
  const monthsPerWindow =
    total === 0 ? 1 : Math.max(1, Math.min(months, Math.floor((ordersPerWindow * months) / total)))
  return { oldest, total, monthsPerWindow, below, done: 0, open: [] }
}

function startLane(store: Store, query: ListQuery, { floor, position }: Window): Lane {
  const walk = keysetWalk(store, { ...query, after: shiftInstant(floor, -1) }, 'created, newest first')
  // A placeholder: the promise is immediately replaced by the fetch, which needs the lane.
  const lane: Lane = { walk, floor, position, pending: new Promise(() => {}) }
  fetchNext(lane)
  return lane
}

function fetchNext(lane: Lane): void {
  lane.pending = lane.walk.step(lane.position).then((step) => ({ lane, step }))
  // A consumer that has stopped reading never awaits it; one that continues still sees the failure.
  lane.pending.catch(() => undefined)
}

function advance(store: Store, query: ListQuery, at: Running & { lane: Lane; step: Step }): void {
  const { running, lane, step } = at
  if (step.next !== null) {
    lane.position = step.next
    fetchNext(lane)
  } else running.splice(running.indexOf(lane), 1)
  fillLanes(store, query, at)
}

function fillLanes(store: Store, query: ListQuery, { state, running }: Running): void {
  while (running.length < store.lanes() && state.below > state.oldest) {
    const floor = monthFloor(state.below, state.monthsPerWindow)
    running.push(startLane(store, query, { floor, position: { bound: state.below, offset: 0 } }))
    state.below = floor
  }
}

function completeSince(state: State, running: readonly Lane[]): InstantText {
  const unfinished = running.map((lane) => lane.position.bound)
  return [state.below, ...unfinished].reduce((one, other) => (one > other ? one : other))
}

function toCheckpoint(state: State, running: readonly Lane[]): Checkpoint {
  const checkpoint: Record<string, string | number | boolean> = {
    oldest: state.oldest,
    total: state.total,
    months: state.monthsPerWindow,
    below: state.below,
    done: state.done,
  }
  running.forEach((lane, index) => {
    checkpoint[`floor${index}`] = lane.floor
    checkpoint[`bound${index}`] = lane.position.bound
    checkpoint[`offset${index}`] = lane.position.offset
  })
  return checkpoint
}

function toState(from: Checkpoint): State {
  const open: Window[] = []
  for (let index = 0; ; index += 1) {
    const floor = from[`floor${index}`]
    const bound = from[`bound${index}`]
    if (typeof floor !== 'string' || typeof bound !== 'string') break
    open.push({ floor, position: { bound, offset: Number(from[`offset${index}`] ?? 0) } })
  }
  const oldest = String(from.oldest ?? '1970-01-01T00:00:00Z')
  return {
    oldest,
    total: Number(from.total ?? 0),
    monthsPerWindow: Number(from.months ?? 1),
    below: String(from.below ?? oldest),
    done: Number(from.done ?? 0),
    open,
  }
}

/** The first instant of the month that `months` windows reach down to; always below `instant`. */
function monthFloor(instant: InstantText, months: number): InstantText {
  const last = new Date(Date.parse(instant) - 1_000)
  const floor = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - months + 1, 1))
  return earlier(`${floor.toISOString().slice(0, 19)}Z`, instant)
}

function monthsBetween(one: InstantText, other: InstantText): number {
  const [from, to] = [new Date(one), new Date(other)]
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1
}
