import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '@tillsight/core'
import {
  type ConnectionContext,
  type CreateShopInput,
  connectWithKeys,
  createShop,
  listConnections,
  listShops,
  run,
} from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import type { z } from 'zod'
import { onlineRetailShop } from '../demo/online-retail/index.ts'
import { findDataSet, loadPlan, removeDemo } from '../demo/plan.ts'
import { type Sandbox, type SandboxStore, startSandbox } from '../demo/sandbox.ts'
import { demoShopRules, demoShopSite } from '../demo/shop/index.ts'
import { createProgress } from './cli/output.ts'
import type { Config } from './config.ts'
import { type ApiContexts, createApiContexts } from './http/api/contexts.ts'
import { localAddress } from './local-access.ts'
import { startProduct } from './main.ts'
import type { Running } from './process.ts'
import { root } from './version.ts'

export interface DemoOptions {
  /** Start over with new data. */
  readonly fresh: boolean
  /** Where the public data set lies, if not beside the project. */
  readonly dataSet: string | undefined
}

/** Starts simulated stores, the product, and imports the demo workspace through the real connectors. */
export async function startDemo(config: Config, log: Log, options: DemoOptions): Promise<Running> {
  if (options.fresh) removeDemo(config.dataDir)
  const plan = loadPlan(config.dataDir, { clock: systemClock, data: findDataSet(root, options.dataSet) })
  say('Starting the simulated stores …')
  const sandboxes = await Promise.all(plan.stores.map(startSandbox))
  const stopSandboxes = (): void => {
    for (const sandbox of sandboxes) sandbox.stop()
  }
  try {
    say('Starting the product …')
    const product = await startProduct(
      {
        ...config,
        publicUrl: config.publicUrl ?? localAddress(config),
        allowPrivateStoreUrls: true,
        platformPace: 'off',
      },
      log,
    )
    const contexts = createApiContexts(product.runtime)
    for (const sandbox of sandboxes) await importShop(contexts, sandbox)
    return {
      address: product.address,
      stop: () => product.stop().finally(stopSandboxes),
    }
  } catch (error) {
    stopSandboxes()
    throw error
  }
}

const shops: Readonly<Record<SandboxStore['kind'], z.input<typeof CreateShopInput>>> = {
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
  'online-retail': {
    domain: 'online-retail.example',
    name: onlineRetailShop.name,
    platform: 'woocommerce',
    zone: onlineRetailShop.zone,
    currency: onlineRetailShop.currency,
    country: onlineRetailShop.country,
  },
}

/** Connects the shop to its simulated store once, and waits until its history is in. */
async function importShop(contexts: ApiContexts, sandbox: Sandbox): Promise<void> {
  const shop = shops[sandbox.store.kind]
  const known = await run(listShops, await contexts.anyShop(), {})
  if (!known.some(({ domain }) => domain === shop.domain)) await run(createShop, await contexts.anyShop(), shop)
  const ctx = await contexts.shop(shop.domain)
  const connections = await run(listConnections, ctx, {})
  if (connections.length === 0) {
    await run(connectWithKeys, ctx, {
      connector: 'woocommerce',
      values: { url: sandbox.url, key: sandbox.store.consumerKey, secret: sandbox.store.consumerSecret },
      access: 'read_write',
    })
  }
  await waitForHistory(ctx, `Importing ${shop.name}`)
}

const lookEveryMs = 300

async function waitForHistory(ctx: ConnectionContext, label: string): Promise<void> {
  const progress = createProgress(label)
  for (;;) {
    const [connection] = await run(listConnections, ctx, {})
    if (connection === undefined) return
    const { streams, message } = connection
    const done = streams.reduce((sum, stream) => sum + stream.done, 0)
    const expected = streams.map(({ total }) => total)
    if (streams.every(({ complete }) => complete)) {
      progress(done, done)
      return
    }
    if (message !== null && connection.status !== 'backfilling' && connection.status !== 'verifying') say(message)
    progress(
      done,
      expected.some((total) => total === null) ? null : expected.reduce<number>((sum, total) => sum + (total ?? 0), 0),
    )
    await pause(lookEveryMs)
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
