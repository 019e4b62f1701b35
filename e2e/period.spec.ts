import type { Page } from '@playwright/test'
import { addDays, addMonths, parseDay } from '@tillsight/core/days'
import { ask, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { daysButton, daysMenu, figureOf, openDaysMenu, panel, tile, totalBehind } from './summary-page.ts'

const today = shopDay(0)
const monthStart = parseDay(`${today.slice(0, 7)}-01`)

const presets = [
  ['Today', 'today', { from: today, to: today }],
  ['Yesterday', 'yesterday', { from: shopDay(1), to: shopDay(1) }],
  ['Last 7 days', '7d', { from: shopDay(7), to: shopDay(1) }],
  ['Last 28 days', '28d', { from: shopDay(28), to: shopDay(1) }],
  ['Last 90 days', '90d', { from: shopDay(90), to: shopDay(1) }],
  ['Last 12 months', '12m', { from: addMonths(today, -12), to: shopDay(1) }],
  ['Month to date', 'mtd', { from: monthStart, to: today }],
  ['Year to date', 'ytd', { from: `${today.slice(0, 4)}-01-01`, to: today }],
  ['Last month', 'last_month', { from: addMonths(monthStart, -1), to: addDays(monthStart, -1) }],
] as const

test('every preset means the days that it says', async ({ page, request, visit }) => {
  test.slow()
  await visit(summaryPath())
  for (const [label, key, range] of presets) {
    const { totals } = await ask(request, { metrics: ['orderRevenue'], ...range })
    const menu = await openDaysMenu(page)
    await menu.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(summaryPath(`?range=${key}`))
    await expect(daysButton(page)).toContainText(label)
    if (Number(totals.orderRevenue) === 0) continue
    await expect(figureOf(page, 'Order revenue'), label).toHaveText(print(totals.orderRevenue, 'money'))
  }
})

test('leaves defaults out of the address', async ({ page, visit }) => {
  await visit(summaryPath('?range=7d&compare=year'))
  const menu = await openDaysMenu(page)
  await menu.getByRole('link', { name: 'Last 30 days' }).click()
  await expect(page).toHaveURL(summaryPath('?compare=year'))
  await (await openDaysMenu(page)).getByRole('link', { name: 'Previous period' }).click()
  await expect(page).toHaveURL(summaryPath())
})

test('takes days that are typed in', { tag: '@phone' }, async ({ page, request, visit }) => {
  const range = { from: shopDay(50), to: shopDay(41) }
  const { totals } = await ask(request, { metrics: ['sales'], ...range })
  await visit(summaryPath())
  const menu = await openDaysMenu(page)
  await menu.getByRole('button', { name: 'Custom days…' }).click()
  await menu.getByLabel('First day').fill(range.from)
  await menu.getByLabel('Last day').fill(range.to)
  await menu.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(summaryPath(`?from=${range.from}&to=${range.to}`))
  await expect(figureOf(page, 'Sales')).toHaveText(print(totals.sales, 'money'))
  await expect(daysMenu(page)).toBeHidden()
})

test('does not take days the wrong way round', async ({ page, visit }) => {
  await visit(summaryPath())
  const menu = await openDaysMenu(page)
  await menu.getByRole('button', { name: 'Custom days…' }).click()
  await menu.getByLabel('First day').fill(shopDay(5))
  await menu.getByLabel('Last day').fill(shopDay(9))
  await expect(menu.getByRole('button', { name: 'Apply' })).toBeDisabled()
})

test('takes days from the calendar', async ({ page, visit }) => {
  await visit(summaryPath(`?from=${addMonths(monthStart, -1)}&to=${addDays(monthStart, -1)}`))
  const menu = await openDaysMenu(page)
  await menu.getByRole('button', { name: 'Custom days…' }).click()
  const month = menu.getByRole('grid').first()
  await month.getByRole('button', { name: /\b10(th)?\b/ }).click()
  await month.getByRole('button', { name: /\b12(th)?\b/ }).click()
  await expect(menu.getByLabel('First day')).toHaveValue(/^10 \w+ \d{4}$/)
  await expect(menu.getByLabel('Last day')).toHaveValue(/^12 \w+ \d{4}$/)
})

test('compares with the previous year, with other days or with nothing', async ({ page, request, visit }) => {
  const last30 = last30Days()
  const lastYear = { from: addDays(last30.from, -364), to: addDays(last30.to, -364) }
  const other = { from: shopDay(100), to: shopDay(71) }
  const beforeOf = async (compare: object) => {
    const { compare: response } = await ask(request, { metrics: ['sales'], ...last30, compare })
    return `from ${print(response?.totals.sales, 'money')}`
  }
  await visit(summaryPath())
  await (await openDaysMenu(page)).getByRole('link', { name: 'Previous year' }).click()
  await expect(page).toHaveURL(summaryPath('?compare=year'))
  await expect(tile(page, 'Sales')).toContainText(await beforeOf(lastYear))

  const menu = await openDaysMenu(page)
  await menu.getByRole('button', { name: 'Other days…' }).click()
  await menu.getByLabel('First day').fill(other.from)
  await menu.getByLabel('Last day').fill(other.to)
  await menu.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(summaryPath(`?compare_from=${other.from}&compare_to=${other.to}`))
  await expect(tile(page, 'Sales')).toContainText(await beforeOf(other))

  await (await openDaysMenu(page)).getByRole('link', { name: 'Nothing' }).click()
  await expect(page).toHaveURL(summaryPath('?compare=none'))
  await expect(tile(page, 'Sales')).not.toContainText('from')
})

test('matches weekdays of the previous year unless told not to', async ({ page, visit }) => {
  await visit(summaryPath('?compare=year'))
  const menu = await openDaysMenu(page)
  const matching = menu.getByRole('switch', { name: 'Match the day of the week' })
  await expect(matching).toBeChecked()
  await matching.click()
  await expect(page).toHaveURL(/align=date/)
  await expect(matching).not.toBeChecked()
})

test('a reload, the back button and a shared link give the same picture', async ({ page, visit, context }) => {
  const path = summaryPath('?range=90d&compare=year&f=country:DE&metric=orders&by=gateway&open=orders')
  const breakdown = (of: Page) =>
    of
      .getByRole('article', { includeHidden: true })
      .filter({ has: of.getByRole('heading', { name: 'Orders by', exact: true, includeHidden: true }) })
  const picture = async (of = page) => ({
    sales: await figureOf(of, 'Sales').textContent(),
    days: await daysButton(of).textContent(),
    by: await breakdown(of).getByRole('combobox', { name: 'Break down by', includeHidden: true }).inputValue(),
    rows: await breakdown(of).getByRole('table', { includeHidden: true }).textContent(),
    list: await panel(of, 'Orders').getByRole('table').last().textContent(),
  })
  await visit(path)
  await totalBehind(panel(page, 'Orders')).waitFor()
  const shown = await picture()
  expect(shown.by).toBe('gateway')
  await page.reload()
  await totalBehind(panel(page, 'Orders')).waitFor()
  expect(await picture()).toEqual(shown)

  await visit(summaryPath())
  await page.goBack()
  await totalBehind(panel(page, 'Orders')).waitFor()
  await expect.poll(() => picture()).toEqual(shown)

  const other = await context.newPage()
  await other.goto(page.url())
  await totalBehind(panel(other, 'Orders')).waitFor()
  expect(await picture(other)).toEqual(shown)
})

test('the back button takes back one choice after another', async ({ page, visit }) => {
  await visit(summaryPath())
  await (await openDaysMenu(page)).getByRole('link', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/range=7d/)
  await page.getByRole('combobox', { name: 'Break down by' }).selectOption('gateway')
  await expect(page).toHaveURL(/by=gateway/)
  await page.goBack()
  await expect(page).toHaveURL(summaryPath('?range=7d'))
  await expect(page.getByRole('combobox', { name: 'Break down by' })).toHaveValue('country')
  await page.goBack()
  await expect(daysButton(page)).toContainText('Last 30 days')
})

test('steps a period back and forth', { tag: '@phone' }, async ({ page, request, visit }) => {
  const before = { from: shopDay(14), to: shopDay(8) }
  const { totals } = await ask(request, { metrics: ['sales'], ...before })
  await visit(summaryPath('?range=7d'))
  await page.getByRole('link', { name: 'Previous period' }).click()
  await expect(page).toHaveURL(summaryPath(`?from=${before.from}&to=${before.to}`))
  await expect(figureOf(page, 'Sales')).toHaveText(print(totals.sales, 'money'))
  await page.getByRole('link', { name: 'Next period' }).click()
  await expect(page).toHaveURL(summaryPath(`?from=${shopDay(7)}&to=${shopDay(1)}`))
})

test('steps and chooses with single keys, but not while something else has the keyboard', async ({ page, visit }) => {
  await visit(summaryPath('?range=7d'))
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(summaryPath(`?from=${shopDay(14)}&to=${shopDay(8)}`))
  await expect(daysButton(page)).not.toContainText('Last 7 days')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(summaryPath(`?from=${shopDay(7)}&to=${shopDay(1)}`))
  for (const [key, search] of [
    ['m', '?range=mtd'],
    ['w', '?range=7d'],
    ['y', '?range=ytd'],
    ['d', '?range=today'],
    ['x', '?range=today&compare=none'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(summaryPath(search))
  }
  await page.keyboard.press('c')
  await expect(daysMenu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(daysMenu(page)).toBeHidden()
  await visit(summaryPath('?range=7d'))
  await page.keyboard.press('Control+m')
  await page.getByRole('combobox', { name: 'Metric in the chart' }).focus()
  await page.keyboard.press('m')
  await page.getByRole('slider').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(summaryPath('?range=7d'))
})

test('shows the default days when the address names days that do not exist', async ({ page, visit }) => {
  await visit(summaryPath('?from=2026-02-31&to=2026-13-01&range=century&compare=moon&interval=blink'))
  const button = await daysButton(page).textContent()
  await visit(summaryPath())
  expect(button).toContain((await daysButton(page).textContent())?.replace('Last 30 days', '') ?? '')
})

test('names zone and currency of the shop where days are chosen', async ({ page, visit }) => {
  await visit(summaryPath())
  await expect(await openDaysMenu(page)).toContainText('Days in Europe/Berlin · amounts in EUR')
})

test('draws the running day dashed and says so', async ({ page, visit }) => {
  await visit(summaryPath('?range=mtd&metric=orderRevenue'))
  await expect(page.getByText('The last point is still running and drawn dashed.')).toBeVisible()
  await visit(summaryPath())
  await expect(page.getByText('The last point is still running and drawn dashed.')).toBeHidden()
})
