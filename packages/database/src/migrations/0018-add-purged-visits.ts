import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The day before which visits were deleted: the retention period may have been different then. */
export const addPurgedVisits: Migration = {
  async up(db) {
    await sql.raw('ALTER TABLE tracking_settings ADD COLUMN visits_purged_before date').execute(db)
  },
}
