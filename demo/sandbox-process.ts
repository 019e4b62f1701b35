// One simulated store, or the ad platforms, filled and served until the parent ends.

import { systemClock } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import {
  fillShop,
  fillStore,
  type ShopCustomer,
  type ShopOrder,
  type StoreOrder,
  startGoogleAdsFake,
  startMetaAdsFake,
  startShopifyFake,
  startTikTokAdsFake,
  startWooCommerceFake,
} from '../simulators/index.ts'
import { type AdPlatform, demoAds } from './ads/index.ts'
import { readTask, serveParent } from './child.ts'
import { type Feed, makeFeed } from './feed.ts'
import { instantText } from './local-time.ts'
import { onlineRetailShop, readOnlineRetail } from './online-retail/index.ts'
import type {
  AdSandboxMessage,
  AdSandboxTask,
  SandboxMessage,
  SandboxTask,
  ShopifySandbox,
  WooCommerceSandbox,
} from './sandbox.ts'
import { demoShop, demoShopSite } from './shop/index.ts'
import { shopifyShop, shopifyShopSite, waitingShopSite } from './shopify-shop/index.ts'

const task = await readTask<SandboxTask | AdSandboxTask>()
const { publicUrl, isLive } = task
/** Webhooks are sent a second after their event. */
const webhooks = { run: 'timed', delayMs: 1000 } as const
const lookEveryMs = 20_000

await serveParent<SandboxMessage | AdSandboxMessage>(() => {
  if ('apps' in task) return serveAds(task)
  return task.store.kind === 'shopify' ? serveShopify(task.store) : serveWooCommerce(task.store)
})

/** The current end of the story: the plan's end, or now if it continues. */
function nowOf(planned: string): Date {
  const end = new Date(planned)
  const now = systemClock.now()
  return isLive && now > end ? now : end
}

/** Places new orders when they are due, for as long as the process runs. */
function goOn<Order extends { readonly createdAt: string }>(feed: Feed<Order>, since: Date): void {
  if (!isLive) return
  const placeWhatIsDue = makeFeed(feed, since)
  setInterval(() => placeWhatIsDue(systemClock.now()), lookEveryMs)
}

async function serveWooCommerce(wanted: WooCommerceSandbox): Promise<SandboxMessage> {
  const { consumerKey, consumerSecret, kind, port } = wanted
  const options = {
    port,
    keys: [{ consumerKey, consumerSecret, permissions: 'read_write' }],
    callbacks: 'local',
    webhooks,
  } as const
  if (kind === 'online-retail') {
    const history = await readOnlineRetail(wanted.file ?? '')
    const fake = await startWooCommerceFake({ ...onlineRetailShop, ...options })
    await fillStore(fake, history)
    return { url: fake.url, orders: history.orders.length }
  }
  const madeOn = dayOf(new Date(wanted.now), demoShopSite.zone)
  const tell = (now: Date) => demoShop({ today: dayOf(now, demoShopSite.zone), madeOn, now: textOf(now) })
  const now = nowOf(wanted.now)
  const history = tell(now)
  const fake = await startWooCommerceFake({ ...demoShopSite, ...options })
  await fillStore(fake, history)
  // Its time of change is now, so that readers of changes find it.
  const place = (order: StoreOrder) => fake.store.createOrder({ ...order, modifiedAt: textOf(systemClock.now()) })
  goOn({ tell: (until) => tell(until).orders, place }, now)
  return { url: fake.url, orders: history.orders.length }
}

async function serveShopify({ port, clientId, clientSecret, now: planned }: ShopifySandbox): Promise<SandboxMessage> {
  const fake = await startShopifyFake({
    port,
    app: {
      apiKey: clientId,
      apiSecret: clientSecret,
      handle: 'tillsight',
      title: 'Tillsight',
      appUrl: `${publicUrl}/connect/app/shopify`,
      redirectUrls: [`${publicUrl}/connect/return/shopify`],
    },
    shops: [shopifyShopSite, waitingShopSite],
    webhooks,
  })
  const shop = fake.shop(shopifyShopSite.shop)
  const madeOn = dayOf(new Date(planned), shopifyShopSite.zone)
  const tell = (until: Date) => shopifyShop({ today: dayOf(until, shopifyShopSite.zone), madeOn, now: textOf(until) })
  const now = nowOf(planned)
  const history = tell(now)
  await fillShop(shop, history)
  await fillShop(fake.shop(waitingShopSite.shop), shopifyShop({ today: madeOn, now: planned, seed: 2, months: 2 }))
  const known = new Set(history.customers.map(({ id }) => id))
  const place = (order: ShopOrder, customers: readonly ShopCustomer[]): void => {
    const buyer = customers.find(({ id }) => id === order.customerId)
    if (buyer && !known.has(buyer.id)) shop.store.putCustomer(buyer)
    if (buyer) known.add(buyer.id)
    shop.store.createOrder({ ...order, updatedAt: textOf(systemClock.now()) })
  }
  goOn(
    {
      tell: (until) => {
        const { orders, customers } = tell(until)
        return orders.map((order) => ({ createdAt: order.createdAt, order, customers }))
      },
      place: ({ order, customers }) => place(order, customers),
    },
    now,
  )
  const { appStoreUrl: listingUrl, shopUrlTemplate: shopUrl } = fake
  return {
    url: fake.url,
    orders: history.orders.length,
    app: { apiKey: clientId, apiSecret: clientSecret, listingUrl, shopUrl },
  }
}

async function serveAds({ ports, apps, createdAt }: AdSandboxTask): Promise<AdSandboxMessage> {
  const telling = { createdAt, until: isLive ? null : createdAt }
  const common = (platform: AdPlatform) => ({ source: demoAds(platform, telling), port: ports[platform] })
  const { googleads, metaads, tiktokads } = apps
  const google = await startGoogleAdsFake({
    ...common('googleads'),
    app: { clientId: googleads.id, clientSecret: googleads.secret },
  })
  const meta = await startMetaAdsFake({
    ...common('metaads'),
    app: { appId: metaads.id, appSecret: metaads.secret, name: 'Tillsight' },
    // Reports are ready immediately: nobody should wait for a simulated queue.
    runPolls: 0,
  })
  const tiktok = await startTikTokAdsFake({
    ...common('tiktokads'),
    app: { appId: tiktokads.id, secret: tiktokads.secret },
  })
  return { urls: { googleads: google.url, metaads: meta.graphUrl, tiktokads: tiktok.url } }
}

/** To the second, as stores keep it. */
function textOf(instant: Date): string {
  return instantText(Math.floor(instant.getTime() / 1000))
}
