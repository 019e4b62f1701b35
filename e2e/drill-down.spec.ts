import { ask, askRows, last30Days, print, shopDay, summaryPath, toCents } from './figures.ts'
import { expect, test } from './product-test.ts'
import { amountsIn, figureOf, panel, tile, totalBehind } from './summary-page.ts'

// With the panels' animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('lists what a figure consists of, and it adds up to the figure', async ({ page, request, visit }) => {
  const { totals } = await ask(request, { metrics: ['sales'], from: shopDay(7), to: shopDay(1) })
  await visit(summaryPath('?range=7d'))
  await tile(page, 'Sales').getByRole('link').click()
  await expect(page).toHaveURL(/open=sales/)
  const list = panel(page, 'Sales')
  await expect(totalBehind(list)).toContainText(print(totals.sales, 'money'))
  const cents = await sumOfAllPages()
  // Every cell is rounded to the cent, the figure only once.
  expect(Math.abs(cents.sum - toCents(print(totals.sales, 'money')))).toBeLessThanOrEqual(Math.ceil(cents.cells / 2))

  async function sumOfAllPages(): Promise<{ sum: number; cells: number }> {
    let sum = 0
    let cells = 0
    for (;;) {
      const amounts = await amountsIn(list)
      sum += amounts.reduce((all, text) => all + toCents(text), 0)
      cells += amounts.length
      const next = list.getByRole('link', { name: 'Next page' })
      if ((await next.count()) === 0) return { sum, cells }
      const before = amounts.join()
      await next.click()
      await expect.poll(async () => [before, ''].includes((await amountsIn(list)).join())).toBe(false)
    }
  }
})

test('lists exactly as many orders as it counts', async ({ page, request, visit }) => {
  const { totals } = await ask(request, { metrics: ['orders'], from: shopDay(1), to: shopDay(1) })
  await visit(summaryPath('?range=yesterday&open=orders'))
  const list = panel(page, 'Orders')
  await expect(totalBehind(list)).toContainText(`${totals.orders} rows`)
  const orders = await list.getByRole('link', { name: /^NK-/ }).allTextContents()
  expect(new Set(orders).size).toBe(Math.min(Number(totals.orders), 25))
})

test('pages through a list as the API does, and goes back to its first page', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const first = await askRows(request, 'sales', { ...last30Days(), limit: '25' })
  const second = await askRows(request, 'sales', { ...last30Days(), limit: '25', cursor: first.cursor ?? '' })
  await visit(summaryPath('?open=sales'))
  const list = panel(page, 'Sales')
  await expect.poll(() => amountsIn(list)).toEqual(first.rows.map(({ contribution }) => print(contribution, 'money')))
  await list.getByRole('link', { name: 'Next page' }).click()
  await expect.poll(() => amountsIn(list)).toEqual(second.rows.map(({ contribution }) => print(contribution, 'money')))
  await list.getByRole('link', { name: 'First page' }).click()
  await expect(page).toHaveURL(summaryPath('?open=sales'))
  await expect.poll(() => amountsIn(list)).toEqual(first.rows.map(({ contribution }) => print(contribution, 'money')))
})

test('opens a quotient up as its two sums', async ({ page, request, visit }) => {
  const { totals } = await ask(request, { metrics: ['aov', 'orderRevenue', 'orders'], ...last30Days() })
  await visit(summaryPath('?open=aov'))
  const total = totalBehind(panel(page, 'AOV'))
  await expect(total).toContainText(print(totals.orderRevenue, 'money'))
  await expect(total).toContainText(print(totals.orders, 'count'))
  await expect(panel(page, 'AOV').getByRole('row', { name: /AOV/ }).first()).toContainText(print(totals.aov, 'money'))
})

test('shows an order with everything that was booked for it, and leads back to the list', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const { rows } = await askRows(request, 'returns', { ...last30Days(), limit: '25' })
  const refunded = rows.find(({ kind }) => kind === 'refund')
  if (!refunded) throw new Error('The demo shop had no refund in thirty days.')
  await visit(summaryPath('?open=returns'))
  await panel(page, 'Returns').getByRole('link', { name: refunded.orderName }).first().click()
  const order = panel(page, `Order ${refunded.orderName}`)
  await expect(order.getByText('Refund', { exact: true }).first()).toBeVisible()
  await expect(order.getByRole('rowheader', { name: 'Total', exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`order=${refunded.orderId}`))
  await page.reload()
  await expect(order).toBeVisible()
  await order.getByRole('link', { name: /Returns/ }).click()
  await expect(panel(page, 'Returns')).toBeVisible()
})

test('the totals of an order are the sum of its lines', async ({ page, visit }) => {
  await visit(summaryPath('?open=sales'))
  await panel(page, 'Sales').getByRole('link', { name: /^NK-/ }).first().click()
  const table = panel(page, /^Order NK-/).getByRole('table', { name: 'What was booked' })
  await expect(table).toBeVisible()
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)))
  const [totals = [], ...lines] = rows
  for (const [column, total] of totals.entries()) {
    const sum = lines.reduce((cents, line) => cents + toCents(line[column] ?? ''), 0)
    expect(Math.abs(sum - toCents(total ?? '')), `column ${column}`).toBeLessThanOrEqual(Math.ceil(lines.length / 2))
  }
})

test('takes the focus, keeps it, and gives it back to the figure when it closes', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit(summaryPath())
  const figure = tile(page, 'Orders').getByRole('link')
  for (const close of ['Escape', 'button'] as const) {
    await figure.focus()
    await page.keyboard.press('Enter')
    const list = panel(page, 'Orders')
    await expect(totalBehind(list)).toBeVisible()
    await expect(list.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main, dialog')?.tagName ?? 'none')).not.toBe(
      'MAIN',
    )
    if (close === 'Escape') await page.keyboard.press('Escape')
    else await list.getByRole('link', { name: 'Close' }).click()
    await expect(list).toBeHidden()
    await expect(page).toHaveURL(summaryPath())
    await expect(figure).toBeFocused()
  }
})

test('leaves the page behind it where it was', async ({ page, visit }) => {
  await visit(summaryPath())
  // Focused first: a click scrolls what is not quite in view, which the panel has no part in.
  await tile(page, 'Returning customers').getByRole('link').focus()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Returning customers')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page, 'Returning customers')).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('opens from a link and closes with the back button', async ({ page, visit }) => {
  await visit(summaryPath('?open=discounts'))
  await expect(panel(page, 'Discounts')).toBeVisible()
  await visit(summaryPath())
  await tile(page, 'Sales').getByRole('link').click()
  await expect(panel(page, 'Sales')).toBeVisible()
  await page.goBack()
  await expect(panel(page, 'Sales')).toBeHidden()
  await expect(figureOf(page, 'Sales')).toBeVisible()
})

test('ignores a figure that does not exist and says when an order does not', async ({ page, visit }) => {
  await visit(summaryPath('?open=nonsense'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await visit(summaryPath('?open=sales&order=does-not-exist'))
  await expect(panel(page, 'Order not found')).toContainText('no counted order')
})
