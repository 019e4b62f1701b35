import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE cost_changes (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    person_id uuid REFERENCES people ON DELETE SET NULL DEFERRABLE,
    at timestamptz NOT NULL DEFAULT now(),
    what text NOT NULL,
    reason text NOT NULL DEFAULT '',
    orders integer NOT NULL DEFAULT 0,
    first_day date,
    last_day date,
    delta numeric(38, 6) NOT NULL DEFAULT 0,
    steps jsonb NOT NULL,
    undoes uuid REFERENCES cost_changes ON DELETE SET NULL DEFERRABLE,
    undone_by uuid REFERENCES cost_changes ON DELETE SET NULL DEFERRABLE
  )`,
  `CREATE INDEX cost_changes_of_shop ON cost_changes (shop_id, at)`,
  `CREATE TABLE goods_costs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    scope text NOT NULL,
    ref text NOT NULL,
    from_day date,
    country text NOT NULL DEFAULT '',
    min_quantity integer NOT NULL DEFAULT 1,
    steps text NOT NULL DEFAULT 'whole',
    kind text NOT NULL DEFAULT 'amount',
    amount numeric(18, 6) NOT NULL DEFAULT 0,
    percent numeric(9, 6) NOT NULL DEFAULT 0,
    currency text NOT NULL,
    source text NOT NULL,
    seen_from date,
    note text NOT NULL DEFAULT '',
    person_id uuid REFERENCES people ON DELETE SET NULL DEFERRABLE,
    changed_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE NULLS NOT DISTINCT (shop_id, scope, ref, source, from_day, country, min_quantity)
  )`,
  `CREATE TABLE cost_rules (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    kind text NOT NULL,
    body jsonb NOT NULL,
    person_id uuid REFERENCES people ON DELETE SET NULL DEFERRABLE,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX cost_rules_of_shop ON cost_rules (shop_id, created_at)`,
  `CREATE INDEX cost_rules_of_order ON cost_rules (shop_id, (body->>'order')) WHERE kind = 'order'`,
  `CREATE TABLE cost_marks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE DEFERRABLE,
    what jsonb NOT NULL,
    marked_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX cost_marks_of_shop ON cost_marks (shop_id)`,
  // Orders that were booked before there were costs.
  `INSERT INTO cost_marks (shop_id, what) SELECT id, '{"all": true}' FROM shops`,
]

/** What goods, payments, carriers and handling cost a shop, who changed it, and the orders that are still to be booked with it. */
export const addCosts: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
