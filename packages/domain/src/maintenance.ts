// Work on an installation as a whole. Must not know how it was started or who requested it.
import { type Clock, type ShopId, toShopId } from '@tillsight/core'
import {
  type Database,
  type JobDefinition,
  type Jobs,
  listShops,
  listShopsLeftBehind,
  listShopsOfOtherMeasures,
  nextWriteVersion,
  reopenAllSurveyAnswers,
  skipWriteVersions,
} from '@tillsight/database'
import { dailyFingerprint } from '@tillsight/metrics'
import { z } from 'zod'
import { type ShopContext, toShop, type WriteContext } from './context/index.ts'
import { areImportsBusy } from './imports/index.ts'
import { finishWrites, rebookShop, rebuildDaily } from './ledger/index.ts'
import { isReadingHistory } from './sync/index.ts'

const OneShop = z.object({ shop: z.string().transform(toShopId) })

/** A running writer sets new marks, or clears its own, sooner than this. */
const leftAfterMs = 3 * 60_000

/** Finds shops with unfinished work: of a killed writer, or after an update that counts days otherwise. */
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

/** Completes other processes' unfinished work from this process. */
export async function handleLeftBehindJobs(services: LeftBehindServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(finishJob, async ({ shop }) => finishWrites(await services.openShop(shop)))
  await jobs.handle(lookJob, () => requestFinishing(services))
  await jobs.schedule(lookJob, {}, { cron: '*/5 * * * *', zone: 'UTC' })
}

/** Queues completion for every such shop that no other job is about to complete. */
async function requestFinishing(services: LeftBehindServices): Promise<void> {
  const { db, jobs, clock } = services
  const [left, outdated] = await Promise.all([
    listShopsLeftBehind(db.kysely, new Date(clock.now().getTime() - leftAfterMs)),
    listShopsOfOtherMeasures(db.kysely, dailyFingerprint()),
  ])
  for (const shop of new Set([...left, ...outdated])) {
    if (await isReadingHistory(db.kysely, shop)) continue
    if (await areImportsBusy(await services.openShop(shop))) continue
    await jobs.enqueue(finishJob, { shop }, { unlessWaiting: true })
  }
}

/** More writes than can happen between copying one store and the other. */
const skippedVersions = 1_000_000_000n

/**
 * Reconciles two stores whose backups were taken at slightly different times: new writes get higher versions than all
 * restored facts, and the ledger and its daily summary are derived again from the records, because a write may have been
 * interrupted.
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
