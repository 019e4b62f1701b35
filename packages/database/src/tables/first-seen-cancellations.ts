import type { ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { Db, FirstSeenCancellationsTable } from '../schema.ts'

/** When we first saw an order cancelled, for platforms that do not tell when it happened. */
export type FirstSeenCancellationRow = Selectable<FirstSeenCancellationsTable>

/** Notes cancellations seen now; answers when each of them was first seen, which never changes. */
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
