import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE share_links (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    hash text NOT NULL UNIQUE,
    title text NOT NULL,
    view text NOT NULL,
    kind text NOT NULL,
    settings jsonb NOT NULL,
    figures jsonb,
    password_hash text,
    created_by uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
  )`,
  'CREATE INDEX share_links_of_shop ON share_links (shop_id, created_at DESC)',
  'CREATE INDEX share_links_of_person ON share_links (created_by)',
  `CREATE TABLE share_openings (
    share_id uuid NOT NULL REFERENCES share_links ON DELETE CASCADE DEFERRABLE,
    day date NOT NULL,
    times integer NOT NULL,
    PRIMARY KEY (share_id, day)
  )`,
]

/** Links by which somebody without an account sees one view of a shop, and how often each was opened. */
export const addShareLinks: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
