import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statement = 'CREATE INDEX webhook_deliveries_arrival ON webhook_deliveries (connection_id, received_at)'

/** Finds when a connection last received a webhook, without reading all of them. */
export const addDeliveryIndex: Migration = {
  async up(db) {
    await sql.raw(statement).execute(db)
  },
}
