import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'ALTER TABLE invitations ADD COLUMN replaced boolean NOT NULL DEFAULT false',
  'ALTER TABLE webhook_endpoints ADD COLUMN created_by uuid',
  'ALTER TABLE people ADD COLUMN has_factor boolean NOT NULL DEFAULT false',
  'ALTER TABLE memberships ADD COLUMN seen_on date',
  'ALTER TABLE organisations ADD COLUMN factor_from timestamptz',
  `CREATE TABLE ownership_offers (
    organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    from_person uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    to_person uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL
  )`,
]

/** What ended invitations, who made webhooks, second factors that are asked for, and ownership that is offered. */
export const addMemberRules: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
