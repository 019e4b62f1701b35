import type { Locator, Page } from '@playwright/test'
import { summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { daysButton, openDaysMenu } from './summary-page.ts'

test.use({ isColleague: true })

test('a view is saved, changed, saved under another name, and opens by itself', async ({ page, visit }) => {
  await visit(summaryPath('?range=7d&compare=year'))
  await saveAs(page, 'Save this view…', { name: 'Weekly', isDefault: true })
  const menu = viewsMenu(page)
  await expect(page).toHaveURL(/\?range=7d&compare=year&view=[\w-]+$/)
  await expect(menu.locator('summary')).toHaveAccessibleName('Weekly')

  await (await openDaysMenu(page)).getByRole('link', { name: 'Last 28 days' }).click()
  await expect(menu.locator('summary')).toHaveAccessibleName('Weekly Edited')
  await openViews(page)
  await menu.getByRole('link', { name: 'Discard changes' }).click()
  await expect(daysButton(page)).toContainText('Last 7 days')
  await expect(menu.locator('summary')).toHaveAccessibleName('Weekly')

  await (await openDaysMenu(page)).getByRole('link', { name: 'Last 90 days' }).click()
  await expect(menu.locator('summary')).toHaveAccessibleName('Weekly Edited')
  await saveAs(page, 'Save as a new view…', { name: 'Quarterly', isDefault: false })
  await expect(menu.locator('summary')).toHaveAccessibleName('Quarterly')
  await expect(page).toHaveURL(/range=90d/)

  await visit(summaryPath())
  await expect(menu.locator('summary')).toHaveAccessibleName('Weekly')
  await expect(daysButton(page)).toContainText('Last 7 days')
  await openViews(page)
  await expect(menu.getByRole('link', { name: 'Weekly Opens by default' })).toHaveAttribute('aria-current', 'true')
  await menu.getByRole('link', { name: 'Without a view' }).click()
  await expect(daysButton(page)).toContainText('Last 30 days')
})

test('changes of a view are stored, and a deleted view comes back', async ({ page, visit }) => {
  await visit(summaryPath('?f=country:AT'))
  await saveAs(page, 'Save this view…', { name: 'Austria', isDefault: false })
  const menu = viewsMenu(page)
  await expect(menu.locator('summary')).toHaveAccessibleName('Austria')
  await (await openDaysMenu(page)).getByRole('link', { name: 'Month to date' }).click()
  await expect(menu.locator('summary')).toHaveAccessibleName('Austria Edited')
  await openViews(page)
  await menu.getByRole('button', { name: 'Save changes' }).click()
  await expect(menu.locator('summary')).toHaveAccessibleName('Austria')

  await visit(summaryPath())
  await openViews(page)
  await menu.getByRole('button', { name: 'Delete Austria' }).click()
  await expect(menu.getByRole('link', { name: 'Austria' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await openViews(page)
  await menu.getByRole('link', { name: 'Austria' }).click()
  await expect(page).toHaveURL(/range=mtd&f=country:AT/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a view is saved, opened and deleted', async ({ page }) => {
    await page.goto(summaryPath('?range=7d'))
    const menu = viewsMenu(page)
    await menu.locator('summary').click()
    await menu.getByLabel('Name').fill('Plain')
    await menu.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(menu.locator('summary')).toHaveAccessibleName('Plain')
    await page.goto(summaryPath())
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'Plain' }).click()
    await expect(page).toHaveURL(/range=7d/)
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: 'Delete Plain' }).click()
    await menu.locator('summary').click()
    await expect(menu.getByRole('link', { name: 'Plain' })).toHaveCount(0)
  })
})

function viewsMenu(page: Page): Locator {
  return page.getByRole('main').locator('header details').first()
}

/** Opens the menu if it is closed. */
async function openViews(page: Page): Promise<Locator> {
  const menu = viewsMenu(page)
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click()
  return menu
}

interface SavedAs {
  readonly name: string
  readonly isDefault: boolean
}

async function saveAs(page: Page, entry: string, { name, isDefault }: SavedAs): Promise<void> {
  const menu = await openViews(page)
  await menu.getByRole('button', { name: entry }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill(name)
  if (isDefault) await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`“${name}” is saved.`, { exact: true })).toBeVisible()
}
