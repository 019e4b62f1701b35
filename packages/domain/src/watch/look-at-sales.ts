import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import { reportHealthIssue, resolveHealthIssue } from '@tillsight/database'
import type { MetricValue } from '@tillsight/metrics'
import type { ConnectionView } from '../connections/index.ts'
import { run, type ShopContext } from '../context/index.ts'
import { runQuery } from '../reports/index.ts'
import { type DayOfOrders, findDrop, findSilence, type HourOfOrders } from './sales-signals.ts'

const hourMs = 3_600_000
/** As many as may be asked for in hours. */
const daysOfHours = 31
const daysOfDrop = 57

/**
 * Notes when a shop has gone silent or its last whole day fell far below the same weekday, and closes what is over. While
 * its store cannot be read, or its history is coming in, nothing can be said and nothing is changed.
 */
export async function lookAtSales(ctx: ShopContext, connections: readonly ConnectionView[]): Promise<void> {
  if (!connections.some((view) => view.status === 'healthy' && isFresh(view, ctx.clock.now()))) return
  const today = dayOf(ctx.clock.now(), ctx.shop.zone)
  await noteSilence(ctx, today)
  await noteDrop(ctx, addDays(today, -1))
}

async function noteSilence(ctx: ShopContext, today: Day): Promise<void> {
  const now = ctx.clock.now()
  const silence = findSilence(await readHours(ctx, today))
  const key = { shopId: ctx.shop.id, kind: 'silent_store', key: 'orders' }
  if (silence) await reportHealthIssue(ctx.queries, { ...key, at: now, detail: { ...silence } })
  else await resolveHealthIssue(ctx.queries, key, now)
}

async function noteDrop(ctx: ShopContext, yesterday: Day): Promise<void> {
  const drop = findDrop(await readDays(ctx, yesterday), yesterday)
  const key = { shopId: ctx.shop.id, kind: 'sales_drop', key: 'orders' }
  const now = ctx.clock.now()
  if (drop) await reportHealthIssue(ctx.queries, { ...key, at: now, detail: { ...drop } })
  else await resolveHealthIssue(ctx.queries, key, now)
}

/** Whole hours, and the running one once it has an order: until then it is not over. */
async function readHours(ctx: ShopContext, today: Day): Promise<HourOfOrders[]> {
  const range = { from: addDays(today, 1 - daysOfHours), to: today }
  const { series = [] } = await run(runQuery, ctx, { metrics: ['orders'], ...range, interval: 'hour' })
  const now = ctx.clock.now().getTime()
  return series
    .map(({ at, values }) => ({ at, orders: toCount(values.orders) }))
    .filter(({ at, orders }) => Date.parse(at) + hourMs <= now || (orders !== null && orders > 0))
}

async function readDays(ctx: ShopContext, day: Day): Promise<DayOfOrders[]> {
  const range = { from: addDays(day, 1 - daysOfDrop), to: day }
  const { series = [] } = await run(runQuery, ctx, { metrics: ['orders'], ...range, interval: 'day' })
  return series.map(({ at, values }) => ({ day: parseDay(at), orders: toCount(values.orders) }))
}

function toCount(value: MetricValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}

/** Read to its end within the last two hours. */
function isFresh({ streams }: ConnectionView, now: Date): boolean {
  const orders = streams.find(({ id }) => id === 'orders')
  if (!orders?.complete || orders.lastSuccessAt === null) return false
  return now.getTime() - Date.parse(orders.lastSuccessAt) < 2 * hourMs
}
