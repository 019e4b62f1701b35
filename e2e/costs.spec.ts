import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { ask, demoShop, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { connectStore } from './own-store.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

const costs = (rest = '') => summaryPath(`/costs${rest}`)

test('says of each kind of cost what it came to, and what of it is not known', {
  tag: '@phone',
}, async ({ page, request, visit }) => {
  const week = { from: shopDay(7), to: shopDay(1) }
  const { totals } = await ask(request, {
    metrics: [
      'cogs',
      'netSales',
      'gatewayFees',
      'orderRevenue',
      'shippingCost',
      'shipping',
      'discounts',
      'returns',
      'taxes',
      'blendedAdSpend',
      'handlingCost',
      'expenses',
    ],
    ...week,
  })
  await visit(costs('?range=7d'))
  const money = (key: string) => print(totals[key], 'money')
  for (const [kind, figures] of [
    ['Products sold', [money('cogs'), money('netSales'), 'Partly missing']],
    ['Payment fees', [money('gatewayFees'), money('orderRevenue'), 'Partly missing']],
    ['Shipping', [money('shippingCost'), money('shipping'), 'Known']],
    ['Handling and returns', [money('handlingCost'), 'Known']],
    ['Discounts', [money('discounts')]],
    ['Returns', [money('returns')]],
    ['Taxes collected', [money('taxes')]],
    ['Advertising', [money('blendedAdSpend'), 'Known']],
    ['Everything else', [money('expenses'), 'Known']],
  ] as const) {
    for (const text of figures) await expect(page.getByRole('region', { name: kind, exact: true })).toContainText(text)
  }
  await expect(page.getByRole('main')).not.toContainText('No ad platform is connected')
  await expect(page.getByRole('main')).not.toContainText(/coming soon/i)
  await page.getByRole('link', { name: 'Payment methods and rules' }).click()
  await expect(page).toHaveURL(costs('/gateway?range=7d'))
  await expect(page.getByText(/^Fees are unknown for klarna_payments \(/)).toBeVisible()
  await expect(page.getByText(/^stripe: 1\.5% \+ €0\.25 · \+ 1\.4% for foreign cards/)).toBeVisible()
})

test('the totals of each list are the figures of the summary', async ({ page, request, visit }) => {
  for (const { path, table, metrics } of [
    { path: '/goods', table: 'Products sold', metrics: ['unitsSold', 'unitsReturned', 'netSales', 'cogs', 'cm2'] },
    { path: '/gateway', table: 'Orders by payment method', metrics: ['orders', 'orderRevenue', 'aov', 'gatewayFees'] },
    {
      path: '/shipping',
      table: 'Shipping by country',
      metrics: ['orders', 'shipping', 'returnsShipping', 'shippingCost', 'shippingMargin'],
    },
  ]) {
    const { totals } = await ask(request, { metrics, ...last30Days() })
    await visit(costs(path))
    const total = page.getByRole('table', { name: table }).getByRole('row', { name: /^Total/ })
    for (const metric of metrics) {
      const unit = ['orders', 'unitsSold', 'unitsReturned'].includes(metric) ? 'count' : 'money'
      await expect(total, `${path} ${metric}`).toContainText(print(totals[metric], unit))
    }
  }
})

test('goods are sorted, searched and paged by the address', { tag: '@phone' }, async ({ page, visit }) => {
  await visit(costs('/goods'))
  const table = page.getByRole('table', { name: 'Products sold' })
  const total = await table.getByRole('row', { name: /^Total/ }).textContent()
  const around = page.getByRole('region', { name: 'Products sold' })
  // On a phone the headers' links are in a menu.
  const menu = around.getByText(/^Sorted by/)
  if (await menu.isVisible()) await menu.click()
  await around.getByRole('link', { name: 'Product', exact: true }).click()
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

test.describe('of one’s own shop', () => {
  test.use({ expectedMessage: /the server responded with a status of 409/ })

  test('a cost is previewed and saved, and of two who change the same the second is told and chooses', {
    tag: '@phone',
  }, async ({ page, visit }) => {
    const { domain } = await openShop(page)
    await visit(`/shop/${domain}/costs/goods`)
    const field = page.getByRole('textbox', { name: /^Cost per item of/ }).first()
    await field.fill('7')
    await page.getByRole('button', { name: 'Preview change' }).first().click()
    const said = page.getByRole('status').filter({ hasText: /change/i })
    await expect(said).toContainText(/^Changes 6 orders \(.*\)\. Profit changes by −\u2060€84\.00\.$/)
    const ref = ((await field.getAttribute('name')) ?? '').replace('cost:', '')
    // Meanwhile, elsewhere.
    const entry = { scope: 'variant', ref, amount: '5' }
    const response = await page.request.post(`/api/v1/shops/${domain}/costs/changes`, {
      data: { change: { goods: { entries: [entry] } } },
    })
    expect(response.ok(), await response.text()).toBe(true)
    await page.getByRole('button', { name: 'Save costs' }).click()
    await expect(page.getByRole('alert')).toContainText(
      /^Changed by .* on \d.*, \d\d:\d\d: Product cost added\. It is €5\.00 now, you entered €7\.00\./,
    )
    await expect(field).toHaveValue('7')
    await page.getByRole('button', { name: 'Save mine anyway' }).click()
    await expect(said).toContainText(/^Saved\. Changed 6 orders \(.*\)\. Profit changed by −\u2060€24\.00\./)
    await visit(`/shop/${domain}/costs/changes`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Product cost changed' })).toContainText(
      'Profit −\u2060€24.00',
    )
  })

  test('a rule is added, changed and deleted', async ({ page, visit }) => {
    const { domain } = await openShop(page)
    await visit(`/shop/${domain}/costs/handling`)
    const card = page.getByRole('region', { name: 'Handling', exact: true })
    await card.getByLabel('Per order').fill('0,50')
    await card.getByRole('button', { name: 'Add rule' }).click()
    await expect(card).toContainText('€0.50 per order and €0.00 per item · from the beginning')
    await card.locator('summary').filter({ hasText: 'Change' }).click()
    await card.getByLabel('Per order').first().fill('0.75')
    await card.getByRole('button', { name: 'Save rule' }).click()
    await expect(card).toContainText('€0.75 per order')
    await card.getByRole('button', { name: /^Delete rule/ }).click()
    await expect(card).toContainText('No costs for picking and packing.')
  })
})

test.describe('as an analyst', () => {
  test.use({ isColleague: true })

  test('costs can be seen and not changed', async ({ page, visit }) => {
    for (const path of ['/goods', '/gateway', '/shipping', '/handling', '/changes']) {
      await visit(costs(path))
      await expect(page.getByText('You can see costs. Owners and admins add and change them.').first()).toBeVisible()
      await expect(page.getByRole('button', { name: /^(Save|Add rule|Delete|Undo)/ })).toHaveCount(0)
    }
  })
})

/** A shop with orders of 20.00 net each, as its owner. */
async function openShop(page: Page): Promise<{ readonly domain: string }> {
  const owner = await addOwner('Cora')
  await page.context().clearCookies()
  await enter(page.context(), owner)
  await connectStore(page.request, owner.domain, 6)
  return owner
}

async function namesIn(table: Locator): Promise<string[]> {
  return await table.locator('tbody th a').allTextContents()
}
