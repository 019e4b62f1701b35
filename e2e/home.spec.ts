import { ask, demoShop, last30Days, print, shopDay } from './figures.ts'
import { openShopSwitcher } from './frame.ts'
import { addPerson, enter } from './people.ts'
import { expect, test } from './product-test.ts'
import { secondShop } from './second-shop.ts'
import { figureOf } from './summary-page.ts'

test('lists the shops with their figures of yesterday and of thirty days', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const month = await ask(request, { metrics: ['sales', 'orders'], ...last30Days() })
  const yesterday = await ask(request, { metrics: ['sales'], from: shopDay(1), to: shopDay(1) })
  await visit('/')
  await expect(page).toHaveTitle('Shops - Tillsight')
  const card = page.getByRole('article').filter({ hasText: demoShop.domain })
  await expect(card).toContainText(print(month.totals.sales, 'money'))
  await expect(card).toContainText(`${print(month.totals.orders, 'count')} orders`)
  await expect(card).toContainText(print(yesterday.totals.sales, 'money'))
  await expect(page.getByRole('article').filter({ hasText: secondShop.domain })).toContainText(secondShop.name)
})

test('a card leads to its shop, and the navigation back to all of them', async ({ page, visit }) => {
  await visit('/')
  await page.getByRole('link', { name: secondShop.name }).click()
  await expect(page).toHaveURL(`/shop/${secondShop.domain}`)
  await expect(page).toHaveTitle(`${secondShop.name} - Tillsight`)
  await (await openShopSwitcher(page)).getByRole('link', { name: 'Your shops' }).click()
  await expect(page).toHaveURL('/')
  // The menu that led here has the same link while it closes.
  await page.getByRole('main').getByRole('link', { name: 'Add a shop' }).click()
  await expect(page.getByRole('heading', { name: 'Set up your shop' })).toBeVisible()
})

test('marks the page that one is on in the navigation', async ({ page, visit }) => {
  await visit(`/shop/${demoShop.domain}/integrations`)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Integrations' })).toHaveAttribute('aria-current', 'page')
  await navigation.getByRole('link', { name: 'Summary' }).click()
  await expect(navigation.getByRole('link', { name: 'Summary' })).toHaveAttribute('aria-current', 'page')
  await expect(navigation.getByRole('link', { name: 'Integrations' })).not.toHaveAttribute('aria-current', 'page')
})

test.describe('without a shop', () => {
  // The stream of changes may be opened, some seconds after the page, just as the shop goes.
  test.use({ isVisitor: true, expectedMessage: /the server responded with a status of 404/ })

  test('a sample shop shows figures at once, says on every page that they are made up, and goes with one press', {
    tag: '@phone',
  }, async ({ page, visit }) => {
    await enter(page.context(), await addPerson('Sanna'))
    await visit('/')
    await page.getByRole('button', { name: 'Look at a sample shop' }).click()
    await expect(page).toHaveURL('/shop/sample-shop.example')
    await expect(figureOf(page, 'Sales')).toContainText(/€[\d,]{5,}/)
    await visit('/shop/sample-shop.example/campaigns')
    await expect(page.getByRole('main')).toContainText('Prospecting')
    await expect(page.getByText('its orders, ads and visits are made up')).toBeVisible()
    await page.getByRole('button', { name: 'Throw the sample away' }).click()
    await expect(page.getByRole('heading', { name: 'No shop yet' })).toBeVisible()
    await page.goto('/shop/sample-shop.example')
    await expect(page.getByText('its orders, ads and visits are made up')).toHaveCount(0)
  })
})
