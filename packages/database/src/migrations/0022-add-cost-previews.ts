import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'ALTER TABLE cost_changes ADD COLUMN preview jsonb',
  'ALTER TABLE number_changes ADD COLUMN cost_change uuid REFERENCES cost_changes ON DELETE SET NULL DEFERRABLE',
]

/** What a change of costs did, as it was told when it was saved, and the figures of past days that it moved. */
export const addCostPreviews: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
