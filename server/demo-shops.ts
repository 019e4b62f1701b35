import { toConnectionId } from '@tillsight/core'
import { type CreateShopInput, connectWithKeys, createShop, listConnections, listShops, run } from '@tillsight/domain'
import type { z } from 'zod'
import { onlineRetailShop } from '../demo/online-retail/index.ts'
import type { Sandbox, SandboxStore } from '../demo/sandbox.ts'
import { demoShopRules, demoShopSite } from '../demo/shop/index.ts'
import { shopifyShopSite } from '../demo/shopify-shop/index.ts'
import type { Contexts } from './contexts.ts'
import { type Watching, waitForHistory } from './demo-history.ts'

/** The demo's shops, as their owner would set them up. */
export const demoShops = {
  demo: {
    domain: 'nordlicht-kontor.example',
    name: demoShopSite.name,
    platform: 'woocommerce',
    zone: demoShopSite.zone,
    currency: demoShopSite.currency,
    country: demoShopSite.country,
    settings: {
      giftCards: { productIds: [...demoShopRules.giftCardProductIds], feeNames: [...demoShopRules.giftCardFeeNames] },
      tips: [...demoShopRules.tipFeeNames],
      tests: { emails: [...demoShopRules.testEmails] },
      currencyMeta: [{ key: demoShopRules.rateMetaKey, meaning: 'rate' }],
    },
  },
  shopify: {
    domain: 'pine-and-harbor.example',
    name: shopifyShopSite.name,
    platform: 'shopify',
    zone: shopifyShopSite.zone,
    currency: shopifyShopSite.currency,
    country: shopifyShopSite.country,
  },
  'online-retail': {
    domain: 'online-retail.example',
    name: onlineRetailShop.name,
    platform: 'woocommerce',
    zone: onlineRetailShop.zone,
    currency: onlineRetailShop.currency,
    country: onlineRetailShop.country,
  },
} as const satisfies Readonly<Record<SandboxStore['kind'], z.input<typeof CreateShopInput>>>

/** Connects each shop to its simulated store once, and waits until all histories are in. */
export async function importDemoShops(
  contexts: Contexts,
  sandboxes: readonly Sandbox[],
  watching: Watching,
): Promise<void> {
  for (const sandbox of sandboxes) await connectDemoShop(contexts, sandbox)
  for (const { store } of sandboxes) {
    const { domain, name } = demoShops[store.kind]
    const ctx = await contexts.shop(domain)
    await waitForHistory(ctx, { label: `Importing ${name}`, isOf: ({ isStore }) => isStore }, watching)
  }
}

async function connectDemoShop(contexts: Contexts, sandbox: Sandbox): Promise<void> {
  const shop = demoShops[sandbox.store.kind]
  const known = await run(listShops, await contexts.anyShop(), {})
  if (!known.some(({ domain }) => domain === shop.domain)) await run(createShop, await contexts.anyShop(), shop)
  const ctx = await contexts.shop(shop.domain)
  const connection = (await run(listConnections, ctx, {})).find(({ isStore }) => isStore)
  if (connection === undefined) {
    await run(connectWithKeys, ctx, keysOf(sandbox))
    return
  }
  // A simulated store keeps its orders, but not the privacy requests it has sent.
  const { requests } = ctx.services
  const id = toConnectionId(connection.id)
  await requests.ensureWebhooks(id)
  await requests.sync(id)
}

/** What the owner would type in: keys of the store, or client ID and secret of an app of the shop's organisation. */
function keysOf({ store, url }: Sandbox): z.input<typeof connectWithKeys.input> {
  if (store.kind === 'shopify') {
    const { clientId, clientSecret } = store
    const values = { url: `${shopifyShopSite.shop}.myshopify.com`, clientId, clientSecret }
    return { connector: 'shopify', values, access: 'read' }
  }
  const values = { url, key: store.consumerKey, secret: store.consumerSecret }
  return { connector: 'woocommerce', values, access: 'read_write' }
}
