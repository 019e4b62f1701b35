// What pages may ask for, made of the domain's verbs. Translates shapes only: no rule of the product lives here.
import { isAppError } from '@tillsight/core'
import { createShop, listShops, run } from '@tillsight/domain'
import type { AppServices } from '../../app/services.ts'
import { createApiContexts } from '../http/api/contexts.ts'
import type { Runtime } from '../runtime.ts'
import { createShopServices } from './shop-services.ts'
import { toShopView } from './shop-view.ts'

/** The services of the person in front of the screen. */
export function createAppServices(runtime: Runtime): AppServices {
  const contexts = createApiContexts(runtime)
  return {
    now: () => runtime.clock.now().toISOString(),
    async listShops() {
      const shops = await run(listShops, await contexts.anyShop(), {})
      return await Promise.all(shops.map(async (shop) => toShopView(await contexts.shop(shop.domain))))
    },
    async shop(domain) {
      try {
        return await createShopServices(runtime, await contexts.shop(domain))
      } catch (error) {
        if (isAppError(error) && error.code === 'not_found') return undefined
        throw error
      }
    },
    async createShop(input) {
      const shop = await run(createShop, await contexts.anyShop(), {
        ...input,
        name: input.name.trim() === '' ? undefined : input.name,
      })
      return await toShopView(await contexts.shop(shop.domain))
    },
    storePlatforms: () =>
      runtime.connections.connectors.filter(({ kind }) => kind === 'store').map(({ id, label }) => ({ id, label })),
  }
}
