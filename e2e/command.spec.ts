import type { Locator, Page } from '@playwright/test'
import { summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { daysButton, panel } from './summary-page.ts'

test.use({ isColleague: true })

test('the command menu finds pages, figures, days and actions by a few letters', async ({ page, visit }) => {
  await visit(summaryPath())
  const menu = await openMenu(page)
  await expect(menu.getByRole('combobox')).toBeFocused()
  await expect(menu.getByRole('option', { name: /^All shops/ })).toBeVisible()
  await menu.getByRole('combobox').fill('qqqqq')
  await expect(menu.getByText('Nothing is called that.')).toBeVisible()

  await run(menu, 'mmbrs', /^Members/)
  await expect(page).toHaveURL(summaryPath('/settings/members'))

  await run(await openMenu(page), 'gross sal', /^Gross sales/)
  await expect(page).toHaveURL(summaryPath('?open=grossSales'))
  await expect(panel(page, 'Gross sales')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page, 'Gross sales')).toBeHidden()

  await run(await openMenu(page), 'last 7', /^Last 7 days/)
  await expect(page).toHaveURL(summaryPath('?range=7d'))
  await expect(daysButton(page)).toContainText('Last 7 days')

  await run(await openMenu(page), 'colours dark', /^Colours: Dark/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page).toHaveURL(summaryPath('?range=7d'))

  // The last choice comes first.
  const recent = (await openMenu(page)).getByRole('option').first()
  await expect(recent).toContainText('Colours: Dark')
  await expect(recent).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the command menu opens by a button and gives the focus back', { tag: '@phone' }, async ({ page, visit }) => {
  await visit(summaryPath())
  const button = page.getByRole('button', { name: /^Search/ }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = menuOf(page)
  await expect(menu.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

test('a question is answered with a figure that opens where it comes from', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit(summaryPath())
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click()
  const menu = menuOf(page)
  await menu.getByRole('combobox').fill('orders by country last month compared to last year')
  await menu.getByRole('option', { name: /^Ask: orders by country/ }).click()
  await expect(page).toHaveURL(/\/ask\?q=orders/)
  const answer = page.getByRole('region', { name: 'Orders', exact: true })
  await expect(answer).toContainText('by country')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'Germany' })).toBeVisible()
  const total = await answer.locator('p').first().innerText()
  await answer.getByRole('link', { name: /^Open in the summary/ }).click()
  await expect(panel(page, 'Orders')).toContainText(total)

  await page.goto(summaryPath('/ask?q=hello'))
  await expect(page.getByText(/^The question names no metric/)).toBeVisible()
  await page.getByRole('link', { name: 'Sales by country this year' }).click()
  await expect(page.getByRole('region', { name: 'Sales', exact: true })).toBeVisible()
})

test('G and a letter go to a page, the sheet lists all keys, and single keys can be switched off', async ({
  page,
  visit,
}) => {
  await visit(summaryPath())
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Go to a page')
  await expect(sheet.locator('dt', { hasText: 'All shops' }).locator('xpath=..')).toContainText('GH')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(summaryPath('/hub'))
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(summaryPath())

  await page.keyboard.press('?')
  await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  for (const key of ['g', 'h', '?', 'x', 'ArrowLeft']) await page.keyboard.press(key)
  // Shortcuts with Ctrl still work, which also shows that the others were handled.
  await openMenu(page)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL(summaryPath())
})

function menuOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Search and commands' })
}

async function openMenu(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k')
  const menu = menuOf(page)
  await menu.getByRole('option').first().waitFor()
  return menu
}

/** Types, waits until the command is the selected one, and presses Enter. */
async function run(menu: Locator, letters: string, name: RegExp): Promise<void> {
  await menu.getByRole('combobox').fill(letters)
  await expect(menu.getByRole('option', { name, selected: true })).toBeVisible()
  await menu.page().keyboard.press('Enter')
  await expect(menu).toBeHidden()
}
