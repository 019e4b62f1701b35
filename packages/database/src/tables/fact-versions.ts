import type { ShopId } from '@tillsight/core'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Where {@link announceFacts} speaks: a shop's id, a blank and its version. */
export const factsChannel = 'shop_changed'

/** Notes that the shop's facts are those of the version, or newer ones, and tells every process that listens. */
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
