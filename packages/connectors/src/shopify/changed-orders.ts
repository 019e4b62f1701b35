import type { Checkpoint, ConnectorContext, Page } from '../contract.ts'
import type { InstantText } from '../records.ts'
import { Journeys } from './journeys.ts'
import { readManyChanges } from './many-changes.ts'
import { completeOrders, type MappedOrders, readOrders, walkOrders } from './order-pages.ts'
import type { OrderRecords } from './order-record.ts'
import { openShop, type Shop } from './shop.ts'
import { later, shiftInstant, toInstant, toInstantText } from './values.ts'
import type { WireOrder } from './wire.ts'

/** How far an increment reaches back behind what was delivered last. */
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
