import { ask, askRows, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { amountsIn, figureOf, panel, tile } from './summary-page.ts'

// The browser itself reports a form that came back with such a status.
test.use({ javaScriptEnabled: false, expectedMessage: /the server responded with a status of 400/ })

test('the summary can be read', { tag: '@phone' }, async ({ page, request }) => {
  const { totals } = await ask(request, { metrics: ['sales', 'returningCustomerRevenue'], ...last30Days() })
  await page.goto(summaryPath())
  await expect(figureOf(page, 'Sales')).toHaveText(print(totals.sales, 'money'))
  await expect(figureOf(page, 'Returning customer revenue')).toHaveText(print(totals.returningCustomerRevenue, 'money'))
  await expect(page.getByRole('table', { name: 'Sales by Country' })).toBeVisible()
  await page.getByText('Show as table').click()
  await expect(page.getByRole('region', { name: 'Sales, table' }).getByRole('row')).toHaveCount(31)
})

test('days, chart and breakdown can be chosen', async ({ page, request }) => {
  const { totals } = await ask(request, { metrics: ['sales'], from: shopDay(7), to: shopDay(1) })
  await page.goto(summaryPath('?compare=year'))
  await page.getByRole('combobox', { name: 'Days' }).selectOption('Last 7 days')
  await page.locator('header').getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/range=7d/)
  await expect(page).toHaveURL(/compare=year/)
  await expect(figureOf(page, 'Sales')).toHaveText(print(totals.sales, 'money'))
  await page.getByRole('combobox', { name: 'Break down by' }).selectOption('gateway')
  await page
    .getByRole('region', { name: /^Sales by/ })
    .getByRole('button', { name: 'Show' })
    .click()
  await expect(page.getByRole('table', { name: 'Sales by Payment method' })).toBeVisible()
  await expect(page).toHaveURL(/range=7d/)
})

test('the orders behind a figure can be read, paged and closed', { tag: '@phone' }, async ({ page, request }) => {
  const { rows } = await askRows(request, 'sales', { ...last30Days(), limit: '25' })
  await page.goto(summaryPath())
  await tile(page, 'Sales').getByRole('link').click()
  const list = panel(page, 'Sales')
  expect(await amountsIn(list)).toEqual(rows.map(({ contribution }) => print(contribution, 'money')))
  await list.getByRole('link', { name: 'Next page' }).click()
  await expect(list.getByRole('link', { name: 'First page' })).toBeVisible()
  await list.getByRole('link', { name: /^NK-/ }).first().click()
  const order = panel(page, /^Order NK-/)
  await expect(order.getByRole('rowheader', { name: 'Total' })).toBeVisible()
  await order.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the shops, their integrations and the forms can be read', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('article')).not.toHaveCount(0)
  await expect(page.getByText('Yesterday').first()).toBeVisible()
  await page.goto(summaryPath('/integrations'))
  await expect(page.getByRole('heading', { name: /WooCommerce/ })).toBeVisible()
  await page.goto('/register')
  await page.getByLabel('Domain of the shop').fill('not a domain')
  await page.getByRole('button', { name: 'Create the shop' }).click()
  await expect(page.getByLabel('Domain of the shop')).toHaveValue('not a domain')
  await expect(page.getByLabel('Domain of the shop')).toHaveAttribute('aria-invalid', 'true')
})

test('the colours can be chosen', async ({ page }) => {
  await page.goto(summaryPath('?range=7d'))
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page).toHaveURL(summaryPath('?range=7d'))
})
