import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A domain identifies a shop within its organisation only: two organisations may have the same domain, so that a refusal
 * reveals nothing about other shops, and nobody can take a name before its owner comes. A connect flow is bound to the
 * browser that started it, and keys that a store posts wait, encrypted, until that browser returns.
 */
export const bindDoors: Migration = {
  async up(db) {
    await sql.raw('ALTER TABLE shops DROP CONSTRAINT shops_domain_key').execute(db)
    await sql.raw('CREATE UNIQUE INDEX shops_organisation_domain ON shops (organisation_id, domain)').execute(db)
    await sql.raw('CREATE INDEX shops_domain ON shops (domain)').execute(db)
    await sql
      .raw(
        `ALTER TABLE pending_connects
          ADD COLUMN browser_hash text,
          ADD COLUMN returned_at timestamptz,
          ADD COLUMN granted_encrypted bytea`,
      )
      .execute(db)
  },
}
