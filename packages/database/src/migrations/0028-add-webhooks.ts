import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE webhook_endpoints (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    url text NOT NULL,
    events text[] NOT NULL,
    state text NOT NULL,
    secret bytea NOT NULL,
    earlier_secret bytea,
    earlier_until timestamptz,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    failing_since timestamptz,
    delivered_at timestamptz,
    held_until timestamptz
  )`,
  'CREATE INDEX webhook_endpoints_of_shop ON webhook_endpoints (shop_id, created_at)',
  `CREATE TABLE webhook_messages (
    id text PRIMARY KEY,
    endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE DEFERRABLE,
    type text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    claimed_until timestamptz,
    tried_at timestamptz,
    ended_at timestamptz,
    status integer,
    took_ms integer,
    reason text NOT NULL DEFAULT ''
  )`,
  `CREATE INDEX webhook_messages_waiting ON webhook_messages (endpoint_id, due_at) WHERE state = 'waiting'`,
  `CREATE INDEX webhook_messages_claimed ON webhook_messages (endpoint_id, claimed_until)
    WHERE state = 'waiting' AND claimed_until IS NOT NULL`,
  'CREATE INDEX webhook_messages_of_endpoint ON webhook_messages (endpoint_id, created_at DESC, id)',
  'CREATE INDEX webhook_messages_by_age ON webhook_messages (created_at)',
  `CREATE TABLE announced_findings (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    kind text NOT NULL,
    key text NOT NULL,
    PRIMARY KEY (shop_id, kind, key)
  )`,
]

/** Addresses that are told of events, the messages to them, and the findings whose opening they were told. */
export const addWebhooks: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
