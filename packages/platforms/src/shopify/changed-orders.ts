import type { Checkpoint, ConnectorContext, Page } from '../contract.ts'
import type { InstantText } from '../records.ts'
import { awaitBulk, fetchWhole, largestFile, startBulk } from './bulk.ts'
import { toWholeOrders } from './bulk-file.ts'
import { bulkOrders } from './documents/orders.ts'
import { Journeys } from './journeys.ts'
import { completeOrders, type MappedOrders, mapWhole, readOrders, shownParts, walkOrders } from './order-pages.ts'
import type { OrderRecords } from './order-record.ts'
import { countOrders, middleOf, ordersPerRun, type Stretch, updatedWithin } from './order-runs.ts'
import { openShop, type Shop } from './shop.ts'
import { later, shiftInstant, toInstant, toInstantText } from './values.ts'
import type { WireOrder } from './wire.ts'

/** From this number on, a bulk operation is faster and cheaper than pages. */
const worthwhile = 600
const ordersPerPage = 250

/** How far an increment reaches back before the last delivered change. */
const overlapSeconds = 300

/** Orders that changed since the last increment, oldest change first; then those whose journey may be known by now. */
export async function* readChanges(ctx: ConnectorContext, from: Checkpoint | null): AsyncGenerator<Page<OrderRecords>> {
  const shop = openShop(ctx)
  const last = typeof from?.updated === 'string' ? from.updated : toInstantText(new Date(ctx.since))
  const progress = { updated: last, done: 0, journeys: Journeys.read(from?.journeys) }
  let start = shiftInstant(last, -overlapSeconds)
  for await (const portion of readManyChanges(ctx, shop, start)) {
    note(progress, portion.orders, shop)
    if (portion.through !== null) {
      start = portion.through
      progress.updated = later(progress.updated, portion.through)
    }
    yield toPage(progress, shop, { ...portion, through: progress.updated })
  }
  for await (const step of walkOrders(shop, { sort: 'UPDATED_AT', from: start })) {
    const { records, warnings } = await completeOrders(shop, step.orders)
    note(progress, step.orders, shop)
    for (const order of step.orders) progress.updated = later(progress.updated, toInstant(order.updatedAt))
    const waiting = step.last ? await lookAgain(shop, progress.journeys) : { records: [], warnings: [] }
    yield toPage(progress, shop, {
      records: [...records, ...waiting.records],
      warnings: [...step.warnings, ...warnings, ...waiting.warnings],
      through: step.last ? shop.now() : progress.updated,
    })
  }
}

interface Progress {
  updated: InstantText
  done: number
  readonly journeys: Journeys
}

function note(progress: Progress, orders: readonly WireOrder[], shop: Shop): void {
  const nowMs = Date.parse(shop.now())
  for (const order of orders) progress.journeys.note(order, nowMs)
  progress.done += orders.length
}

function toPage(
  { updated, done, journeys }: Progress,
  shop: Shop,
  { records, warnings, through }: MappedOrders & { readonly through: InstantText },
): Page<OrderRecords> {
  return {
    records,
    checkpoint: { updated, journeys: journeys.toText() },
    progress: { done, total: null },
    syncedThrough: through,
    warnings: [...warnings, ...shop.warnings()],
  }
}

async function lookAgain(shop: Shop, journeys: Journeys) {
  const nowMs = Date.parse(shop.now())
  const due = journeys.due(nowMs)
  if (due.length === 0) return { records: [], warnings: [] }
  const { orders, warnings } = await readOrders(shop, due)
  for (const id of due) if (!orders.some((order) => order.id === id)) journeys.forget(id)
  for (const order of orders) journeys.note(order, nowMs)
  const mapped = await completeOrders(shop, orders)
  return { records: mapped.records, warnings: [...warnings, ...mapped.warnings] }
}

/** Orders that changed since an instant, for comparisons. */
export async function* changedSince(shop: Shop, since: InstantText): AsyncGenerator<readonly OrderRecords[]> {
  for await (const step of walkOrders(shop, { sort: 'UPDATED_AT', from: since })) {
    yield (await completeOrders(shop, step.orders)).records
  }
}

/** A portion of changed orders; with its last one, everything before `through` is delivered. */
interface ChangedPortion extends MappedOrders {
  readonly orders: readonly WireOrder[]
  readonly through: InstantText | null
}

/**
 * After a long pause, changes are read by bulk operations: one time range after the other, oldest first, until little is
 * left. Stops early, without a loss, if Shopify does not deliver one completely: pages continue from there.
 */
async function* readManyChanges(ctx: ConnectorContext, shop: Shop, since: InstantText): AsyncGenerator<ChangedPortion> {
  const until = shop.now()
  let from = since
  while (from < until) {
    const stretch = await nextStretch(shop, { from, to: until })
    if (stretch === undefined) return
    const whole = await readStretch(ctx, shop, stretch)
    if (whole === undefined) return
    for (let start = 0; start < Math.max(whole.length, 1); start += ordersPerPage) {
      const nodes = whole.slice(start, start + ordersPerPage)
      if (nodes === undefined) return
      const { whole: some, warnings } = toWholeOrders(nodes)
      const mapped = await mapWhole(shop, some)
      const isLast = start + ordersPerPage >= whole.length
      yield {
        orders: some.map(({ order }) => order),
        records: mapped.records,
        warnings: [...warnings, ...mapped.warnings],
        through: isLast ? stretch.to : null,
      }
    }
    from = stretch.to
  }
}

/** The next time range that fits one file; undefined if little is left. */
async function nextStretch(shop: Shop, whole: Stretch): Promise<(Stretch & { readonly expected: number }) | undefined> {
  let { to } = whole
  let expected = await countOrders(shop, whole, updatedWithin)
  if (expected < worthwhile) return undefined
  while (expected > ordersPerRun) {
    const middle = middleOf({ from: whole.from, to })
    if (middle === undefined) return undefined
    to = middle
    expected = await countOrders(shop, { from: whole.from, to }, updatedWithin)
  }
  return { from: whole.from, to, expected }
}

/** Orders that change meanwhile move to a later range, so only those still in the range must be in the file. */
async function readStretch(ctx: ConnectorContext, shop: Shop, stretch: Stretch & { readonly expected: number }) {
  const started = await startBulk(shop, bulkOrders(updatedWithin(stretch), shownParts(shop)))
  if (started.kind !== 'started') return undefined
  const end = await awaitBulk(shop, started.id)
  if (end.kind !== 'completed' || end.result.bytes > largestFile) return undefined
  const file = await fetchWhole(ctx, shop, end.result)
  if (file === undefined) return undefined
  const isWhole = file.length >= stretch.expected || file.length >= (await countOrders(shop, stretch, updatedWithin))
  return isWhole ? file : undefined
}
