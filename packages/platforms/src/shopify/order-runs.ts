import { z } from 'zod'
import type { Checkpoint } from '../contract.ts'
import type { InstantText } from '../records.ts'
import { ordersCount, ordersOutline } from './documents/orders.ts'
import { askShown } from './order-pages.ts'
import { shownDays } from './scopes.ts'
import type { Shop } from './shop.ts'
import { later, shiftInstant, toInstant, toInstantText } from './values.ts'

/** The limit of a file: a few thousand orders are some ten megabytes, which fit into memory. */
export const ordersPerRun = 4_000
const beginning = '1970-01-01T00:00:00Z'

/** One stretch of the history, read with one bulk operation. */
export interface Run {
  readonly from: InstantText
  readonly to: InstantText
  readonly expected: number
  /** Id of the bulk operation, once it was started. */
  readonly id: string | null
  readonly attempt: number
  /** The number of already delivered orders of this run. */
  readonly delivered: number
}

/** The progress of a back-fill. */
export interface BackfillState {
  readonly oldest: InstantText
  /** The app has no access to older history. */
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

/** Determines the extent of the history; null for a shop without orders. */
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

/** The warning for a shop whose app may only read the last sixty days. */
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

/** A time range; the beginning is inclusive, the end is not. */
export type Stretch = Pick<Run, 'from' | 'to'>

/** The current number of orders in a time range: by creation, last change or date of placement. */
export async function countOrders(shop: Shop, stretch: Stretch, filter = createdWithin): Promise<number> {
  return (await askCount(shop, filter(stretch)))?.count ?? 0
}

/** The number of orders placed within a time range; undefined if Shopify does not give an exact count. */
export async function countIfExact(shop: Shop, stretch: Stretch): Promise<number | undefined> {
  const counted = await askCount(shop, placedWithin(stretch))
  return counted?.precision === 'EXACT' ? counted.count : undefined
}

async function askCount(shop: Shop, query: string) {
  const data = await shop.ask({ what: 'orders', document: ordersCount, variables: { query }, shape: Counted })
  return data.ordersCount
}

/** The filter for orders created within a time range, in Shopify's search syntax. */
export function createdWithin({ from, to }: Stretch): string {
  return `created_at:>='${from}' created_at:<'${to}'`
}

/** The filter for orders placed within a time range: imported ones were placed long before they were created. */
export function placedWithin({ from, to }: Stretch): string {
  return `processed_at:>='${from}' processed_at:<'${to}'`
}

/** The filter for orders last changed within a time range. */
export function updatedWithin({ from, to }: Stretch): string {
  return `updated_at:>='${from}' updated_at:<'${to}'`
}

/** Splits a run in halves, the newer first; if it cannot be split, the same run as a further attempt. */
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

/** The middle of a time range; undefined if it is too short for filters. */
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

/**
 * A checkpoint contains the operations that were started, so that another process waits for them instead of starting new
 * ones.
 */
export function toCheckpoint({ runs, ...state }: BackfillState): Checkpoint {
  return { ...state, runs: JSON.stringify(runs) }
}

/** Reads a checkpoint written by {@link toCheckpoint}. */
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

/** The instant from which the history is complete: never earlier than what the app has access to. */
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
