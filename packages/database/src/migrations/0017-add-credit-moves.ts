import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // The number of orders a change is about; empty if a single order or an ad account caused it.
  'ALTER TABLE number_changes ADD COLUMN orders integer NOT NULL DEFAULT 0',
  // The channels before and after, the reason, and the attribution settings.
  'ALTER TABLE number_changes ADD COLUMN credit jsonb',
]

/** Credit of past days that moved between channels. */
export const addCreditMoves: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
