import { findProduct } from './product-addresses.ts'

/** A shop at the simulated Shopify that is not connected yet. */
export const waitingShop = { domain: 'tide-and-timber-demo.myshopify.com', name: 'Tide & Timber' } as const

/** Number of orders of the waiting shop. */
export async function countWaitingOrders(): Promise<number> {
  const { shopUrl } = findProduct().shopify
  const response = await fetch(`${new URL(shopUrl).origin}/__sandbox/${waitingShop.domain}/state`)
  const { orders } = Object(await response.json())
  if (typeof orders !== 'number') throw new Error('The simulated Shopify does not say how many orders it has.')
  return orders
}

/** An access token of the waiting shop, as its owner would copy it from the admin: approves the app and requests a token. */
export async function makeToken(): Promise<string> {
  const { shopUrl, apiKey, apiSecret } = findProduct().shopify
  const base = shopUrl.replace('{shop}', waitingShop.domain)
  const query = new URLSearchParams({
    client_id: apiKey,
    scope: 'read_orders,read_all_orders,read_products,read_inventory,read_customers,read_returns',
    redirect_uri: `${findProduct().secureAddress}/connect/return/shopify`,
    state: 'copied-by-hand',
  })
  const approved = await fetch(`${base}/admin/oauth/authorize?${query}`, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
    redirect: 'manual',
  })
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code')
  const body = JSON.stringify({ client_id: apiKey, client_secret: apiSecret, code, expiring: '1' })
  const headers = { 'content-type': 'application/json' }
  const granted = await fetch(`${base}/admin/oauth/access_token`, { method: 'POST', headers, body })
  const { access_token: token } = Object(await granted.json())
  if (typeof token !== 'string') throw new Error(`The simulated Shopify gave no token (${granted.status}).`)
  return token
}
