import type { ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { SurveyAnswersTable, SurveyMappingsTable, SurveyQuestionsTable } from '../visits-schema.ts'

/** A wording of the question, as stored. */
export type SurveyQuestionRow = Omit<Selectable<SurveyQuestionsTable>, 'shopId'>
/** Which channel an answer stands for, as stored. */
export type SurveyMappingRow = Omit<Selectable<SurveyMappingsTable>, 'shopId'>

/** Whether the shop asks its buyers. */
export async function isSurveyEnabled(db: Db, shop: ShopId): Promise<boolean> {
  const row = await db.selectFrom('surveySettings').select('enabled').where('shopId', '=', shop).executeTakeFirst()
  return row?.enabled ?? false
}

/** Switches asking on or off. Until the transaction ends, whoever else switches or words the question waits. */
export async function switchSurvey(
  db: Db,
  shop: ShopId,
  { enabled, changedAt }: { readonly enabled: boolean; readonly changedAt: Date },
): Promise<void> {
  const row = { enabled, changedAt }
  await db
    .insertInto('surveySettings')
    .values({ shopId: shop, ...row })
    .onConflict((conflict) => conflict.column('shopId').doUpdateSet(row))
    .execute()
}

/** All wordings, the newest first. */
export async function listSurveyQuestions(db: Db, shop: ShopId): Promise<SurveyQuestionRow[]> {
  return db
    .selectFrom('surveyQuestions')
    .select(['version', 'text', 'options', 'allowsOther', 'createdAt'])
    .where('shopId', '=', shop)
    .orderBy('version', 'desc')
    .execute()
}

/** Adds a wording. */
export async function addSurveyQuestion(db: Db, shop: ShopId, question: SurveyQuestionRow): Promise<void> {
  await db
    .insertInto('surveyQuestions')
    .values({ shopId: shop, ...question, options: JSON.stringify(question.options) })
    .execute()
}

/** What answers stand for, as far as somebody has said so. */
export async function listSurveyMappings(db: Db, shop: ShopId): Promise<SurveyMappingRow[]> {
  return db
    .selectFrom('surveyMappings')
    .select(['answer', 'channel', 'platform'])
    .where('shopId', '=', shop)
    .orderBy('answer')
    .execute()
}

/** Says what these answers stand for; others stay as they are. */
export async function saveSurveyMappings(db: Db, shop: ShopId, mappings: readonly SurveyMappingRow[]): Promise<void> {
  if (mappings.length === 0) return
  await db
    .insertInto('surveyMappings')
    .values(mappings.map((mapping) => ({ shopId: shop, ...mapping })))
    .onConflict((conflict) =>
      conflict.columns(['shopId', 'answer']).doUpdateSet((row) => ({
        channel: row.ref('excluded.channel'),
        platform: row.ref('excluded.platform'),
      })),
    )
    .execute()
}

/** What was answered about an order, as stored. */
export type SurveyAnswerRow = Omit<Selectable<SurveyAnswersTable>, 'shopId'>

// One statement takes 65,535 parameters at most.
const rowsPerStatement = 5_000

/** Keeps answers of orders that have none yet; returns how many those were. */
export async function addSurveyAnswers(db: Db, shop: ShopId, answers: readonly SurveyAnswerRow[]): Promise<number> {
  let added = 0
  for (let start = 0; start < answers.length; start += rowsPerStatement) {
    const values = answers.slice(start, start + rowsPerStatement).map((answer) => ({ shopId: shop, ...answer }))
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('surveyAnswers')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    added += Number(numInsertedOrUpdatedRows)
  }
  return added
}

/** What was answered about these orders. */
export async function findSurveyAnswers(db: Db, shop: ShopId, orders: readonly string[]): Promise<SurveyAnswerRow[]> {
  if (orders.length === 0) return []
  return db
    .selectFrom('surveyAnswers')
    .select(columns)
    .where('shopId', '=', shop)
    .where('orderId', '=', sql<string>`ANY(${[...orders]}::text[])`)
    .orderBy('answeredAt')
    .orderBy('orderId')
    .execute()
}

/** Answers that the warehouse has yet to hear of, the oldest first. */
export async function listPendingSurveyAnswers(db: Db, shop: ShopId, most: number): Promise<SurveyAnswerRow[]> {
  return db
    .selectFrom('surveyAnswers')
    .select(columns)
    .where('shopId', '=', shop)
    .where('pending', 'is not', null)
    .orderBy('pending')
    .orderBy('orderId')
    .limit(most)
    .execute()
}

/** Shops with such answers. */
export async function listShopsWithPendingSurveyAnswers(db: Db): Promise<ShopId[]> {
  const rows = await db
    .selectFrom('surveyAnswers')
    .select('shopId')
    .where('pending', 'is not', null)
    .distinct()
    .execute()
  return rows.map(({ shopId }) => shopId)
}

/** The warehouse has heard of these, unless a later write has changed them since they were listed. */
export async function settleSurveyAnswers(
  db: Db,
  shop: ShopId,
  answers: readonly Pick<SurveyAnswerRow, 'orderId' | 'pending'>[],
): Promise<void> {
  if (answers.length === 0) return
  await sql`UPDATE survey_answers SET pending = NULL
    FROM unnest(${answers.map(({ orderId }) => orderId)}::text[], ${answers.map(({ pending }) => pending)}::bigint[])
      AS heard (order_id, pending)
    WHERE survey_answers.shop_id = ${shop} AND survey_answers.order_id = heard.order_id
      AND survey_answers.pending = heard.pending`.execute(db)
}

/** The warehouse has to hear anew of everything that was answered so. */
export async function reopenSurveyAnswers(
  db: Db,
  shop: ShopId,
  { answers, pending }: { readonly answers: readonly string[]; readonly pending: bigint },
): Promise<void> {
  await db
    .updateTable('surveyAnswers')
    .set({ pending })
    .where('shopId', '=', shop)
    .where('answer', '=', sql<string>`ANY(${[...answers]}::text[])`)
    .execute()
}

/** The warehouse has to hear anew of everything: it may be a copy of another moment. */
export async function reopenAllSurveyAnswers(db: Db, pending: bigint): Promise<void> {
  await db.updateTable('surveyAnswers').set({ pending }).execute()
}

/** Options that were ever chosen, and `other`. */
export async function listGivenSurveyAnswers(db: Db, shop: ShopId): Promise<string[]> {
  const rows = await db
    .selectFrom('surveyAnswers')
    .select('answer')
    .where('shopId', '=', shop)
    .where('answer', '!=', '')
    .distinct()
    .execute()
  return rows.map(({ answer }) => answer)
}

/** Forgets what was answered about these orders. */
export async function deleteSurveyAnswers(db: Db, shop: ShopId, orders: readonly string[]): Promise<void> {
  await db
    .deleteFrom('surveyAnswers')
    .where('shopId', '=', shop)
    .where('orderId', '=', sql<string>`ANY(${[...orders]}::text[])`)
    .execute()
}

const columns = ['orderId', 'version', 'answer', 'otherText', 'answeredAt', 'source', 'pending'] as const
