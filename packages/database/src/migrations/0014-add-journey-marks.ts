import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE journey_marks (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    kind text NOT NULL,
    key text NOT NULL,
    token bigint NOT NULL,
    PRIMARY KEY (shop_id, kind, key)
  )`,
  // Existing shops have orders without a journey.
  `INSERT INTO journey_marks (shop_id, kind, key, token) SELECT id, 'all', '', 0 FROM shops`,
]

/** Marks of journeys that are older than the facts they are derived from. */
export const addJourneyMarks: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
