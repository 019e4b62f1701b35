import { z } from 'zod'
import type { Checkpoint } from '../contract.ts'
import type { InstantText } from '../records.ts'
import { ordersCount, ordersOutline } from './documents/orders.ts'
import { askShown } from './order-pages.ts'
import { shownDays } from './scopes.ts'
import type { Shop } from './shop.ts'
import { later, shiftInstant, toInstant, toInstantText } from './values.ts'

/** What a file may hold: a few thousand orders are some ten megabytes, which fit into memory. */
export const ordersPerRun = 4_000
const beginning = '1970-01-01T00:00:00Z'

/** One stretch of the history, read with one bulk operation. */
export interface Run {
  readonly from: InstantText
  readonly to: InstantText
  readonly expected: number
  /** Of the bulk operation, once it was begun. */
  readonly id: string | null
  readonly attempt: number
  /** Orders of this run that were delivered already. */
  readonly delivered: number
}

/** Where a back-fill stands. */
export interface BackfillState {
  readonly oldest: InstantText
  /** History further back is not shown to the app. */
  readonly shownSince: InstantText
  readonly total: number
  readonly monthsPerRun: number
  /** Everything before this is not assigned to a run yet. */
  readonly below: InstantText
  readonly done: number
  /** Newest first. */
  readonly runs: readonly Run[]
}

const counted = z.object({ count: z.number(), precision: z.string() }).nullable()
const Outline = z.object({
  ordersCount: counted,
  orders: z.object({ nodes: z.array(z.object({ createdAt: z.string() })) }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})
const Counted = z.object({ ordersCount: counted })

/** Looks how much there is; null for a shop without orders. */
export async function beginBackfill(shop: Shop): Promise<BackfillState | null> {
  const outline = await askShown(
    shop,
    async (parts) => await shop.ask({ what: 'orders', document: ordersOutline(parts), shape: Outline }),
  )
  const scopes = outline.currentAppInstallation.accessScopes.map(({ handle }) => handle)
  const [first] = outline.orders.nodes
  if (first === undefined) return null
  const showsAll = scopes.includes('read_all_orders')
  if (!showsAll) shop.warn(onlyRecent(shop.domain))
  const oldest = toInstant(first.createdAt)
  const now = shop.now()
  const total = outline.ordersCount?.count ?? 0
  const months = monthsBetween(oldest, now)
  return {
    oldest,
    shownSince: showsAll ? beginning : shiftInstant(now, -shownDays * 86_400),
    total,
    monthsPerRun: Math.max(1, Math.floor((ordersPerRun * months) / Math.max(total, 1))),
    below: shiftInstant(now, 3_600),
    done: 0,
    runs: [],
  }
}

/** What a shop says whose app may read no more than the last sixty days. */
export function onlyRecent(domain: string): string {
  return `${domain} shows only the last ${shownDays} days of orders, because the app lacks the access scope read_all_orders. Earlier sales are missing, and some customers look new who are not. Request the scope for the app and approve it, then import again.`
}

/** The next stretch to read, small enough for one file; undefined when the beginning is reached. */
export async function nextRun(
  shop: Shop,
  state: BackfillState,
): Promise<{ readonly state: BackfillState; readonly run: Run | undefined }> {
  let { below } = state
  while (below > state.oldest) {
    const to = below
    let from = monthFloor(to, state.monthsPerRun)
    let expected = await countOrders(shop, { from, to })
    while (expected > ordersPerRun && middleOf({ from, to }) !== undefined) {
      from = middleOf({ from, to }) ?? from
      expected = await countOrders(shop, { from, to })
    }
    below = from
    if (expected === 0) continue
    return { state: { ...state, below }, run: { from, to, expected, id: null, attempt: 0, delivered: 0 } }
  }
  return { state: { ...state, below }, run: undefined }
}

/** A stretch of time, its beginning inclusive and its end not. */
export type Stretch = Pick<Run, 'from' | 'to'>

/** How many orders a stretch holds right now, by creation, by last change or as they were placed. */
export async function countOrders(shop: Shop, stretch: Stretch, filter = createdWithin): Promise<number> {
  return (await askCount(shop, filter(stretch)))?.count ?? 0
}

/** How many orders were placed within a stretch; undefined where the shop does not say it to the last one. */
export async function countIfExact(shop: Shop, stretch: Stretch): Promise<number | undefined> {
  const counted = await askCount(shop, placedWithin(stretch))
  return counted?.precision === 'EXACT' ? counted.count : undefined
}

async function askCount(shop: Shop, query: string) {
  const data = await shop.ask({ what: 'orders', document: ordersCount, variables: { query }, shape: Counted })
  return data.ordersCount
}

/** The filter of a stretch by creation, in Shopify's search syntax. */
export function createdWithin({ from, to }: Stretch): string {
  return `created_at:>='${from}' created_at:<'${to}'`
}

/** The filter of a stretch by when orders were placed: imported ones long before they were created. */
export function placedWithin({ from, to }: Stretch): string {
  return `processed_at:>='${from}' processed_at:<'${to}'`
}

/** The filter of a stretch by last change. */
export function updatedWithin({ from, to }: Stretch): string {
  return `updated_at:>='${from}' updated_at:<'${to}'`
}

/** Two halves, newer first; the same once more, as a further attempt, when it cannot be halved. */
export async function halve(shop: Shop, run: Run, attempt: number): Promise<readonly Run[]> {
  const middle = middleOf(run)
  if (middle === undefined) return [{ ...run, id: null, attempt: run.attempt + 1, delivered: 0 }]
  const halves: Run[] = []
  for (const half of [
    { from: middle, to: run.to },
    { from: run.from, to: middle },
  ]) {
    halves.push({ ...half, expected: await countOrders(shop, half), id: null, attempt, delivered: 0 })
  }
  return halves
}

/** Where a stretch is halved; undefined when it is as short as filters can say. */
export function middleOf({ from, to }: Stretch): InstantText | undefined {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (end - start < 2_000) return undefined
  return toInstantText(new Date(start + Math.floor((end - start) / 2_000) * 1_000))
}

const StoredRuns = z.array(
  z.object({
    from: z.string(),
    to: z.string(),
    expected: z.number(),
    id: z.string().nullable(),
    attempt: z.number(),
    delivered: z.number(),
  }),
)

/** A checkpoint holds the operations that were begun, so that another process waits for them instead of beginning anew. */
export function toCheckpoint({ runs, ...state }: BackfillState): Checkpoint {
  return { ...state, runs: JSON.stringify(runs) }
}

/** The state of a checkpoint that {@link toCheckpoint} wrote. */
export function fromCheckpoint(from: Checkpoint): BackfillState {
  const oldest = String(from.oldest ?? beginning)
  return {
    oldest,
    shownSince: String(from.shownSince ?? beginning),
    total: Number(from.total ?? 0),
    monthsPerRun: Number(from.monthsPerRun ?? 1),
    below: String(from.below ?? oldest),
    done: Number(from.done ?? 0),
    runs: StoredRuns.parse(JSON.parse(String(from.runs ?? '[]'))),
  }
}

/** Back to when nothing is missing: never further than what the shop shows. */
export function completeSince({ shownSince }: BackfillState, reached: InstantText): InstantText {
  return later(shownSince, reached)
}

/** Where history ends for an app that may not read all orders. */
export function oldestAvailable({ shownSince }: BackfillState): { readonly oldestAvailable?: InstantText } {
  return shownSince === beginning ? {} : { oldestAvailable: shownSince }
}

function monthFloor(instant: InstantText, months: number): InstantText {
  const last = new Date(Date.parse(instant) - 1_000)
  return toInstantText(new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - months + 1, 1)))
}

function monthsBetween(one: InstantText, other: InstantText): number {
  const [from, to] = [new Date(one), new Date(other)]
  return Math.max(1, (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1)
}
