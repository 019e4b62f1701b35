import type { Page } from '@playwright/test'
import { ask, demoShop, shopDay } from './figures.ts'
import { createShop, manualForm, ownDomain, typeKeys } from './integrations-page.ts'
import { expect, test } from './product-test.ts'
import { figureOf } from './summary-page.ts'
import { type FixtureStore, openFixtureStore, orderTotal } from './trial-store.ts'

const orders = 6
const sales = `€${(orders * orderTotal).toFixed(2)}`

const stores: FixtureStore[] = []

// Kept until the end: the product continues to sync connected stores.
test.afterAll(() => Promise.all(stores.map((store) => store.close())))

test.describe('forms that are refused', () => {
  // The browser logs a rejected form with such a status.
  test.use({ expectedMessage: /the server responded with a status of (400|409|502)/ })

  test('a shop needs a domain that can be one, and nothing typed is lost', async ({ page, visit }) => {
    await visit('/register')
    await page.getByLabel('Domain of the shop').fill('https://not a shop')
    await page.getByLabel('Name').fill('Mein Laden')
    await page.getByLabel('Time zone').selectOption('Europe/Vienna')
    await page.getByLabel('Currency').selectOption('CHF')
    await page.getByRole('button', { name: 'Create the shop' }).click()
    const domain = page.getByLabel('Domain of the shop')
    await expect(domain).toHaveAttribute('aria-invalid', 'true')
    await expect(domain).toHaveAccessibleDescription(/domain/i)
    await expect(domain).toHaveValue('https://not a shop')
    await expect(page.getByLabel('Name')).toHaveValue('Mein Laden')
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Vienna')
    await expect(page.getByLabel('Currency')).toHaveValue('CHF')
  })

  test('a shop cannot be created twice', async ({ page, visit }) => {
    await visit('/register')
    await page.getByLabel('Domain of the shop').fill(demoShop.domain)
    await page.getByRole('button', { name: 'Create the shop' }).click()
    await expect(
      page.getByText(`Your organisation has a shop with the domain ${demoShop.domain} already.`),
    ).toBeVisible()
    await expect(page).toHaveURL('/register')
  })

  test('an address without a store behind it is refused beside its field, and nothing typed is lost', async ({
    page,
  }, info) => {
    await createShop(page, ownDomain('no-store', info))
    await typeKeys(page, { url: 'nonsense', key: 'ck_x', secret: 'cs_x' })
    await expect(page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first()).toBeVisible()
    await expect(manualForm(page).getByLabel('Address of the shop')).toHaveValue('nonsense')
    await expect(manualForm(page).getByLabel('Address of the shop')).toBeVisible()
  })

  test('keys that the store does not know are refused in words', async ({ page }, info) => {
    const store = await openStore('Schlüsselladen', 1)
    await createShop(page, ownDomain('wrong-keys', info))
    await typeKeys(page, { ...store, key: 'ck_wrong', secret: 'cs_wrong' })
    await expect(page.getByText(/key/i).and(page.locator('[role="alert"] *, [id$="-error"]')).first()).toBeVisible()
    await expect(manualForm(page).getByLabel('Address of the shop')).toHaveValue(store.url)
    await typeKeys(page, store)
    await expect(page.getByRole('heading', { name: /^WooCommerce/ })).toBeVisible()
  })
})

test('a store is connected with keys, and its figures appear', async ({ page, request }, info) => {
  const domain = ownDomain('socken', info)
  const store = await openStore('Sockenladen', orders)
  await createShop(page, domain)
  await typeKeys(page, store)
  await expect(page.getByText('WooCommerce is connected; the import has started.').first()).toBeVisible()
  await expectFigures(page, domain)
  const { totals } = await ask(request, { metrics: ['orders'], from: shopDay(30), to: shopDay(0) }, domain)
  expect(totals.orders).toBe(orders)
})

test.describe('approving in the store itself', () => {
  // The simulated store has no icon, and the browser trusts the certificate of the tests for pages, not for workers.
  test.use({
    expectedMessage: /the server responded with a status of 404|^An SSL certificate error occurred when fetching the/,
  })

  test('leads there and back, and the figures appear', async ({ page }, info) => {
    const domain = ownDomain('approve', info)
    const store = await openStore('Zustimmungsladen', orders)
    await createShop(page, domain)
    await beginApproval(page, store)
    await page.getByRole('link', { name: 'Approve' }).click()
    await page.waitForURL(/\/integrations\?connected=woocommerce/)
    await expect(page.getByText('WooCommerce is connected; the import has started.').first()).toBeVisible()
    await expectFigures(page, domain)
  })

  test('says so when it is refused there', async ({ page }, info) => {
    const store = await openStore('Absageladen', 1)
    await createShop(page, ownDomain('deny', info))
    await beginApproval(page, store)
    await page.getByRole('link', { name: 'Deny' }).click()
    await page.waitForURL(/\/integrations\?failed=woocommerce/)
    await expect(
      page.getByText('WooCommerce was not connected: the approval was declined in WooCommerce.'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Connect WooCommerce' })).toBeVisible()
  })
})

test('the card of a connection says what was imported and since when it is complete', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit(`/shop/${demoShop.domain}/integrations`)
  const card = page.getByRole('region', { name: /^WooCommerce/ })
  await expect(card).toContainText('Up to date')
  await expect(card).toContainText(demoShop.name)
  await expect(card.getByRole('listitem').filter({ hasText: /^Orders/ })).toContainText(/[\d,]+ · complete since/)
  for (const stream of ['Refunds', 'Products', 'Customers', 'Coupons']) await expect(card).toContainText(stream)
})

async function openStore(name: string, sold: number): Promise<FixtureStore> {
  const store = await openFixtureStore(name, sold)
  stores.push(store)
  return store
}

/** Up to the store's consent screen. */
async function beginApproval(page: Page, { url, login }: FixtureStore): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Continue in your store' }) })
  await form.getByLabel('Address of the shop').fill(url)
  await form.getByRole('button', { name: 'Continue in your store' }).click()
  await page.getByLabel('Username or email address').fill(login.user)
  await page.getByLabel('Password').fill(login.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  // The screen names the shop that will receive the orders, before anything is approved.
  const heading = /^Tillsight for \S+ \(.+\) would like to connect to your store$/
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
}

/** Waits until the card reports a complete import; the summary then shows the store's sales. */
async function expectFigures(page: Page, domain: string): Promise<void> {
  const card = page.getByRole('region', { name: /^WooCommerce/ })
  await expect(card).toContainText('Up to date', { timeout: 40_000 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Summary' }).click()
  await expect(page).toHaveURL(new RegExp(`/shop/${domain}$`))
  await expect(figureOf(page, 'Sales')).toHaveText(sales)
  await expect(figureOf(page, 'Orders')).toHaveText(String(orders))
}
