import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE slack_addresses (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    name text NOT NULL,
    url bytea NOT NULL,
    state text NOT NULL,
    reason text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    posted_at timestamptz,
    held_until timestamptz
  )`,
  'CREATE INDEX slack_addresses_of_shop ON slack_addresses (shop_id, created_at)',
  `CREATE TABLE alerts (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    name text NOT NULL,
    metric text NOT NULL DEFAULT '',
    filters jsonb NOT NULL DEFAULT '[]',
    rule jsonb NOT NULL,
    mail boolean NOT NULL,
    slack_id uuid REFERENCES slack_addresses ON DELETE SET NULL DEFERRABLE,
    enabled boolean NOT NULL DEFAULT true,
    state text NOT NULL DEFAULT 'ok',
    beyond integer NOT NULL DEFAULT 0,
    beyond_at timestamptz,
    fired_at timestamptz,
    looked text NOT NULL DEFAULT '',
    looked_at timestamptz,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  'CREATE INDEX alerts_of_shop ON alerts (shop_id, person_id)',
  'CREATE INDEX alerts_of_person ON alerts (person_id)',
  `CREATE TABLE alert_episodes (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE DEFERRABLE,
    fired_at timestamptz NOT NULL,
    resolved_at timestamptz,
    told_at timestamptz,
    resolved_told_at timestamptz,
    found jsonb NOT NULL
  )`,
  'CREATE INDEX alert_episodes_of_alert ON alert_episodes (alert_id, fired_at DESC)',
  'CREATE INDEX alert_episodes_by_age ON alert_episodes (fired_at)',
  `ALTER TABLE deliveries ADD COLUMN slack_id uuid REFERENCES slack_addresses ON DELETE CASCADE DEFERRABLE`,
  'ALTER TABLE deliveries ADD COLUMN slack jsonb',
  'CREATE INDEX deliveries_of_slack ON deliveries (slack_id) WHERE slack_id IS NOT NULL',
]

/** Alerts of people, each time they fired, the Slack addresses of shops, and what is delivered there. */
export const addAlerts: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
