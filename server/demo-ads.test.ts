import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDays, countDays, type Day, dayOf } from '@tillsight/core/days'
import { type ConnectionContext, createShop, run, runQuery } from '@tillsight/domain'
import { type AdPlatform, type Advertiser, demoAds } from '../demo/ads/index.ts'
import { type AdFact, type AdFigures, countAds, sumAds } from '../demo/expected-ads.ts'
import { newAdSandbox, startAdSandbox } from '../demo/sandbox.ts'
import { importDemoAds, importDemoRates } from './demo-ads.ts'
import { demoShops } from './demo-shops.ts'
import { presentApps } from './platform-apps.ts'
import { tillsightJson } from './testing/command.ts'
import { startInstallation } from './testing/installation.ts'

// Platforms keep some months only, counted from now.
const publicUrl = 'http://localhost:3000'
const createdAt = new Date().toISOString()
const today = dayOf(new Date(createdAt), 'America/Los_Angeles')
/** Spend of the last days is still corrected. */
const days = { from: addDays(today, -400), to: addDays(today, -4) }
const connected: readonly (readonly [Advertiser, AdPlatform])[] = [
  ['demo', 'googleads'],
  ['demo', 'metaads'],
  ['demo', 'tiktokads'],
  ['shopify', 'googleads'],
  ['shopify', 'metaads'],
]

test('every ad figure, imported through the connectors, is the one counted independently', async () => {
  const ads = await startAdSandbox({
    ...newAdSandbox({ googleads: 0, metaads: 0, tiktokads: 0 }),
    createdAt,
    publicUrl,
    isLive: false,
  })
  after(() => ads.stop())
  const { contexts, env } = await startInstallation({ after }, { publicUrl, platformApps: presentApps(ads.variables) })
  await importDemoRates(contexts, { createdAt, stores: [] })
  const stores = [{ kind: 'demo' }, { kind: 'shopify' }] as const
  for (const { kind } of stores) await run(createShop, await contexts.anyShop(), demoShops[kind])
  const watching = { stopping: AbortSignal.timeout(220_000), say: (text: string) => assert.fail(text) }
  await importDemoAds(contexts, stores, watching)
  const spent = { demo: 0, shopify: 0 }
  for (const [advertiser, platform] of connected) {
    const ctx = await contexts.shop(demoShops[advertiser].domain)
    const source = demoAds(platform, { createdAt, until: createdAt })
    const shopCurrency = demoShops[advertiser].currency
    const facts = countAds(source, { advertiser, platform, shopCurrency, ...days, knownBy: new Date(createdAt) })
    assert.deepEqual(await differences(ctx, platform, facts), [], `${advertiser} ${platform}`)
    spent[advertiser] += sumAds(facts).spendInShop
  }
  for (const { kind } of stores) {
    // Nothing was sold, so that marketing is all that there is to profit.
    const metrics = ['blendedAdSpend', 'totalMarketingSpend', 'cm3', 'netProfit']
    const { totals } = await run(runQuery, await contexts.shop(demoShops[kind].domain), { metrics, ...days })
    const found = metrics.map((key) => Math.abs(Number(totals[key])))
    assert.ok(
      found.every((amount) => Math.abs(amount - spent[kind]) <= 0.005),
      `${found.join()} instead of ${spent[kind]}`,
    )
    assert.ok(Number(totals['netProfit']) < 0)
  }
  // This includes the account in Los Angeles.
  const platform = 'metaads'
  const options = { advertiser: 'demo', platform, shopCurrency: 'EUR', ...days, knownBy: new Date(createdAt) } as const
  const facts = countAds(demoAds(platform, { createdAt, until: createdAt }), options)
  const asked = ['--shop', demoShops.demo.domain, '--from', days.from, '--to', days.to]
  const args = ['metrics', ...keysOf(platform), ...asked]
  const { totals } = await tillsightJson<{ readonly totals: Pair['values'] }>(args, env)
  assert.deepEqual(different('on the command line', { values: totals, of: facts }), [])
  assert.equal(Object.keys(totals).length, keysOf(platform).length)
})

function keysOf(platform: AdPlatform): readonly string[] {
  return ['spend', 'impressions', 'clicks', 'conversions', 'conversionValue'].map((key) => `${platform}.${key}`)
}

/** Differences between the product's figures and the counted ones: in total, by day and by campaign. */
async function differences(ctx: ConnectionContext, platform: AdPlatform, facts: readonly AdFact[]): Promise<string[]> {
  const metrics = ['spend', 'impressions', 'clicks', 'conversions', 'conversionValue'].map(
    (key) => `${platform}.${key}`,
  )
  const { totals, series = [] } = await run(runQuery, ctx, { metrics, ...days, interval: 'day' })
  const filters = [{ dimension: 'channel', operator: 'is' as const, values: [platform] }]
  const query = { metrics, ...days, dimensions: ['campaign'], filters, limit: 100 }
  const { rows = [] } = await run(runQuery, ctx, query)
  const byDay = Map.groupBy(facts, ({ day }) => day)
  const byCampaign = Map.groupBy(facts, ({ accountId, campaignId }) => `${platform}/${accountId}/${campaignId}`)
  assert.equal(series.length, countDays(days))
  assert.deepEqual(new Set(rows.map(({ dimensions }) => dimensions['campaign'])), new Set(byCampaign.keys()))
  const compare = (where: string, values: typeof totals, of: readonly AdFigures[]) => different(where, { values, of })
  return [
    ...compare('in all', totals, facts),
    // A `Day` is its own text, so keys match.
    ...series.flatMap(({ at, values }) => compare(at, values, byDay.get(at.slice(0, 10) as Day) ?? [])),
    ...rows.flatMap(({ dimensions, values }) => {
      const key = String(dimensions['campaign'])
      return compare(key, values, byCampaign.get(key) ?? [])
    }),
  ]
}

interface Pair {
  readonly values: Readonly<Record<string, string | number | null>>
  readonly of: readonly AdFigures[]
}

function different(where: string, { values, of }: Pair): string[] {
  const expected = sumAds(of)
  const wanted: Readonly<Record<string, number>> = {
    spend: expected.spendInShop,
    impressions: expected.impressions,
    clicks: expected.clicks,
    conversions: expected.purchases,
    conversionValue: expected.valueInShop,
  }
  return Object.entries(values).flatMap(([key, value]) => {
    const figure = wanted[key.split('.')[1] ?? ''] ?? Number.NaN
    // Amounts of accounts in another currency are converted by the day, and rounded to a millionth.
    const isSame = Math.abs(Number(value) - figure) <= 0.005
    return isSame ? [] : [`${where} ${key}: ${value} instead of ${figure}`]
  })
}
