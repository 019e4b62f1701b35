import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE digests (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    shop_id uuid REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    every text NOT NULL,
    enabled boolean NOT NULL DEFAULT true,
    since timestamptz NOT NULL DEFAULT now(),
    next_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE NULLS NOT DISTINCT (person_id, shop_id, every)
  )`,
  'CREATE INDEX digests_due ON digests (next_at) WHERE enabled',
  // Whoever had left the switch on gets one from the next week on.
  `INSERT INTO digests (person_id, every)
    SELECT id, 'week' FROM people WHERE coalesce(notifications ->> 'weeklySummary', 'true') <> 'false'`,
  `UPDATE people SET notifications = notifications - 'weeklySummary'`,
  `CREATE TABLE deliveries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    kind text NOT NULL,
    shop_id uuid REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    shops uuid[] NOT NULL DEFAULT '{}',
    episode text NOT NULL,
    channel text NOT NULL,
    state text NOT NULL,
    reason text NOT NULL DEFAULT '',
    title text NOT NULL,
    body text NOT NULL DEFAULT '',
    link text NOT NULL DEFAULT '',
    mail jsonb,
    attempts integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    claimed_at timestamptz,
    ended_at timestamptz,
    read_at timestamptz,
    named_at timestamptz,
    UNIQUE NULLS NOT DISTINCT (kind, shop_id, person_id, episode, channel)
  )`,
  `CREATE INDEX deliveries_of_person ON deliveries (person_id, channel, created_at DESC)`,
  `CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'waiting'`,
  `CREATE INDEX deliveries_claimed ON deliveries (claimed_at) WHERE state = 'claimed'`,
  'CREATE INDEX deliveries_age ON deliveries (created_at)',
  'ALTER TABLE people ADD COLUMN refused_address text',
  `ALTER TABLE auth_mailbox ADD COLUMN headers jsonb NOT NULL DEFAULT '{}'`,
]

/** Digests that people want, and everything that is delivered to them: to their inbox here, and by mail. */
export const addDeliveries: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
