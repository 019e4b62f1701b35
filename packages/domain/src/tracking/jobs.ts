import { type Clock, type ShopId, toShopId } from '@tillsight/core'
import { type Database, type JobDefinition, type Jobs, listShops } from '@tillsight/database'
import { z } from 'zod'
import type { Log, WriteContext } from '../context/index.ts'
import { purgeOldVisits } from './retention.ts'
import { TouchReplay } from './settings/stored-settings.ts'
import { rejoinTouches, replayTouches } from './touches/replay-touches.ts'

const OneReplay = z.object({ shop: z.string().transform(toShopId), what: TouchReplay })

const afterCommitMs = 1_000
const daySeconds = 24 * 3600

const replayJob: JobDefinition<z.infer<typeof OneReplay>> = {
  name: 'tracking.replay',
  payload: OneReplay,
  retry: { limit: 5, delaySeconds: 30, backoff: true },
  expireInSeconds: daySeconds - 60,
  exclusiveBy: ({ shop }) => shop,
  label: () => 'Visits are read by the new rules',
}

function ofAllShops(name: string, label: string): JobDefinition<Record<string, never>> {
  return {
    name,
    payload: z.strictObject({}),
    retry: { limit: 2, delaySeconds: 300, backoff: true },
    expireInSeconds: 6 * 3600,
    exclusiveBy: () => 'all',
    label: () => label,
  }
}

const rejoinJob = ofAllShops('tracking.rejoin', 'Visits are joined with ads that came to be known')
const retentionJob = ofAllShops('tracking.retention', 'Old visits are deleted')

/** Services that the jobs need. */
export interface TrackingServices {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  openShop(shop: ShopId): Promise<WriteContext>
}

/**
 * Queues what saving settings requires, with a short delay, because the change may be stored only after this request. A
 * waiting job of the shop will read the new settings; a wider one is queued in addition.
 */
export async function requestTouchReplay(
  { jobs, clock }: Pick<TrackingServices, 'jobs' | 'clock'>,
  { shop, what }: z.infer<typeof OneReplay>,
): Promise<void> {
  if (what === 'none') return
  await jobs.enqueue(replayJob, { shop, what }, { startAfter: new Date(clock.now().getTime() + afterCommitMs) })
}

/** Replays touches in this process, joins late ads every hour, and deletes old visits every night. */
export async function handleTrackingJobs(services: TrackingServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(replayJob, async ({ shop, what }, { progress, signal }) => {
    await replayTouches(await services.openShop(shop), what, async (now) => {
      signal.throwIfAborted()
      await progress(now)
    })
  })
  await jobs.handle(rejoinJob, () => forEachShop(services, rejoinTouches))
  await jobs.schedule(rejoinJob, {}, { cron: '23 * * * *', zone: 'UTC' })
  await jobs.handle(retentionJob, () => forEachShop(services, purgeOldVisits))
  await jobs.schedule(retentionJob, {}, { cron: '52 3 * * *', zone: 'UTC' })
}

/** A shop that fails does not block the others. */
async function forEachShop(services: TrackingServices, work: (ctx: WriteContext) => Promise<unknown>): Promise<void> {
  const { db, log } = services
  for (const { id } of await listShops(db.kysely)) {
    try {
      await work(await services.openShop(id))
    } catch (error) {
      log.error({ shop: id, err: error }, 'visits of a shop could not be looked after')
    }
  }
}
