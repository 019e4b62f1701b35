import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Foreign keys are deferrable so that a restore may load the tables in any order.
 * Kinds and states are text, checked by the code that writes them: adding one needs no migration.
 */
const statements = [
  `CREATE TABLE organisations (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE shops (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organisation_id uuid NOT NULL REFERENCES organisations DEFERRABLE,
    domain text NOT NULL UNIQUE,
    platform text NOT NULL,
    name text NOT NULL,
    zone text NOT NULL,
    currency text NOT NULL,
    country text,
    settings jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX shops_by_organisation ON shops (organisation_id)',
  `CREATE TABLE connections (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    connector text NOT NULL,
    settings jsonb NOT NULL DEFAULT '{}',
    secrets bytea NOT NULL,
    status text NOT NULL,
    status_detail jsonb,
    access text,
    paused boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX connections_by_shop ON connections (shop_id)',
  `CREATE TABLE sync_states (
    connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE DEFERRABLE,
    stream text NOT NULL,
    mode text NOT NULL,
    checkpoint jsonb,
    done double precision NOT NULL DEFAULT 0,
    total double precision,
    synced_through timestamptz,
    complete_since timestamptz,
    restate_from timestamptz,
    oldest_available timestamptz,
    last_success_at timestamptz,
    last_error jsonb,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (connection_id, stream, mode)
  )`,
  `CREATE TABLE pending_connects (
    state text PRIMARY KEY,
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    connector text NOT NULL,
    values_encrypted bytea NOT NULL,
    access text,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  )`,
  `CREATE TABLE webhook_deliveries (
    key text NOT NULL,
    connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE DEFERRABLE,
    received_at timestamptz NOT NULL,
    body bytea NOT NULL,
    headers jsonb NOT NULL DEFAULT '{}',
    state text NOT NULL DEFAULT 'received',
    attempts integer NOT NULL DEFAULT 0,
    PRIMARY KEY (connection_id, key)
  )`,
  `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (received_at) WHERE state = 'received'`,
  `CREATE TABLE dirty_days (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    day date NOT NULL,
    token bigint NOT NULL,
    PRIMARY KEY (shop_id, day)
  )`,
  `CREATE TABLE daily_states (
    shop_id uuid PRIMARY KEY REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    zone text NOT NULL,
    fingerprint text NOT NULL,
    built_at timestamptz NOT NULL
  )`,
  `CREATE TABLE health_issues (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    kind text NOT NULL,
    key text NOT NULL,
    detail jsonb NOT NULL DEFAULT '{}',
    first_seen timestamptz NOT NULL,
    last_seen timestamptz NOT NULL,
    resolved_at timestamptz,
    PRIMARY KEY (shop_id, kind, key)
  )`,
  `CREATE TABLE number_changes (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    day date NOT NULL,
    order_id text NOT NULL,
    cause text NOT NULL,
    amount_before numeric NOT NULL,
    amount_after numeric NOT NULL,
    seen_at timestamptz NOT NULL
  )`,
  'CREATE INDEX number_changes_by_day ON number_changes (shop_id, day)',
  'CREATE INDEX number_changes_by_time ON number_changes (shop_id, seen_at)',
  `CREATE TABLE exchange_rates (
    base text NOT NULL,
    quote text NOT NULL,
    day date NOT NULL,
    rate numeric NOT NULL CHECK (rate > 0),
    PRIMARY KEY (base, quote, day)
  )`,
  `CREATE TABLE first_seen_cancellations (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    order_id text NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (shop_id, order_id)
  )`,
  `CREATE TABLE imports (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    format text NOT NULL,
    file_name text NOT NULL,
    state text NOT NULL,
    rows_good integer NOT NULL DEFAULT 0,
    rows_bad integer NOT NULL DEFAULT 0,
    report jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX imports_by_shop ON imports (shop_id, created_at)',
  `CREATE TABLE job_progress (
    job_id uuid PRIMARY KEY,
    queue text NOT NULL,
    key text,
    label text NOT NULL,
    done double precision NOT NULL DEFAULT 0,
    total double precision,
    baseline double precision,
    started_at timestamptz,
    updated_at timestamptz,
    message text
  )`,
  'CREATE TABLE installation (key text PRIMARY KEY, value jsonb NOT NULL)',
  'CREATE SEQUENCE write_version AS bigint',
]

export const createTables: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
