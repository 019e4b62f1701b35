import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `ALTER TABLE organisations
    ADD COLUMN delete_at timestamptz,
    ADD COLUMN delete_begun_at timestamptz,
    ADD COLUMN delete_warned_at timestamptz,
    ADD COLUMN delete_counts jsonb,
    ADD COLUMN delete_shops uuid[] NOT NULL DEFAULT '{}',
    ADD COLUMN factor_reminded_at timestamptz,
    ADD COLUMN audit_days integer NOT NULL DEFAULT 400`,
  // What an organisation leaves behind is the entry that tells of its end: its chain outlives its row.
  'ALTER TABLE audit_chains DROP CONSTRAINT audit_chains_organisation_id_fkey',
  'ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_organisation_id_fkey',
  // Nobody is referred to: whether an account exists must make no difference to how a row is written.
  `CREATE TABLE failed_sign_ins (
    subject text NOT NULL,
    step text NOT NULL,
    since timestamptz NOT NULL,
    person_id uuid,
    attempts integer NOT NULL DEFAULT 1,
    network text NOT NULL,
    agent text NOT NULL,
    PRIMARY KEY (subject, step, since)
  )`,
  'CREATE INDEX failed_sign_ins_by_time ON failed_sign_ins (since)',
]

/** Organisations that are to be deleted, audit logs that stay and for how long, and sign-ins that failed. */
export const addDeletion: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
