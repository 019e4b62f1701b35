import { deleteSurveyAnswers, findSurveyAnswers, listSurveyQuestions } from '@tillsight/database'
import { z } from 'zod'
import type { ShopContext, WriteContext } from '../context/index.ts'
import { labelsOf } from './survey-settings.ts'

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
