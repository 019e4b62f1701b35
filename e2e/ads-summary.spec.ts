import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type AdPlatform, demoAds } from '../demo/ads/index.ts'
import { countAds, sumAds } from '../demo/expected-ads.ts'
import { ask, askMetrics, demoShop, print, shopDay, summaryPath } from './figures.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { figureOf } from './summary-page.ts'

const platforms = [
  { id: 'googleads', name: 'Google Ads', stats: ['spend', 'conversions', 'cpa', 'cpc', 'roas'] },
  { id: 'metaads', name: 'Meta Ads', stats: ['spend', 'conversions', 'cpa', 'cpc', 'roas', 'impressions'] },
  { id: 'tiktokads', name: 'TikTok Ads', stats: ['spend', 'conversions', 'cpa', 'cpc', 'views', 'clicks'] },
] as const

/** Labels of tiles in a platform's own section. */
const names: Readonly<Record<string, string>> = {
  spend: 'Spend',
  conversions: 'Conversions',
  cpa: 'CPA',
  cpc: 'CPC',
  roas: 'ROAS',
  impressions: 'Impressions',
  views: 'Views',
  clicks: 'Clicks',
}

/** Platforms still restate spend of the last days. */
const days = { from: shopDay(33), to: shopDay(4) }
const search = `?from=${days.from}&to=${days.to}`

/** A platform's expected figures, added up from its simulator's data. */
function expected(platform: AdPlatform) {
  const { createdAt } = findProduct()
  const source = demoAds(platform, { createdAt, until: createdAt })
  const known = { shopCurrency: 'EUR', knownBy: new Date(createdAt), ...days }
  return sumAds(countAds(source, { advertiser: 'demo', platform, ...known }))
}

async function askStats(request: APIRequestContext, platform: string, stats: readonly string[]) {
  const keys = stats.map((stat) => `${platform}.${stat}`)
  const [{ totals }, metrics] = await Promise.all([
    ask(request, { metrics: keys, ...days }, demoShop.domain),
    askMetrics(request, keys),
  ])
  return { totals, metrics }
}

for (const { id, name, stats } of platforms) {
  // Tiles are the same for all of them: a phone shows one.
  const tag = id === 'googleads' ? '@phone' : '@wide'
  test(`shows what ${name} cost and claims, as its simulated accounts tell it`, { tag }, async ({
    page,
    request,
    visit,
  }) => {
    const { totals, metrics } = await askStats(request, id, stats)
    const { spendInShop, purchases, valueInShop, clicks } = expected(id)
    const figure = (stat: string) => Number(totals[`${id}.${stat}`])
    expect(figure('spend')).toBeCloseTo(spendInShop, 2)
    expect(figure('conversions')).toBeCloseTo(purchases, 6)
    expect(figure('cpa')).toBeCloseTo(spendInShop / purchases, 2)
    expect(figure('cpc')).toBeCloseTo(spendInShop / clicks, 2)
    if (id !== 'tiktokads') expect(figure('roas')).toBeCloseTo(valueInShop / spendInShop, 3)
    await visit(summaryPath(search))
    for (const { key, unit } of metrics) {
      const shown = tileIn(page, name, names[key.split('.')[1] ?? ''] ?? key)
      await expect(shown, key).toHaveCount(1)
      await expect(shown.getByRole('link').first(), key).toHaveText(printed(totals[key], unit))
    }
    await expect(page.getByRole('region', { name, exact: true })).toContainText(`Reported by ${name}`)
  })
}

function tileIn(page: Page, section: string, name: string): Locator {
  const heading = page.getByRole('heading', { name, exact: true })
  return page.getByRole('region', { name: section, exact: true }).getByRole('article').filter({ has: heading })
}

/** Multiples with two digits and their sign; everything else as other figures. */
function printed(value: string | number | null | undefined, unit: string): string {
  return unit === 'ratio' && value !== null ? `${Number(value).toFixed(2)}×` : print(value, unit)
}

test('relates all that was sold to all that was spent', { tag: '@phone' }, async ({ page, request, visit }) => {
  const keys = ['blendedAdSpend', 'blendedRoas', 'mer', 'ncac']
  const [{ totals }, metrics] = await Promise.all([
    ask(request, { metrics: [...keys, 'orderRevenue', 'newCustomers'], ...days }),
    askMetrics(request, keys),
  ])
  const spend = platforms.reduce((sum, { id }) => sum + expected(id).spendInShop, 0)
  expect(Number(totals.blendedAdSpend)).toBeCloseTo(spend, 1)
  expect(Number(totals.blendedRoas)).toBeCloseTo(Number(totals.orderRevenue) / spend, 3)
  expect(Number(totals.ncac)).toBeCloseTo(spend / Number(totals.newCustomers), 2)
  await visit(summaryPath(search))
  for (const { key, label, unit } of metrics) {
    await expect(figureOf(page, label), label).toHaveText(printed(totals[key], unit))
  }
})

test('a figure of ads opens down to the days of its ads, which add up to it', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const { totals } = await ask(request, { metrics: ['googleads.spend'], ...days }, demoShop.domain)
  await visit(summaryPath(search))
  await tileIn(page, 'Google Ads', 'Spend').getByRole('link').first().click()
  await expect(page).toHaveURL(/open=googleads\.spend/)
  const opened = page.getByRole('dialog')
  await expect(opened).toContainText(print(totals['googleads.spend'], 'money'))
  const rows = opened.getByRole('region', { name: 'The rows behind it' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Total' })).toContainText(print(totals['googleads.spend'], 'money'))
  await expect(rows.nth(2)).toContainText('Google Ads ·')
})

test('claims of a section are counted by the rule that is chosen there, and say so', async ({
  page,
  request,
  visit,
}) => {
  const metrics = ['metaads.conversions', 'googleads.conversions']
  const claims = { metaads: '1d_click' }
  const { totals } = await ask(request, { metrics, ...days, claims }, demoShop.domain)
  await visit(summaryPath(search))
  const meta = page.getByRole('region', { name: 'Meta Ads', exact: true })
  await meta.locator('summary').filter({ hasText: 'Conversion counting' }).click()
  await meta.getByRole('link', { name: '1 day after a click' }).click()
  await expect(page).toHaveURL(/claims=metaads:1d_click/)
  const shown = (section: string) => tileIn(page, section, 'Conversions').getByRole('link').first()
  await expect(shown('Meta Ads')).toHaveText(print(totals['metaads.conversions'], 'count'))
  await expect(shown('Google Ads')).toHaveText(print(totals['googleads.conversions'], 'count'))
  await expect(tileIn(page, 'Meta Ads', 'Conversions')).toContainText('1 day after a click')
  await expect(tileIn(page, 'Google Ads', 'Conversions')).not.toContainText('after a click')
})
