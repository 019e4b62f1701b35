import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When what waits to be worked out was marked last: what nobody has come back for is told by its age. */
export const addMarkTimes: Migration = {
  async up(db) {
    for (const table of ['dirty_days', 'journey_marks'])
      await sql.raw(`ALTER TABLE ${table} ADD COLUMN marked_at timestamptz NOT NULL DEFAULT now()`).execute(db)
  },
}
