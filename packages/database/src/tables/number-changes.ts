import type { ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import type { Selectable } from 'kysely'
import type { Db, NumberChangesTable } from '../schema.ts'

/** A figure of a past day that changed afterwards, and why. */
export type NumberChangeRow = Selectable<NumberChangesTable>

/** What changed; amounts are exact decimals as text, in shop currency. */
export interface NewNumberChange {
  readonly shopId: ShopId
  readonly day: Day
  readonly orderId: string
  readonly cause: string
  readonly metric?: string
  readonly orderName?: string
  readonly amountBefore: string
  readonly amountAfter: string
  readonly seenAt: Date
}

// One statement takes 65,535 parameters at most.
const rowsPerStatement = 5000

/** Notes changes. */
export async function recordNumberChanges(db: Db, changes: readonly NewNumberChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += rowsPerStatement) {
    await db
      .insertInto('numberChanges')
      .values(changes.slice(start, start + rowsPerStatement))
      .execute()
  }
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

/** Which changes of a shop, and where the page begins. */
export interface NumberChangeFilter {
  /** Days whose figures changed. */
  readonly range: DayRange
  readonly metrics?: readonly string[] | undefined
  /** Absent: the newest. Else what comes after this one. */
  readonly after?: { readonly seenAt: Date; readonly id: string } | undefined
  readonly limit: number
}

/** Changes of figures of these days, the last seen first. */
export async function pageNumberChanges(
  db: Db,
  shop: ShopId,
  { range, metrics, after, limit }: NumberChangeFilter,
): Promise<NumberChangeRow[]> {
  let query = db
    .selectFrom('numberChanges')
    .selectAll()
    .where('shopId', '=', shop)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
  if (metrics) query = query.where('metric', 'in', metrics)
  if (after) {
    query = query.where((or) =>
      or.or([or('seenAt', '<', after.seenAt), or.and([or('seenAt', '=', after.seenAt), or('id', '>', after.id)])]),
    )
  }
  return query.orderBy('seenAt', 'desc').orderBy('id').limit(limit).execute()
}
