import { listPendingSurveyAnswers, nextWriteVersion, settleSurveyAnswers } from '@tillsight/database'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { markOrders } from '../journey-marks/index.ts'
import { loadMeanings } from './survey-settings.ts'

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
