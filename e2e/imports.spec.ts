import type { Locator, Page, TestInfo } from '@playwright/test'
import { expectNoBarriers } from './barriers.ts'
import { expect, test } from './product-test.ts'
import { figureOf } from './summary-page.ts'

const rows = [
  'Bestellung;Datum;Käufer;Artikel;Menge;Netto;Versand;Steuer;Notiz',
  'A-1;2026-03-01 10:00;ida@example.net;Socken;2;20.00;5.00;4.75;',
  'A-2;2026-03-02 11:00;jo@example.net;Mütze;1;100.00;;19.00;eilig',
  'A-3;2026-02-30 12:00;jo@example.net;Mütze;1;10.00;;1.90;',
]
const headings = {
  order_id: 'Bestellung',
  placed_at: 'Datum',
  email: 'Käufer',
  title: 'Artikel',
  quantity: 'Menge',
  gross: 'Netto',
  shipping: 'Versand',
  tax: 'Steuer',
}
const march = '?from=2026-03-01&to=2026-03-31'

const file = { name: 'alte-bestellungen.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }

/** A shop without data. */
async function openShop(page: Page, { project, repeatEachIndex, retry, title }: TestInfo): Promise<string> {
  const domain = `files-${title.length}-${project.name}-${repeatEachIndex}-${retry}.example`
  const shop = { domain, name: 'Aktenladen', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }
  expect((await page.request.post('/register', { form: shop })).ok()).toBe(true)
  return domain
}

/** Uploads the file and waits until it is examined. */
async function send(page: Page): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.waitForURL(/\/integrations\/imports\/[0-9a-f-]{36}$/)
}

async function chooseHeadings(page: Page): Promise<void> {
  for (const [column, heading] of Object.entries(headings))
    await page.getByLabel(new RegExp(`^${column}(?: \\(|$)`)).selectOption(heading)
}

/** Without scripts a page shows changes only after a reload. */
async function awaitOnReload(page: Page, sight: Locator): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(sight).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 40_000 })
}

test('a file with headings of its own is mapped, previewed and imported, and undone as a whole', async ({
  page,
  visit,
}, info) => {
  const domain = await openShop(page, info)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visit(`/shop/${domain}/integrations`)
  await page.getByRole('link', { name: 'Order imports' }).click()
  await send(page)
  await expect(page.getByText(/lacks the columns order_id, placed_at/)).toBeVisible({ timeout: 40_000 })
  await chooseHeadings(page)
  await expect(page.getByText('In the file: “20.00”, “100.00”, “10.00”')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Check the file again' }).click()

  await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeVisible({ timeout: 40_000 })
  const first = page.getByRole('table', { name: 'First orders of the file' })
  await expect(first.getByRole('row').filter({ hasText: 'A-1' })).toContainText('€20.00€0.00€5.00€4.75€29.75€0.00')
  await expect(page.getByRole('row', { name: /^Mar 2026/ })).toContainText('2€148.75€0.00')
  const wrong = page.getByRole('list', { name: 'Problems by row' }).getByRole('listitem')
  await expect(wrong.filter({ hasText: '2026-02-30' })).toContainText('Datum (placed_at)')
  const csv = await page.request.get((await page.getByRole('link', { name: 'All as CSV' }).getAttribute('href')) ?? '')
  expect(await csv.text()).toContain('4,Datum (placed_at),2026-02-30 12:00,')
  await expectNoBarriers(page)

  await page.getByRole('button', { name: 'Import 2 orders' }).click()
  await expect(page.getByText('Undo this import…')).toBeVisible({ timeout: 40_000 })
  const here = new URL(page.url()).pathname
  await visit(`/shop/${domain}${march}`)
  await expect(figureOf(page, 'Orders')).toHaveText('2')

  await visit(here)
  await page.getByText('Undo this import…').click()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('This import is undone')).toBeVisible({ timeout: 40_000 })
  await visit(`/shop/${domain}${march}`)
  await expect(page.getByRole('heading', { name: 'No store connected yet' })).toBeVisible()
  await visit(`/shop/${domain}/integrations/imports`)
  await expect(page.getByRole('row').filter({ hasText: file.name })).toContainText('Undone')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a file is imported and undone by forms alone', async ({ page }, info) => {
    const domain = await openShop(page, info)
    await page.goto(`/shop/${domain}/integrations/imports`)
    await send(page)
    await awaitOnReload(page, page.getByText(/lacks the columns order_id, placed_at/))
    await chooseHeadings(page)
    await page.getByRole('button', { name: 'Check the file again' }).click()
    await awaitOnReload(page, page.getByRole('button', { name: 'Import 2 orders' }))
    await page.getByRole('button', { name: 'Import 2 orders' }).click()
    await awaitOnReload(page, page.getByText('Undo this import…'))
    await page.getByText('Undo this import…').click()
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await awaitOnReload(page, page.getByText('This import is undone'))
  })
})

test.describe('what is refused', () => {
  test.use({ expectedMessage: /the server responded with a status of (400|404)/ })

  test('no file, what is none of ours, and an import of another shop', async ({ page, visit }, info) => {
    const domain = await openShop(page, info)
    const other = await openShop(page, { ...info, retry: info.retry + 100 })
    await visit(`/shop/${domain}/integrations/imports`)
    await page.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
    await page.getByRole('button', { name: 'Preview import' }).click()
    await expect(page.getByText('The file is empty, or none was chosen.')).toBeVisible()
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('<!doctype html><p>') })
    await page.getByRole('button', { name: 'Preview import' }).click()
    await expect(page.getByText(/is a web page, not a CSV file/)).toBeVisible({ timeout: 40_000 })
    const id = new URL(page.url()).pathname.split('/').at(-1)
    expect((await page.request.get(`/shop/${other}/integrations/imports/${id}`)).status()).toBe(404)
    await page.getByRole('button', { name: 'Discard file' }).click()
    await expect(page.getByText('No imports yet')).toBeVisible()
  })
})
