import type { ShopId } from '@tillsight/core'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Where texts of shops may quote what a platform or a file said. */
const quoting = [
  { table: 'health_issues', column: 'detail' },
  { table: 'imports', column: 'report' },
  { table: 'imports', column: 'header' },
  { table: 'imports', column: 'preview' },
  { table: 'reconciliations', column: 'comparison' },
  { table: 'connections', column: 'status_detail' },
] as const

/**
 * Lets `replace` change every JSON document of the shop that quotes one of the texts, whatever their case; returns how
 * many were changed.
 */
export async function replaceInShopTexts(
  db: Db,
  shop: ShopId,
  { texts, replace }: { texts: readonly string[]; replace: (document: unknown) => unknown },
): Promise<number> {
  let changed = 0
  for (const { table, column } of quoting) {
    const found = await sql<{ place: string; document: unknown }>`
      SELECT ctid::text AS place, ${sql.ref(column)} AS document FROM ${sql.table(table)}
      WHERE shop_id = ${shop} AND EXISTS (
        SELECT FROM unnest(${texts}::text[]) AS quoted WHERE strpos(lower(${sql.ref(column)}::text), lower(quoted)) > 0
      ) FOR UPDATE`.execute(db)
    for (const { place, document } of found.rows) {
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${JSON.stringify(replace(document))}::jsonb
        WHERE ctid = ${place}::tid`.execute(db)
    }
    changed += found.rows.length
  }
  return changed
}

/** Removes webhooks that wait to be processed and quote one of the texts; returns how many. */
export async function deleteDeliveriesQuoting(db: Db, shop: ShopId, texts: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM webhook_deliveries
    WHERE connection_id IN (SELECT id FROM connections WHERE shop_id = ${shop}) AND EXISTS (
      SELECT FROM unnest(${texts}::text[]) AS quoted
      WHERE strpos(lower(encode(body, 'escape')), lower(encode(convert_to(quoted, 'UTF8'), 'escape'))) > 0
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Removes what was found out about a shop's figures and orders: comparisons, changes of past days, issues. */
export async function deleteShopFindings(db: Db, shop: ShopId): Promise<void> {
  await db.deleteFrom('reconciliations').where('shopId', '=', shop).execute()
  await db.deleteFrom('reconciliationRuns').where('shopId', '=', shop).execute()
  await db.deleteFrom('numberChanges').where('shopId', '=', shop).execute()
  await db.deleteFrom('firstSeenCancellations').where('shopId', '=', shop).execute()
  await db.deleteFrom('healthIssues').where('shopId', '=', shop).execute()
}
