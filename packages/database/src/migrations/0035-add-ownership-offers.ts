import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'ALTER TABLE organisations ADD COLUMN factor_from timestamptz',
  `CREATE TABLE ownership_offers (
    organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    from_person uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    to_person uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL
  )`,
]

/** Second factors that organisations ask for, and ownership that is offered. */
export const addOwnershipOffers: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
