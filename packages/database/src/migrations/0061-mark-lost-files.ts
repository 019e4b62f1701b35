import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'ALTER TABLE storage_objects ADD COLUMN lost_at timestamptz',
  'CREATE INDEX storage_objects_lost ON storage_objects (lost_at) WHERE lost_at IS NOT NULL',
]

/** Since when the bytes of a file are known to be missing. */
export const markLostFiles: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
