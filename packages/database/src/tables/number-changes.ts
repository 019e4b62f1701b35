import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
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
