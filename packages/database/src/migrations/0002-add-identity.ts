import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** People and their access: the product's own part, needed with a hosted auth service too. */
const people = [
  `CREATE TABLE people (
    id uuid PRIMARY KEY,
    email text NOT NULL DEFAULT '',
    name text NOT NULL DEFAULT '',
    language text NOT NULL DEFAULT 'en',
    zone text,
    notifications jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE avatars (
    person_id uuid PRIMARY KEY REFERENCES people ON DELETE CASCADE DEFERRABLE,
    image bytea NOT NULL,
    fingerprint text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE memberships (
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    role text NOT NULL,
    shop_ids uuid[],
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organisation_id, person_id)
  )`,
  'CREATE INDEX memberships_by_person ON memberships (person_id)',
  `CREATE TABLE invitations (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    email text NOT NULL,
    role text NOT NULL,
    shop_ids uuid[],
    invited_by uuid,
    token_hash text NOT NULL UNIQUE,
    expires_at timestamptz NOT NULL,
    accepted_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX invitations_by_organisation ON invitations (organisation_id, created_at)',
  `CREATE TABLE recovery_codes (
    person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE DEFERRABLE,
    code_hash text NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (person_id, code_hash)
  )`,
]

/**
 * The embedded auth service's own tables. Whatever could be replayed is sealed or hashed. Numbers come from the counter of
 * writes, because a restore sets only that one forward.
 */
const auth = [
  `CREATE TABLE auth_users (
    id uuid PRIMARY KEY,
    aud text NOT NULL,
    role text NOT NULL,
    email text,
    phone text,
    is_sso boolean NOT NULL DEFAULT false,
    is_anonymous boolean NOT NULL DEFAULT false,
    password_hash text,
    app_metadata jsonb NOT NULL DEFAULT '{}',
    user_metadata jsonb NOT NULL DEFAULT '{}',
    email_confirmed_at timestamptz,
    phone_confirmed_at timestamptz,
    confirmation_sent_at timestamptz,
    recovery_sent_at timestamptz,
    new_email text,
    email_change_sent_at timestamptz,
    email_change_confirmed text,
    new_phone text,
    phone_change_sent_at timestamptz,
    reauthentication_sent_at timestamptz,
    invited_at timestamptz,
    last_sign_in_at timestamptz,
    banned_until timestamptz,
    deleted_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  )`,
  'CREATE UNIQUE INDEX auth_users_email ON auth_users (email) WHERE NOT is_sso',
  'CREATE INDEX auth_users_sso_email ON auth_users (email) WHERE is_sso',
  'CREATE UNIQUE INDEX auth_users_phone ON auth_users (phone)',
  'CREATE INDEX auth_users_by_age ON auth_users (created_at, id)',
  `CREATE TABLE auth_identities (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth_users ON DELETE CASCADE DEFERRABLE,
    provider text NOT NULL,
    subject text NOT NULL,
    data jsonb NOT NULL DEFAULT '{}',
    email text,
    last_sign_in_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (provider, subject)
  )`,
  'CREATE INDEX auth_identities_by_user ON auth_identities (user_id)',
  'CREATE INDEX auth_identities_by_email ON auth_identities (email)',
  `CREATE TABLE auth_sessions (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth_users ON DELETE CASCADE DEFERRABLE,
    aal text NOT NULL,
    factor_id uuid,
    tag text,
    not_after timestamptz,
    created_at timestamptz NOT NULL,
    refreshed_at timestamptz,
    user_agent text NOT NULL DEFAULT '',
    ip text NOT NULL DEFAULT '',
    refresh_key bytea NOT NULL,
    refresh_counter bigint NOT NULL
  )`,
  'CREATE INDEX auth_sessions_by_user ON auth_sessions (user_id)',
  `CREATE TABLE auth_session_methods (
    session_id uuid NOT NULL REFERENCES auth_sessions ON DELETE CASCADE DEFERRABLE,
    method text NOT NULL,
    provider text,
    used_at timestamptz NOT NULL,
    PRIMARY KEY (session_id, method)
  )`,
  `CREATE TABLE auth_factors (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth_users ON DELETE CASCADE DEFERRABLE,
    type text NOT NULL,
    status text NOT NULL,
    friendly_name text NOT NULL DEFAULT '',
    phone text,
    secret bytea,
    last_accepted_step bigint,
    last_challenged_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  )`,
  'CREATE INDEX auth_factors_by_user ON auth_factors (user_id)',
  `CREATE TABLE auth_challenges (
    id uuid PRIMARY KEY,
    factor_id uuid NOT NULL REFERENCES auth_factors ON DELETE CASCADE DEFERRABLE,
    ip text NOT NULL,
    code_hash text,
    failures integer NOT NULL DEFAULT 0,
    verified_at timestamptz,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX auth_challenges_by_factor ON auth_challenges (factor_id)',
  `CREATE TABLE auth_one_time_tokens (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth_users ON DELETE CASCADE DEFERRABLE,
    kind text NOT NULL,
    address text NOT NULL,
    code_hash text NOT NULL,
    link_hash text NOT NULL UNIQUE,
    failures integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    UNIQUE (user_id, kind)
  )`,
  `CREATE TABLE auth_flows (
    id uuid PRIMARY KEY,
    auth_code uuid NOT NULL UNIQUE,
    code_challenge text,
    code_challenge_method text,
    authentication_method text NOT NULL,
    provider text,
    user_id uuid REFERENCES auth_users ON DELETE CASCADE DEFERRABLE,
    linking_user_id uuid REFERENCES auth_users ON DELETE CASCADE DEFERRABLE,
    redirect_to text NOT NULL DEFAULT '',
    upstream bytea,
    provider_tokens bytea,
    auth_code_issued_at timestamptz,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX auth_flows_by_user ON auth_flows (user_id, authentication_method)',
  `CREATE TABLE auth_sso_providers (
    id uuid PRIMARY KEY,
    resource_id text,
    disabled boolean NOT NULL DEFAULT false,
    entity_id text NOT NULL UNIQUE,
    metadata_xml text NOT NULL,
    metadata_url text,
    attribute_mapping jsonb NOT NULL DEFAULT '{}',
    name_id_format text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  )`,
  `CREATE TABLE auth_sso_domains (
    domain text PRIMARY KEY,
    provider_id uuid NOT NULL REFERENCES auth_sso_providers ON DELETE CASCADE DEFERRABLE,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE auth_saml_relay_states (
    id uuid PRIMARY KEY,
    provider_id uuid NOT NULL REFERENCES auth_sso_providers ON DELETE CASCADE DEFERRABLE,
    request_id text NOT NULL,
    flow_id uuid REFERENCES auth_flows ON DELETE CASCADE DEFERRABLE,
    redirect_to text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE auth_saml_assertions (
    id text PRIMARY KEY,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE TABLE auth_signing_keys (
    kid text PRIMARY KEY,
    algorithm text NOT NULL,
    public_jwk jsonb NOT NULL,
    private_jwk bytea NOT NULL,
    signs_from timestamptz NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE auth_marks (
    key text PRIMARY KEY,
    count integer NOT NULL,
    at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX auth_marks_by_expiry ON auth_marks (expires_at)',
  `CREATE TABLE auth_audit (
    id bigint PRIMARY KEY DEFAULT nextval('write_version'),
    at timestamptz NOT NULL,
    action text NOT NULL,
    user_id uuid,
    ip text NOT NULL DEFAULT '',
    traits jsonb NOT NULL DEFAULT '{}'
  )`,
  'CREATE INDEX auth_audit_by_user ON auth_audit (user_id, at)',
  `CREATE TABLE auth_mailbox (
    id bigint PRIMARY KEY DEFAULT nextval('write_version'),
    at timestamptz NOT NULL,
    channel text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    html text NOT NULL,
    body text NOT NULL
  )`,
]

export const addIdentity: Migration = {
  async up(db) {
    for (const statement of [...people, ...auth]) await sql.raw(statement).execute(db)
  },
}
