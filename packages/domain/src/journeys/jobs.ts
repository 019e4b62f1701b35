import { type Clock, type ShopId, toShopId } from '@tillsight/core'
import { type Database, type JobDefinition, type Jobs, listShopsWithJourneyMarks } from '@tillsight/database'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { drainJourneys } from './keep-journeys.ts'

const OneShop = z.object({ shop: z.string().transform(toShopId) })

const soonMs = 1_000

/** Derives the marked journeys of a shop. */
export const journeysJob: JobDefinition<z.infer<typeof OneShop>> = {
  name: 'attribution.journeys',
  payload: OneShop,
  retry: { limit: 5, delaySeconds: 30, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: ({ shop }) => shop,
  label: () => 'Following visits to orders',
}

/** Looks, once a minute, for shops whose journeys are older than their facts. */
const lookJob: JobDefinition<Record<string, never>> = {
  name: 'attribution.due',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Looking for visits to follow',
  concurrency: 1,
}

/** What the jobs work with. */
export interface JourneyJobServices {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
  openShop(shop: ShopId): Promise<WriteContext>
}

/** Has what was marked derived soon, by whoever marked it and does not want to wait for the next look. */
export async function requestJourneys(
  { jobs, clock }: Pick<JourneyJobServices, 'jobs' | 'clock'>,
  shop: ShopId,
): Promise<void> {
  const startAfter = new Date(clock.now().getTime() + soonMs)
  await jobs.enqueue(journeysJob, { shop }, { startAfter, unlessWaiting: true })
}

/** Lets this process do them. Needs started jobs. */
export async function handleJourneyJobs(services: JourneyJobServices): Promise<void> {
  const { db, jobs } = services
  await jobs.handle(journeysJob, async ({ shop }) => drainJourneys(await services.openShop(shop)))
  await jobs.handle(lookJob, async () => {
    for (const shop of await listShopsWithJourneyMarks(db.kysely)) {
      await jobs.enqueue(journeysJob, { shop }, { unlessWaiting: true })
    }
  })
  await jobs.schedule(lookJob, {}, { cron: '* * * * *', zone: 'UTC' })
}
