import { type ShopId, toShopId } from '@tillsight/core'
import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import {
  type JobDefinition,
  listActiveConnections,
  listOpenHealthIssues,
  listShopsWithOpenPrivacyRequests,
  reportHealthIssue,
  resolveHealthIssue,
  type StoredMail,
} from '@tillsight/database'
import type { MetricValue } from '@tillsight/metrics'
import { z } from 'zod'
import { lookAtAlerts, type RenderAlerts, tellOfAlerts } from '../alerts/index.ts'
import { type ConnectionContext, type ConnectionView, listConnections } from '../connections/index.ts'
import { run, type ShopContext } from '../context/index.ts'
import { noteStoreCosts } from '../costs/index.ts'
import { listHealth } from '../health/index.ts'
import { runQuery } from '../reports/index.ts'
import type { SyncJobServices } from '../sync/index.ts'
import { announceFindings, needsSomebody } from './announce-findings.ts'
import { type DayOfOrders, findDrop, findSilence, type HourOfOrders, lookAtCosts } from './look-at-costs.ts'
import { lookAtStoreCosts } from './look-at-store-costs.ts'
import { type HealthNews, type OperatorNews, tellOperator, tellPeople } from './tell-people.ts'

const hourMs = 3_600_000
/** The maximum range of an hourly query, in days. */
const daysOfHours = 31
const daysOfDrop = 57

const aboutWebhooks = new Set(['webhook_failed', 'webhooks_disabled', 'webhooks_refused'])
/** An issue is closed if nothing of its kind has happened for this long. */
const quietMs = 24 * 3_600_000

/** Services that watching needs. */
export interface WatchServices extends Pick<SyncJobServices, 'db' | 'jobs' | 'log' | 'clock' | 'connections'> {
  openShop(shop: ShopId): Promise<ConnectionContext>
  /** Puts issues of a shop into a mail. */
  composeNews(news: HealthNews): StoredMail
  /** Puts alerts that fired, or are over, into a mail, the text of an inbox and a message to Slack. */
  renderAlerts: RenderAlerts
  /** The same for issues of the installation as a whole. */
  composeOperatorNews(news: OperatorNews): StoredMail
}

const OneShop = z.object({ shop: z.string().transform(toShopId) })

const watchJob: JobDefinition<z.infer<typeof OneShop>> = {
  name: 'shop.watch',
  payload: OneShop,
  retry: { limit: 2, delaySeconds: 300, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: ({ shop }) => shop,
  label: () => 'Looking for what needs somebody',
}

const aroundJob: JobDefinition<Record<string, never>> = {
  name: 'shop.watch_around',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Looking at the data of all shops',
}

/** Watches shops from this process, four times an hour. Needs started jobs. */
export async function handleWatchJobs(services: WatchServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(watchJob, async ({ shop }) => {
    const ctx = await services.openShop(shop)
    await watchShop(ctx, (news) => services.composeNews(news))
    await watchAlerts(ctx, (news) => services.renderAlerts(news))
  })
  await jobs.handle(aroundJob, async () => {
    await queueWatching(services)
    await watchInstallation(services)
  })
  await jobs.schedule(aroundJob, {}, { cron: '7,22,37,52 * * * *', zone: 'UTC' })
}

/** Checks the installation and notifies its operators of issues with all of it; returns how many there were. */
export async function watchInstallation({ db, clock, connections, ...services }: WatchServices): Promise<number> {
  const look = { queries: db.kysely, clock, connectors: connections.connectors }
  return tellOperator(look, (news) => services.composeOperatorNews(news))
}

/** Queues every shop with a connection, or with an open privacy request. */
export async function queueWatching({ db, jobs }: Pick<WatchServices, 'db' | 'jobs'>): Promise<void> {
  const connected = (await listActiveConnections(db.kysely)).map(({ shopId }) => shopId)
  const shops = new Set([...connected, ...(await listShopsWithOpenPrivacyRequests(db.kysely))])
  for (const shop of shops) await jobs.enqueue(watchJob, { shop }, { unlessWaiting: true })
}

/** Checks one shop, and notifies people of new issues that need attention; returns how many were reported. */
export async function watchShop(ctx: ConnectionContext, compose: (news: HealthNews) => StoredMail): Promise<number> {
  const connections = await run(listConnections, ctx, {})
  await lookAtSales(ctx, connections)
  await noteStoreCosts(ctx)
  await lookAtStoreCosts(ctx)
  await lookAtCosts(ctx, connections)
  await closePassed(ctx, connections)
  const issues = await run(listHealth, ctx, {})
  await announceFindings(ctx, issues)
  return tellPeople(ctx, issues, compose)
}

/** Looks at the alerts of one shop, and tells people what fired and what is over; returns how many alerts there are. */
export async function watchAlerts(ctx: ShopContext, render: RenderAlerts): Promise<number> {
  const issues = await run(listHealth, ctx, {})
  const looked = await lookAtAlerts(ctx, issues.filter(needsSomebody))
  await tellOfAlerts(ctx, render)
  return looked
}

/**
 * Closes issues that are over: failed updates of a day ago, once orders have been read completely since; and webhook issues
 * of removed connections.
 */
async function closePassed(ctx: ShopContext, connections: readonly ConnectionView[]): Promise<void> {
  const now = ctx.clock.now()
  for (const { kind, key, lastSeen } of await listOpenHealthIssues(ctx.queries, ctx.shop.id)) {
    if (!aboutWebhooks.has(kind)) continue
    const connection = connections.find(({ id }) => id === key)
    const isMade = kind === 'webhook_failed' && connection !== undefined && isReadSince(connection, lastSeen)
    const isOver = isMade && now.getTime() - lastSeen.getTime() >= quietMs
    if (!connection || isOver) await resolveHealthIssue(ctx.queries, { shopId: ctx.shop.id, kind, key }, now)
  }
}

function isReadSince({ streams }: ConnectionView, at: Date): boolean {
  const orders = streams.find(({ id }) => id === 'orders')
  return orders?.lastSuccessAt != null && Date.parse(orders.lastSuccessAt) > at.getTime()
}

/**
 * Raises an issue when a shop has gone silent or its last complete day fell far below the same weekday, and closes those that
 * are over. While its store cannot be read, or its history is being imported, nothing is changed.
 */
async function lookAtSales(ctx: ShopContext, connections: readonly ConnectionView[]): Promise<void> {
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

/** Complete hours, and the current one once it has an order; before that it is incomplete. */
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

/** Whether it was read completely within the last two hours. */
function isFresh({ streams }: ConnectionView, now: Date): boolean {
  const orders = streams.find(({ id }) => id === 'orders')
  if (!orders?.complete || orders.lastSuccessAt === null) return false
  return now.getTime() - Date.parse(orders.lastSuccessAt) < 2 * hourMs
}
