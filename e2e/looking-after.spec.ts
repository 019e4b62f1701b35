import { createShop, ownDomain, typeKeys } from './integrations-page.ts'
import { connectStore, countOrders } from './own-store.ts'
import { newDomain } from './people.ts'
import { expect, test } from './product-test.ts'
import { type FixtureStore, openFixtureStore } from './trial-store.ts'

// The browser logs a rejected form with such a status.
test.use({ expectedMessage: /the server responded with a status of (400|409)/ })

const orders = 6
const stores: FixtureStore[] = []

// Kept until the end: the product continues to sync connected stores.
test.afterAll(() => Promise.all(stores.map((store) => store.close())))

test('a connection can be checked, paused, taken up again and read anew', async ({ page }, info) => {
  const store = await openStore('Pausenladen', 2)
  await createShop(page, ownDomain('pause', info))
  await typeKeys(page, store)
  const card = page.getByRole('region', { name: /^WooCommerce/ })
  await expect(card).toContainText('Up to date', { timeout: 40_000 })
  await card.getByRole('button', { name: 'Check the connection' }).click()
  await expect(card.getByRole('status')).toHaveText(
    'Pausenladen answered just now. Its access works, and nothing is missing.',
  )
  await card.getByRole('button', { name: 'Pause' }).click()
  await expect(card).toContainText(/Paused since .* everything missed is imported/)
  await card.getByRole('button', { name: 'Resume' }).click()
  await expect(card).toContainText('Up to date')
  await card.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText('The sync has started.').first()).toBeVisible()

  await card.getByRole('link', { name: 'Import again…' }).click()
  const query = page.getByRole('region', { name: 'Import the full history again?' })
  await expect(query).toBeFocused()
  await expect(query).toContainText('2 orders so far. An order is only replaced by a newer version')
  await query.getByRole('link', { name: 'Cancel' }).click()
  await expect(query).toBeHidden()
  await card.getByRole('link', { name: 'Import again…' }).click()
  await query.getByRole('button', { name: 'Import everything again' }).click()
  await expect(page.getByText('The full history is being imported again.').first()).toBeVisible()
  await expect(query).toBeHidden()
  await expect(card).toContainText('Up to date', { timeout: 40_000 })
})

test('the page says by itself that a connection works again', async ({ page, request }, info) => {
  const store = await openStore('Schlüsseldienst', 2)
  const domain = ownDomain('recover', info)
  await createShop(page, domain)
  await typeKeys(page, store)
  const card = page.getByRole('region', { name: /^WooCommerce/ })
  await expect(card).toContainText('Up to date', { timeout: 40_000 })
  store.fake.keys.delete(store.key)
  await card.getByRole('button', { name: 'Check the connection' }).click()
  await expect(card).toContainText('Action needed')
  const connection = await card.locator('input[name="connection"]').first().getAttribute('value')
  store.fake.keys.add({ consumerKey: store.key, consumerSecret: store.secret, permissions: 'read_write' })
  // Elsewhere, so that nothing but time makes this page look again.
  await request.post(`/shop/${domain}/integrations`, { form: { intent: 'check', connection: connection ?? '' } })
  await expect(card).toContainText('Up to date', { timeout: 40_000 })
})

test('new keys of the same store go on with its history, and those of another one are refused', async ({
  page,
}, info) => {
  const store = await openStore('Schlosserei', 2)
  const other = await openStore('Anderswo', 1)
  await createShop(page, ownDomain('again', info))
  await typeKeys(page, store)
  const card = page.getByRole('region', { name: /^WooCommerce/ })
  await expect(card).toContainText('Up to date', { timeout: 40_000 })
  await card.getByRole('link', { name: 'Reconnect…' }).click()
  await card.getByText('Use keys instead').click()
  const form = card.locator('form').filter({ has: page.getByRole('button', { name: 'Check and reconnect' }) })
  await expect(form.getByLabel('Address of the shop')).toHaveValue(store.url)
  await form.getByLabel('Consumer key').fill(store.key)
  await form.getByLabel('Consumer secret').fill(store.secret)
  await form.getByLabel('Address of the shop').fill(other.url)
  await form.getByRole('button', { name: 'Check and reconnect' }).click()
  await expect(card.getByRole('alert')).toContainText('This is another account (“Anderswo”)')
  await form.getByLabel('Address of the shop').fill(store.url)
  await form.getByLabel('Consumer key').fill(store.key)
  await form.getByLabel('Consumer secret').fill(store.secret)
  await form.getByRole('button', { name: 'Check and reconnect' }).click()
  await expect(page.getByText('WooCommerce is connected again; missed data is being imported.').first()).toBeVisible()
  await expect(form).toBeHidden()
})

test('ending a connection says how many orders it is about; they stay, or leave once that is ticked', async ({
  page,
  request,
}, info) => {
  const store = await openStore('Abschiedsladen', orders)
  const domain = ownDomain('end', info)
  const card = page.getByRole('region', { name: /^WooCommerce/ })
  await createShop(page, domain)
  await typeKeys(page, store)
  await expect(card).toContainText('Up to date', { timeout: 40_000 })
  await card.getByRole('link', { name: 'Disconnect…' }).click()
  await expect(card).toContainText(`${orders} orders stay in all reports.`)
  await card.getByRole('button', { name: 'Disconnect WooCommerce' }).click()
  await expect(page.getByRole('heading', { name: 'Connect WooCommerce', exact: true })).toBeVisible()
  expect(await countOrders(request, domain)).toBe(orders)

  await typeKeys(page, store)
  await expect(card).toContainText('Up to date', { timeout: 40_000 })
  await card.getByRole('link', { name: 'Disconnect…' }).click()
  await card.getByRole('radio', { name: `Delete it: ${orders} orders are removed from all reports` }).check()
  await card.getByRole('button', { name: 'Disconnect WooCommerce' }).click()
  await expect(card.getByRole('alert')).toContainText('Nothing was disconnected.')
  await card.getByRole('checkbox', { name: `Yes, delete ${orders} orders from all reports` }).check()
  await card.getByRole('radio', { name: `Delete it: ${orders} orders are removed from all reports` }).check()
  await card.getByRole('button', { name: 'Disconnect WooCommerce' }).click()
  await expect(page.getByRole('heading', { name: 'Connect WooCommerce', exact: true })).toBeVisible()
  await expect.poll(() => countOrders(request, domain)).toBe(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a connection is paused, resumed and ended', async ({ page, request }) => {
    const domain = newDomain('skriptlos')
    const form = { domain, name: '', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }
    await request.post('/register', { form })
    await connectStore(request, domain, 2)
    await page.goto(`/shop/${domain}/integrations`)
    const card = page.getByRole('region', { name: /^WooCommerce/ })
    await card.getByRole('button', { name: 'Pause' }).click()
    await expect(card).toContainText('Paused since')
    await card.getByRole('button', { name: 'Check the connection' }).click()
    await expect(card.getByRole('status')).toContainText('answered just now')
    await card.getByRole('button', { name: 'Resume' }).click()
    await expect(card.getByRole('button', { name: 'Sync now' })).toBeVisible()
    await card.getByRole('link', { name: 'Disconnect…' }).click()
    await card.getByRole('radio', { name: /^Delete it: 2 orders/ }).check()
    await card.getByRole('checkbox', { name: 'Yes, delete 2 orders from all reports' }).check()
    await card.getByRole('button', { name: 'Disconnect WooCommerce' }).click()
    await expect(page.getByRole('heading', { name: 'Connect WooCommerce', exact: true })).toBeVisible()
    await expect.poll(() => countOrders(request, domain)).toBe(0)
  })
})

async function openStore(name: string, sold: number): Promise<FixtureStore> {
  const store = await openFixtureStore(name, sold)
  stores.push(store)
  return store
}
