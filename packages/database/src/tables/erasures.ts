import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import { toJson } from '../json.ts'
import type { ErasedKeysTable, ErasuresTable } from '../privacy-schema.ts'
import type { Db } from '../schema.ts'

/** The erasure of one person. */
export type ErasureRow = Selectable<ErasuresTable>
/** Something that must stay erased. */
export type ErasedKeyRow = Selectable<ErasedKeysTable>

// One statement takes 65,535 parameters at most.
const rowsPerStatement = 5000

/** Notes that an erasure begins, and what it has to do. */
export async function createErasure(
  db: Db,
  { shopId, begunAt, work }: { shopId: ShopId; begunAt: Date; work: Readonly<Record<string, unknown>> },
): Promise<ErasureRow> {
  return db
    .insertInto('erasures')
    .values({ shopId, begunAt, work: toJson(work) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Erasures of a shop that were begun and not completed, the oldest first. */
export async function listBegunErasures(db: Db, shop: ShopId): Promise<ErasureRow[]> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .where('shopId', '=', shop)
    .where('completedAt', 'is', null)
    .orderBy('begunAt')
    .orderBy('id')
    .execute()
}

/** Shops with an erasure that was not completed. */
export async function listShopsWithBegunErasures(db: Db): Promise<ShopId[]> {
  const rows = await db.selectFrom('erasures').select('shopId').distinct().where('completedAt', 'is', null).execute()
  return rows.map(({ shopId }) => shopId)
}

/** Notes that an erasure is complete, and forgets what it had to do. */
export async function completeErasure(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('erasures').set({ completedAt: at, work: null }).where('id', '=', id).execute()
}

/** Remembers what must stay erased. A surrogate that is known stays; the later instant counts. */
export async function rememberErased(db: Db, rows: readonly ErasedKeyRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('erasedKeys')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['shopId', 'key']).doUpdateSet((eb) => ({
          surrogate: eb.fn.coalesce('erasedKeys.surrogate', 'excluded.surrogate'),
          erasedAt: eb.fn<Date>('greatest', [eb.ref('erasedKeys.erasedAt'), eb.ref('excluded.erasedAt')]),
        })),
      )
      .execute()
  }
}

/** Whether anything of the shop must stay erased: mostly nothing must, and then nothing has to be looked up. */
export async function hasErased(db: Db, shop: ShopId): Promise<boolean> {
  const row = await db.selectFrom('erasedKeys').select('key').where('shopId', '=', shop).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Those of the keys that must stay erased. */
export async function findErased(db: Db, shop: ShopId, keys: readonly string[]): Promise<ErasedKeyRow[]> {
  const found: ErasedKeyRow[] = []
  for (let start = 0; start < keys.length; start += rowsPerStatement) {
    found.push(
      ...(await db
        .selectFrom('erasedKeys')
        .selectAll()
        .where('shopId', '=', shop)
        .where('key', 'in', keys.slice(start, start + rowsPerStatement))
        .execute()),
    )
  }
  return found
}
