import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'ALTER TABLE goods_costs ADD COLUMN made_of jsonb',
  'CREATE INDEX goods_costs_made_of ON goods_costs (shop_id) WHERE made_of IS NOT NULL',
]

/** Goods that cost what other goods cost that they are made of. */
export const addMadeOf: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
