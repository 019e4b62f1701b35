import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'ALTER TABLE organisations ADD COLUMN delete_at timestamptz, ADD COLUMN delete_counts jsonb',
  // What an organisation leaves behind is the entry that tells of its end: its chain outlives its row.
  'ALTER TABLE audit_chains DROP CONSTRAINT audit_chains_organisation_id_fkey',
  'ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_organisation_id_fkey',
]

/** Organisations that are to be deleted, and audit logs that stay. */
export const addDeletion: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
