import type { Browser, Page } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { noState } from './signed-in.ts'

test.use({ expectedMessage: /the server responded with a status of 404/ })

/** Opens an address in a browser that nobody is signed in with, as wide as the page. */
async function openAsStranger(
  browser: Browser,
  page: Page,
  at: { readonly address: string; readonly language?: string },
) {
  const context = await browser.newContext({
    storageState: noState,
    viewport: page.viewportSize(),
    locale: at.language ?? 'en-GB',
  })
  const opened = await context.newPage()
  await opened.goto(at.address)
  return opened
}

/** Whether everything fits, and no machine finds a barrier in either theme. */
async function expectWhole(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findBarriers(page)).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

async function make(page: Page, fields: { readonly title: string; readonly password?: string }): Promise<string> {
  await page.getByRole('textbox', { name: 'Title of the page' }).fill(fields.title)
  if (fields.password !== undefined) await page.getByLabel(/^Password/).fill(fields.password)
  await page.getByRole('button', { name: 'Create link' }).click()
  return page.getByText(/\/s\/[\w-]{43}$/).innerText()
}

test.describe('share links', { tag: '@phone' }, () => {
  test('a view is shared from its page, opened signed out with a password, counted and revoked', async ({
    page,
    browser,
    visit,
  }, { project }) => {
    // Both widths make one, in the same shop.
    const title = `For the books, ${project.name}`
    await visit(summaryPath('/profit?range=last_month'))
    await page.getByRole('link', { name: 'Share', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'What it shows' })).toHaveValue('profit')
    await expect(page.getByRole('combobox', { name: 'Days', exact: true })).toHaveValue('last_month')
    await expectWhole(page)
    await page.getByText('Show costs').click()
    const address = await make(page, { title, password: 'seven quiet herons' })

    const stranger = await openAsStranger(browser, page, { address })
    await expect(stranger.getByRole('heading', { name: 'This link does not open by itself' })).toBeVisible()
    await expectWhole(stranger)
    await stranger.getByLabel('Password').fill('not this one')
    await stranger.getByRole('button', { name: 'Open' }).click()
    await expect(stranger.getByRole('heading', { name: 'This link does not open by itself' })).toBeVisible()
    await stranger.getByLabel('Password').fill('seven quiet herons')
    await stranger.getByRole('button', { name: 'Open' }).click()
    await expect(stranger.getByRole('heading', { name: title })).toBeVisible()
    await expect(stranger.getByRole('rowheader', { name: 'Net profit', exact: true })).toBeVisible()
    await expect(stranger.locator('a')).toHaveCount(0)
    await expectWhole(stranger)

    await visit(summaryPath('/settings/shares'))
    const row = page.getByRole('listitem').filter({ hasText: title })
    await expect(row.getByText('Opened once in the last 90 days')).toBeVisible()
    await expectWhole(page)
    await row.getByRole('button', { name: `Revoke ${title}` }).click()
    await expect(row.getByText('Revoked', { exact: true })).toBeVisible()
    await stranger.reload()
    await expect(stranger.getByRole('heading', { name: 'This link does not open by itself' })).toBeVisible()
    await stranger.context().close()
  })

  test('every view is whole for a stranger, in any language', async ({ page, browser, visit }) => {
    for (const [view, heading] of [
      ['summary', 'Sales'],
      ['campaigns', 'Kampagne'],
      ['attribution', 'Kanal'],
    ] as const) {
      await visit(summaryPath(`/settings/shares/new?view=${view}&range=30d`))
      await page.getByText('Anyone who opens it can choose other dates').click()
      const address = await make(page, { title: `Our ${view}` })
      const stranger = await openAsStranger(browser, page, {
        address,
        language: view === 'summary' ? 'en-GB' : 'de-DE',
      })
      await expect(stranger.getByText(heading, { exact: true }).first()).toBeVisible()
      await expectWhole(stranger)
      await stranger.getByRole('combobox').selectOption('last_7_days')
      await stranger.getByRole('button').click()
      await expect(stranger).toHaveURL(/range=last_7_days/)
      await expect(stranger.getByRole('combobox')).toHaveValue('last_7_days')
      await stranger.context().close()
    }
  })

  test('the menu of saved views leads to the form', async ({ page, visit }) => {
    await visit(summaryPath('?range=mtd'))
    await page.locator('summary').filter({ hasText: 'Views' }).click()
    await page.getByRole('link', { name: 'Share this page' }).click()
    await expect(page.getByRole('combobox', { name: 'Days', exact: true })).toHaveValue('month_to_date')
  })
})
