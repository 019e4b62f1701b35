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

/** What can be said about the facts of a shop at one moment. */
export interface FactsState {
  /** 0 while no facts were ever announced. */
  readonly version: bigint
  /** Whether the version stands for all of them: nothing is being written that it does not know. */
  readonly isSettled: boolean
}

/** How the facts of these shops stand, of every shop that was asked for; version and marks are of the same moment. */
export async function findFactsStates(db: Db, shops: readonly ShopId[]): Promise<ReadonlyMap<ShopId, FactsState>> {
  if (shops.length === 0) return new Map()
  const { rows } = await sql<{ shopId: ShopId; version: bigint; isSettled: boolean }>`
    SELECT asked.id AS shop_id, coalesce(known.version, 0) AS version,
      NOT EXISTS (SELECT 1 FROM dirty_days AS marked WHERE marked.shop_id = asked.id) AS is_settled
    FROM unnest(${shops}::uuid[]) AS asked (id) LEFT JOIN fact_versions AS known ON known.shop_id = asked.id`.execute(
    db,
  )
  return new Map(rows.map(({ shopId, version, isSettled }) => [shopId, { version: BigInt(version), isSettled }]))
}
