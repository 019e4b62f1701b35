import { AppError } from '@tillsight/core'
import type { Connector } from '@tillsight/platforms/connectors'
import type { ShopContext } from '../context/index.ts'
import type { ConnectionServices } from './platform-call.ts'

/**
 * A shop is one store, of the platform that it was created with: two histories in one would be wrong for good. Throws
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
