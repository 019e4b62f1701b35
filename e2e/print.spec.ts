import { ask, demoShop, last30Days, print, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { figureOf, tile } from './summary-page.ts'

test('paper is white, names shop and days, and carries nothing that can be pressed', async ({
  page,
  context,
  request,
  visit,
  baseURL,
}) => {
  const { totals } = await ask(request, { metrics: ['sales'], ...last30Days() })
  await context.addCookies([{ name: 'theme', value: 'dark', url: baseURL ?? '' }])
  await visit(summaryPath())
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByText(demoShop.name, { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('main').locator('header').first()).toContainText('Last 30 days')
  await expect(page.getByRole('main').locator('header').first()).toContainText(/\d{4}/)
  await expect(figureOf(page, 'Sales')).toHaveText(print(totals.sales, 'money'))
  for (const name of ['Customise', 'Menu of Sales', 'Add note', 'Previous period']) {
    await expect(page.getByRole('button', { name, exact: true }), name).toHaveCount(0)
    await expect(page.getByRole('link', { name, exact: true }), name).toHaveCount(0)
  }
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess).toBeLessThanOrEqual(0)
  await expect(tile(page, 'Returning customer revenue')).toBeVisible()
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
})
