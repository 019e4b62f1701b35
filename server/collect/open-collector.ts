import { findShopByTrackingKey, readShop } from '@tillsight/database'
import { createBuyerHash, knownDomains, loadTrackingSettings, toShop } from '@tillsight/domain'
import type { Runtime } from '../runtime.ts'
import { type Collector, createCollector } from './collector.ts'
import { createKnownShops, type KnownShop } from './known-shops.ts'

/** Where buyers of all shops of a platform may end, beside the shop's own pages. */
const checkoutsOf: Readonly<Record<string, readonly string[]>> = {
  shopify: ['checkout.shopify.com', 'pay.shopify.com', 'shop.app'],
}

/** The collector of this process, on its stores. */
export function openCollector(runtime: Runtime): Collector {
  const { clock, intake } = runtime
  return createCollector({ clock, intake, findShop: createKnownShops(clock, (key) => findShop(runtime, key)) })
}

async function findShop({ stores, identityKey }: Runtime, key: string): Promise<KnownShop | undefined> {
  const db = stores.database.kysely
  const id = await findShopByTrackingKey(db, key)
  if (id === undefined) return undefined
  const shop = toShop(await readShop(db, id))
  const [known, settings] = await Promise.all([knownDomains(db, shop), loadTrackingSettings(db, shop)])
  return {
    id,
    domains: [...known, ...settings.ownDomains],
    checkouts: checkoutsOf[shop.platform] ?? [],
    identify: createBuyerHash(shop, identityKey),
  }
}
