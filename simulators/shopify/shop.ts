import { Faults } from '../web/faults.ts'
import { Bulk, type BulkReport } from './bulk.ts'
import { Bucket } from './cost.ts'
import { type FakeFaults, isAbout } from './faults.ts'
import type { ShopHistory } from './history.ts'
import type { Platform, ShopSite } from './options.ts'
import { type PixelEvent, type PixelVisit, pixelEvents } from './pixel.ts'
import type { ShopWorld } from './shop-world.ts'
import { makeSessionToken } from './signatures.ts'
import { FakeStore } from './store.ts'
import { FakeTokens, type Grant } from './tokens.ts'
import { messageOf } from './webhook-bodies.ts'
import { FakeWebhooks } from './webhooks.ts'

export type PrivacyTopic = 'customers/data_request' | 'customers/redact' | 'shop/redact'

/** One simulated shop, including the app's data in it. */
export class FakeShop {
  readonly world: ShopWorld
  readonly bucket: Bucket
  #privacyRequests = 0

  constructor(platform: Platform, site: ShopSite) {
    const world = makeWorld(platform, site)
    this.world = world
    this.bucket = new Bucket(platform, site)
    world.store.onEvents((events) => world.webhooks.onEvents(events))
  }

  /** `{name}.myshopify.com` */
  get domain(): string {
    return this.world.site.shop
  }

  /** Where the simulator serves this shop, without a trailing slash. */
  get url(): string {
    return `${this.world.platform.url}/${this.domain}`
  }

  /** Settings; changing them takes effect with the next request. */
  get site(): ShopSite {
    return this.world.site
  }

  /** Data, and the actions of buyers and the merchant on it. */
  get store(): FakeStore {
    return this.world.store
  }

  get faults(): FakeFaults {
    return this.world.faults
  }

  get webhooks(): FakeWebhooks {
    return this.world.webhooks
  }

  get tokens(): FakeTokens {
    return this.world.tokens
  }

  /** Bulk operations so far. */
  get bulk(): { list(): readonly BulkReport[] } {
    return this.world.bulk
  }

  /** Settings of the app's web pixels. */
  get pixels(): readonly unknown[] {
    return this.world.pixels
  }

  /** Installs the app, as if the merchant had consented; by default with every scope that the app may have. */
  install({
    scopes,
    kind = 'expiring',
  }: {
    readonly scopes?: readonly string[]
    readonly kind?: 'expiring' | 'permanent'
  } = {}): Grant {
    const { tokens, webhooks, platform } = this.world
    tokens.setScopes(scopes ?? platform.app.approvedScopes)
    webhooks.isInstalled = true
    return tokens.grant(kind)
  }

  /** The merchant removes the app: the webhook is sent, and all tokens and subscriptions become invalid. */
  uninstall(): void {
    const { store, tokens, webhooks } = this.world
    store.emit({ topic: 'app/uninstalled' })
    webhooks.isInstalled = false
    for (const { id } of webhooks.list()) webhooks.remove(id)
    tokens.revokeAll()
  }

  /** The merchant or the app's configuration changes the granted scopes. */
  changeScopes(scopes: readonly string[]): void {
    this.world.tokens.setScopes(scopes)
    this.world.store.emit({ topic: 'app/scopes_update' })
  }

  /** A session token of this shop, as App Bridge makes it. */
  sessionToken(expiresInSeconds = 60): string {
    return makeSessionToken(this.world.platform, { shop: this.domain, expiresInSeconds })
  }

  /** The events that the app's pixel would receive during a visit. */
  visit(visit: PixelVisit): PixelEvent[] {
    return pixelEvents(this.world, visit)
  }

  /** Queues a privacy request; it is sent only to the addresses in the app's configuration, installed or not. */
  requestPrivacy(topic: PrivacyTopic, customerId = 0): void {
    const { site, store, webhooks } = this.world
    const shop = { shop_id: site.id, shop_domain: site.shop }
    if (topic === 'shop/redact') {
      webhooks.trigger({ topic, body: shop })
      return
    }
    const customer = store.customers.get(customerId)
    const person = { id: customerId, email: customer?.email ?? null, phone: customer?.phone ?? null }
    const orders = store.orders.rowsOf(customerId).map((row) => store.orders.key(row, 'id'))
    this.#privacyRequests += 1
    const more =
      topic === 'customers/redact'
        ? { orders_to_redact: orders }
        : { orders_requested: orders, data_request: { id: this.#privacyRequests } }
    webhooks.trigger({ topic, body: { ...shop, customer: person, ...more } })
  }

  /** Fills the shop, without webhooks. */
  async fill(history: ShopHistory): Promise<void> {
    await this.world.store.fill(history)
    for (const dispute of history.disputes ?? []) this.world.store.disputes.set(dispute.id, dispute)
  }

  close(): void {
    this.world.webhooks.close()
    this.world.bulk.close()
  }
}

function makeWorld(platform: Platform, site: ShopSite): ShopWorld {
  const parts: ShopWorld[] = []
  const world = (): ShopWorld => {
    const [ready] = parts
    if (!ready) throw new Error('The sandbox was called before it had started')
    return ready
  }
  const faults = new Faults(isAbout, () => platform.clock.now())
  const webhooks = new FakeWebhooks(platform, site, (event) => messageOf(world(), event))
  const bulk = new Bulk(platform, faults, (body) =>
    webhooks.trigger({ topic: 'bulk_operations/finish', body: Object.fromEntries(Object.entries(body)) }),
  )
  const made: ShopWorld = {
    platform,
    site,
    store: new FakeStore(site, platform, world),
    tokens: new FakeTokens(platform),
    webhooks,
    bulk,
    faults,
    pixels: [],
  }
  parts.push(made)
  return made
}
