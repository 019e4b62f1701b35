import type { ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { JourneyMarksTable } from '../visits-schema.ts'

/** Journeys that are older than their facts, and the write that made them so. */
export type JourneyMark = Omit<Selectable<JourneyMarksTable>, 'shopId' | 'markedAt'>

/** Marks journeys as older than their facts; an earlier mark is replaced, never by an older token. */
export async function markJourneys(db: Db, shop: ShopId, marks: readonly JourneyMark[]): Promise<void> {
  if (marks.length === 0) return
  const distinct = [...new Map(marks.map((mark) => [`${mark.kind} ${mark.key}`, mark])).values()]
  await sql`INSERT INTO journey_marks (shop_id, kind, key, token)
    SELECT ${shop}::uuid, kind, key, token FROM unnest(${distinct.map(({ kind }) => kind)}::text[],
      ${distinct.map(({ key }) => key)}::text[], ${distinct.map(({ token }) => token)}::bigint[]) AS mark (kind, key, token)
    ON CONFLICT (shop_id, kind, key) DO UPDATE
      SET token = greatest(journey_marks.token, excluded.token), marked_at = now()`.execute(db)
}

/** The marks of a shop, those of the oldest writes first. */
export async function listJourneyMarks(db: Db, shop: ShopId, limit: number): Promise<JourneyMark[]> {
  return db
    .selectFrom('journeyMarks')
    .select(['kind', 'key', 'token'])
    .where('shopId', '=', shop)
    .orderBy('token')
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** Whether a history of the shop has been read whose journeys and customers are still to be worked out. */
export async function hasHistoryMark(db: Db, shop: ShopId): Promise<boolean> {
  const row = await db
    .selectFrom('journeyMarks')
    .select('token')
    .where('shopId', '=', shop)
    .where('kind', '=', 'history')
    .executeTakeFirst()
  return row !== undefined
}

/** Shops that have marks which may be worked on now. */
export async function listShopsWithJourneyMarks(db: Db): Promise<ShopId[]> {
  const rows = await db.selectFrom('journeyMarks').select('shopId').where('kind', '!=', 'history').distinct().execute()
  return rows.map(({ shopId }) => shopId)
}

/** Clears the marks that no later write has set since they were listed. */
export async function clearJourneyMarks(db: Db, shop: ShopId, marks: readonly JourneyMark[]): Promise<void> {
  if (marks.length === 0) return
  await sql`DELETE FROM journey_marks USING unnest(${marks.map(({ kind }) => kind)}::text[],
      ${marks.map(({ key }) => key)}::text[], ${marks.map(({ token }) => token)}::bigint[]) AS cleared (kind, key, token)
    WHERE journey_marks.shop_id = ${shop} AND journey_marks.kind = cleared.kind AND journey_marks.key = cleared.key
      AND journey_marks.token = cleared.token`.execute(db)
}
