import type { Page } from '@playwright/test'
import { ask, last30Days, print, summaryPath } from './figures.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

const tracking = (rest = '') => summaryPath(`/tracking${rest}`)

test('counts the orders that say where they came from', async ({ page, request, visit }) => {
  const { totals } = await ask(request, { metrics: ['orders', 'orderRevenue'], ...last30Days() })
  await visit(tracking())
  const signal = page.getByRole('region', { name: 'Orders with a source' })
  const [all = 0, known = 0, unknown = 0] = (await signal.locator('dd').allTextContents()).map((text) =>
    Number(text.replace(',', '')),
  )
  expect(all).toBe(totals.orders)
  expect(known + unknown).toBe(all)
  const total = page.getByRole('table', { name: 'Sources recorded on orders' }).getByRole('row', { name: /^Total/ })
  await expect(total).toContainText(print(totals.orderRevenue, 'money'))
})

test.describe('a template', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('is copied whole, and for a moment its button says so', async ({ page, visit }) => {
    for (const { path, field, source } of [
      { path: '/googleads', field: 'Final URL suffix', source: 'utm_source=google&' },
      { path: '/metaads', field: 'URL parameters', source: 'utm_source=facebook&' },
      { path: '/tiktokads', field: 'URL parameters', source: 'utm_source=tiktok&' },
    ]) {
      await visit(tracking(path))
      const button = page.getByRole('button', { name: `Copy ${field}` })
      const before = Date.now()
      await button.click()
      await expect(button).toHaveText('Copied')
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain(source)
      await expect(page.getByText(copied, { exact: true })).toBeVisible()
      await expect(button).toHaveText('Copy')
      expect(Date.now() - before).toBeGreaterThanOrEqual(1500)
    }
  })
})

test('the address of a landing page is checked without being stored', async ({ page, visit }) => {
  await visit(tracking('/googleads'))
  const landing = 'https://nordlicht-kontor.example/tee?gclid=abc&utm_source=google&utm_medium=cpc'
  await check(page, `${landing}&utm_id=123&ts_as=456&ts_ad=789`)
  await expect(page.getByText('An order from this click can be matched to its ad.')).toBeVisible()
  await expect(page.getByText('gclid is there: the platform added its click ID.')).toBeVisible()
  await expect(finding(page, 'utm_id')).toContainText('OK')
  await expect(finding(page, 'ts_kw')).toContainText('optional')

  await check(page, `${landing.replace('utm_medium', 'utm_medum')}&ts_as=456&utm_id={campaignid}`)
  await expect(page.getByText('An order from this click can’t be matched to a campaign.')).toBeVisible()
  await expect(finding(page, 'utm_medium')).toContainText('Misspelt')
  await expect(finding(page, 'utm_id')).toContainText('Macro not replaced')
  await expect(finding(page, 'ts_ad')).toContainText('Missing')

  await check(page, 'somewhere in my shop')
  const field = page.getByLabel('Address', { exact: true })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/not a web page address/)
  await expect(field).toHaveValue('somewhere in my shop')
  await expect(page.getByRole('table', { name: 'What the address contains' })).toHaveCount(0)
})

test('each platform says what its account tells, connected or not', async ({ page, context, visit }) => {
  const owner = await addOwner('Tom')
  for (const [path, name, stats] of [
    ['/googleads', 'Google Ads', ['Spend', 'Conversions', 'CPA', 'CPC', 'ROAS']],
    ['/metaads', 'Meta Ads', ['Spend', 'Conversions', 'CPA', 'CPC', 'ROAS', 'Reach', 'Impressions']],
    ['/tiktokads', 'TikTok Ads', ['Spend', 'Conversions', 'CPA', 'CPC', 'Views', 'Clicks']],
  ] as const) {
    await visit(tracking(path))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const account = page.getByRole('region', { name: 'What the account provides' })
    await expect(account).toContainText(`A ${name} account is connected`)
    await expect(account.locator('dt')).toHaveText(stats)
    await expect(page.getByRole('main')).not.toContainText(/coming soon/i)
    const audit = page.getByRole('region', { name: 'Ad audit' })
    const file = await page.request.get((await audit.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? '')
    expect(await file.text()).toMatch(/^\uFEFFkind,state,account_id,[^]*\r\nad,/)
  }
  await enter(context, owner)
  await page.goto(`/shop/${owner.domain}/tracking/metaads`)
  const account = page.getByRole('region', { name: 'What the account provides' })
  await expect(account).toContainText('No Meta Ads account is connected')
})

async function check(page: Page, address: string): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
}

function finding(page: Page, name: string) {
  return page
    .getByRole('table', { name: 'What the address contains' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
}
