import type { Page } from '@playwright/test'
import { adAccountsOf } from '../demo/ads/index.ts'
import { findBarriers } from './barriers.ts'
import { createShop, ownDomain, typeKeys } from './integrations-page.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'
import { type FixtureStore, openFixtureStore, sellSocks } from './trial-store.ts'

// The browser logs a rejected form with such a status, and the simulated platform's missing icon.
test.use({ expectedMessage: /the server responded with a status of (400|404|409)/ })

const stores: FixtureStore[] = []

// Kept until the end: the product continues to sync connected stores.
test.afterAll(() => Promise.all(stores.map((store) => store.close())))

const [advertiser = ''] = adAccountsOf('demo', 'tiktokads')
const pixel = `CPIXEL${advertiser}`

test('orders are sent to TikTok once it is switched on, each once; a refused one says why and is sent again', async ({
  page,
}, info) => {
  // New orders are queued once a minute.
  test.setTimeout(240_000)
  const domain = ownDomain('tell', info)
  const store = await openFixtureStore('Postladen', 1)
  stores.push(store)
  await createShop(page, domain)
  await typeKeys(page, store)
  const woo = page.getByRole('region', { name: /^WooCommerce/ })
  await expect(woo).toContainText('Up to date', { timeout: 40_000 })

  await openSending(page, domain, 'tiktokads')
  await expect(page.getByText('Off. Nothing is sent.')).toBeVisible()
  await page.getByLabel('Pixel code').fill('not a pixel')
  await page.getByLabel(/^The shop collects consent elsewhere/).check()
  await page.getByRole('button', { name: 'Save setup' }).click()
  await expect(page.getByLabel('Pixel code')).toHaveAccessibleDescription(/This is not a pixel code/)
  await page.getByLabel('Pixel code').fill(pixel)
  await page.getByRole('button', { name: 'Save setup' }).click()
  await expect(page.getByText('Setup saved. Nothing is sent yet.')).toBeVisible()
  const on = page.getByRole('button', { name: 'Send orders to TikTok Ads from now on' })
  await expect(on).toBeDisabled()
  await expect(page.getByText('There is no connected TikTok account whose access could be used.')).toBeVisible()

  await connectTikTok(page, domain)
  await openSending(page, domain, 'tiktokads')
  await page.getByLabel('Test code').fill('TEST12345')
  await page.getByRole('button', { name: 'Send a test order' }).click()
  await expect(page.locator('#trial-answer')).toContainText('TikTok Ads accepted it')
  await on.click()
  await expect(page.getByText('Turned on: orders from now on are sent')).toBeVisible()
  expect(await findBarriers(page)).toEqual([])

  const switchedOn = Date.now()
  // Stores report whole seconds: an order in the second of switching on counts as earlier.
  await expect.poll(() => Date.now()).toBeGreaterThan(switchedOn + 1_000)
  await sellSocks(store, 9001)
  const sold = store.fake.store.order(9001)
  if (sold === undefined) throw new Error('The store has not taken the order.')
  store.fake.store.createOrder({ ...sold, id: 9002, email: '' })
  await store.fake.deliverWebhooks()
  await expect(async () => {
    await openSending(page, domain, 'tiktokads')
    await expect(entry(page, '9001')).toContainText('Waiting', { timeout: 1_000 })
    await expect(entry(page, '9002')).toContainText('Waiting', { timeout: 1_000 })
  }).toPass({ timeout: 100_000, intervals: [2_000] })
  await expect(entry(page, '5001')).toHaveCount(0)

  await sendNow(page, { domain, order: '9001', until: 'Sent' })
  await expect(entry(page, '9001').getByRole('button')).toHaveCount(0)
  await sendNow(page, { domain, order: '9002', until: 'Rejected' })
  await expect(entry(page, '9002')).toContainText('TikTok could find nobody by it')
  const health = page.getByRole('region', { name: 'Health' })
  await expect(health).toContainText('1 of 2 orders placed; Rejected: 1')
  await expect(health).toContainText('1 order did not get through. The log says why of each')
  await expect(health).toContainText('event match quality')
  expect(await findBarriers(page)).toEqual([])

  store.fake.store.updateOrder(9002, { email: 'found@example.com' })
  await store.fake.deliverWebhooks()
  await sendNow(page, { domain, order: '9002', until: 'Sent' })
  await expect(health).toContainText('2 of 2 orders placed')
  await expect(health).toContainText('With the same event ID, so that TikTok Ads counts them once')

  const file = await page.request.get(`/shop/${domain}/tracking/tiktokads/orders.csv?orders=sent`)
  expect((await file.text()).split('\r\n').filter((line) => /,sent,/.test(line))).toHaveLength(2)
})

test('a test order says what is wrong with a token, and nothing is switched on by it', async ({ page }, info) => {
  const domain = ownDomain('token', info)
  await createShop(page, domain)
  await openSending(page, domain, 'metaads')
  await page.getByLabel('Dataset (pixel) ID').fill('900000001000001')
  await page.getByLabel('Access token of the dataset').fill('EAAnobodysToken0123456789')
  await page.getByRole('button', { name: 'Save setup' }).click()
  await expect(page.getByText('Setup saved.')).toBeVisible()
  await page.getByLabel('Test code').fill('TEST12345')
  await page.getByRole('button', { name: 'Send a test order' }).click()
  await expect(page.locator('#trial-answer')).toContainText('Meta does not accept the access token for dataset')
  await expect(page.locator('#trial-answer')).toBeFocused()
  await expect(page.getByText('Off. Nothing is sent.')).toBeVisible()
  expect(await page.content()).not.toContain('nobodysToken')
})

async function openSending(page: Page, domain: string, platform: string): Promise<void> {
  await page.goto(`/shop/${domain}/tracking/${platform}`)
  await waitUntilAlive(page)
}

/** An order's row in the delivery log. */
function entry(page: Page, order: string) {
  return page.getByRole('region', { name: 'Delivery log' }).getByRole('row', { name: new RegExp(`#?${order}\\b`) })
}

interface Sending {
  readonly domain: string
  readonly order: string
  readonly until: 'Sent' | 'Rejected'
}

/** Requests the delivery of an order, repeating it while the store’s change has not arrived yet. */
async function sendNow(page: Page, { domain, order, until }: Sending): Promise<void> {
  await expect(async () => {
    const row = entry(page, order)
    await row.getByRole('button').click({ timeout: 2_000 })
    await expect(page.getByText('Queued: it is sent within seconds')).toBeVisible()
    await expect(async () => {
      await openSending(page, domain, 'tiktokads')
      await expect(row.getByText(until, { exact: true })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 8_000, intervals: [500] })
  }).toPass({ timeout: 45_000 })
}

async function connectTikTok(page: Page, domain: string): Promise<void> {
  await page.goto(`/shop/${domain}/integrations`)
  await waitUntilAlive(page)
  await page.getByRole('button', { name: 'Continue at TikTok Ads' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(/\/integrations\?connected=tiktokads/)
}
