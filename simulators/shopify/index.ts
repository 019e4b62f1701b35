// A simulated Shopify: several shops at one address, with the real Admin schema, so that installing, reading, bulk
// operations, webhooks and every known failure can be tested without an account. Must not know the connector, or be known by
// it.

import type { Jumble } from '../store/deliveries.ts'
import { openServer } from '../web/server.ts'
import type { ShopHistory } from './history.ts'
import { type FakeApp, type Platform, type ShopifyFakeOptions, shopDomain, toPlatform, toSite } from './options.ts'
import { type LoggedRequest, type Served, serve } from './server.ts'
import { FakeShop } from './shop.ts'
import type { DeliveryReport } from './webhooks.ts'

export type { Fault } from './faults.ts'
export type {
  ShopAddress,
  ShopCustomer,
  ShopDispute,
  ShopEvent,
  ShopHistory,
  ShopJourney,
  ShopLine,
  ShopOrder,
  ShopProduct,
  ShopReturn,
  ShopTransaction,
  ShopVariant,
} from './history.ts'
export type { FakeApp, ShopifyFakeOptions } from './options.ts'
export { postPixelEvents } from './pixel.ts'
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
  /** The requests so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** A shop by name or domain; the first one without. */
  shop(name?: string): FakeShop
  /** Called after each call was handled and before the response is sent, to change data between two pages. */
  onCall(listener: (call: LoggedRequest) => void): () => void
  /** Sends waiting webhooks of all shops. */
  deliverWebhooks(options?: Jumble): Promise<DeliveryReport[]>
  close(): Promise<void>
}

/** Starts a platform on a port of its own. */
export async function startShopifyFake(options: ShopifyFakeOptions = {}): Promise<ShopifyFake> {
  const server = await openServer(options)
  const platform = toPlatform(options, server.url)
  const shops = new Map<string, FakeShop>()
  for (const [nth, shop] of (options.shops ?? [{ shop: 'sandbox-shop' }]).entries()) {
    shops.set(shopDomain(shop.shop), new FakeShop(platform, toSite(shop, nth)))
  }
  const worlds = new Map([...shops].map(([domain, { world }]) => [domain, world]))
  const served: Served = { platform, shops, worlds, log: [], listeners: new Set() }
  server.serve((message, response) => serve(served, message, response))
  return {
    url: platform.url,
    port: server.port,
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
      await server.close()
      for (const shop of shops.values()) shop.close()
    },
  }
}

/** Fills a shop with a history, without webhooks. */
export async function fillShop(shop: FakeShop, history: ShopHistory): Promise<void> {
  await shop.fill(history)
}

function findShop(shops: ReadonlyMap<string, FakeShop>, name: string | undefined): FakeShop {
  const found = name === undefined ? shops.values().next().value : shops.get(shopDomain(name))
  if (!found) throw new Error(`The sandbox has no shop ${name}`)
  return found
}
