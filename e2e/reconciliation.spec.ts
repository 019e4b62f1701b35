import { readFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import { expectNothingSideways, findBarriers } from './barriers.ts'
import { shopDay } from './figures.ts'
import { countOrders } from './own-store.ts'
import { expect, test } from './product-test.ts'
import { type FixtureStore, openFixtureStore, orderTotal } from './trial-store.ts'

const orders = 5
const stores: FixtureStore[] = []

// Kept until the end: the product continues to sync connected stores.
test.afterAll(() => Promise.all(stores.map((store) => store.close())))

/** A shop whose store sold one order a day, and whose own report has lost that of the day before yesterday. */
async function openComparedShop(page: Page, { project, repeatEachIndex, retry }: TestInfo): Promise<string> {
  const domain = `compared-${project.name}-${repeatEachIndex}-${retry}.example`
  const store = await openFixtureStore('Vergleichsladen', orders)
  stores.push(store)
  // Order numbers start with yesterday's: 5001, then 5002.
  store.fake.analytics.missing.add(5002)
  const shop = { domain, name: 'Vergleichsladen', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }
  expect((await page.request.post('/register', { form: shop })).ok()).toBe(true)
  const keys = { 'value.url': store.url, 'value.key': store.key, 'value.secret': store.secret, write: 'yes' }
  const connecting = await page.request.post(`/shop/${domain}/integrations`, {
    form: { intent: 'keys', connector: 'woocommerce', ...keys },
  })
  expect(connecting.ok()).toBe(true)
  await expect.poll(() => countOrders(page.request, domain), { timeout: 40_000 }).toBe(orders)
  return domain
}

/** A day as the page prints it: `Wed 4 Nov 2026`. */
function dayInWords(day: string): string {
  const shape = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const parts = new Intl.DateTimeFormat('en-US', shape).formatToParts(new Date(`${day}T00:00:00Z`))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
}

const rowOf = (page: Page, day: string) =>
  page.getByRole('table', { name: 'Tillsight and your store, by day' }).getByRole('row').filter({ hasText: day })

test('figures stand beside the store’s own, and an order that it lost is named with its amount', async ({
  page,
  visit,
}, info) => {
  const domain = await openComparedShop(page, info)
  const [yesterday, before] = [shopDay(1), shopDay(2)]
  await visit(`/shop/${domain}/integrations`)
  await page.getByRole('link', { name: 'Reconciliation with the store' }).click()
  // An automatic comparison may have run or be running: wait for the one started here.
  const pressed = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Compare these dates now' }).click()
  await pressed
  await expect(page.getByText(/: compared just now/)).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeHidden()
  const money = `€${orderTotal.toFixed(2)}`
  await expect(rowOf(page, dayInWords(yesterday))).toContainText(`Matches€0.00${money}${money}€0.0011`)
  await expect(rowOf(page, dayInWords(before))).toContainText(`Known reason−\u2060${money}${money}€0.00−\u2060€20.0010`)

  await rowOf(page, dayInWords(before)).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Missing in the store’s report' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeHidden()
  const listed = page.getByRole('table', { name: /^Orders that differ/ })
  await expect(listed.getByRole('row').filter({ hasText: '5002' })).toContainText(`${money}–−\u2060${money}`)
  // New orders reload the page, and the loading bar is outside all landmarks meanwhile.
  await expect(async () => expect(await findBarriers(page)).toEqual([])).toPass()
  await expectNothingSideways(page)

  await listed.getByRole('link', { name: /5002/ }).click()
  await expect(page.getByRole('dialog', { name: /^Order/ })).toBeVisible()
})

test('the comparison is a file too, and reachable from a figure', async ({ page, visit }, info) => {
  const domain = await openComparedShop(page, { ...info, repeatEachIndex: info.repeatEachIndex + 100 })
  await visit(`/shop/${domain}/integrations/reconciliation`)
  await page.getByRole('button', { name: 'Compare these dates now' }).click()
  const link = page.getByRole('link', { name: 'CSV' })
  await expect(link).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText(/: compared just now/)).toBeVisible({ timeout: 40_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const text = await readFile(await download.path(), 'utf8')
  const line = text.split('\r\n').find((row) => row.startsWith(shopDay(2)))
  expect(line).toContain('explained,EUR,1.000000,0.000000,20.000000,0.000000')
  expect(line).toContain(`missing_in_report -${orderTotal.toFixed(6)}`)

  await visit(`/shop/${domain}?open=sales`)
  await page.getByRole('link', { name: 'Compare with the store’s own report' }).click()
  await expect(page.getByRole('heading', { name: 'Reconciliation', level: 1 })).toBeVisible()
  await visit(`/shop/${domain}?open=sales`)
  await page.getByRole('link', { name: 'All data changes' }).click()
  await expect(page.getByRole('heading', { name: 'No changes' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeHidden()
  await expect(async () => expect(await findBarriers(page)).toEqual([])).toPass()
})
