import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import type { OrderList, OrderResult, ProductList } from '@tillsight/domain'
import { demoShop, last30Days, print, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'

async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(`/api/v1/shops/${demoShop.domain}/${path}`)
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()) as T
}

const range = () => `from=${last30Days().from}&to=${last30Days().to}`

test('orders are found by number and kept by what is left, and one opens its own page', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  const { orders } = await get<OrderList>(page.request, `orders?${range()}&only=below_zero&limit=1`)
  const [below] = orders
  if (!below) throw new Error('The demo has an order that left less than nothing')
  await visit(summaryPath('/orders'))
  const table = page.getByRole('table', { name: 'Orders' })
  await page.getByRole('navigation', { name: 'Orders shown' }).getByRole('link', { name: 'Below zero' }).click()
  await expect(table.getByRole('row').nth(1)).toContainText(below.name)
  await page.getByRole('searchbox', { name: 'Order number' }).fill(below.name)
  await page.keyboard.press('Enter')
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('link', { name: below.name }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: `Order ${below.name}` })).toBeVisible()
  const order = await get<OrderResult>(page.request, `orders/${below.id}`)
  const left = page.getByRole('table', { name: 'From what the buyer paid to what is left' })
  await expect(left.getByRole('row').last()).toContainText(print(order.profit?.cm2, 'money'))
  await expect(page.getByRole('heading', { name: 'Touchpoints before the order' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in the store' })).toHaveAttribute(
    'href',
    new RegExp(`/wp-admin/admin\\.php\\?page=wc-orders&action=edit&id=${below.id}$`),
  )
})

test('on a phone a row shows the figure it is sorted by, all others at a tap, and sorting is in a menu', {
  tag: '@phone',
}, async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(summaryPath('/products'))
  const table = page.getByRole('table', { name: 'Products' })
  const product = table.getByRole('row').nth(2)
  const shown = product.getByRole('cell')
  await expect(shown).toHaveCount(1)
  await expect(shown).toHaveAttribute('data-label', 'Net sales')
  await product.getByRole('button', { expanded: false }).click()
  await expect(product.getByRole('button', { expanded: true })).toBeVisible()
  const boxes = await product
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()))
  expect(boxes.length).toBeGreaterThan(5)
  for (const { left, right } of boxes) {
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(390)
  }
  await expect(table.getByRole('columnheader', { name: 'Net sales' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByText('Sorted by Net sales').click()
  await page.getByRole('link', { name: 'Units sold' }).click()
  await expect(page).toHaveURL(/sort=-unitsSold/)
  await expect(page.getByText('Sorted by Units sold')).toBeVisible()
  await expect(table.getByRole('row').nth(3).getByRole('cell')).toHaveAttribute('data-label', 'Units sold')
  await product.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/products\/\d+/)
})

test('older orders follow page by page, and the way back leads to the newest', async ({ page, visit }) => {
  await visit(summaryPath('/orders'))
  const names = () => page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: /^NK-/ }).allTextContents()
  const newest = await names()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect.poll(names).not.toEqual(newest)
  const older = await names()
  expect(older.filter((name) => newest.includes(name))).toEqual([])
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect.poll(names).toEqual(newest)
})

test('the file of orders has every order of the list, with the same figures', async ({ page, visit }) => {
  await visit(summaryPath(`/orders?${range()}&tab=given_back`))
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const file = await readFile(await (await waiting).path(), 'utf8')
  const { orders } = await get<OrderList>(page.request, `orders?${range()}&only=given_back&limit=500`)
  const lines = file.trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',').slice(0, 2).join())).toEqual(orders.map(({ name, id }) => `${name},${id}`))
  const [first] = orders
  expect(lines[0]).toContain([first?.paid, first?.returned, first?.netRevenue, first?.cogs, first?.cm2].join())
})

test('products are sorted and searched by keyboard, and one opens its own page', async ({ page, visit }) => {
  const { products } = await get<ProductList>(page.request, `products?${range()}&sort=-unitsSold&limit=1`)
  const [most] = products
  if (!most) throw new Error('The demo has products')
  await visit(summaryPath('/products'))
  const table = page.getByRole('table', { name: 'Products' })
  await table.getByRole('link', { name: 'Units sold' }).focus()
  await page.keyboard.press('Enter')
  await expect(table.getByRole('row').nth(2)).toContainText(most.title)
  await page.getByRole('searchbox', { name: 'Product' }).fill(most.title)
  await page.keyboard.press('Enter')
  const row = table.getByRole('row').filter({ hasText: most.title }).first()
  await expect(row).toContainText(print(most.values['netSales'], 'money'))
  await row.getByRole('rowheader').getByRole('link').focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: most.title })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Metrics of each variant' })).toBeVisible()
  await page.getByRole('link', { name: 'Orders with it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('link').first()).toBeVisible()
})
