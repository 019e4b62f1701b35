import { type ShopId, toShopId } from '@tillsight/core'
import { type JobDefinition, listActiveConnections, listShopsWithOpenPrivacyRequests } from '@tillsight/database'
import { z } from 'zod'
import { type ConnectionContext, listConnections } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import type { SyncJobServices } from '../sync/index.ts'
import { closePassed } from './close-passed.ts'
import { lookAtCosts } from './look-at-costs.ts'
import { lookAtSales } from './look-at-sales.ts'
import { type OperatorNews, tellOperator } from './tell-operator.ts'
import { type HealthNews, tellPeople } from './tell-people.ts'

/** What watching works with. */
export interface WatchServices extends Pick<SyncJobServices, 'db' | 'jobs' | 'log' | 'clock' | 'connections'> {
  openShop(shop: ShopId): Promise<ConnectionContext>
  /** Takes a mail over; it is delivered in the background. */
  sendNews(news: HealthNews): Promise<void>
  /** The same for what concerns the installation as a whole. */
  sendOperatorNews(news: OperatorNews): Promise<void>
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

/** Lets this process watch shops, four times an hour. Needs started jobs. */
export async function handleWatchJobs(services: WatchServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(watchJob, async ({ shop }) => {
    await watchShop(await services.openShop(shop), (news) => services.sendNews(news))
  })
  await jobs.handle(aroundJob, async () => {
    await queueWatching(services)
    await watchInstallation(services)
  })
  await jobs.schedule(aroundJob, {}, { cron: '7,22,37,52 * * * *', zone: 'UTC' })
}

/** Looks at the installation, and tells whoever runs it what concerns all of it; returns how much was told. */
export async function watchInstallation({ db, clock, connections, ...services }: WatchServices): Promise<number> {
  const look = { queries: db.kysely, clock, connectors: connections.connectors }
  return tellOperator(look, (news) => services.sendOperatorNews(news))
}

/** Queues every shop that something is connected to, or that a platform has asked something about. */
export async function queueWatching({ db, jobs }: Pick<WatchServices, 'db' | 'jobs'>): Promise<void> {
  const connected = (await listActiveConnections(db.kysely)).map(({ shopId }) => shopId)
  const shops = new Set([...connected, ...(await listShopsWithOpenPrivacyRequests(db.kysely))])
  for (const shop of shops) await jobs.enqueue(watchJob, { shop }, { unlessWaiting: true })
}

/** Looks at one shop, and tells people what is new and needs them; returns how many issues were told. */
export async function watchShop(ctx: ConnectionContext, send: (news: HealthNews) => Promise<void>): Promise<number> {
  const connections = await run(listConnections, ctx, {})
  await lookAtSales(ctx, connections)
  await lookAtCosts(ctx, connections)
  await closePassed(ctx, connections)
  return tellPeople(ctx, await run(listHealth, ctx, {}), send)
}
