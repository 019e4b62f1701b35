import type { Locator } from '@playwright/test'
import { ask, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'

test('the campaigns that orders name belong to the total of all orders', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const { totals } = await ask(request, { metrics: ['orders', 'orderRevenue'], ...last30Days() })
  await visit(summaryPath('/campaigns'))
  const table = page.getByRole('table', { name: 'Campaigns named on orders' })
  const total = table.getByRole('row', { name: /^Total/ })
  await expect(total).toContainText(print(totals.orders, 'count'))
  await expect(total).toContainText(print(totals.orderRevenue, 'money'))
  // Every order stands in one row at most.
  expect(await countOrders(table)).toBeLessThanOrEqual(Number(totals.orders))
  for (const name of ['Google Ads', 'Meta Ads', 'TikTok Ads']) {
    const platform = page.getByRole('region', { name, exact: true })
    await expect(platform).toContainText('Not connected')
    await expect(platform).toContainText('Not known: spend, conversions')
  }
  await expect(page.getByRole('main')).not.toContainText(/coming soon/i)
  await page.getByRole('region', { name: 'Meta Ads', exact: true }).getByRole('link', { name: 'Tag its ads' }).click()
  await expect(page).toHaveURL(summaryPath('/tracking/metaads'))
})

test('orders by coupon or channel are those of the API, and a row limits the summary', async ({
  page,
  request,
  visit,
}) => {
  const week = { from: shopDay(7), to: shopDay(1) }
  await visit(summaryPath('/campaigns?range=7d'))
  await page.getByRole('navigation', { name: 'Orders by' }).getByRole('link', { name: 'Sales channel' }).click()
  await expect(page).toHaveURL(/range=7d&by=sales_channel|by=sales_channel&range=7d/)
  const { rows = [] } = await ask(request, { metrics: ['orders'], ...week, dimensions: ['sales_channel'], limit: 25 })
  const table = page.getByRole('table', { name: 'Orders by sales channel' })
  await expect(table).toBeVisible()
  const printed = (await countsIn(table)).filter((count) => count > 0)
  const asked = rows.map(({ values }) => Number(values.orders))
  expect(printed.toSorted((a, b) => a - b)).toEqual(asked.toSorted((a, b) => a - b))
  const link = table.locator('tbody th a').first()
  const name = await link.textContent()
  await link.click()
  await expect(page).toHaveURL(new RegExp(`^[^?]*/shop/[^/?]*\\?.*f=sales_channel:`))
  await expect(page.getByRole('link', { name: new RegExp(`^Sales channel is ${name}`, 'i') })).toBeVisible()
})

test('attribution puts every order into exactly one row, and says what that is not', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const { totals } = await ask(request, { metrics: ['orders', 'orderRevenue'], ...last30Days() })
  await visit(summaryPath('/attributions'))
  await expect(page.getByText('No touchpoints are collected yet', { exact: false })).toBeVisible()
  const table = page.getByRole('table', { name: 'Orders by last visit' })
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText(print(totals.orderRevenue, 'money'))
  expect(await countOrders(table)).toBe(totals.orders)
})

async function countOrders(table: Locator): Promise<number> {
  return (await countsIn(table)).reduce((sum, count) => sum + count, 0)
}

/** The orders of each row below the total. */
async function countsIn(table: Locator): Promise<number[]> {
  const [, ...counts] = await table.locator('tbody tr td:nth-of-type(1)').allTextContents()
  return counts.map((text) => Number(text.replace(',', '')))
}
