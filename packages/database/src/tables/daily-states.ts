import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { DailyStatesTable, Db } from '../schema.ts'

/** Under which zone and catalogue a shop's daily summary was built. */
export type DailyStateRow = Selectable<DailyStatesTable>

/** How the summary of the shop was built, if it was. */
export async function findDailyState(db: Db, shop: ShopId): Promise<DailyStateRow | undefined> {
  return db.selectFrom('dailyStates').selectAll().where('shopId', '=', shop).executeTakeFirst()
}

/** Notes that the summary was built as described. */
export async function saveDailyState(db: Db, { shopId, ...state }: DailyStateRow): Promise<void> {
  await db
    .insertInto('dailyStates')
    .values({ shopId, ...state })
    .onConflict((conflict) => conflict.column('shopId').doUpdateSet(state))
    .execute()
}
