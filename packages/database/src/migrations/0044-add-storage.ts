import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE storage_buckets (
    id text COLLATE "C" PRIMARY KEY,
    owner text NOT NULL DEFAULT '',
    is_public boolean NOT NULL,
    largest_bytes float8,
    types text[],
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  )`,
  `CREATE TABLE storage_objects (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    bucket text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    version uuid NOT NULL UNIQUE,
    shop_id uuid REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    person_id uuid REFERENCES people ON DELETE CASCADE DEFERRABLE,
    owner text,
    size float8 NOT NULL,
    type text NOT NULL,
    cache_control text NOT NULL,
    sha256 text NOT NULL,
    md5 text NOT NULL,
    user_metadata text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    expires_at timestamptz,
    UNIQUE (bucket, name)
  )`,
  'CREATE INDEX storage_objects_of_shop ON storage_objects (shop_id)',
  'CREATE INDEX storage_objects_of_person ON storage_objects (person_id)',
  'CREATE INDEX storage_objects_by_end ON storage_objects (expires_at) WHERE expires_at IS NOT NULL',
  `CREATE TABLE storage_dropped (
    version uuid PRIMARY KEY,
    dropped_at timestamptz NOT NULL
  )`,
  // Rows also go with their shop or person, which no code of files sees.
  `CREATE FUNCTION drop_stored_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO storage_dropped (version, dropped_at) VALUES (OLD.version, now()) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER stored_object_goes AFTER DELETE ON storage_objects
    FOR EACH ROW EXECUTE FUNCTION drop_stored_version()`,
  `CREATE TRIGGER stored_object_changes AFTER UPDATE OF version ON storage_objects
    FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION drop_stored_version()`,
]

/** Files in buckets. Their bytes lie outside of the database. */
export const addStorage: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
