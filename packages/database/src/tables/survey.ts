import type { ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { SurveyMappingsTable, SurveyQueriesTable, SurveyResultsTable } from '../visits-schema.ts'

/** A version of the survey question, as stored. */
export type SurveyQuestionRow = Omit<Selectable<SurveyQueriesTable>, 'shopId'>
/** The channel of a survey answer, as stored. */
export type SurveyMappingRow = Omit<Selectable<SurveyMappingsTable>, 'shopId'>

/** Whether the shop's survey is enabled. */
export async function isSurveyEnabled(db: Db, shop: ShopId): Promise<boolean> {
  const row = await db.selectFrom('surveySettings').select('enabled').where('shopId', '=', shop).executeTakeFirst()
  return row?.enabled ?? false
}

/** Enables or disables the survey. Until the transaction ends, other changes of the survey wait. */
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

/** All versions of the question, newest first. */
export async function listSurveyQuestions(db: Db, shop: ShopId): Promise<SurveyQuestionRow[]> {
  return db
    .selectFrom('surveyQuestions')
    .select(['version', 'text', 'options', 'allowsOther', 'createdAt'])
    .where('shopId', '=', shop)
    .orderBy('version', 'desc')
    .execute()
}

/** Adds a version of the question. */
export async function addSurveyQuestion(db: Db, shop: ShopId, question: SurveyQuestionRow): Promise<void> {
  await db
    .insertInto('surveyQuestions')
    .values({ shopId: shop, ...question, options: JSON.stringify(question.options) })
    .execute()
}

/** The channels of answers, as far as they are assigned. */
export async function listSurveyMappings(db: Db, shop: ShopId): Promise<SurveyMappingRow[]> {
  return db
    .selectFrom('surveyMappings')
    .select(['answer', 'channel', 'platform'])
    .where('shopId', '=', shop)
    .orderBy('answer')
    .execute()
}

/** Assigns channels to these answers; others stay unchanged. */
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

/** A response about an order, as stored. */
export type SurveyAnswerRow = Omit<Selectable<SurveyResultsTable>, 'shopId'>

// A statement has at most 65,535 parameters.
const rowsPerStatement = 5_000

/** Saves responses for orders without any; returns how many there were. */
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

/** The responses for these orders. */
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

/** Responses not yet written to the warehouse, oldest first. */
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

/** Shops with responses not yet written to the warehouse. */
export async function listShopsWithPendingSurveyAnswers(db: Db): Promise<ShopId[]> {
  const rows = await db
    .selectFrom('surveyAnswers')
    .select('shopId')
    .where('pending', 'is not', null)
    .distinct()
    .execute()
  return rows.map(({ shopId }) => shopId)
}

/** Marks responses as written to the warehouse, unless a later write has changed them since they were listed. */
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

/** Marks all responses with these answers for writing to the warehouse again. */
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

/** Marks all responses for writing to the warehouse again, because it may be a copy from another moment. */
export async function reopenAllSurveyAnswers(db: Db, pending: bigint): Promise<void> {
  await db.updateTable('surveyAnswers').set({ pending }).execute()
}

/** The options that were ever selected, and `other`. */
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

/** Deletes the responses for these orders. */
export async function deleteSurveyAnswers(db: Db, shop: ShopId, orders: readonly string[]): Promise<void> {
  await db
    .deleteFrom('surveyAnswers')
    .where('shopId', '=', shop)
    .where('orderId', '=', sql<string>`ANY(${[...orders]}::text[])`)
    .execute()
}

const columns = ['orderId', 'version', 'answer', 'otherText', 'answeredAt', 'source', 'pending'] as const
