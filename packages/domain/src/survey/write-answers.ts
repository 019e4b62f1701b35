import { type ShopId, toShopId } from '@tillsight/core'
import {
  deleteSurveyAnswers,
  eachMinute,
  findSurveyAnswers,
  type JobDefinition,
  listPendingSurveyAnswers,
  listShopsWithPendingSurveyAnswers,
  listSurveyQuestions,
  nextWriteVersion,
  settleSurveyAnswers,
} from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, type ShopContext, type WriteContext } from '../context/index.ts'
import { markOrders } from '../journey-marks/index.ts'
import { type JourneyJobServices, requestJourneys } from '../journeys/index.ts'
import { labelsOf, loadMeanings } from './survey-settings.ts'

const answersAtOnce = 5_000

/**
 * Writes responses to the warehouse that are new or map to another channel than before, and marks the journeys of their
 * orders. May be killed at any point and repeated. Returns the number of responses written.
 */
export async function writeSurveyAnswers(ctx: WriteContext): Promise<number> {
  let written = 0
  let some: number
  do {
    some = await asOnlyWriter(ctx, writePiece)
    written += some
  } while (some === answersAtOnce)
  return written
}

async function writePiece(ctx: WriteContext): Promise<number> {
  const { db, shop, warehouse } = ctx
  const answers = await listPendingSurveyAnswers(db.kysely, shop.id, answersAtOnce)
  if (answers.length === 0) return 0
  // Read after the responses: a later change of the mapping gives them a newer mark.
  const meaningOf = await loadMeanings(db.kysely, shop)
  await markOrders(
    ctx,
    answers.map(({ orderId }) => orderId),
  )
  const version = (await nextWriteVersion(db.kysely)).toString()
  await warehouse.insert(
    'survey_answers',
    answers.map(({ orderId, version: wording, answer, answeredAt }) => ({
      order_id: orderId,
      question_version: wording,
      answer,
      ...meaningOf(answer),
      answered_at: answeredAt,
      version,
      is_deleted: 0,
    })),
  )
  await settleSurveyAnswers(db.kysely, shop.id, answers)
  return answers.length
}

const CountRow = z.object({ count: z.coerce.number() })
const ofOrders = 'order_id IN {orders:Array(String)}'

/**
 * Deletes the survey responses for these orders, including free text; their journeys follow when they are next derived. For
 * callers that hold the shop's lock. May be killed at any point and repeated.
 */
export async function forgetSurveyAnswers(ctx: WriteContext, orders: readonly string[]): Promise<void> {
  const { db, shop, warehouse } = ctx
  if (orders.length === 0) return
  await deleteSurveyAnswers(db.kysely, shop.id, orders)
  const sql = `SELECT count() AS count FROM survey_answers WHERE shop_id = {shop:UUID} AND ${ofOrders}`
  const [found] = await warehouse.read({ sql, params: { orders } }, CountRow)
  if (found?.count) await warehouse.purge({ from: 'survey_answers', where: ofOrders, params: { orders } })
}

/** The survey responses for these orders, for export to their buyer. */
export async function listPersonAnswers(
  { db, shop }: Pick<ShopContext, 'db' | 'shop'>,
  orders: readonly string[],
): Promise<Record<string, unknown>[]> {
  const answers = await findSurveyAnswers(db.kysely, shop.id, orders)
  if (answers.length === 0) return []
  const versions = await listSurveyQuestions(db.kysely, shop.id)
  return answers.map(({ orderId, version, answer, otherText, answeredAt, source }) => {
    const asked = versions.filter((known) => known.version === version)
    return {
      order: orderId,
      question: asked[0]?.text ?? '',
      answer: answer === '' ? '(skipped)' : (labelsOf(asked).get(answer) ?? answer),
      text: otherText,
      answeredAt: answeredAt.toISOString(),
      source,
    }
  })
}

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

/** Requests that responses be processed soon, after a new response or a changed mapping. */
export async function requestSurveyWork(
  { jobs, clock }: Pick<JourneyJobServices, 'jobs' | 'clock'>,
  shop: ShopId,
): Promise<void> {
  const startAfter = new Date(clock.now().getTime() + soonMs)
  await jobs.enqueue(answersJob, { shop }, { startAfter, unlessWaiting: true })
}

/** Runs the survey jobs in this process. Needs started jobs. */
export async function handleSurveyJobs(services: JourneyJobServices): Promise<void> {
  const { db, jobs } = services
  await jobs.handle(answersJob, async ({ shop }) => {
    if ((await writeSurveyAnswers(await services.openShop(shop))) > 0) await requestJourneys(services, shop)
  })
  await eachMinute(jobs, async () => {
    for (const shop of await listShopsWithPendingSurveyAnswers(db.kysely)) {
      await jobs.enqueue(answersJob, { shop }, { unlessWaiting: true })
    }
  })
}
