import { ask, askRows, demoShop, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'
import { amountsIn, figureOf, panel, tile } from './summary-page.ts'

// The browser logs a rejected form with such a status.
test.use({ javaScriptEnabled: false, expectedMessage: /the server responded with a status of 400/ })

test('the summary can be read', { tag: '@phone' }, async ({ page, request }) => {
  const { totals } = await ask(request, { metrics: ['sales', 'returningCustomerRevenue'], ...last30Days() })
  await page.goto(summaryPath())
  await expect(figureOf(page, 'Sales')).toHaveText(print(totals.sales, 'money'))
  await expect(figureOf(page, 'Returning customer revenue')).toHaveText(print(totals.returningCustomerRevenue, 'money'))
  await expect(page.getByRole('table', { name: 'Sales, Country' })).toBeVisible()
  await page.getByText('Show as table').click()
  await expect(page.getByRole('region', { name: 'Sales, table' }).getByRole('row')).toHaveCount(31)
})

test('what is ready stands in its place where scripts ran before', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'js', value: '1', url: baseURL ?? '' }])
  await page.goto(summaryPath())
  const sections = await page.locator('[data-channel]').all()
  expect(sections.length).toBeGreaterThan(1)
  for (const section of sections) await expect(section).toBeVisible()
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
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Sales by', exact: true }) })
    .getByRole('button', { name: 'Show' })
    .click()
  await expect(page.getByRole('table', { name: 'Sales, Payment method' })).toBeVisible()
  await expect(page).toHaveURL(/range=7d/)
})

test('the orders behind a figure can be read, paged and closed', { tag: '@phone' }, async ({ page, request }) => {
  const { rows } = await askRows(request, 'sales', { ...last30Days(), limit: '25' })
  await page.goto(summaryPath())
  await tile(page, 'Sales').getByRole('link').click()
  const list = panel(page, 'Sales')
  // The list is streamed later in the same response.
  await expect.poll(() => amountsIn(list)).toEqual(rows.map(({ contribution }) => print(contribution, 'money')))
  await list.getByRole('link', { name: 'Next page' }).click()
  await expect(list.getByRole('link', { name: 'First page' })).toBeVisible()
  await list.getByRole('link', { name: /^NK-/ }).first().click()
  const order = panel(page, /^Order NK-/)
  await expect(order.getByRole('rowheader', { name: 'Total', exact: true })).toBeVisible()
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

test('the pages of the shop can be read, searched and checked', async ({ page, request }) => {
  const { totals } = await ask(request, { metrics: ['sales', 'netSales', 'orderRevenue'], ...last30Days() })
  await page.goto(summaryPath('/hub'))
  await expect(page.getByRole('article').filter({ hasText: demoShop.domain })).toContainText(
    print(totals.sales, 'money'),
  )
  for (const [path, table] of [
    ['/campaigns', 'Campaigns named on orders'],
    ['/attributions?tab=store', 'Orders by last visit'],
    ['/tracking', 'Sources recorded on orders'],
  ] as const) {
    await page.goto(summaryPath(path))
    const total = page.getByRole('table', { name: table }).getByRole('row', { name: /^Total/ })
    await expect(total).toContainText(print(totals.orderRevenue, 'money'))
  }
  await page.goto(summaryPath('/costs/goods'))
  await page.getByRole('searchbox', { name: 'Name or SKU' }).fill('wanduhr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/find=wanduhr/)
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText(print(totals.netSales, 'money'))
  await page.goto(summaryPath('/tracking/googleads'))
  await page.getByLabel('Address', { exact: true }).fill('https://shop.example/?utm_source=google')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('An order from this click can’t be matched to a campaign.')).toBeVisible()
})

test('settings can be saved, and a refusal keeps what was typed', async ({ page }) => {
  const owner = await addOwner('Wanda')
  await page.context().clearCookies()
  await enter(page.context(), owner)
  await page.goto(`/shop/${owner.domain}/settings`)
  const form = page.getByRole('region', { name: 'Shop', exact: true })
  await form.getByLabel('Name').fill('   ')
  await form.getByLabel('First day of the week').selectOption('Sunday')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('First day of the week')).toHaveValue('7')
  await form.getByLabel('Name').fill('Wandas Laden')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The shop’s settings are saved.')).toBeVisible()
})

test.describe('of somebody else', () => {
  // The choice is stored for the person: the demo's owner is shared by all tests.
  test.use({ isColleague: true })

  test('the colours can be chosen', async ({ page }) => {
    await page.goto(summaryPath('?range=7d'))
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page).toHaveURL(summaryPath('?range=7d'))
  })
})
