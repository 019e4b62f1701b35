import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { ask, print, shopDay } from './figures.ts'
import { connectStore } from './own-store.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

const orders = 6

/** A shop with orders of 20.00 net each, as its owner. */
async function openShop(page: Page): Promise<{ readonly domain: string; readonly path: string }> {
  const owner = await addOwner('Paula')
  await page.context().clearCookies()
  await enter(page.context(), owner)
  await connectStore(page.request, owner.domain, orders)
  return { domain: owner.domain, path: `/shop/${owner.domain}/profit` }
}

/** Goods cost 45 % of their price; fees and shipping stay unknown. */
async function enterUsualCost(request: APIRequestContext, domain: string): Promise<void> {
  const entry = { scope: 'shop', ref: '', kind: 'percent', percent: '45' }
  const response = await request.post(`/api/v1/shops/${domain}/costs/changes`, {
    data: { change: { goods: { entries: [entry] } } },
  })
  expect(response.ok(), await response.text()).toBe(true)
  const range = { from: shopDay(30), to: shopDay(1) }
  await expect.poll(async () => (await ask(request, { metrics: ['cogs'], ...range }, domain)).totals.cogs).toBe('54.00')
}

test('without costs the page says how to add them, and with them what is left and how sure that is', {
  tag: '@phone',
}, async ({ page, visit }) => {
  const { domain, path } = await openShop(page)
  await visit(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Profit and loss' })).toBeVisible()
  for (const way of ['From your store', 'From a file', 'By your usual margin']) {
    await expect(page.getByRole('heading', { name: way })).toBeVisible()
  }
  await expect(page.getByRole('table', { name: 'Profit and loss' })).toHaveCount(0)

  await enterUsualCost(page.request, domain)
  await page.reload()
  const table = page.getByRole('table', { name: 'Profit and loss' })
  const row = (name: RegExp) => table.getByRole('row', { name })
  await expect(row(/^Net revenue/)).toContainText(print('120.00', 'money'))
  await expect(row(/^less Cost of goods about/)).toContainText(`≈\u00a0${print('54.00', 'money')}`)
  await expect(row(/^Net profit at most/)).toContainText(`≤\u00a0${print('66.00', 'money')}`)
  await expect(
    page.getByText(/^Profit is at most what is shown: .*100\.0% of net sales have an assumed cost/),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add costs' })).toHaveAttribute('href', /\/costs/)

  const reasons = page.getByRole('table', { name: 'Causes of the change' })
  await expect(reasons.getByRole('row', { name: /^Orders/ })).toContainText(`+\u2060${print('66.00', 'money')}`)
  await row(/^less Cost of goods/)
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/open=cogs/)
})

test('the panel of a figure of profit says how sure it is and why it changed, and leads to the same days', {
  tag: '@phone',
}, async ({ page, visit }) => {
  const { domain } = await openShop(page)
  await enterUsualCost(page.request, domain)
  await visit(`/shop/${domain}?range=7d&open=netProfit`)
  const panel = page.getByRole('dialog', { name: 'Net profit' })
  await expect(panel.getByText(/^Not certain: .*100\.0% of net sales have an assumed cost/)).toBeVisible()
  const causes = panel.getByRole('table', { name: 'Why did profit change?' })
  await expect(causes.getByRole('row', { name: /^Orders/ })).toContainText(`+\u2060${print('66.00', 'money')}`)
  await expect(causes.getByRole('row', { name: /^Net profit/ })).toContainText(`+\u2060${print('66.00', 'money')}`)
  await panel.getByRole('link', { name: 'Everything behind it, in profit and loss' }).click()
  await expect(page).toHaveURL(`/shop/${domain}/profit?range=7d`)
  await expect(page.getByRole('heading', { level: 2, name: 'Why did profit change?' })).toBeVisible()
  await visit(`/shop/${domain}?open=netProfit&compare=none`)
  await expect(panel.getByRole('heading', { name: 'What counts' })).toBeVisible()
  await expect(causes).toHaveCount(0)
})

test('columns follow the address, each with the rows behind it, and the file has the same figures', async ({
  page,
  visit,
}) => {
  const { domain, path } = await openShop(page)
  await enterUsualCost(page.request, domain)
  await visit(`${path}?range=7d`)
  await page.getByRole('navigation', { name: 'Columns' }).getByRole('link', { name: 'Days' }).click()
  await expect(page).toHaveURL(/interval=day/)
  const table = page.getByRole('table', { name: 'Profit and loss' })
  const sales = table.getByRole('row', { name: /^Net sales/ }).getByRole('link')
  await expect(sales).toHaveCount(8)
  await expect(sales.last()).toHaveAttribute('href', new RegExp(`from=${shopDay(1)}&to=${shopDay(1)}.*open=netSales`))
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toMatch(/^\uFEFFLine,Metric,Unit,Total,bound,Share of net revenue,Before,bound,/)
  expect(text).toMatch(/\nNet profit,netProfit,EUR,66\.00,at_most,0\.550000,/)
})
