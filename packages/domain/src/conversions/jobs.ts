import { type Clock, toShopId } from '@tillsight/core'
import { type JobDefinition, type Jobs, listEnabledConversionTargets } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionContext, WorkRequests } from '../connections/index.ts'
import type { SyncJobServices, SyncServices } from '../sync/index.ts'
import { collectOrders, queueCorrections } from './collect-orders.ts'
import { confirmSent } from './confirm-sent.ts'
import { sendDue } from './send-due.ts'
import { loadTarget } from './setup.ts'
import { watchSending } from './watch-sending.ts'

const OneTarget = z.object({ shop: z.string().transform(toShopId), platform: z.string() })
type OneTarget = z.infer<typeof OneTarget>

const tellJob: JobDefinition<OneTarget> = {
  name: 'conversions',
  payload: OneTarget,
  // What could not be sent waits with its own time; only what is wrong with us is tried again here.
  retry: { limit: 2, delaySeconds: 60, backoff: true },
  expireInSeconds: 1_800,
  exclusiveBy: ({ shop, platform }) => `${shop} ${platform}`,
  concurrency: 4,
  label: ({ platform }) => `Telling ${platform} of orders`,
}

const aroundJob: JobDefinition<Record<string, never>> = {
  name: 'conversions-due',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Looking for orders to tell ad platforms of',
  concurrency: 1,
}

const afterCommitMs = 500

/** The request to tell a platform of orders, as a job. One that waits already will do. */
export function conversionRequestsByJobs(
  jobs: Pick<Jobs, 'enqueue'>,
  clock: Clock,
): Pick<WorkRequests, 'tellPlatform'> {
  return {
    async tellPlatform(wish) {
      // Asked for inside a transaction: a job that began before its commit would find nothing to do.
      const startAfter = new Date(clock.now().getTime() + afterCommitMs)
      await jobs.enqueue(tellJob, wish, { startAfter, unlessWaiting: true })
    },
  }
}

/** Lets this process tell ad platforms of orders, every minute where that is switched on. Needs started jobs. */
export async function handleConversionJobs(services: SyncJobServices): Promise<void> {
  const { jobs, db } = services
  await jobs.handle(tellJob, async (target, { signal }) => tellOfOrders(services, { ...target, signal }))
  await jobs.handle(aroundJob, async () => {
    for (const target of await listEnabledConversionTargets(db.kysely)) {
      await jobs.enqueue(tellJob, target, { unlessWaiting: true })
    }
  })
  await jobs.schedule(aroundJob, {}, { cron: '* * * * *', zone: 'UTC' })
}

/**
 * Everything that is due for one platform of a shop: new orders, changed ones, those that wait, and what became of those
 * that were sent. Nothing that is queued gets lost when the process dies; what was sent and not yet noted is sent again
 * under the same name, which platforms count once.
 */
export async function tellOfOrders(
  services: Pick<SyncServices, 'connections' | 'openShop'>,
  { shop, platform, signal }: OneTarget & { readonly signal: AbortSignal },
): Promise<void> {
  const ctx: ConnectionContext = { ...(await services.openShop(shop)), services: services.connections }
  const target = await loadTarget(ctx.db.kysely, services.connections, { shop, platform })
  if (!target.enabled) return
  await collectOrders(ctx, target)
  await queueCorrections(ctx, target)
  const tried = await sendDue(ctx, target, signal)
  const asked = await confirmSent(ctx, target, signal)
  if (tried + asked === 0) return
  await watchSending(ctx, await loadTarget(ctx.db.kysely, services.connections, { shop, platform }))
}
