import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** People's own settings on a shop's pages, and how pages notice new facts. */
const statements = [
  `CREATE TABLE preferences (
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    value jsonb NOT NULL DEFAULT '{}',
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (person_id, shop_id)
  )`,
  `CREATE TABLE saved_views (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    name text NOT NULL,
    page text NOT NULL,
    search text NOT NULL,
    is_default boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (person_id, shop_id, name)
  )`,
  `CREATE TABLE annotations (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    day date NOT NULL,
    text text NOT NULL,
    is_shared boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX annotations_by_day ON annotations (shop_id, day)',
  `CREATE TABLE fact_versions (
    shop_id uuid PRIMARY KEY REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    version bigint NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Empty follows the browser. English was the only language so far, so nobody has chosen it.
  `ALTER TABLE people ALTER COLUMN language SET DEFAULT ''`,
  `UPDATE people SET language = ''`,
]

/** Preferences, saved views, annotations, and the version of each shop's facts. */
export const addDashboards: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
