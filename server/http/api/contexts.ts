import type { ConnectionContext, Context as DomainContext } from '@tillsight/domain'
import { enterShop } from '@tillsight/domain'
import { localActor, theOrganisation } from '../../local-access.ts'
import type { Runtime } from '../../runtime.ts'

/** Contexts of whoever makes the request. */
export interface ApiContexts {
  anyShop(): Promise<DomainContext>
  /** Throws `not_found`, the same for a stranger's shop. */
  shop(domain: string): Promise<ConnectionContext>
}

export function createApiContexts(runtime: Runtime): ApiContexts {
  const anyShop = async (): Promise<DomainContext> =>
    runtime.context(localActor, await theOrganisation(runtime.stores.database))
  return {
    anyShop,
    shop: async (domain) => {
      const ctx = await enterShop(
        await anyShop(),
        { warehouse: runtime.stores.warehouse, identityKey: runtime.identityKey },
        { domain },
      )
      return { ...ctx, services: runtime.connections }
    },
  }
}
