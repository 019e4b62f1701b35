import { openTrialStore } from './trial-store.ts'

/** The shop beside the demo shop; without one, the list of shops leads straight to the only one. */
export const secondShop = { domain: 'kerzenhaus.example', name: 'Kerzenhaus', orders: 12 } as const

/** Adds it the way a browser without scripts would: two forms. Returns the store behind it. */
export async function addSecondShop(address: string, cookie: string): Promise<{ close(): Promise<void> }> {
  const { domain, name, orders } = secondShop
  const store = await openTrialStore(name, orders)
  const send = (path: string, fields: Fields): Promise<void> => post(`${address}${path}`, { cookie, fields })
  await send('/register', { domain, name, platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' })
  await send(`/shop/${domain}/integrations`, {
    intent: 'keys',
    connector: 'woocommerce',
    'value.url': store.url,
    'value.key': store.key,
    'value.secret': store.secret,
    write: 'yes',
  })
  return store
}

type Fields = Readonly<Record<string, string>>

async function post(url: string, { cookie, fields }: { cookie: string; fields: Fields }): Promise<void> {
  const body = new URLSearchParams(fields)
  const answer = await fetch(url, { method: 'POST', headers: { cookie }, body, redirect: 'manual' })
  const leadsToLogin = answer.headers.get('location')?.startsWith('/auth/') ?? false
  if (answer.status < 400 && !leadsToLogin) return
  throw new Error(`${url} refused a form (${answer.status}): ${await answer.text()}`)
}
