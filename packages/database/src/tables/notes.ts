import type { ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import type { AnnotationsTable } from '../dashboard-schema.ts'
import { toJson } from '../json.ts'
import type { Db, NumberChangesTable } from '../schema.ts'
import type { PreferenceKey } from './preferences.ts'

/** A note on a shop day. */
export type AnnotationRow = Selectable<AnnotationsTable>

/** The fields of a new note. */
export type NewAnnotation = Omit<AnnotationRow, 'id' | 'createdAt'>

/** A note with the name of its author. */
export interface SignedAnnotationRow extends AnnotationRow {
  readonly authorName: string
}

/** Creates a note. */
export async function createAnnotation(db: Db, annotation: NewAnnotation): Promise<AnnotationRow> {
  return db.insertInto('annotations').values(annotation).returningAll().executeTakeFirstOrThrow()
}

/** The notes visible to the person: their own and shared ones; the `limit` newest of them, oldest day first. */
export async function listAnnotations(
  db: Db,
  key: PreferenceKey,
  { from, to, limit }: DayRange & { readonly limit: number },
): Promise<SignedAnnotationRow[]> {
  const newest = await visible(db, key)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .orderBy('annotations.createdAt', 'desc')
    .orderBy('annotations.id', 'desc')
    .limit(limit)
    .execute()
  return newest.reverse()
}

/** The days with a note that the person sees. */
export async function listNotedDays(db: Db, key: PreferenceKey, { from, to }: DayRange): Promise<Day[]> {
  const rows = await visible(db, key).where('day', '>=', from).where('day', '<=', to).execute()
  return [...new Set(rows.map(({ day }) => day))]
}

/** The note, if it is visible to the person. */
export async function findAnnotation(db: Db, key: PreferenceKey, id: string): Promise<SignedAnnotationRow | undefined> {
  return visible(db, key).where('annotations.id', '=', id).executeTakeFirst()
}

/** How many notes the person has written on the shop. */
export async function countAnnotations(db: Db, { personId, shopId }: PreferenceKey): Promise<number> {
  const { count } = await db
    .selectFrom('annotations')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the note. */
export async function deleteAnnotation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('annotations').where('id', '=', id).execute()
}

function visible(db: Db, { personId, shopId }: PreferenceKey) {
  return db
    .selectFrom('annotations')
    .innerJoin('people', 'people.id', 'annotations.personId')
    .selectAll('annotations')
    .select('people.name as authorName')
    .where('shopId', '=', shopId)
    .where((where) => where.or([where('isShared', '=', true), where('personId', '=', personId)]))
}

/** A restated figure of a past day, with the reason. */
export type NumberChangeRow = Selectable<NumberChangesTable>

/** What changed; amounts are exact decimals as text, in shop currency. */
export interface NewNumberChange {
  readonly shopId: ShopId
  readonly day: Day
  readonly orderId: string
  readonly cause: string
  readonly metric?: string
  readonly orderName?: string
  readonly costChange?: string
  readonly amountBefore: string
  readonly amountAfter: string
  readonly seenAt: Date
}

// One statement takes 65,535 parameters at most.
const rowsPerStatement = 5000

/** Records changes. */
export async function recordNumberChanges(db: Db, changes: readonly NewNumberChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += rowsPerStatement) {
    await db
      .insertInto('numberChanges')
      .values(changes.slice(start, start + rowsPerStatement))
      .execute()
  }
}

/** A figure of an ad account's day that changed afterwards; amounts are in the account's currency. */
export interface AccountChange extends Omit<NewNumberChange, 'orderId' | 'orderName'> {
  /** Repeating the same change replaces it. */
  readonly id: string
  readonly metric: string
  readonly platform: string
  readonly accountId: string
  readonly currency: string
}

/** Saves changes of ad accounts. */
export async function saveAccountChanges(db: Db, changes: readonly AccountChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += rowsPerStatement) {
    await db
      .insertInto('numberChanges')
      .values(changes.slice(start, start + rowsPerStatement).map((change) => ({ ...change, orderId: '' })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((set) => ({
          amountAfter: set.ref('excluded.amountAfter'),
          cause: set.ref('excluded.cause'),
          seenAt: set.ref('excluded.seenAt'),
        })),
      )
      .execute()
  }
}

/** Credit of a past day that moved between channels; `amountAfter` is the amount moved. */
export interface CreditMoveRow {
  /** Moves by several steps of one derivation are added up under one id. */
  readonly id: string
  readonly shopId: ShopId
  readonly day: Day
  readonly metric: string
  readonly cause: string
  readonly amountAfter: string
  readonly orders: number
  readonly credit: Readonly<Record<string, unknown>>
  readonly seenAt: Date
}

/** Records moved credit; adds it to an existing row with the same id. */
export async function addCreditMoveRows(db: Db, moves: readonly CreditMoveRow[]): Promise<void> {
  for (let start = 0; start < moves.length; start += rowsPerStatement) {
    const rows = moves
      .slice(start, start + rowsPerStatement)
      .map((move) => ({ ...move, orderId: '', amountBefore: '0', credit: toJson(move.credit) }))
    await db
      .insertInto('numberChanges')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          amountAfter: sql`number_changes.amount_after + excluded.amount_after`,
          orders: sql`number_changes.orders + excluded.orders`,
        }),
      )
      .execute()
  }
}

/** Forgets the changes of a platform's accounts, or of some of them. */
export async function deleteAccountChanges(
  db: Db,
  of: { readonly shop: ShopId; readonly platform: string; readonly accounts?: readonly string[] },
): Promise<void> {
  const { shop, platform, accounts } = of
  if (accounts?.length === 0) return
  const all = db.deleteFrom('numberChanges').where('shopId', '=', shop).where('platform', '=', platform)
  await (accounts === undefined ? all : all.where('accountId', 'in', accounts)).execute()
}

/** The latest changes of a shop, the newest first. */
export async function listNumberChanges(
  db: Db,
  shop: ShopId,
  { since, limit }: { since: Date; limit: number },
): Promise<NumberChangeRow[]> {
  return db
    .selectFrom('numberChanges')
    .selectAll()
    .where('shopId', '=', shop)
    .where('seenAt', '>=', since)
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Filters a shop's changes, and says where the page starts. */
export interface NumberChangeFilter {
  /** The days whose figures changed. */
  readonly range: DayRange
  readonly metrics?: readonly string[] | undefined
  /** The order that caused them, by the platform's id. */
  readonly order?: string | undefined
  /** Absent: start with the newest. Otherwise after this one. */
  readonly after?: { readonly seenAt: Date; readonly id: string } | undefined
  readonly limit: number
}

/** Changes of these days' figures, last seen first. */
export async function pageNumberChanges(
  db: Db,
  shop: ShopId,
  { range, metrics, order, after, limit }: NumberChangeFilter,
): Promise<NumberChangeRow[]> {
  let query = db
    .selectFrom('numberChanges')
    .selectAll()
    .where('shopId', '=', shop)
    .where((day) => day.between('day', range.from, range.to))
  if (metrics) query = query.where('metric', 'in', metrics)
  if (order !== undefined) query = query.where('orderId', '=', order)
  if (after)
    query = query.where((or) =>
      or.or([or('seenAt', '<', after.seenAt), or.and([or('seenAt', '=', after.seenAt), or('id', '>', after.id)])]),
    )
  return query.orderBy('seenAt', 'desc').orderBy('id').limit(limit).execute()
}
