import { expectNoBarriers } from './barriers.ts'
import { summaryPath } from './figures.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

/** A currency that the demo does not use, and days that no test reads. */
const file = {
  name: 'rates.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Date,ISK\n2001-03-01,80.5\n2001-03-02,81\n'),
}

test('the page says where rates come from and what the shop needs', async ({ page, visit }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visit(summaryPath('/settings'))
  await page.getByRole('link', { name: 'Currencies' }).click()
  await expect(page.getByText('Rates are imported from files.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fetch now' })).toHaveCount(0)
  const needs = page.getByRole('region', { name: 'Currencies in use' })
  await expect(needs.getByRole('listitem').filter({ hasText: 'GBP' })).toContainText('Complete')
  await expectNoBarriers(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a file of rates is looked at and imported by forms alone', async ({ page }) => {
    await page.goto(summaryPath('/settings/currencies'))
    await page.getByLabel('Rates file').setInputFiles(file)
    await page.getByRole('button', { name: 'Preview import' }).click()
    await expect(page.getByText('2 rates on 2 days, 1 – 2 Mar 2001: ISK.')).toBeVisible()
    const importing = page.getByRole('button', { name: 'Import rates' })
    // Another run may have imported them before.
    if (await importing.isVisible()) {
      await importing.click()
      await expect(page.getByText('The rates are imported.')).toBeVisible()
    } else await expect(page.getByText('All rates are already there')).toBeVisible()
  })
})

test.describe('what is refused', () => {
  test.use({ isVisitor: true, expectedMessage: /the server responded with a status of (400|403)/ })

  test('rates are not a stranger’s to change: they are the same for everybody', async ({ page, visit }) => {
    const owner = await addOwner('Rolf')
    await enter(page.context(), owner)
    const path = `/shop/${owner.domain}/settings/currencies`
    await visit(path)
    await expect(page.getByText('Exchange rates are shared by all shops on your Tillsight server.')).toBeVisible()
    await expect(page.getByLabel('Rates file')).toHaveCount(0)
    await expectNoBarriers(page)
    const multipart = { intent: 'preview', base: 'EUR', file }
    expect((await page.request.post(path, { multipart })).status()).toBe(403)
  })
})
