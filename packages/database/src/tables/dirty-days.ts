import type { ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import type { Db, DirtyDaysTable } from '../schema.ts'

/** A shop day whose daily summary is older than its facts. */
export type DirtyDayRow = Selectable<DirtyDaysTable>

/** A dirty day and the write that made it so. */
export type DirtyDay = Pick<DirtyDayRow, 'day' | 'token'>

/** Marks days as changed by the write `token`; an earlier mark is replaced, never by an older token. */
export async function markDaysDirty(
  db: Db,
  shop: ShopId,
  { days, token }: { days: readonly Day[]; token: bigint },
): Promise<void> {
  if (days.length === 0) return
  await sql`INSERT INTO dirty_days (shop_id, day, token)
    SELECT ${shop}::uuid, day, ${token}::bigint FROM unnest(${[...new Set(days)]}::date[]) AS day
    ON CONFLICT (shop_id, day) DO UPDATE
      SET token = greatest(dirty_days.token, excluded.token), marked_at = now()`.execute(db)
}

/** The dirty days of a shop, in order; within a range if given, both ends included. */
export async function listDirtyDays(db: Db, shop: ShopId, range?: DayRange): Promise<DirtyDay[]> {
  const all = db.selectFrom('dirtyDays').select(['day', 'token']).where('shopId', '=', shop).orderBy('day')
  if (range === undefined) return all.execute()
  return all.where('day', '>=', range.from).where('day', '<=', range.to).execute()
}

/**
 * Shops with dirty days, or with a history that was read and not worked out, on which nobody has put a mark since: a writer
 * takes its own marks off, unless it died.
 */
export async function listShopsLeftBehind(db: Db, since: Date): Promise<ShopId[]> {
  const history = db.selectFrom('journeyMarks').select(['shopId', 'markedAt']).where('kind', '=', 'history')
  const rows = await db
    .selectFrom(db.selectFrom('dirtyDays').select(['shopId', 'markedAt']).unionAll(history).as('marks'))
    .select('shopId')
    .groupBy('shopId')
    .having((eb) => eb.fn.max('markedAt'), '<', since)
    .execute()
  return rows.map(({ shopId }) => shopId)
}

/** Clears the days that no later write has marked since they were listed. */
export async function clearDirtyDays(db: Db, shop: ShopId, days: readonly DirtyDay[]): Promise<void> {
  if (days.length === 0) return
  await sql`DELETE FROM dirty_days USING unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ token }) => token)}::bigint[])
    AS cleared (day, token)
    WHERE dirty_days.shop_id = ${shop} AND dirty_days.day = cleared.day AND dirty_days.token = cleared.token`.execute(
    db,
  )
}
