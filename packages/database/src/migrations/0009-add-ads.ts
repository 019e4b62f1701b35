import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE ad_accounts (
    connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE DEFERRABLE,
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    platform text NOT NULL,
    account_id text NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    zone text NOT NULL,
    status text NOT NULL,
    status_text text NOT NULL,
    readable boolean NOT NULL,
    note text,
    via text,
    chosen boolean NOT NULL DEFAULT false,
    taken boolean NOT NULL DEFAULT false,
    problem jsonb,
    click_window_days integer NOT NULL DEFAULT 0,
    view_window_days integer NOT NULL DEFAULT 0,
    conversions_are text NOT NULL DEFAULT 'purchases',
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (connection_id, account_id)
  )`,
  `CREATE INDEX ad_accounts_of_shop ON ad_accounts (shop_id, platform)`,
  `CREATE TABLE ad_reads (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    platform text NOT NULL,
    account_id text NOT NULL,
    kind text NOT NULL,
    day date NOT NULL,
    fetched_at timestamptz NOT NULL,
    PRIMARY KEY (shop_id, platform, account_id, kind, day)
  )`,
  `CREATE TABLE ad_pictures (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    key text NOT NULL,
    bytes bytea,
    type text NOT NULL,
    source text NOT NULL,
    fetched_at timestamptz NOT NULL,
    PRIMARY KEY (shop_id, key)
  )`,
]

/** Ad accounts and which of them a shop reads, when their days were read, and pictures of ads. */
export const addAds: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
