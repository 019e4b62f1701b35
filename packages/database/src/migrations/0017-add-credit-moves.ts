import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // How many orders a change is about; empty where one order or an ad account is behind it.
  'ALTER TABLE number_changes ADD COLUMN orders integer NOT NULL DEFAULT 0',
  // From which channel to which, why, and under which rules credit was given.
  'ALTER TABLE number_changes ADD COLUMN credit jsonb',
]

/** Credit of past days that moved from one channel to another. */
export const addCreditMoves: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
