import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Shops with made-up figures, to be looked at and thrown away. */
export const addSampleShops: Migration = {
  async up(db) {
    await sql`ALTER TABLE shops ADD COLUMN is_sample boolean NOT NULL DEFAULT false`.execute(db)
  },
}
