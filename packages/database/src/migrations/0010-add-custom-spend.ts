import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE custom_spend_imports (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    file_name text NOT NULL,
    entries integer NOT NULL,
    person_id uuid REFERENCES people ON DELETE SET NULL DEFERRABLE,
    created_at timestamptz NOT NULL DEFAULT now(),
    undone_at timestamptz
  )`,
  `CREATE INDEX custom_spend_imports_of_shop ON custom_spend_imports (shop_id, created_at)`,
  `CREATE TABLE custom_spend (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    channel text NOT NULL,
    campaign text NOT NULL DEFAULT '',
    name text NOT NULL,
    repeats text NOT NULL,
    first_day date NOT NULL,
    last_day date CHECK (last_day >= first_day),
    amount numeric(18, 6) NOT NULL,
    currency text NOT NULL,
    counts_as text NOT NULL,
    note text NOT NULL DEFAULT '',
    import_id uuid REFERENCES custom_spend_imports ON DELETE SET NULL DEFERRABLE,
    person_id uuid REFERENCES people ON DELETE SET NULL DEFERRABLE,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    written_through date,
    removed_at timestamptz
  )`,
  `CREATE INDEX custom_spend_of_shop ON custom_spend (shop_id, first_day)`,
]

/** Entries of custom spend: spend on channels without a connector, entered by hand or imported from files. */
export const addCustomSpend: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
