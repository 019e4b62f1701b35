import { type ShopId, toShopId } from '@tillsight/core'
import {
  deleteSurveyAnswers,
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
 * Tells the warehouse of answers that it has not heard of, or that stand for something else by now, and marks the journeys of
 * their orders. May be killed anywhere and repeated. Returns how many answers those were.
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
  // Read after the answers: a later change of what they stand for gives them a newer mark.
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
 * Forgets what was answered about these orders, words included; their journeys follow when they are derived next. For callers
 * that hold the shop. May be killed anywhere and repeated.
 */
export async function forgetSurveyAnswers(ctx: WriteContext, orders: readonly string[]): Promise<void> {
  const { db, shop, warehouse } = ctx
  if (orders.length === 0) return
  await deleteSurveyAnswers(db.kysely, shop.id, orders)
  const sql = `SELECT count() AS count FROM survey_answers WHERE shop_id = {shop:UUID} AND ${ofOrders}`
  const [found] = await warehouse.read({ sql, params: { orders } }, CountRow)
  if (found?.count) await warehouse.purge({ from: 'survey_answers', where: ofOrders, params: { orders } })
}

/** What was answered about these orders, as it is to be handed to their buyer. */
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
