// A simulated Shopify: several shops behind one address, with the real Admin schema, so that installing, reading, bulk
// operations, webhooks and every known failure can be tried without an account. Must not know the connector, nor it this.
import { once } from 'node:events'
import type { StoreHistory } from '../../woocommerce/fake/history.ts'
import { storeAsShop } from './from-store.ts'
import type { StoreReading } from './from-store-reading.ts'
import type { ShopHistory } from './history.ts'
import { type FakeApp, type Platform, type ShopifyFakeOptions, shopDomain, toPlatform, toSite } from './options.ts'
import { type LoggedRequest, makeServer, type Served } from './server.ts'
import { FakeShop } from './shop.ts'
import type { Jumble } from './webhook-order.ts'
import type { DeliveryReport } from './webhooks.ts'

export type { Fault } from './fault-kinds.ts'
export type { StoreReading } from './from-store-reading.ts'
export type {
  GeneratedShopOrders,
  ShopAddress,
  ShopCustomer,
  ShopEdit,
  ShopHappening,
  ShopHistory,
  ShopJourney,
  ShopLine,
  ShopOrder,
  ShopProduct,
  ShopRefund,
  ShopReturn,
  ShopTransaction,
  ShopVariant,
} from './history.ts'
export type { FakeApp, FakeShopOptions, ShopifyFakeOptions } from './options.ts'
export { type PixelEvent, type PixelVisit, postPixelEvents } from './pixel.ts'
export type { LoggedRequest } from './server.ts'
export type { FakeShop } from './shop.ts'
export type { Grant } from './tokens.ts'
export type { DeliveryReport } from './webhooks.ts'

/** A running simulated platform. */
export interface ShopifyFake {
  /** Without a trailing slash. */
  readonly url: string
  readonly port: number
  /** `{shop}` stands for the full domain: `http://127.0.0.1:4000/{shop}`. */
  readonly shopUrlTemplate: string
  /** The app's listing, with a button to install it on each shop. */
  readonly appStoreUrl: string
  readonly app: FakeApp
  /** Settings of the platform; tests may change them while it runs. */
  readonly platform: Platform
  /** What was asked so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** A shop by name or domain; the first one without. */
  shop(name?: string): FakeShop
  /** Calls back after each call was answered and before the answer is sent, to change data between two pages. */
  onCall(listener: (call: LoggedRequest) => void): () => void
  /** Sends waiting webhooks of all shops. */
  deliverWebhooks(options?: Jumble): Promise<DeliveryReport[]>
  close(): Promise<void>
}

/** Starts a platform on its own port. */
export async function startShopifyFake(options: ShopifyFakeOptions = {}): Promise<ShopifyFake> {
  const parts: Served[] = []
  const server = makeServer(() => {
    const [ready] = parts
    if (!ready) throw new Error('The sandbox was called before it had started')
    return ready
  })
  const host = options.host ?? '127.0.0.1'
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const platform = toPlatform(options, `http://${host}:${port}`)
  const shops = new Map<string, FakeShop>()
  for (const [nth, shop] of (options.shops ?? [{ shop: 'sandbox-shop' }]).entries()) {
    shops.set(shopDomain(shop.shop), new FakeShop(platform, toSite(shop, nth)))
  }
  const worlds = new Map([...shops].map(([domain, { world }]) => [domain, world]))
  const served: Served = { platform, shops, worlds, log: [], listeners: new Set() }
  parts.push(served)
  return {
    url: platform.url,
    port,
    shopUrlTemplate: `${platform.url}/{shop}`,
    appStoreUrl: `${platform.url}/apps/${platform.app.handle}`,
    get app() {
      return platform.app
    },
    platform,
    requests: served.log,
    shop: (name) => findShop(shops, name),
    onCall: (listener) => {
      served.listeners.add(listener)
      return () => served.listeners.delete(listener)
    },
    deliverWebhooks: async (which) => {
      const reports: DeliveryReport[] = []
      for (const shop of shops.values()) reports.push(...(await shop.webhooks.deliver(which)))
      return reports
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      for (const shop of shops.values()) shop.close()
    },
  }
}

/** Fills a shop with a history; no webhooks fire. */
export async function fillShop(shop: FakeShop, history: ShopHistory): Promise<void> {
  await shop.fill(history)
}

/** Fills a shop with the history of another kind of store; no webhooks fire. */
export async function fillShopFromStore(
  shop: FakeShop,
  history: StoreHistory,
  reading: Omit<StoreReading, 'currency' | 'taxesIncluded'> = {},
): Promise<void> {
  const { currency, taxesIncluded } = shop.site
  await shop.fill(storeAsShop(history, { currency, taxesIncluded, ...reading }))
}

function findShop(shops: ReadonlyMap<string, FakeShop>, name: string | undefined): FakeShop {
  const found = name === undefined ? shops.values().next().value : shops.get(shopDomain(name))
  if (!found) throw new Error(`The sandbox has no shop ${name}`)
  return found
}
