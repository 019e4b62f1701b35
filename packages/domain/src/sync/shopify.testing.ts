// A shop connected to a simulated Shopify, for the tests of this folder and similar ones.

import { type ConnectionId, toConnectionId } from '@tillsight/core'
import {
  type FakeShop,
  type ShopifyFake,
  type ShopifyFakeOptions,
  startShopifyFake,
} from '../../../../simulators/index.ts'
import { beginConnect, connectWithKeys, finishConnect, verifyConnection } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { openTestShop, type TestShop, type TestShopOptions, type TestStores } from './testing.ts'

/** A shop and the simulated store behind it; nothing is connected yet. */
export interface ShopifyScene {
  readonly shop: TestShop
  readonly fake: ShopifyFake
  readonly store: FakeShop
}

/** Opens a shop and starts a simulated Shopify on its clock, with the operator's app configured. */
export async function openShopify(
  t: { after(work: () => Promise<void>): void },
  stores: TestStores,
  options: TestShopOptions & { readonly fake?: ShopifyFakeOptions } = {},
): Promise<ShopifyScene> {
  const opened = await openTestShop(stores, { platform: 'shopify', ...options })
  const { app, ...others } = options.fake ?? {}
  const fake = await startShopifyFake({
    clock: opened.clock,
    throttle: 'off',
    bulk: { startMs: 0, runMs: 0 },
    ...others,
    app: { isPublic: false, ...app },
  })
  t.after(async () => await fake.close())
  return { shop: withApp(opened, fake), fake, store: fake.shop() }
}

/** Opens another shop for the same simulated store and on the same clock; nothing is connected yet. */
export async function openBeside({ shop, fake, store }: ShopifyScene, stores: TestStores): Promise<ShopifyScene> {
  const opened = await openTestShop(stores, { platform: 'shopify', clock: shop.clock })
  return { shop: withApp(opened, fake), fake, store }
}

/** Adds the operator's app settings for the simulated platform. */
function withApp(shop: TestShop, fake: ShopifyFake): TestShop {
  const { apiKey, apiSecret } = fake.app
  const apps = { shopify: { apiKey, apiSecret, shopUrl: fake.shopUrlTemplate } }
  const connections = { ...shop.services.connections, apps }
  return { ...shop, ctx: { ...shop.ctx, services: connections }, services: { ...shop.services, connections } }
}

/** Connects with a pasted token, which does not expire, and the secret that webhooks are signed with. */
export async function connectPasted({ shop, fake, store }: ShopifyScene): Promise<ConnectionId> {
  const { accessToken: token } = store.install({ kind: 'permanent' })
  const values = { url: store.domain, token, clientSecret: fake.app.apiSecret }
  const view = await run(connectWithKeys, shop.ctx, { connector: 'shopify', values, access: 'read_write' })
  return toConnectionId(view.id)
}

/**
 * Connects like a merchant: approves on Shopify's page and returns. With a connection, that one is reconnected, as one click
 * does after its token has expired.
 */
export async function connectOnScreen({ shop, store }: ShopifyScene, connection?: ConnectionId): Promise<ConnectionId> {
  const { ctx, services } = shop
  const values = { url: store.domain }
  const again = connection === undefined ? {} : { connection }
  const { redirectUrl } = await run(beginConnect, ctx, { connector: 'shopify', values, access: 'read_write', ...again })
  const approved = await fetch(redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
    redirect: 'manual',
  })
  const back = new URL(approved.headers.get('location') ?? '')
  const query = Object.fromEntries(back.searchParams)
  const finished = await run(finishConnect, ctx, { connector: 'shopify', query })
  const id = toConnectionId(finished.connection ?? '')
  await verifyConnection({ db: services.db, clock: services.clock, services: services.connections }, id)
  return id
}
