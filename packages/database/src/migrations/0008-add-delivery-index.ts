import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statement = 'CREATE INDEX webhook_deliveries_arrival ON webhook_deliveries (connection_id, received_at)'

/** When a connection last heard from its platform, without reading everything that it heard. */
export const addDeliveryIndex: Migration = {
  async up(db) {
    await sql.raw(statement).execute(db)
  },
}
