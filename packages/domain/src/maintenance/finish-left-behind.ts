import { type Clock, type ShopId, toShopId } from '@tillsight/core'
import { type Database, type JobDefinition, type Jobs, listShopsLeftBehind } from '@tillsight/database'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { areImportsBusy } from '../imports/index.ts'
import { finishWrites } from '../ledger/index.ts'
import { isReadingHistory } from '../sync/index.ts'

const OneShop = z.object({ shop: z.string().transform(toShopId) })

/** A writer that lives puts new marks on, or takes its own off, sooner than that. */
const leftAfterMs = 3 * 60_000

/** Looks for shops that a writer left half done: it died, and nobody came back to finish its work. */
const lookJob: JobDefinition<Record<string, never>> = {
  name: 'ledger.left',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Looking for unfinished writes',
  concurrency: 1,
}

const finishJob: JobDefinition<z.infer<typeof OneShop>> = {
  name: 'ledger.finish',
  payload: OneShop,
  retry: { limit: 5, delaySeconds: 60, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: ({ shop }) => shop,
  label: () => 'Finishing what a stopped import or sync left behind',
  concurrency: 1,
}

/** What the jobs work with. */
export interface LeftBehindServices {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
  openShop(shop: ShopId): Promise<WriteContext>
}

/** Lets this process finish what others left behind. */
export async function handleLeftBehindJobs(services: LeftBehindServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(finishJob, async ({ shop }) => finishWrites(await services.openShop(shop)))
  await jobs.handle(lookJob, () => requestFinishing(services))
  await jobs.schedule(lookJob, {}, { cron: '*/5 * * * *', zone: 'UTC' })
}

/** Queues the finishing of every shop that nobody else is about to finish. */
async function requestFinishing(services: LeftBehindServices): Promise<void> {
  const { db, jobs, clock } = services
  for (const shop of await listShopsLeftBehind(db.kysely, new Date(clock.now().getTime() - leftAfterMs))) {
    if (await isReadingHistory(db.kysely, shop)) continue
    if (await areImportsBusy(await services.openShop(shop))) continue
    await jobs.enqueue(finishJob, { shop }, { unlessWaiting: true })
  }
}
