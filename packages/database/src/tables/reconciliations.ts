import type { ConnectionId, ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import type { Selectable } from 'kysely'
import type { ReconciliationRunsTable, ReconciliationsTable } from '../dashboard-schema.ts'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** One day beside the store's own report. */
export type ReconciliationRow = Selectable<ReconciliationsTable>
/** The last comparison of a shop: over which days, and how it ended. */
export type ReconciliationRunRow = Selectable<ReconciliationRunsTable>

/** What was found for a day. */
export interface NewReconciliation {
  readonly day: Day
  readonly state: string
  readonly comparison: Readonly<Record<string, unknown>>
}

/** Stores days; what was found for them before is replaced. */
export async function saveReconciliations(
  db: Db,
  shop: ShopId,
  { days, at }: { days: readonly NewReconciliation[]; at: Date },
): Promise<void> {
  for (const { day, state, comparison } of days) {
    const values = { state, comparison: toJson(comparison), comparedAt: at }
    await db
      .insertInto('reconciliations')
      .values({ shopId: shop, day, ...values })
      .onConflict((conflict) => conflict.columns(['shopId', 'day']).doUpdateSet(values))
      .execute()
  }
}

/** Compared days of a range, the oldest first. */
export async function listReconciliations(db: Db, shop: ShopId, { from, to }: DayRange): Promise<ReconciliationRow[]> {
  return db
    .selectFrom('reconciliations')
    .selectAll()
    .where('shopId', '=', shop)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
}

/** Which days of a shop are in that state, the oldest first. */
export async function listReconciledDays(db: Db, shop: ShopId, state: string): Promise<Day[]> {
  const rows = await db
    .selectFrom('reconciliations')
    .select('day')
    .where('shopId', '=', shop)
    .where('state', '=', state)
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}

/** Notes that a comparison begins; the one before is forgotten, its days are not. */
export async function beginReconciliation(
  db: Db,
  shop: ShopId,
  run: DayRange & { readonly connection: ConnectionId; readonly at: Date },
): Promise<void> {
  const values = {
    connectionId: run.connection,
    fromDay: run.from,
    toDay: run.to,
    beganAt: run.at,
    endedAt: null,
    problem: null,
    notes: JSON.stringify([]),
  }
  await db
    .insertInto('reconciliationRuns')
    .values({ shopId: shop, ...values })
    .onConflict((conflict) => conflict.column('shopId').doUpdateSet(values))
    .execute()
}

/** Notes how the comparison ended. */
export async function endReconciliation(
  db: Db,
  shop: ShopId,
  { at, problem, notes }: { at: Date; problem: string | null; notes: readonly string[] },
): Promise<void> {
  await db
    .updateTable('reconciliationRuns')
    .set({ endedAt: at, problem, notes: JSON.stringify(notes) })
    .where('shopId', '=', shop)
    .execute()
}

/** The last comparison of a shop, if there was one. */
export async function findReconciliationRun(db: Db, shop: ShopId): Promise<ReconciliationRunRow | undefined> {
  return db.selectFrom('reconciliationRuns').selectAll().where('shopId', '=', shop).executeTakeFirst()
}
