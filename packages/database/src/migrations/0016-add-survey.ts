import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE survey_settings (
    shop_id uuid PRIMARY KEY REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    enabled boolean NOT NULL DEFAULT false,
    changed_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE survey_questions (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    version integer NOT NULL,
    text text NOT NULL,
    options jsonb NOT NULL,
    allows_other boolean NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (shop_id, version)
  )`,
  `CREATE TABLE survey_mappings (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    answer text NOT NULL,
    channel text NOT NULL,
    platform text NOT NULL,
    PRIMARY KEY (shop_id, answer)
  )`,
  `CREATE TABLE survey_answers (
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    order_id text NOT NULL,
    version integer NOT NULL,
    answer text NOT NULL,
    other_text text NOT NULL DEFAULT '',
    answered_at timestamptz NOT NULL,
    source text NOT NULL,
    pending bigint,
    PRIMARY KEY (shop_id, order_id)
  )`,
  `CREATE INDEX survey_answers_pending ON survey_answers (shop_id, pending) WHERE pending IS NOT NULL`,
]

/** The survey after an order: its questions and responses. */
export const addSurvey: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
