import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When pending work was last marked: old marks show work that was abandoned. */
export const addMarkTimes: Migration = {
  async up(db) {
    for (const table of ['dirty_days', 'journey_marks'])
      await sql.raw(`ALTER TABLE ${table} ADD COLUMN marked_at timestamptz NOT NULL DEFAULT now()`).execute(db)
  },
}
