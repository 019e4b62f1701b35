import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A domain says whose shop it is to nobody but its organisation: two of them may have the same, so that nobody learns from a
 * refusal whose shops are here or takes a name before its owner comes. A connect flow belongs to the browser that began it,
 * and keys that a store posts wait, sealed, until that browser is back.
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
