import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE auth_oauth_clients (
    id text PRIMARY KEY,
    kind text NOT NULL,
    name text NOT NULL,
    uri text NOT NULL DEFAULT '',
    logo_uri text NOT NULL DEFAULT '',
    redirect_uris text[] NOT NULL,
    auth_method text NOT NULL,
    secret_hash text,
    registered_from text,
    fresh_until timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    used_at timestamptz
  )`,
  `CREATE INDEX auth_oauth_clients_registered ON auth_oauth_clients (registered_from, created_at)
    WHERE registered_from IS NOT NULL`,
  `CREATE TABLE auth_oauth_grants (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth_users ON DELETE CASCADE DEFERRABLE,
    client_id text NOT NULL REFERENCES auth_oauth_clients ON DELETE CASCADE DEFERRABLE,
    redirect_uri text NOT NULL,
    scopes text[] NOT NULL,
    details jsonb NOT NULL DEFAULT '{}',
    granted_at timestamptz NOT NULL,
    used_at timestamptz,
    UNIQUE (user_id, client_id)
  )`,
  'CREATE INDEX auth_oauth_grants_by_client ON auth_oauth_grants (client_id)',
  `CREATE TABLE auth_oauth_tokens (
    id uuid PRIMARY KEY,
    grant_id uuid NOT NULL REFERENCES auth_oauth_grants ON DELETE CASCADE DEFERRABLE,
    scopes text[] NOT NULL,
    resource text NOT NULL,
    refresh_key bytea NOT NULL,
    refresh_counter bigint NOT NULL,
    created_at timestamptz NOT NULL,
    refreshed_at timestamptz NOT NULL
  )`,
  'CREATE INDEX auth_oauth_tokens_by_grant ON auth_oauth_tokens (grant_id)',
  `CREATE TABLE auth_oauth_authorizations (
    id uuid PRIMARY KEY,
    client_id text NOT NULL REFERENCES auth_oauth_clients ON DELETE CASCADE DEFERRABLE,
    user_id uuid REFERENCES auth_users ON DELETE CASCADE DEFERRABLE,
    redirect_uri text NOT NULL,
    scopes text[] NOT NULL,
    state text,
    resource text NOT NULL,
    code_challenge text NOT NULL,
    created_at timestamptz NOT NULL,
    decided_at timestamptz,
    grant_id uuid REFERENCES auth_oauth_grants ON DELETE CASCADE DEFERRABLE,
    granted_scopes text[],
    code_hash text UNIQUE,
    code_used_at timestamptz,
    token_id uuid
  )`,
  'CREATE INDEX auth_oauth_authorizations_by_age ON auth_oauth_authorizations (created_at)',
]

/** Assistants that connect by a click (OAuth 2.1): who they are, what people let them see, and their tokens. */
export const addAssistants: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
