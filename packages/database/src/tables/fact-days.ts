import type { ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import type { DailyStatesTable, Db, DirtyDaysTable, FirstSeenCancellationsTable } from '../schema.ts'
import type { JourneyMarksTable } from '../visits-schema.ts'

/** Under which zone and catalogue a shop's daily summary was built. */
export type DailyStateRow = Selectable<DailyStatesTable>

/** How the shop's summary was built; undefined if it was not. */
export async function findDailyState(db: Db, shop: ShopId): Promise<DailyStateRow | undefined> {
  return db.selectFrom('dailyStates').selectAll().where('shopId', '=', shop).executeTakeFirst()
}

/** Records how the summary was built. */
export async function saveDailyState(db: Db, { shopId, ...state }: DailyStateRow): Promise<void> {
  await db
    .insertInto('dailyStates')
    .values({ shopId, ...state })
    .onConflict((conflict) => conflict.column('shopId').doUpdateSet(state))
    .execute()
}

/** A shop day whose daily summary is older than its facts. */
export type DirtyDayRow = Selectable<DirtyDaysTable>

/** A dirty day, and the write that changed it. */
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
 * Shops with dirty days, or with an imported history that was not processed, that were last marked before then: a writer
 * removes its own marks, unless it died.
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

/** Shops whose daily summary was built for other measures than these, by an earlier version of the product. */
export async function listShopsOfOtherMeasures(db: Db, fingerprint: string): Promise<ShopId[]> {
  const rows = await db.selectFrom('dailyStates').select('shopId').where('fingerprint', '!=', fingerprint).execute()
  return rows.map(({ shopId }) => shopId)
}

/** Clears days, unless a later write has marked them since they were listed. */
export async function clearDirtyDays(db: Db, shop: ShopId, days: readonly DirtyDay[]): Promise<void> {
  if (days.length === 0) return
  await sql`DELETE FROM dirty_days USING unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ token }) => token)}::bigint[])
    AS cleared (day, token)
    WHERE dirty_days.shop_id = ${shop} AND dirty_days.day = cleared.day AND dirty_days.token = cleared.token`.execute(
    db,
  )
}

/** The channel of {@link announceFacts}: a message is a shop's id, a space and its version. */
export const factsChannel = 'shop_changed'

/** Records that the shop's facts are at least of this version, and notifies all listening processes. */
export async function announceFacts(db: Db, shop: ShopId, version: bigint): Promise<void> {
  await sql`
    WITH announced AS (
      INSERT INTO fact_versions AS known (shop_id, version) VALUES (${shop}, ${version})
      ON CONFLICT (shop_id) DO UPDATE SET version = greatest(known.version, excluded.version), changed_at = now()
      RETURNING shop_id, version
    )
    SELECT pg_notify(${factsChannel}, shop_id || ' ' || version) FROM announced`.execute(db)
}

/** The newest version of each shop's facts; shops without facts are left out. */
export async function findFactVersions(db: Db, shops: readonly ShopId[]): Promise<ReadonlyMap<ShopId, bigint>> {
  if (shops.length === 0) return new Map()
  const rows = await db.selectFrom('factVersions').select(['shopId', 'version']).where('shopId', 'in', shops).execute()
  return new Map(rows.map(({ shopId, version }) => [shopId, version]))
}

/** The state of a shop's facts at one moment. */
export interface FactsState {
  /** 0 while no facts were ever announced. */
  readonly version: bigint
  /** Whether the version covers all facts: no write is in progress that it does not include. */
  readonly isSettled: boolean
}

/** When we first saw an order cancelled, for platforms that do not report the time. */
export type FirstSeenCancellationRow = Selectable<FirstSeenCancellationsTable>

/** Records cancellations seen now; returns when each was first seen, which never changes. */
export async function noteCancellations(
  db: Db,
  shop: ShopId,
  { orderIds, at }: { orderIds: readonly string[]; at: Date },
): Promise<ReadonlyMap<string, Date>> {
  if (orderIds.length === 0) return new Map()
  const wanted = [...new Set(orderIds)]
  await sql`INSERT INTO first_seen_cancellations (shop_id, order_id, seen_at)
    SELECT ${shop}::uuid, order_id, ${at}::timestamptz FROM unnest(${wanted}::text[]) AS order_id
    ON CONFLICT DO NOTHING`.execute(db)
  const rows = await db
    .selectFrom('firstSeenCancellations')
    .select(['orderId', 'seenAt'])
    .where('shopId', '=', shop)
    .where(sql<boolean>`order_id = ANY(${wanted}::text[])`)
    .execute()
  return new Map(rows.map(({ orderId, seenAt }) => [orderId, seenAt]))
}

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

/** Whether the shop has an imported history whose journeys and customers are not derived yet. */
export async function hasHistoryMark(db: Db, shop: ShopId): Promise<boolean> {
  const row = await db
    .selectFrom('journeyMarks')
    .select('token')
    .where('shopId', '=', shop)
    .where('kind', '=', 'history')
    .executeTakeFirst()
  return row !== undefined
}

/** Shops with marks that may be processed now. */
export async function listShopsWithJourneyMarks(db: Db): Promise<ShopId[]> {
  const rows = await db.selectFrom('journeyMarks').select('shopId').where('kind', '!=', 'history').distinct().execute()
  return rows.map(({ shopId }) => shopId)
}

/** Clears marks, unless a later write has set them since they were listed. */
export async function clearJourneyMarks(db: Db, shop: ShopId, marks: readonly JourneyMark[]): Promise<void> {
  if (marks.length === 0) return
  await sql`DELETE FROM journey_marks USING unnest(${marks.map(({ kind }) => kind)}::text[],
      ${marks.map(({ key }) => key)}::text[], ${marks.map(({ token }) => token)}::bigint[]) AS cleared (kind, key, token)
    WHERE journey_marks.shop_id = ${shop} AND journey_marks.kind = cleared.kind AND journey_marks.key = cleared.key
      AND journey_marks.token = cleared.token`.execute(db)
}
