import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE api_keys (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    hash text NOT NULL UNIQUE,
    prefix text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    shop_ids uuid[],
    networks text[] NOT NULL DEFAULT '{}',
    expires_at timestamptz,
    created_by uuid REFERENCES people ON DELETE SET NULL DEFERRABLE,
    replaces uuid REFERENCES api_keys ON DELETE SET NULL DEFERRABLE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  `CREATE INDEX api_keys_of_organisation ON api_keys (organisation_id, created_at)`,
  `CREATE TABLE api_answers (
    caller text NOT NULL,
    key text NOT NULL,
    claim uuid NOT NULL,
    request text NOT NULL,
    claimed_at timestamptz NOT NULL,
    renewed_at timestamptz NOT NULL,
    has_written boolean NOT NULL DEFAULT false,
    status integer,
    body bytea,
    PRIMARY KEY (caller, key)
  )`,
  `CREATE INDEX api_answers_by_age ON api_answers (claimed_at)`,
]

/** Keys of the API, and answers that are given again to a repeated request. */
export const addApiKeys: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
