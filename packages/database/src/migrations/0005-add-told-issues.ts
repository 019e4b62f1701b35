import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statement = `CREATE TABLE told_issues (
  shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
  kind text NOT NULL,
  key text NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, kind, key)
)`

/** Which open issues of a shop were already mailed. */
export const addReportedIssues: Migration = {
  async up(db) {
    await sql.raw(statement).execute(db)
  },
}
