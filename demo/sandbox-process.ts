// One simulated store, filled and served until its parent ends.

import { fillStore, type StoreHistory, startWooCommerceFake } from '@tillsight/connectors/sandbox'
import { dayOf } from '@tillsight/core/days'
import { onlineRetailShop, readOnlineRetail } from './online-retail/index.ts'
import type { SandboxMessage, SandboxStore } from './sandbox.ts'
import { demoShop, demoShopSite } from './shop/index.ts'

const wanted = JSON.parse(process.argv[2] ?? '{}') as SandboxStore
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches every process of the terminal; the product has to read to its next checkpoint first.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
try {
  process.send?.(await serve())
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const reason = isTaken ? 'another program uses it' : error instanceof Error ? error.message : String(error)
  process.send?.({ failure: reason } satisfies SandboxMessage, () => process.exit(1))
}

async function serve(): Promise<SandboxMessage> {
  const { site, history } = await load()
  const fake = await startWooCommerceFake({
    ...site,
    port: wanted.port,
    keys: [{ consumerKey: wanted.consumerKey, consumerSecret: wanted.consumerSecret, permissions: 'read_write' }],
    callbacks: 'local',
    webhooks: { run: 'timed', delayMs: 1000 },
  })
  await fillStore(fake, history)
  return { url: fake.url, orders: history.orders.length }
}

async function load(): Promise<{
  site: object
  history: StoreHistory & { readonly orders: { readonly length: number } }
}> {
  if (wanted.kind === 'online-retail')
    return { site: onlineRetailShop, history: await readOnlineRetail(wanted.file ?? '') }
  const today = dayOf(new Date(wanted.now), demoShopSite.zone)
  return { site: demoShopSite, history: demoShop({ today, now: wanted.now }) }
}
