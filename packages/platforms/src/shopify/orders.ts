import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { awaitBulk, type BulkFailure, cancelAbandoned, fetchWhole, largestFile, startBulk } from './bulk.ts'
import { type BulkFile, toWholeOrders } from './bulk-file.ts'
import { readChanges } from './changed-orders.ts'
import { bulkOrders } from './documents/orders.ts'
import { throttled } from './failures.ts'
import { completeOrders, type MappedOrders, mapWhole, shownParts, walkOrders } from './order-pages.ts'
import type { OrderRecords } from './order-record.ts'
import {
  type BackfillState,
  beginBackfill,
  completeSince,
  countOrders,
  createdWithin,
  fromCheckpoint,
  halve,
  nextRun,
  oldestAvailable,
  type Run,
  toCheckpoint,
} from './order-runs.ts'
import { compareOrders } from './orders-compare.ts'
import { openShop, type Shop } from './shop.ts'
import type { WholeOrder } from './wire.ts'

/** Of Shopify's five bulk readings at once one is left to others. */
const lanes = 4
const ordersPerPage = 250
const mostAttempts = 3
const slotPauseMs = 15_000
const slotPatience = 80

/**
 * The whole history by creation date, newest first: several stretches are prepared by Shopify at once, and each is
 * delivered only when its file is as complete as announced. The next file is fetched while one is delivered.
 */
async function* backfillOrders(ctx: ConnectorContext, from: Checkpoint | null): AsyncGenerator<Page<OrderRecords>> {
  if (from?.finished === true) return
  const shop = openShop(ctx)
  const begun = from === null ? await beginBackfill(shop) : fromCheckpoint(from)
  if (begun === null) {
    const progress = { done: 0, total: 0 }
    yield { records: [], checkpoint: { finished: true }, progress, warnings: shop.warnings() }
    return
  }
  let state: BackfillState = begun
  let saved = state.runs
  let ahead: Ahead | undefined
  for (;;) {
    state = await fillLanes(shop, state)
    const [head] = state.runs
    if (head === undefined) break
    // Operations are saved to a checkpoint before waiting for them.
    if (state.runs !== saved) yield toPage(state, { records: [], warnings: shop.warnings() })
    saved = state.runs
    const ready = await prepare(ctx, shop, { state, head, ahead })
    if (ready.kind === 'changed') {
      state = { ...state, runs: [...ready.runs, ...state.runs.slice(1)] }
      continue
    }
    ahead = fetchAhead(ctx, shop, state.runs[1])
    for await (const portion of ready.portions) {
      state = deliver(state, portion)
      if (portion !== 'damaged') yield toPage(state, portion)
    }
    state = afterFile(state, head)
    saved = state.runs
  }
  yield {
    records: [],
    checkpoint: { finished: true },
    progress: { done: state.done, total: Math.max(state.total, state.done) },
    completeSince: completeSince(state, state.oldest),
    ...oldestAvailable(state),
    warnings: shop.warnings(),
  }
}

interface Portion extends MappedOrders {
  readonly count: number
}

function toPage(state: BackfillState, { records, warnings }: MappedOrders): Page<OrderRecords> {
  const [head] = state.runs
  return {
    records,
    checkpoint: toCheckpoint(state),
    progress: { done: state.done, total: Math.max(state.total, state.done) },
    completeSince: completeSince(state, head?.to ?? state.below),
    ...oldestAvailable(state),
    warnings,
  }
}

function deliver(state: BackfillState, portion: Portion | 'damaged'): BackfillState {
  const [head, ...rest] = state.runs
  if (head === undefined) return state
  if (portion === 'damaged') return withoutFile(state, head)
  const { count } = portion
  return { ...state, done: state.done + count, runs: [{ ...head, delivered: head.delivered + count }, ...rest] }
}

/** Asks for the file of the newest run again: what of it was delivered comes once more, and changes nothing. */
function withoutFile(state: BackfillState, head: Run): BackfillState {
  const again = { ...head, id: null, attempt: head.attempt + 1, delivered: 0 }
  return { ...state, done: state.done - head.delivered, runs: [again, ...state.runs.slice(1)] }
}

/** Goes on to the next run, unless the file of this one was damaged. */
function afterFile(state: BackfillState, { attempt }: Run): BackfillState {
  return state.runs[0]?.attempt === attempt ? { ...state, runs: state.runs.slice(1) } : state
}

/** Starts as many operations as may run at once; returns the same object if none was started. */
async function fillLanes(shop: Shop, given: BackfillState): Promise<BackfillState> {
  let state = given
  // A run without a slot waits for one; later runs do not overtake it.
  while (state.runs.length < lanes && state.runs.every(({ id }) => id !== null)) {
    const next = await nextRun(shop, state)
    state = next.state
    if (next.run === undefined)
      return { ...state, runs: given.runs.length === state.runs.length ? given.runs : state.runs }
    const started = await startBulk(shop, bulkText(shop, next.run))
    const id = started.kind === 'started' ? started.id : null
    state = { ...state, runs: [...state.runs, { ...next.run, id }] }
  }
  return state
}

function bulkText(shop: Shop, run: Run): string {
  return bulkOrders(createdWithin(run), shownParts(shop))
}

type Prepared =
  | { readonly kind: 'changed'; readonly runs: readonly Run[] }
  | { readonly kind: 'ready'; readonly portions: AsyncIterable<Portion | 'damaged'> }

interface Head {
  readonly state: BackfillState
  readonly head: Run
  readonly ahead?: Ahead | undefined
}

/** How an operation ended, with its file if that is of use. */
type Fetched =
  | { readonly kind: 'fetched'; readonly file: BulkFile | undefined }
  | { readonly kind: 'too_large' }
  | BulkFailure

/** A file that is fetched before its turn, by the id of its operation. */
interface Ahead {
  readonly id: string
  readonly fetched: Promise<Fetched>
}

function fetchAhead(ctx: ConnectorContext, shop: Shop, next: Run | undefined): Ahead | undefined {
  if (next === undefined || next.id === null || next.attempt >= mostAttempts) return undefined
  const fetched = fetchFile(ctx, shop, next.id)
  // A reader that stops early never awaits it; one that continues still sees the failure.
  fetched.catch(() => undefined)
  return { id: next.id, fetched }
}

async function fetchFile(ctx: ConnectorContext, shop: Shop, id: string): Promise<Fetched> {
  const end = await awaitBulk(shop, id)
  if (end.kind !== 'completed') return end
  if (end.result.bytes > largestFile) return { kind: 'too_large' }
  return { kind: 'fetched', file: await fetchWhole(ctx, shop, end.result) }
}

/** Prepares the newest run for delivery, or returns the state to continue with instead. */
async function prepare(ctx: ConnectorContext, shop: Shop, { state, head, ahead }: Head): Promise<Prepared> {
  if (head.attempt >= mostAttempts) return { kind: 'ready', portions: readPaged(shop, head) }
  if (head.id === null) return await begin(shop, { state, head })
  const { id } = head
  if (id === null) return await begin(shop, { state, head })
  const fetch = () => fetchFile(ctx, shop, id)
  // What failed ahead of its turn, perhaps long ago, is tried once more.
  const end = await (ahead?.id === id ? ahead.fetched.catch(fetch) : fetch())
  if (end.kind === 'too_large') return { kind: 'changed', runs: await halve(shop, head, head.attempt) }
  if (end.kind !== 'fetched') return { kind: 'changed', runs: await afterFailure(shop, head, end) }
  const { file } = end
  const isWhole = file !== undefined && (await isComplete(shop, head, file.length))
  if (!isWhole) return { kind: 'changed', runs: [{ ...head, id: null, attempt: head.attempt + 1, delivered: 0 }] }
  return { kind: 'ready', portions: toPortions(shop, file, head.delivered) }
}

/** Waits until another operation can start. Throws `throttled` if others use all slots for long. */
async function begin(shop: Shop, { state, head }: Head): Promise<Prepared> {
  const ours = new Set(state.runs.flatMap(({ id }) => (id === null ? [] : [id])))
  for (let waited = 0; waited < slotPatience; waited += 1) {
    const started = await startBulk(shop, bulkText(shop, head))
    if (started.kind === 'started') return { kind: 'changed', runs: [{ ...head, id: started.id, delivered: 0 }] }
    if (started.kind === 'refused') return { kind: 'changed', runs: [{ ...head, attempt: mostAttempts, delivered: 0 }] }
    if (waited === 0) await cancelAbandoned(shop, ours)
    await shop.pause(slotPauseMs)
  }
  throw throttled(shop.domain, 600_000)
}

/** A range that the app has no access to must not be queried again; after any other failure, it is split. */
async function afterFailure(shop: Shop, head: Run, { kind, code }: BulkFailure): Promise<readonly Run[]> {
  const again = { ...head, id: null, delivered: 0 }
  if (kind === 'gone') return [{ ...again, attempt: head.attempt + 1 }]
  if (code === 'ACCESS_DENIED') return [{ ...again, attempt: mostAttempts }]
  return await halve(shop, head, head.attempt + 1)
}

/** Orders may be added and removed meanwhile; a difference that remains after another count is a gap. */
async function isComplete(shop: Shop, head: Run, found: number): Promise<boolean> {
  return found >= head.expected || found >= (await countOrders(shop, head))
}

async function* toPortions(shop: Shop, file: BulkFile, delivered: number): AsyncGenerator<Portion | 'damaged'> {
  for (let end = file.length - delivered; end > 0; end -= ordersPerPage) {
    const start = Math.max(0, end - ordersPerPage)
    const read: ReadOrders = { warnings: [], isDamaged: false }
    const mapped = await mapWhole(shop, newestFirst(file, { start, end }, read))
    if (read.isDamaged) return yield 'damaged'
    yield {
      records: mapped.records,
      warnings: [...read.warnings, ...mapped.warnings, ...shop.warnings()],
      count: end - start,
    }
  }
}

/** What was found beside orders while they were read. */
interface ReadOrders {
  readonly warnings: string[]
  isDamaged: boolean
}

/** Files are sorted by creation: the newest orders stand at the end. Each is parsed when it is asked for. */
function* newestFirst(
  file: BulkFile,
  { start, end }: { readonly start: number; readonly end: number },
  read: ReadOrders,
): Generator<WholeOrder> {
  for (let at = end - 1; at >= start && !read.isDamaged; at -= 1) {
    const nodes = file.slice(at, at + 1)
    read.isDamaged = nodes === undefined
    const { whole, warnings } = toWholeOrders(nodes ?? [])
    read.warnings.push(...warnings)
    yield* whole
  }
}

/** The slow way, for a time range for which bulk operations fail. */
async function* readPaged(shop: Shop, { from, to }: Run): AsyncGenerator<Portion> {
  for await (const step of walkOrders(shop, { sort: 'CREATED_AT', from, until: to })) {
    const { records, warnings } = await completeOrders(shop, step.orders)
    yield {
      records,
      warnings: [...step.warnings, ...warnings, ...shop.warnings()],
      count: step.orders.length,
    }
  }
}

/** Orders, each with its edits, payments and everything that was given back. */
export const ordersStream: Stream<OrderRecords> = {
  id: 'orders',
  label: 'Orders',
  // 2: what came back into stock, what is not sent, whether anything was, and the tax in fees.
  generation: 2,
  settlesAfterDays: 3,
  everyMinutes: { withWebhooks: 10, without: 5 },
  backfill: backfillOrders,
  increment: readChanges,
  compare: compareOrders,
}
