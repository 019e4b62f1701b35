import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a step-by-step import needs: the file itself until it is imported, the mapping of its columns, and who started it. */
const statements = [
  `ALTER TABLE imports
    ADD COLUMN mapping jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN header jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN preview jsonb,
    ADD COLUMN problem text,
    ADD COLUMN person_id uuid REFERENCES people ON DELETE SET NULL DEFERRABLE,
    ADD COLUMN kept_apart boolean NOT NULL DEFAULT false,
    ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now()`,
  `CREATE TABLE import_files (
    import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE DEFERRABLE,
    kind text NOT NULL,
    part integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (import_id, kind, part)
  )`,
]

/** Files that are imported in the browser, step by step, and can be undone. */
export const addBrowserImports: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
