import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Entries of custom spend that are a percentage of another figure of each day. */
export const addSpendShares: Migration = {
  async up(db) {
    await sql.raw('ALTER TABLE custom_spend ADD COLUMN percent_of text').execute(db)
  },
}
