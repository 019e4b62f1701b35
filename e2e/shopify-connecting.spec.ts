import type { BrowserContext, Page } from '@playwright/test'
import { ask, print, shopDay } from './figures.ts'
import { addPerson, enter, newDomain } from './people.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'
import { countWaitingOrders, makeToken, waitingShop } from './simulated-shopify.ts'
import { figureOf } from './summary-page.ts'

// The simulated Shopify has no icon, and an empty admin. The browser trusts the tests' certificate for pages, not for workers,
// and gives a worker's script up when the page is left meanwhile. It logs rejected forms with such a status.
test.use({
  isVisitor: true,
  expectedMessage:
    /the server responded with a status of (400|404|409|502)|^An (?:SSL certificate|unknown) error occurred when fetching the/,
})

test('a shop is connected from the app store: cancelled first, then approved, and its figures appear', async ({
  page,
  context,
}) => {
  test.slow()
  const domain = await openShop(page, context)
  await expect(page.getByRole('heading', { name: 'Connect Shopify' })).toBeVisible()
  await install(page)
  // Shopify asks for approval only before the app is installed.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/shop/${domain}/integrations`)
  await waitUntilAlive(page)
  await expect(page.getByText('Connecting Shopify started just now and isn’t finished.')).toBeVisible()
  await install(page)
  await page.getByRole('button', { name: 'Install app' }).click()
  await page.waitForURL(/\/integrations\?connected=shopify/)
  await expect(page.getByText('Shopify is connected; the import has started.')).toBeVisible()
  await expectHistory(page)

  const range = { from: shopDay(30), to: shopDay(1) }
  await page.goto(`/shop/${domain}?${new URLSearchParams(range)}`)
  const { totals } = await ask(page.request, { metrics: ['orders'], ...range }, domain)
  expect(Number(totals.orders)).toBeGreaterThan(0)
  await expect(figureOf(page, 'Orders')).toHaveText(print(totals.orders, 'count'))
})

test('a shop is connected with a token; what is wrong with the form is said beside what is wrong', async ({
  page,
  context,
}) => {
  test.slow()
  const domain = await openShop(page, context)
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Check and connect' }) })
  await page.getByText('Use keys instead').click()
  const name = form.getByLabel('Name of the shop')
  await name.fill('not a shop!')
  await form.getByLabel('Admin API access token').fill('shpat_wrong')
  await form.getByRole('button', { name: 'Check and connect' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/is not the name of a Shopify shop. Enter it as name.myshopify.com/)
  await expect(name).toHaveValue('not a shop!')

  await name.fill(waitingShop.domain)
  await form.getByLabel('Admin API access token').fill('shpat_wrong')
  await form.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /does not accept|access/ })).toBeVisible()

  await name.fill(waitingShop.domain)
  await form.getByLabel('Admin API access token').fill(await makeToken())
  await form.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page).toHaveURL(`/shop/${domain}/setup/done`)
  await page.goto(`/shop/${domain}/integrations`)
  await waitUntilAlive(page)
  await expectHistory(page)
})

test('what a connection lacks is named with who can grant it, and it is looked after from its card', async ({
  page,
  context,
}) => {
  test.slow()
  const domain = await openShop(page, context)
  await page.goto(`/shop/${domain}/integrations?connect=shopify&url=${waitingShop.domain}&clientId=of-nobody`)
  await waitUntilAlive(page)
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Check and connect' }) })
  // The link opens the form with prefilled values; the person enters the rest.
  await expect(form.getByLabel('Name of the shop')).toHaveValue(waitingShop.domain)
  await expect(form.getByLabel('Client ID')).toHaveValue('of-nobody')
  await expect(form.getByLabel('Client secret')).toBeFocused()
  await form.getByLabel('Client ID').fill('')
  await form.getByLabel('Admin API access token').fill(await makeToken())
  await form.getByRole('button', { name: 'Check and connect' }).click()
  await expectHistory(page)

  const card = page.getByRole('region', { name: /^Shopify/ })
  await card.getByText('Access scope read_reports').click()
  await expect(card).toContainText('Figures cannot be compared with Shopify’s own reports.')
  await expect(card).toContainText('The owner of the shop, or staff who may develop apps.')
  await card.getByRole('button', { name: 'Check the connection' }).click()
  await expect(card.getByRole('status')).toContainText(`${waitingShop.name} answered just now. Its access works, but `)
  await expect(card.getByRole('status')).toContainText('permissions are missing')
  await card.getByText('Completeness, instant updates').click()
  await expect(card).toContainText('May still change from')
  await expect(card).toContainText('API version')
})

test('an answer that belongs to no attempt leads to a page that says how to go on', async ({ page, context }) => {
  const domain = await openShop(page, context)
  await page.goto('/connect/return/shopify?state=made-up&code=1')
  await expect(page).toHaveURL(`/shop/${domain}/integrations?failed=shopify&why=unknown`)
  await expect(page.getByRole('alert')).toHaveText(/Shopify was not connected: this attempt is no longer valid/)
  await expect(page.getByRole('heading', { name: 'Connect Shopify' })).toBeVisible()
  // A store of another platform has no form here; the page explains why.
  await page.goto(`/shop/${domain}/integrations?connect=woocommerce`)
  await expect(page.getByText(/WooCommerce can’t be connected to .* a shop is one store/)).toBeVisible()
})

/** A new person with a Shopify shop, at the step that connects it. */
async function openShop(page: Page, context: BrowserContext): Promise<string> {
  await enter(context, await addPerson('Selma'))
  const domain = newDomain('seife')
  await page.goto('/register')
  await waitUntilAlive(page)
  await page.getByLabel('Domain of the shop').fill(domain)
  await page.getByLabel('Store platform').selectOption('shopify')
  await page.getByLabel('Time zone').selectOption('America/New_York')
  await page.getByLabel('Currency').selectOption('USD')
  await page.getByRole('button', { name: 'Create the shop' }).click()
  await page.waitForURL(`/register/connect?shop=${domain}`)
  await waitUntilAlive(page)
  return domain
}

/** To the app store, and from there to Shopify's consent screen. */
async function install(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open in the Shopify App Store' }).click()
  await page.getByRole('button', { name: `Install on ${waitingShop.domain}` }).click()
  await expect(page.getByRole('heading', { name: 'Install Tillsight' })).toBeVisible()
}

/** The card counts up to the shop's total, and then says since when the history is complete. */
async function expectHistory(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: /^Shopify/ })
  await expect(card).toContainText('Up to date', { timeout: 60_000 })
  const orders = (await countWaitingOrders()).toLocaleString('en-US')
  await expect(card.getByRole('listitem').filter({ hasText: /^Orders/ })).toContainText(`${orders} · complete since`)
}
