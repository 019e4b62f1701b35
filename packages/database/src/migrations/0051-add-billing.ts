import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // What the payment service says of each organisation, as it was when it was last asked; a row for each that is a customer.
  `CREATE TABLE billing_accounts (
    organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    customer_id text NOT NULL UNIQUE,
    customer_gone boolean NOT NULL DEFAULT false,
    subscription_id text,
    plan text,
    price_interval text,
    status text,
    status_since timestamptz,
    period_end timestamptz,
    cancel_at_period_end boolean NOT NULL DEFAULT false,
    trial_end timestamptz,
    next_plan text,
    unfinished boolean NOT NULL DEFAULT false,
    had_subscription boolean NOT NULL DEFAULT false,
    version integer NOT NULL DEFAULT 0,
    delete_at timestamptz,
    created_at timestamptz NOT NULL
  )`,
  // Events outlive organisations: one that is delivered again is known all the same.
  `CREATE TABLE billing_events (
    id text PRIMARY KEY,
    type text NOT NULL,
    created_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    customer_id text,
    state text NOT NULL
  )`,
  'CREATE INDEX billing_events_by_state ON billing_events (state, received_at)',
  `CREATE TABLE billing_notices (
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    kind text NOT NULL,
    episode text NOT NULL,
    sent_at timestamptz NOT NULL,
    PRIMARY KEY (organisation_id, kind, episode)
  )`,
]

/** What organisations pay for, events of the payment service that were seen, and mails about both that were sent. */
export const addBilling: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
