// One simulated store, filled and served until its parent ends.

import { fillStore, type StoreHistory, startWooCommerceFake } from '@tillsight/connectors/sandbox'
import { dayOf } from '@tillsight/core/days'
import { onlineRetailShop, readOnlineRetail } from './online-retail/index.ts'
import type { SandboxStore } from './sandbox.ts'
import { demoShop, demoShopSite } from './shop/index.ts'

const wanted = JSON.parse(process.argv[2] ?? '{}') as SandboxStore
const { site, history } = await load()
const fake = await startWooCommerceFake({
  ...site,
  port: wanted.port,
  keys: [{ consumerKey: wanted.consumerKey, consumerSecret: wanted.consumerSecret, permissions: 'read_write' }],
  callbacks: 'local',
  webhooks: { run: 'timed', delayMs: 1000 },
})
await fillStore(fake, history)
process.on('disconnect', () => process.exit(0))
process.send?.({ url: fake.url, orders: history.orders.length })

async function load(): Promise<{
  site: object
  history: StoreHistory & { readonly orders: { readonly length: number } }
}> {
  if (wanted.kind === 'online-retail')
    return { site: onlineRetailShop, history: await readOnlineRetail(wanted.file ?? '') }
  const today = dayOf(new Date(wanted.now), demoShopSite.zone)
  return { site: demoShopSite, history: demoShop({ today, now: wanted.now }) }
}
