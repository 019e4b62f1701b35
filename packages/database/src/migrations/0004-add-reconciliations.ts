import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The results of comparing with the store's own report, by day; and more detail on what changed past figures. */
const statements = [
  `CREATE TABLE reconciliations (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    day date NOT NULL,
    state text NOT NULL,
    comparison jsonb NOT NULL,
    compared_at timestamptz NOT NULL,
    PRIMARY KEY (shop_id, day)
  )`,
  `CREATE TABLE reconciliation_runs (
    shop_id uuid PRIMARY KEY REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    connection_id uuid NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    began_at timestamptz NOT NULL,
    ended_at timestamptz,
    problem text,
    notes jsonb NOT NULL DEFAULT '[]'
  )`,
  `ALTER TABLE number_changes ADD COLUMN metric text NOT NULL DEFAULT 'sales'`,
  `ALTER TABLE number_changes ADD COLUMN order_name text NOT NULL DEFAULT ''`,
]

/** Reconciliation with the store's own report, and the figure and order of a number that moved. */
export const addReconciliations: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
