import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE tracking_keys (
    key text PRIMARY KEY,
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
  )`,
  `CREATE INDEX tracking_keys_of_shop ON tracking_keys (shop_id, created_at)`,
]

/** Public keys by which a shop's pages identify it to the collector. */
export const addTrackingKeys: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
