import type { Page, TestInfo } from '@playwright/test'
import { expectNoBarriers } from './barriers.ts'
import { summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'

/** A shop without data. */
async function openShop(page: Page, { project, repeatEachIndex, retry, title }: TestInfo): Promise<string> {
  const domain = `spend-${title.length}-${project.name}-${repeatEachIndex}-${retry}.example`
  const shop = { domain, name: 'Werbeladen', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }
  expect((await page.request.post('/register', { form: shop })).ok()).toBe(true)
  return domain
}

const entries = (page: Page) => page.getByRole('table', { name: 'Custom spend, latest first' })
const file = {
  name: 'spend.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('channel,first_day,amount\nRadio,2026-03-01,100\nRadio,2026-02-30,5\n'),
}

test('spend is entered, changed and deleted', async ({ page, visit }, info) => {
  const domain = await openShop(page, info)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visit(`/shop/${domain}/campaigns/spend`)
  await expect(page.getByText('No custom spend yet')).toBeVisible()
  await page.getByLabel('Channel').fill('Agency')
  await page.getByLabel('Amount').fill('3100')
  await page.getByLabel('How often').selectOption('Every month')
  await page.getByRole('textbox', { name: 'First day' }).fill('2026-01-01')
  await page.getByRole('textbox', { name: 'Last day' }).fill('2026-02-15')
  await page.getByRole('button', { name: 'Add custom spend' }).click()
  await expect(page.getByText('The spend is saved and included in all metrics.')).toBeVisible()
  await expect(page.getByLabel('Channel')).toHaveValue('')
  await expect(entries(page).getByRole('row').filter({ hasText: 'Agency' })).toContainText('€3,100.00 a month€4,760.71')
  await expectNoBarriers(page)

  await page.getByRole('link', { name: 'Edit Agency' }).click()
  await expect(page.getByLabel('Channel')).toHaveValue('Agency')
  await page.getByLabel('Counts as').selectOption('marketing')
  await page.getByRole('button', { name: 'Save change' }).click()
  await expect(entries(page).getByRole('row').filter({ hasText: 'Agency' })).toContainText('Marketing')
  await page.getByRole('link', { name: 'Edit Agency' }).click()
  await page.getByText('Delete this spend…').click()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Delete this spend' }).click()
  await expect(page.getByText('The spend is deleted and no longer included.')).toBeVisible()
  await expect(page.getByText('No custom spend yet')).toBeVisible()
})

test('a percentage of another figure is entered, and ends from today', async ({ page, visit }, info) => {
  const domain = await openShop(page, info)
  await visit(`/shop/${domain}/campaigns/spend`)
  await page.getByLabel('Channel').fill('Agency')
  await page.getByLabel('Amount').fill('7.5')
  await page.getByLabel('Given as').selectOption('Percent of net sales')
  await page.getByRole('textbox', { name: 'First day' }).fill('2026-01-01')
  await page.getByLabel('Counts as').selectOption('expense')
  await page.getByRole('button', { name: 'Add custom spend' }).click()
  const row = entries(page).getByRole('row').filter({ hasText: 'Agency' })
  await expect(row).toContainText('7.5% of net sales€0.00since')
  await page.getByRole('link', { name: 'Edit Agency' }).click()
  await expect(page.getByLabel('Given as')).toHaveValue('netSales')
  await page.getByText('Delete this spend…').click()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'End from today' }).click()
  await expect(page.getByText('The spend ended yesterday.')).toBeVisible()
  await expect(row).not.toContainText('since')
})

test.describe('what is refused', () => {
  test.use({ expectedMessage: /the server responded with a status of 400/ })

  test('says so beside its field, and nothing typed is lost', async ({ page, visit }, info) => {
    const domain = await openShop(page, info)
    await visit(`/shop/${domain}/campaigns/spend`)
    await page.getByLabel('Channel').fill('Meta Ads')
    await page.getByLabel('Amount').fill('1,500')
    await page.getByRole('button', { name: 'Add custom spend' }).click()
    await expect(page.getByLabel('Channel')).toBeFocused()
    await expect(page.getByLabel('Channel')).toHaveAccessibleDescription(/brings its own figures/)
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/a point before the decimals/)
    await expect(page.getByLabel('Amount')).toHaveValue('1,500')
    await expectNoBarriers(page)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a file is looked at, imported and undone by forms alone', async ({ page }, info) => {
    const domain = await openShop(page, info)
    await page.goto(`/shop/${domain}/campaigns/spend`)
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'Preview import' }).click()
    const wrong = page.getByRole('list', { name: 'Problems by row' }).getByRole('listitem')
    await expect(wrong).toContainText('This is not an existing day.')
    await page.getByRole('button', { name: 'Import 1 amount' }).click()
    await expect(entries(page).getByRole('row').filter({ hasText: 'Radio' })).toContainText('€100.00')
    await page.getByText('Undo…').click()
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await expect(page.getByText('The import is undone.')).toBeVisible()
    await expect(page.getByText('No custom spend yet')).toBeVisible()
  })
})

test.describe('of an analyst', () => {
  test.use({ isColleague: true })

  test('spend can be seen and not entered', async ({ page, visit }) => {
    const path = summaryPath('/campaigns/spend')
    await visit(path)
    await expect(page.getByText('Your role shows metrics.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add custom spend' })).toHaveCount(0)
    const form = { intent: 'save', channel: 'Print', firstDay: '2026-03-01', amount: '1' }
    expect((await page.request.post(path, { form, maxRedirects: 0 })).status()).toBe(403)
  })
})
