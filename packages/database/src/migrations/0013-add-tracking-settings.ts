import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE tracking_settings (
    shop_id uuid PRIMARY KEY REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    settings jsonb NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now()
  )`,
]

/** The tracking settings of shops. */
export const addTrackingSettings: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
