import { type Selectable, sql } from 'kysely'
import type { ConversionEventsTable } from '../conversions-schema.ts'
import type { Db } from '../schema.ts'
import type { ConversionTargetName } from './conversion-targets.ts'

/** An order on its way to a platform, as stored. */
export type ConversionEventRow = Selectable<ConversionEventsTable>

/** An order that is to be told. */
export type NewConversionEvent = Pick<ConversionEventRow, 'orderId' | 'orderName' | 'placedAt' | 'createdAt' | 'dueAt'>

/** What may change of it. */
export type ConversionEventChange = Partial<
  Omit<ConversionEventRow, 'shopId' | 'platform' | 'orderId' | 'placedAt' | 'createdAt'>
>

// One statement takes 65,535 parameters at most.
const rowsPerStatement = 2_000

/** Queues orders; those that are known are left as they are. Answers how many were new. */
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

/** Those of which the platform can be asked by now what became of them. */
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

/** Which ones of a list are wanted, and how many. */
export interface ConversionEventsWish extends ConversionTargetName {
  /** Empty: whatever their state. */
  readonly states: readonly string[]
  readonly skip: number
  readonly most: number
}

/** The latest orders first. */
export async function listConversionEvents(
  db: Db,
  { states, skip, most, ...target }: ConversionEventsWish,
): Promise<ConversionEventRow[]> {
  const all = ofTarget(db, target)
  const wanted = states.length === 0 ? all : all.where('state', 'in', states)
  return wanted.orderBy('placedAt', 'desc').orderBy('orderId').offset(skip).limit(most).execute()
}

/** How many are in each state, of orders placed since then. */
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

/** Notes that these orders are about to be sent: one that is sent again is known as such, whatever happens meanwhile. */
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

/** Makes those due now that wait for their next attempt: what kept them is over. */
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

/** Takes those that wait out of the queue, for this reason; what was sent before, and waits for its correction, stays sent. */
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
