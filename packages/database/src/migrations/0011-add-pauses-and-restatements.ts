import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE platform_pauses (
    platform text NOT NULL,
    scope text NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (platform, scope)
  )`,
  `ALTER TABLE number_changes ADD COLUMN platform text NOT NULL DEFAULT ''`,
  `ALTER TABLE number_changes ADD COLUMN account_id text NOT NULL DEFAULT ''`,
  `ALTER TABLE number_changes ADD COLUMN currency text NOT NULL DEFAULT ''`,
  `CREATE INDEX number_changes_of_accounts ON number_changes (shop_id, platform, account_id, day) WHERE platform <> ''`,
]

/** Pauses that a platform requires from a whole installation, and restated days of ad accounts. */
export const addPausesAndRestatements: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
