import { type ShopId, toShopId } from '@tillsight/core'
import { type JobDefinition, listShopsWithPendingSurveyAnswers } from '@tillsight/database'
import { z } from 'zod'
import { type JourneyJobServices, requestJourneys } from '../journeys/index.ts'
import { writeSurveyAnswers } from './write-answers.ts'

const OneShop = z.object({ shop: z.string().transform(toShopId) })

const soonMs = 1_000

const answersJob: JobDefinition<z.infer<typeof OneShop>> = {
  name: 'survey.answers',
  payload: OneShop,
  retry: { limit: 5, delaySeconds: 30, backoff: true },
  expireInSeconds: 3600,
  exclusiveBy: ({ shop }) => shop,
  label: () => 'Counting what buyers answered',
}

/** Looks, once a minute, for answers that the warehouse has not heard of. */
const lookJob: JobDefinition<Record<string, never>> = {
  name: 'survey.due',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Looking for answers of buyers',
  concurrency: 1,
}

/** Has answers counted soon, by whoever kept one or said what they stand for. */
export async function requestSurveyWork(
  { jobs, clock }: Pick<JourneyJobServices, 'jobs' | 'clock'>,
  shop: ShopId,
): Promise<void> {
  const startAfter = new Date(clock.now().getTime() + soonMs)
  await jobs.enqueue(answersJob, { shop }, { startAfter, unlessWaiting: true })
}

/** Lets this process do that. Needs started jobs. */
export async function handleSurveyJobs(services: JourneyJobServices): Promise<void> {
  const { db, jobs } = services
  await jobs.handle(answersJob, async ({ shop }) => {
    if ((await writeSurveyAnswers(await services.openShop(shop))) > 0) await requestJourneys(services, shop)
  })
  await jobs.handle(lookJob, async () => {
    for (const shop of await listShopsWithPendingSurveyAnswers(db.kysely)) {
      await jobs.enqueue(answersJob, { shop }, { unlessWaiting: true })
    }
  })
  await jobs.schedule(lookJob, {}, { cron: '* * * * *', zone: 'UTC' })
}
