// Work on an installation as a whole. Must not know how it was started or who asked.
import { type Clock, type ShopId, toShopId } from '@tillsight/core'
import {
  type Database,
  type JobDefinition,
  type Jobs,
  listShops,
  listShopsLeftBehind,
  nextWriteVersion,
  reopenAllSurveyAnswers,
  skipWriteVersions,
} from '@tillsight/database'
import { z } from 'zod'
import { type ShopContext, toShop, type WriteContext } from './context/index.ts'
import { areImportsBusy } from './imports/index.ts'
import { finishWrites, rebookShop, rebuildDaily } from './ledger/index.ts'
import { isReadingHistory } from './sync/index.ts'

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

/** More writes than can happen between copying one store and the other. */
const skippedVersions = 1_000_000_000n

/**
 * Makes two stores that were copied a moment apart agree again: new writes become newer than all restored facts, and the
 * ledger and its daily summary are derived anew from the records, because a write may have been caught half way.
 */
export async function healAfterRestore(
  db: ShopContext['db'],
  openShop: (shop: ShopContext['shop']) => ShopContext,
  onShop: (progress: { done: number; total: number }) => void = () => undefined,
): Promise<void> {
  await skipWriteVersions(db.kysely, skippedVersions)
  await reopenAllSurveyAnswers(db.kysely, await nextWriteVersion(db.kysely))
  const shops = (await listShops(db.kysely)).map(toShop)
  for (const [index, shop] of shops.entries()) {
    const ctx = openShop(shop)
    await rebookShop(ctx)
    await rebuildDaily(ctx)
    onShop({ done: index + 1, total: shops.length })
  }
}
