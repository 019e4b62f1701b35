import { AppError, type ShopId } from '@tillsight/core'
import { type Db, readShop, updateShop } from '@tillsight/database'
import type { ConnectedAccount, Connector } from '@tillsight/platforms/connectors'
import type { ShopContext } from '../context/index.ts'
import type { ConnectionServices } from './platform-call.ts'

type Account = Pick<ConnectedAccount, 'currency' | 'zone' | 'country'>

/**
 * A shop without facts takes currency, zone and country from its store: what was entered when it was created was a guess.
 * Once there are facts nothing is changed; instead the differences are returned as sentences for the owner.
 */
export async function adoptAccount(
  db: Db,
  {
    shop: id,
    connector,
    account,
  }: { shop: ShopId; connector: Pick<Connector, 'id' | 'kind' | 'label'>; account: Account },
): Promise<string[]> {
  if (connector.kind !== 'store') return []
  const shop = await readShop(db, id)
  if (shop.currency === account.currency && shop.zone === account.zone) return []
  if (!(await hasFacts(db, { shop: id, connector: connector.id }))) {
    await updateShop(db, id, {
      currency: account.currency,
      zone: account.zone,
      country: account.country ?? shop.country,
    })
    return []
  }
  return [
    ...(shop.currency === account.currency
      ? []
      : [
          `The store sells in ${account.currency}, but the figures here are in ${shop.currency}: orders are converted at the rate of their day.`,
        ]),
    ...(shop.zone === account.zone
      ? []
      : [
          `The store’s days follow ${account.zone}, but days here follow ${shop.zone}: figures of single days differ from the store’s own.`,
        ]),
  ]
}

/** Whether orders have been read or imported for the shop. */
async function hasFacts(
  db: Db,
  { shop, connector }: { readonly shop: ShopId; readonly connector: string },
): Promise<boolean> {
  const read = await db
    .selectFrom('syncStates')
    .innerJoin('connections', 'connections.id', 'syncStates.connectionId')
    .select('syncStates.connectionId')
    .where('connections.shopId', '=', shop)
    .where('connections.connector', '=', connector)
    .where('syncStates.done', '>', 0)
    .limit(1)
    .executeTakeFirst()
  const imported = await db.selectFrom('imports').select('id').where('shopId', '=', shop).limit(1).executeTakeFirst()
  return read !== undefined || imported !== undefined
}

/** The account with warnings about the differences. */
export function withWarnings(account: ConnectedAccount, differences: readonly string[]): ConnectedAccount {
  return { ...account, warnings: [...account.warnings, ...differences] }
}

/**
 * A shop has exactly one store, on the platform it was created for: two histories in one could never be separated. Throws
 * `conflict` for a store of another platform.
 */
export function assertFitsShop(
  connector: Pick<Connector, 'id' | 'kind' | 'label'>,
  { shop, services }: { shop: ShopContext['shop']; services: Pick<ConnectionServices, 'connectors'> },
): void {
  if (connector.kind !== 'store' || connector.id === shop.platform) return
  const own = services.connectors.find(({ id }) => id === shop.platform)?.label ?? shop.platform
  throw new AppError(
    'conflict',
    `${shop.domain} is a ${own} shop, and a shop is one store: nothing of ${connector.label} was connected. ` +
      `Add a shop for the ${connector.label} store and connect it there; the hub shows both together.`,
  )
}
