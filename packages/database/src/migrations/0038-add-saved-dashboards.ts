import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE dashboards (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    maker_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    name text NOT NULL,
    is_shared boolean NOT NULL,
    widgets jsonb NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  'CREATE INDEX dashboards_of_shop ON dashboards (shop_id, created_at)',
  'CREATE INDEX dashboards_of_person ON dashboards (maker_id)',
  `CREATE TABLE own_metrics (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    key text NOT NULL,
    name text NOT NULL,
    unit text NOT NULL,
    better text NOT NULL,
    formula text NOT NULL,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    UNIQUE (shop_id, key)
  )`,
]

/** Dashboards that people arrange of a shop's figures, and figures that a shop makes of others by a formula. */
export const addSavedDashboards: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
