import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE exports (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    name text NOT NULL,
    what text NOT NULL,
    question jsonb NOT NULL,
    format text NOT NULL,
    range_kind text NOT NULL,
    schedule jsonb,
    destination jsonb NOT NULL,
    sealed bytea,
    state text NOT NULL,
    person_id uuid REFERENCES people ON DELETE SET NULL DEFERRABLE,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    next_at timestamptz
  )`,
  'CREATE INDEX exports_of_shop ON exports (shop_id, created_at)',
  'CREATE INDEX exports_due ON exports (next_at) WHERE next_at IS NOT NULL',
  `CREATE TABLE export_runs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    export_id uuid NOT NULL REFERENCES exports ON DELETE CASCADE DEFERRABLE,
    period text NOT NULL,
    from_day text NOT NULL,
    to_day text NOT NULL,
    state text NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    ended_at timestamptz,
    file_name text,
    manifest jsonb,
    removed_at timestamptz,
    reason text NOT NULL DEFAULT '',
    UNIQUE (export_id, period)
  )`,
  'CREATE INDEX export_runs_of_export ON export_runs (export_id, created_at DESC, id)',
  "CREATE INDEX export_runs_waiting ON export_runs (due_at) WHERE state = 'waiting'",
  "CREATE INDEX export_runs_with_file ON export_runs (ended_at) WHERE state = 'done' AND removed_at IS NULL",
]

/** Exports that people define, and what became of each of their runs. */
export const addExports: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
