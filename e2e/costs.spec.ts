import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { ask, demoShop, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'

const costs = (rest = '') => summaryPath(`/costs${rest}`)

test('says of each kind of cost what the orders know, and that the cost itself is not known', {
  tag: '@phone',
}, async ({ page, request, visit }) => {
  const week = { from: shopDay(7), to: shopDay(1) }
  const { totals } = await ask(request, {
    metrics: ['unitsSold', 'netSales', 'orderRevenue', 'shipping', 'discounts', 'returns', 'taxes', 'blendedAdSpend'],
    ...week,
  })
  await visit(costs('?range=7d'))
  for (const [kind, figures] of [
    ['Goods sold', [print(totals.unitsSold, 'count'), print(totals.netSales, 'money'), 'Cost not known']],
    ['Payment fees', [print(totals.orderRevenue, 'money'), 'Cost not known']],
    ['Shipping', [print(totals.shipping, 'money'), 'Cost not known']],
    ['Discounts', [print(totals.discounts, 'money')]],
    ['Returns', [print(totals.returns, 'money')]],
    ['Taxes collected', [print(totals.taxes, 'money')]],
    ['Advertising', [print(totals.blendedAdSpend, 'money'), 'Known']],
  ] as const) {
    for (const text of figures) await expect(page.getByRole('region', { name: kind, exact: true })).toContainText(text)
  }
  await expect(page.getByRole('main')).not.toContainText('No ad platform is connected')
  await expect(page.getByRole('main')).not.toContainText(/coming soon/i)
  await page.getByRole('link', { name: 'All payment methods' }).click()
  await expect(page).toHaveURL(costs('/gateway?range=7d'))
})

test('the totals of each list are the figures of the summary', async ({ page, request, visit }) => {
  for (const { path, table, metrics } of [
    { path: '/goods', table: 'Products sold', metrics: ['unitsSold', 'unitsReturned', 'netSales'] },
    { path: '/gateway', table: 'Orders by payment method', metrics: ['orders', 'orderRevenue', 'aov'] },
    { path: '/shipping', table: 'Shipping charged by country', metrics: ['orders', 'shipping', 'returnsShipping'] },
  ]) {
    const { totals } = await ask(request, { metrics, ...last30Days() })
    await visit(costs(path))
    const total = page.getByRole('table', { name: table }).getByRole('row', { name: /^Total/ })
    for (const metric of metrics) {
      const unit = ['orders', 'unitsSold', 'unitsReturned'].includes(metric) ? 'count' : 'money'
      await expect(total, `${path} ${metric}`).toContainText(print(totals[metric], unit))
    }
    await expect(total).toContainText('Not known')
  }
})

test('goods are sorted, searched and paged by the address', { tag: '@phone' }, async ({ page, visit }) => {
  await visit(costs('/goods'))
  const table = page.getByRole('table', { name: 'Products sold' })
  const total = await table.getByRole('row', { name: /^Total/ }).textContent()
  await table.getByRole('link', { name: 'Product', exact: true }).click()
  await expect(page).toHaveURL(costs('/goods?sort=name'))
  await expect(table.getByRole('columnheader', { name: 'Product' })).toHaveAttribute('aria-sort', 'ascending')
  const names = await namesIn(table)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare))
  const pages = page.getByRole('navigation', { name: 'Pages of the table' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/after=2/)
  await expect.poll(async () => (await namesIn(table))[0]).not.toBe(names[0])
  await page.getByRole('searchbox', { name: 'Name or SKU' }).fill('wanduhr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/find=wanduhr/)
  await expect(page.getByText(/^\d+ of \d+ rows match “wanduhr”/)).toBeVisible()
  expect((await namesIn(table)).every((name) => /wanduhr/i.test(name))).toBe(true)
  // The totals remain those of all products.
  await expect(table.getByRole('row', { name: /^Total/ })).toHaveText(total ?? '')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(costs('/goods?sort=name'))
})

test('a row leads to the summary of it alone', async ({ page, request, visit }) => {
  const filters = [{ dimension: 'gateway', operator: 'is', values: ['stripe'] }]
  const { totals } = await ask(request, { metrics: ['orders'], ...last30Days(), filters })
  await visit(costs('/gateway'))
  const row = page.getByRole('table', { name: 'Orders by payment method' }).getByRole('row', { name: /^stripe/ })
  await expect(row).toContainText(print(totals.orders, 'count'))
  await row.getByRole('link', { name: 'stripe' }).click()
  await expect(page).toHaveURL(summaryPath('?f=gateway:stripe'))
})

test('a list is downloaded whole, with the figures of the API', async ({ page, request, visit }) => {
  const { rows = [], totals } = await ask(request, {
    metrics: ['shipping', 'orders', 'returnsShipping'],
    ...last30Days(),
    dimensions: ['country'],
    limit: 1000,
  })
  await visit(costs('/shipping'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${demoShop.domain}.*\\.csv$`))
  const text = await readFile(await download.path(), 'utf8')
  expect(text.trim().split('\n')).toHaveLength(rows.length + 2)
  for (const { dimensions, values } of rows) {
    expect(text).toContain(`,${dimensions.country},${values.shipping},`)
  }
  expect(text).toMatch(new RegExp(`\nTotal,,${totals.shipping},`))
})

async function namesIn(table: Locator): Promise<string[]> {
  return await table.locator('tbody th a').allTextContents()
}
