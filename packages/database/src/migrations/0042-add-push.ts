import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE push_keys (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    public_key text NOT NULL,
    private_key bytea NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE push_subscriptions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    fingerprint text NOT NULL UNIQUE,
    sealed bytea NOT NULL,
    device text NOT NULL,
    created_at timestamptz NOT NULL,
    pushed_at timestamptz,
    held_until timestamptz
  )`,
  'CREATE INDEX push_subscriptions_of_person ON push_subscriptions (person_id, created_at)',
  'ALTER TABLE alerts ADD COLUMN push boolean NOT NULL DEFAULT false',
  'ALTER TABLE deliveries ADD COLUMN push_id uuid REFERENCES push_subscriptions ON DELETE CASCADE DEFERRABLE',
  'ALTER TABLE deliveries ADD COLUMN push jsonb',
  'CREATE INDEX deliveries_of_push ON deliveries (push_id) WHERE push_id IS NOT NULL',
]

/** Browsers that messages are pushed to, the keys for it, and what is delivered there. */
export const addPush: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
