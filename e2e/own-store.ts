import { type APIRequestContext, expect } from '@playwright/test'
import { ask, shopDay } from './figures.ts'
import { type FixtureStore, openFixtureStore } from './trial-store.ts'

/**
 * Connects a store to the requesting person's shop, and waits until its orders are counted. The store stays open until the
 * tests end: the product continues to sync it.
 */
export async function connectStore(request: APIRequestContext, domain: string, orders: number): Promise<FixtureStore> {
  const store = await openFixtureStore(domain, orders)
  const response = await request.post(`/shop/${domain}/integrations`, {
    form: {
      intent: 'keys',
      connector: 'woocommerce',
      'value.url': store.url,
      'value.key': store.key,
      'value.secret': store.secret,
      write: 'yes',
    },
  })
  expect(response.ok()).toBe(true)
  await expect.poll(() => countOrders(request, domain), { timeout: 40_000 }).toBe(orders)
  return store
}

/** Number of orders in the last thirty days. */
export async function countOrders(request: APIRequestContext, domain: string): Promise<unknown> {
  const { totals } = await ask(request, { metrics: ['orders'], from: shopDay(30), to: shopDay(0) }, domain)
  return totals.orders
}
