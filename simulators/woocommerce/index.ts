// A simulated WooCommerce shop with the store's own protocol over HTTP, so that connecting, reading, webhooks and every known
// failure can be tested without a WordPress. Must not know the connector, or be known by it.
import type { Jumble } from '../store/deliveries.ts'
import { Faults } from '../web/faults.ts'
import { openServer } from '../web/server.ts'
import { FakeAnalytics } from './analytics.ts'
import { FakeKeys } from './authentication.ts'
import { type FakeFaults, isAbout } from './faults.ts'
import type { StoreHistory } from './history.ts'
import { type FakeSite, toSite, type WooCommerceFakeOptions } from './options.ts'
import { OrderSelector } from './select-orders.ts'
import { type LoggedRequest, type Parts, serve } from './server.ts'
import { FakeStore } from './store.ts'
import { WcAuth } from './wc-auth.ts'
import { webhookBody } from './webhook-routes.ts'
import { type DeliveryReport, FakeWebhooks } from './webhooks.ts'
import { restUrl, type World } from './world.ts'

export type { Fault } from './faults.ts'
export type {
  GeneratedOrders,
  StoreCoupon,
  StoreCouponLine,
  StoreCustomer,
  StoreFeeLine,
  StoreHistory,
  StoreMeta,
  StoreOrder,
  StoreOrderLine,
  StoreProduct,
  StoreRefund,
  StoreRefundLine,
  StoreShippingLine,
  StoreTax,
} from './history.ts'
export type { WooCommerceFakeOptions } from './options.ts'
export { payPalFee, stripeFee, wooPaymentsFee } from './payment-fees.ts'
export type { LoggedRequest } from './server.ts'
export type { DeliveryReport } from './webhooks.ts'

/** A running simulated shop. */
export interface WooCommerceFake {
  /** The shop's home, as a merchant would type it. */
  readonly url: string
  /** The REST root, with a trailing slash. */
  readonly restUrl: string
  readonly port: number
  /** Settings of the shop; changing them takes effect with the next request. */
  readonly site: FakeSite
  /** Data, and the actions of buyers and the merchant on it. */
  readonly store: FakeStore
  readonly keys: FakeKeys
  readonly faults: FakeFaults
  readonly webhooks: FakeWebhooks
  /** The tables behind the shop's own report. */
  readonly analytics: FakeAnalytics
  /** The requests so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** Calls back after each page of a list was made and before it is sent, so that a test can change data between pages. */
  onPage(listener: (page: LoggedRequest) => void): () => void
  /** Runs the waiting webhook deliveries. */
  deliverWebhooks(options?: Jumble): Promise<DeliveryReport[]>
  close(): Promise<void>
}

/** Starts a shop on a port of its own. */
export async function startWooCommerceFake(options: WooCommerceFakeOptions = {}): Promise<WooCommerceFake> {
  const server = await openServer(options)
  const site = toSite(options, server.url)
  const world = makeWorld(site, options)
  const log: LoggedRequest[] = []
  const pageListeners: Parts['pageListeners'] = new Set()
  const faults = new Faults(isAbout, () => site.clock.now())
  const parts: Parts = { world, auth: new WcAuth(world), faults, log, pageListeners, recentCalls: [] }
  server.serve((message, response) => serve(parts, message, response))
  return {
    get url() {
      return site.homeUrl
    },
    get restUrl() {
      return restUrl(site)
    },
    port: server.port,
    site,
    store: world.store,
    keys: world.keys,
    faults,
    webhooks: world.webhooks,
    analytics: world.analytics,
    requests: log,
    onPage: (listener) => {
      pageListeners.add(listener)
      return () => pageListeners.delete(listener)
    },
    deliverWebhooks: (which) => world.webhooks.deliver(which),
    close: async () => {
      world.webhooks.close()
      await server.close()
    },
  }
}

/** Fills a shop with a history, without webhooks. */
export async function fillStore(fake: WooCommerceFake, history: StoreHistory): Promise<void> {
  await fake.store.fill(history)
}

function makeWorld(site: FakeSite, options: WooCommerceFakeOptions): World {
  const store = new FakeStore(site)
  const keys = new FakeKeys(site, options.keys ?? [])
  const selector = new OrderSelector(store.orders)
  const webhooks = new FakeWebhooks(
    site,
    () => store.now(),
    (event, owner) => webhookBody(world, event, owner),
  )
  const world: World = { site, store, keys, selector, webhooks, analytics: new FakeAnalytics(site, store) }
  store.onEvents((events) => {
    for (const event of events) webhooks.onEvent(event)
  })
  return world
}
