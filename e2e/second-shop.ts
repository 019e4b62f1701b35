import { openTrialStore } from './trial-store.ts'

/** The shop beside the demo shop; without one, the list of shops leads straight to the only one. */
export const secondShop = { domain: 'kerzenhaus.example', name: 'Kerzenhaus', orders: 12 } as const

/** Adds it the way a browser without scripts would: two forms. Returns the store behind it. */
export async function addSecondShop(address: string): Promise<{ close(): Promise<void> }> {
  const { domain, name, orders } = secondShop
  const store = await openTrialStore(name, orders)
  await send(`${address}/welcome`, { domain, name, platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' })
  await send(`${address}/shop/${domain}/integrations`, {
    intent: 'keys',
    connector: 'woocommerce',
    'value.url': store.url,
    'value.key': store.key,
    'value.secret': store.secret,
    write: 'yes',
  })
  return store
}

async function send(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  if (answer.status >= 400) throw new Error(`${url} refused a form (${answer.status}): ${await answer.text()}`)
}
