import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE erasures (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    begun_at timestamptz NOT NULL,
    completed_at timestamptz,
    work jsonb
  )`,
  `CREATE INDEX erasures_of_shop ON erasures (shop_id, begun_at)`,
  `CREATE TABLE erased_keys (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    key text NOT NULL,
    surrogate uuid,
    erased_at timestamptz NOT NULL,
    PRIMARY KEY (shop_id, key)
  )`,
  `CREATE TABLE privacy_requests (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    connector text NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    account text NOT NULL,
    shop_id uuid REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    subject bytea,
    state text NOT NULL DEFAULT 'received',
    received_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    closed_at timestamptz,
    UNIQUE (connector, key)
  )`,
  // From now on, a webhook's content is deleted as soon as nobody waits for it.
  `UPDATE webhook_deliveries SET body = '', headers = '{}' WHERE state <> 'received'`,
  `CREATE INDEX privacy_requests_of_shop ON privacy_requests (shop_id, received_at)`,
]

/** Erasures of customers, what must stay erased, and privacy requests from platforms. */
export const addPrivacy: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
