import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { Db } from '../schema.ts'
import type { SurveyMappingsTable, SurveyQuestionsTable } from '../survey-schema.ts'

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
