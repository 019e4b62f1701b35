import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE conversion_targets (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    platform text NOT NULL,
    enabled boolean NOT NULL DEFAULT false,
    since timestamptz,
    settings jsonb NOT NULL,
    secrets bytea,
    problem jsonb,
    corrected_at timestamptz,
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shop_id, platform)
  )`,
  `CREATE TABLE conversion_events (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    platform text NOT NULL,
    order_id text NOT NULL,
    order_name text NOT NULL,
    placed_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL,
    reason text NOT NULL DEFAULT '',
    answer text NOT NULL DEFAULT '',
    attempts integer NOT NULL DEFAULT 0,
    first_tried_at timestamptz,
    due_at timestamptz NOT NULL,
    sent_at timestamptz,
    value text NOT NULL DEFAULT '',
    currency text NOT NULL DEFAULT '',
    keys text[] NOT NULL DEFAULT '{}',
    receipt text NOT NULL DEFAULT '',
    confirm_at timestamptz,
    corrections integer NOT NULL DEFAULT 0,
    PRIMARY KEY (shop_id, platform, order_id)
  )`,
  `CREATE INDEX conversion_events_due ON conversion_events (shop_id, platform, due_at) WHERE state = 'waiting'`,
  `CREATE INDEX conversion_events_to_confirm ON conversion_events (shop_id, platform, confirm_at) WHERE confirm_at IS NOT NULL`,
  `CREATE INDEX conversion_events_listed ON conversion_events (shop_id, platform, placed_at DESC, order_id)`,
]

/** Orders sent to ad platforms, and the settings for each shop. */
export const addConversions: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
