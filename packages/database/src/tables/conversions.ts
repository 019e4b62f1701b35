import type { ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { ConversionEventsTable, ConversionTargetsTable } from '../ads-schema.ts'
import { toJson, toOptionalJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** The set-up for sending orders to a platform, as stored. */
export type ConversionTargetRow = Selectable<ConversionTargetsTable>

/** The shop and platform of a set-up. */
export interface ConversionTargetName {
  readonly shop: ShopId
  readonly platform: string
}

/** The columns that may change. */
export type ConversionTargetChange = Partial<
  Pick<ConversionTargetRow, 'enabled' | 'since' | 'secrets' | 'correctedAt'>
> & {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly problem?: Readonly<Record<string, unknown>> | null
}

/** The set-up for a platform, if there is one. */
export async function findConversionTarget(
  db: Db,
  { shop, platform }: ConversionTargetName,
): Promise<ConversionTargetRow | undefined> {
  return db
    .selectFrom('conversionTargets')
    .selectAll()
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** All enabled set-ups, of all shops. */
export async function listEnabledConversionTargets(db: Db): Promise<ConversionTargetName[]> {
  const rows = await db
    .selectFrom('conversionTargets')
    .select(['shopId', 'platform'])
    .where('enabled', '=', true)
    .execute()
  return rows.map(({ shopId, platform }) => ({ shop: shopId, platform }))
}

/** Creates a platform's set-up, or changes the given columns. */
export async function saveConversionTarget(
  db: Db,
  { shop, platform }: ConversionTargetName,
  { settings, problem, ...plain }: ConversionTargetChange,
): Promise<void> {
  const change = {
    ...plain,
    ...(settings === undefined ? {} : { settings: toJson(settings) }),
    ...(problem === undefined ? {} : { problem: toOptionalJson(problem) }),
  }
  await db
    .insertInto('conversionTargets')
    .values({ shopId: shop, platform, settings: toJson({}), ...change })
    .onConflict((conflict) => conflict.columns(['shopId', 'platform']).doUpdateSet(change))
    .execute()
}

/** Match keys of sent orders, their delays, and how often they were sent. */
export interface ConversionQuality {
  readonly sent: number
  /** Orders by combination of match keys. */
  readonly combinations: readonly { readonly keys: readonly string[]; readonly count: number }[]
  /** Median time between placing and sending; null if there are none. */
  readonly medianDelaySeconds: number | null
  /** The 95th percentile of that time. */
  readonly slowDelaySeconds: number | null
  /** Orders that took more than one attempt: the platform may have had them before. */
  readonly again: number
  /** Of those, orders whose attempts are further apart than the platform's time for deduplication. */
  readonly late: number
}

/** The quality of sent orders placed since then. `onceForHours` null: the platform deduplicates without limit. */
export async function measureConversionEvents(
  db: Db,
  { shop, platform }: ConversionTargetName,
  { since, onceForHours }: { readonly since: Date; readonly onceForHours: number | null },
): Promise<ConversionQuality> {
  const sent = sql`shop_id = ${shop} AND platform = ${platform} AND placed_at >= ${since} AND sent_at IS NOT NULL`
  const isAgain = sql`attempts > 1 AND corrections = 0`
  const { rows } = await sql<{ median: number | null; slow: number | null; again: string; late: string }>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM sent_at - placed_at)) AS median,
      percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM sent_at - placed_at)::float8) AS slow,
      count(*) FILTER (WHERE ${isAgain}) AS again,
      count(*) FILTER (WHERE ${isAgain}
        AND sent_at - first_tried_at > make_interval(hours => ${onceForHours}::integer)) AS late
    FROM conversion_events WHERE ${sent}`.execute(db)
  const keys = await sql<{ keys: string[]; count: string }>`
    SELECT keys, count(*) AS count FROM conversion_events WHERE ${sent} GROUP BY keys`.execute(db)
  const combinations = keys.rows.map((row) => ({ keys: row.keys, count: Number(row.count) }))
  const [row] = rows
  return {
    sent: combinations.reduce((sum, { count }) => sum + count, 0),
    combinations,
    medianDelaySeconds: row?.median ?? null,
    slowDelaySeconds: row?.slow ?? null,
    again: Number(row?.again ?? 0),
    late: Number(row?.late ?? 0),
  }
}

/** A response about orders: the platform's about accepted ones, or why others were not accepted. */
export interface ConversionResult {
  readonly state: string
  readonly text: string
  readonly count: number
}

/** The most frequent responses for orders placed since then, without request-specific numbers. */
export async function listConversionResults(
  db: Db,
  { shop, platform }: ConversionTargetName,
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<ConversionResult[]> {
  const { rows } = await sql<{ state: string; text: string; count: string }>`
    SELECT state, CASE state WHEN 'sent' THEN regexp_replace(answer, ', (trace|request) .*$', '') ELSE reason END AS text,
      count(*) AS count
    FROM conversion_events
    WHERE shop_id = ${shop} AND platform = ${platform} AND placed_at >= ${since}
      AND state IN ('sent', 'refused', 'given_up')
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${most}`.execute(db)
  return rows.map(({ state, text, count }) => ({ state, text, count: Number(count) }))
}

/** The recent status of sending. */
export interface ConversionSeries {
  /** Orders with failed attempts that are waiting or given up. */
  readonly failing: number
  /** Whether one of them was given up. */
  readonly isGivenUp: boolean
  readonly failingSince: Date | null
  readonly failingReason: string
  readonly refused: number
  readonly refusedSince: Date | null
  readonly refusedReason: string
  /** The last order that the platform accepted with a final result. */
  readonly lastSent: Date | null
}

/** The status of sending orders placed since then. */
export async function readConversionSeries(
  db: Db,
  { shop, platform }: ConversionTargetName,
  since: Date,
): Promise<ConversionSeries> {
  const isFailing = sql`state = 'given_up' OR (state = 'waiting' AND attempts > 0)`
  const { rows } = await sql<ConversionSeries>`
    SELECT count(*) FILTER (WHERE ${isFailing})::integer AS failing,
      coalesce(bool_or(state = 'given_up'), false) AS "isGivenUp",
      min(first_tried_at) FILTER (WHERE ${isFailing}) AS "failingSince",
      coalesce((array_agg(reason ORDER BY placed_at DESC) FILTER (WHERE ${isFailing}))[1], '') AS "failingReason",
      count(*) FILTER (WHERE state = 'refused')::integer AS refused,
      min(first_tried_at) FILTER (WHERE state = 'refused') AS "refusedSince",
      coalesce((array_agg(reason ORDER BY placed_at DESC) FILTER (WHERE state = 'refused'))[1], '') AS "refusedReason",
      max(sent_at) FILTER (WHERE confirm_at IS NULL) AS "lastSent"
    FROM conversion_events WHERE shop_id = ${shop} AND platform = ${platform} AND placed_at >= ${since}`.execute(db)
  return rows[0] ?? nothingTried
}

const nothingTried: ConversionSeries = {
  failing: 0,
  isGivenUp: false,
  failingSince: null,
  failingReason: '',
  refused: 0,
  refusedSince: null,
  refusedReason: '',
  lastSent: null,
}

/** An order to send to a platform, as stored. */
export type ConversionEventRow = Selectable<ConversionEventsTable>

/** The data of an order to queue. */
export type NewConversionEvent = Pick<ConversionEventRow, 'orderId' | 'orderName' | 'placedAt' | 'createdAt' | 'dueAt'>

/** What may change of it. */
export type ConversionEventChange = Partial<
  Omit<ConversionEventRow, 'shopId' | 'platform' | 'orderId' | 'placedAt' | 'createdAt'>
>

// A statement has at most 65,535 parameters.
const rowsPerStatement = 2_000

/** Queues orders; known ones are left unchanged. Returns how many were new. */
export async function addConversionEvents(
  db: Db,
  { shop, platform }: ConversionTargetName,
  events: readonly NewConversionEvent[],
): Promise<number> {
  let added = 0
  for (let start = 0; start < events.length; start += rowsPerStatement) {
    const values = events
      .slice(start, start + rowsPerStatement)
      .map((event) => ({ shopId: shop, platform, state: 'waiting', ...event }))
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('conversionEvents')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    added += Number(numInsertedOrUpdatedRows)
  }
  return added
}

/** Those that wait and are due, the longest due first. */
export async function listDueConversionEvents(
  db: Db,
  { shop, platform, now, most }: ConversionTargetName & { readonly now: Date; readonly most: number },
): Promise<ConversionEventRow[]> {
  return ofTarget(db, { shop, platform })
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('orderId')
    .limit(most)
    .execute()
}

/** Accepted orders whose result can now be queried from the platform. */
export async function listUnconfirmedConversionEvents(
  db: Db,
  { shop, platform, now, most }: ConversionTargetName & { readonly now: Date; readonly most: number },
): Promise<ConversionEventRow[]> {
  return ofTarget(db, { shop, platform }).where('confirmAt', '<=', now).orderBy('confirmAt').limit(most).execute()
}

/** These orders, as far as they are known. */
export async function findConversionEvents(
  db: Db,
  target: ConversionTargetName,
  orderIds: readonly string[],
): Promise<ConversionEventRow[]> {
  return orderIds.length === 0 ? [] : ofTarget(db, target).where('orderId', 'in', orderIds).execute()
}

/** Filter and page of a list. */
export interface ConversionEventsOptions extends ConversionTargetName {
  /** Empty: every state. */
  readonly states: readonly string[]
  readonly skip: number
  readonly most: number
}

/** Newest orders first. */
export async function listConversionEvents(
  db: Db,
  { states, skip, most, ...target }: ConversionEventsOptions,
): Promise<ConversionEventRow[]> {
  const all = ofTarget(db, target)
  const wanted = states.length === 0 ? all : all.where('state', 'in', states)
  return wanted.orderBy('placedAt', 'desc').orderBy('orderId').offset(skip).limit(most).execute()
}

/** The number of orders in each state, of those placed since then. */
export async function countConversionEvents(
  db: Db,
  { shop, platform }: ConversionTargetName,
  since?: Date,
): Promise<Readonly<Record<string, number>>> {
  const all = db
    .selectFrom('conversionEvents')
    .select((column) => ['state', column.fn.countAll<string>().as('count')])
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .groupBy('state')
  const rows = await (since === undefined ? all : all.where('placedAt', '>=', since)).execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

/** Changes some orders in the same way. */
export async function changeConversionEvents(
  db: Db,
  { shop, platform, orderIds }: ConversionTargetName & { readonly orderIds: readonly string[] },
  change: ConversionEventChange,
): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .updateTable('conversionEvents')
    .set(change)
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .where('orderId', 'in', orderIds)
    .execute()
}

/** Records that these orders are about to be sent, so that a repetition is known as such whatever happens meanwhile. */
export async function beginConversionAttempt(
  db: Db,
  { shop, platform, orderIds }: ConversionTargetName & { readonly orderIds: readonly string[] },
  now: Date,
): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .updateTable('conversionEvents')
    .set({ attempts: sql<number>`attempts + 1`, firstTriedAt: sql<Date>`coalesce(first_tried_at, ${now})` })
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .where('orderId', 'in', orderIds)
    .execute()
}

/** Makes orders that wait for their next attempt due now: what prevented them is over. */
export async function hurryConversionEvents(
  db: Db,
  { shop, platform }: ConversionTargetName,
  now: Date,
): Promise<void> {
  await db
    .updateTable('conversionEvents')
    .set({ dueAt: now })
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0)
    .where('dueAt', '>', now)
    .execute()
}

/** Removes waiting orders from the queue, for this reason; those sent before, and waiting for a correction, stay sent. */
export async function leaveOutWaiting(db: Db, { shop, platform }: ConversionTargetName, reason: string): Promise<void> {
  await db
    .updateTable('conversionEvents')
    .set({ state: sql<string>`CASE WHEN sent_at IS NULL THEN 'left_out' ELSE 'sent' END`, reason })
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .where('state', '=', 'waiting')
    .execute()
}

function ofTarget(db: Db, { shop, platform }: ConversionTargetName) {
  return db.selectFrom('conversionEvents').selectAll().where('shopId', '=', shop).where('platform', '=', platform)
}
