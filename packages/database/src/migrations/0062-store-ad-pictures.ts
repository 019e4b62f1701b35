import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'ALTER TABLE ad_pictures ADD COLUMN object_id uuid REFERENCES storage_objects ON DELETE SET NULL DEFERRABLE',
  'CREATE INDEX ad_pictures_by_object ON ad_pictures (object_id) WHERE object_id IS NOT NULL',
]

/** Pictures of ads and products are files. A job moves the bytes that are in the table. */
export const storeAdPictures: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
