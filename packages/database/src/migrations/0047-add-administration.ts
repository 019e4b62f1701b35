import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE administrators (
    person_id uuid PRIMARY KEY REFERENCES people ON DELETE CASCADE DEFERRABLE,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE installation_entries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    at timestamptz NOT NULL,
    actor_id text NOT NULL,
    action text NOT NULL,
    body jsonb NOT NULL
  )`,
  'CREATE INDEX installation_entries_by_time ON installation_entries (at DESC, id)',
  'ALTER TABLE organisations ADD COLUMN support_allowed boolean NOT NULL DEFAULT false',
  `CREATE TABLE support_visits (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    admin_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    reason text NOT NULL,
    token_hash text NOT NULL UNIQUE,
    started_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    ended_at timestamptz
  )`,
  'CREATE INDEX support_visits_by_time ON support_visits (started_at DESC)',
  `CREATE TABLE connector_requests (
    connector text NOT NULL,
    hour timestamptz NOT NULL,
    requests integer NOT NULL,
    refused integer NOT NULL,
    limited integer NOT NULL,
    failed integer NOT NULL,
    PRIMARY KEY (connector, hour)
  )`,
  `CREATE TABLE sent_mails (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    at timestamptz NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    error text
  )`,
  'CREATE INDEX sent_mails_by_time ON sent_mails (at DESC, id)',
  `CREATE TABLE backup_runs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    created_at timestamptz NOT NULL,
    version text NOT NULL,
    files integer NOT NULL,
    bytes bigint NOT NULL
  )`,
]

/** Who administers the installation, what they did, whom they looked in as, and what runs in it. */
export const addAdministration: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
