import type { ShopId } from '@tillsight/core'
import type { CallbackContext } from './complete-connect.ts'
import { findPendingConnect } from './pending-connect.ts'
import { connectorOf } from './services.ts'

/** The shop that a browser comes back to from a platform; undefined when the flow in its address is not known. */
export async function findReturningShop(
  { db, services }: Pick<CallbackContext, 'db' | 'services'>,
  { connector, query }: { connector: string; query: Readonly<Record<string, string>> },
): Promise<ShopId | undefined> {
  const returned = connectorOf(services, connector).connect.redirect?.returned(query)
  return returned && (await findPendingConnect(db.kysely, returned.state))?.shopId
}
