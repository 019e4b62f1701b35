import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'ALTER TABLE invitations ADD COLUMN replaced boolean NOT NULL DEFAULT false',
  'ALTER TABLE webhook_endpoints ADD COLUMN created_by uuid',
  'ALTER TABLE people ADD COLUMN has_factor boolean NOT NULL DEFAULT false',
  'ALTER TABLE memberships ADD COLUMN seen_on date',
]

/** What ended invitations, who made webhooks, who has a second factor, and when members were here. */
export const addMemberRules: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
