import type { ShopId } from '@tillsight/core'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { SlackAddressesTable } from '../alerts-schema.ts'
import type { Db } from '../schema.ts'

/** A place in Slack that a shop may post to. */
export type SlackAddressRow = Selectable<SlackAddressesTable>

/** Adds an address. */
export async function createSlackAddress(db: Db, address: Insertable<SlackAddressesTable>): Promise<SlackAddressRow> {
  return db.insertInto('slackAddresses').values(address).returningAll().executeTakeFirstOrThrow()
}

/** The shop's addresses, the oldest first. */
export async function listSlackAddresses(db: Db, shop: ShopId): Promise<SlackAddressRow[]> {
  return db
    .selectFrom('slackAddresses')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Changes an address. */
export async function changeSlackAddress(db: Db, id: string, change: Updateable<SlackAddressesTable>): Promise<void> {
  await db.updateTable('slackAddresses').set(change).where('id', '=', id).execute()
}

/** Switches an address off because Slack refuses it; undefined if it is not on. */
export async function switchOffSlack(
  db: Db,
  id: string,
  { at, reason }: { readonly at: Date; readonly reason: string },
): Promise<SlackAddressRow | undefined> {
  return db
    .updateTable('slackAddresses')
    .set({ state: 'off', reason, changedAt: at })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returningAll()
    .executeTakeFirst()
}

/** Removes an address with what waits to be posted there; false if there is none. */
export async function deleteSlackAddress(
  db: Db,
  { shop, id }: { readonly shop: ShopId; readonly id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('slackAddresses')
    .where('shopId', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
