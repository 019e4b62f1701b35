import type { APIRequestContext, Page, Request } from '@playwright/test'
import { ask, shopDay } from './figures.ts'
import { newDomain } from './people.ts'
import { expect, test } from './product-test.ts'
import { figureOf, tile } from './summary-page.ts'
import { type FixtureStore, openFixtureStore, orderTotal, sellSocks } from './trial-store.ts'

const stores: FixtureStore[] = []

// Kept until the end: the product continues to sync connected stores.
test.afterAll(() => Promise.all(stores.map((store) => store.close())))

test('new orders change the open summary by themselves, unless somebody is looking closely or nobody is', async ({
  page,
  request,
  visit,
}) => {
  test.slow()
  const { store, domain } = await openShop(request)
  const streams = followStreams(page)
  await sellSocks(store, 8001)
  await expect.poll(() => ordersOfToday(request, domain), { timeout: 40_000 }).toBe(1)
  await visit(`/shop/${domain}?range=today`)
  await page.mouse.move(0, 0)
  await expect(figureOf(page, 'Orders')).toHaveText('1')
  await expect.poll(() => streams.open.size).toBe(1)

  await sellSocks(store, 8002)
  await expect(figureOf(page, 'Orders')).toHaveText('2', { timeout: 40_000 })
  await expect(figureOf(page, 'Sales')).toHaveText(`€${(2 * orderTotal).toFixed(2)}`)

  // Nothing moves under a pointer that rests on a figure.
  await tile(page, 'Sales').hover()
  await sellSocks(store, 8003)
  const offer = page.getByRole('button', { name: 'New orders – refresh' })
  await expect(offer).toBeVisible({ timeout: 40_000 })
  await expect(figureOf(page, 'Orders')).toHaveText('2')
  await offer.press('Enter')
  await expect(figureOf(page, 'Orders')).toHaveText('3')
  await expect(offer).toBeHidden()

  // A hidden tab receives no changes, and catches up when it is visible again.
  await page.mouse.move(0, 0)
  await turn(page, 'hidden')
  await expect.poll(() => streams.open.size).toBe(0)
  await sellSocks(store, 8004)
  await expect.poll(() => ordersOfToday(request, domain), { timeout: 40_000 }).toBe(4)
  await expect(figureOf(page, 'Orders')).toHaveText('3')
  await turn(page, 'visible')
  await expect.poll(() => streams.open.size).toBe(1)
  await expect(figureOf(page, 'Orders')).toHaveText('4')
})

/** A shop with a store that has sold before, completely imported. */
async function openShop(
  request: APIRequestContext,
): Promise<{ readonly store: FixtureStore; readonly domain: string }> {
  const orders = 3
  const domain = newDomain('live')
  const store = await openFixtureStore('Livestrümpfe', orders)
  stores.push(store)
  const shop = { domain, name: 'Livestrümpfe', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }
  await request.post('/register', { form: shop })
  await request.post(`/shop/${domain}/integrations`, {
    form: {
      intent: 'keys',
      connector: 'woocommerce',
      'value.url': store.url,
      'value.key': store.key,
      'value.secret': store.secret,
      write: 'yes',
    },
  })
  const imported = async () => {
    const { totals } = await ask(request, { metrics: ['orders'], from: shopDay(30), to: shopDay(1) }, domain)
    return totals.orders
  }
  await expect.poll(imported, { timeout: 40_000 }).toBe(orders)
  await expect.poll(() => store.fake.webhooks.list().length, { timeout: 40_000 }).toBeGreaterThan(0)
  return { store, domain }
}

async function ordersOfToday(request: APIRequestContext, domain: string): Promise<unknown> {
  const { totals } = await ask(request, { metrics: ['orders'], from: shopDay(0), to: shopDay(0) }, domain)
  return totals.orders
}

/** Tracks the open streams of changes. */
function followStreams(page: Page): { readonly open: ReadonlySet<Request> } {
  const open = new Set<Request>()
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/shop/events'
  page.on('request', (request) => isStream(request) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return { open }
}

/** Simulates a change of the tab's visibility, which a headless browser never has. */
async function turn(page: Page, visibility: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
}
