import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseRate } from '@tillsight/core'
import { addDays, type Day, listDays, parseDay } from '@tillsight/core/days'
import type { MetricValue } from '@tillsight/metrics'
import fc from 'fast-check'
import { run, type ShopContext } from '../context/index.ts'
import { storeRates } from '../currencies/index.ts'
import { type AdDay, writeAdDays } from './ads.testing.ts'
import { listRows } from './list-rows.ts'
import { ask, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
const first = parseDay('2026-03-24')
const days = listDays({ from: first, to: addDays(first, 11) })
const last = addDays(first, 11)
/** Units of each currency for one euro, by day: round enough for all products to be exact. */
const perEuro: Readonly<Record<string, (day: number) => number>> = {
  EUR: () => 1,
  USD: (day) => 1 + day / 4,
  SEK: (day) => 8 + (day % 3) * 2,
}
const accounts = [
  { platform: 'googleads', account: '1', currency: 'EUR' },
  { platform: 'googleads', account: '2', currency: 'SEK' },
  { platform: 'metaads', account: '1', currency: 'USD' },
  { platform: 'tiktokads', account: '1', currency: 'SEK' },
  { platform: 'custom', account: 'e1', currency: 'USD', channel: 'Podcast' },
  { platform: 'custom', account: 'e2', currency: 'EUR', channel: 'Agency', countsAs: 'marketing' },
] as const

const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => (amount / 100).toFixed(2))
const row = fc
  .record({
    day: fc.constantFrom(...days),
    of: fc.constantFrom(...accounts),
    campaign: fc.constantFrom('', '1', '2'),
    adSet: fc.constantFrom('', '11', '12'),
    ad: fc.constantFrom('', '111', '112'),
    spend: cents,
    impressions: fc.nat(100_000),
    clicks: fc.nat(1000),
    purchases: fc.integer({ min: 0, max: 90 }).map((tenths) => (tenths / 10).toFixed(1)),
    value: cents,
  })
  .map(({ of, campaign, adSet, ad, ...figures }): AdDay => {
    const deeper = campaign === '' ? { campaign } : { campaign, adSet, ad: adSet === '' ? '' : ad }
    return { ...figures, ...of, ...deeper }
  })
const histories = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 60,
  selector: ({ day, platform, account, campaign, adSet, ad }) =>
    [day, platform, account, campaign, adSet, ad].join('/'),
})

const sums = [
  'blendedAdSpend',
  'totalMarketingSpend',
  'platformSpend',
  'adImpressions',
  'claimedConversions',
  'claimedRevenue',
  'googleads.spend',
  'metaads.conversionValue',
  'tiktokads.clicks',
] as const
const ratios = ['googleads.roas', 'metaads.roas', 'tiktokads.roas', 'claimedRoas'] as const
const metrics = [...sums, ...ratios]

/** One row's contribution to each sum, computed by hand; money in euros. */
function parts({ day, platform, currency = 'EUR', countsAs = 'ad_spend', ...row }: AdDay) {
  const euros = (text = '0') => Number(text) / (perEuro[currency]?.(days.indexOf(parseDay(day))) ?? Number.NaN)
  const isPlatform = platform !== 'custom'
  const of = (name: string, amount: number) => (platform === name ? amount : 0)
  return {
    blendedAdSpend: countsAs === 'ad_spend' ? euros(row.spend) : 0,
    totalMarketingSpend: euros(row.spend),
    platformSpend: isPlatform ? euros(row.spend) : 0,
    adImpressions: isPlatform ? (row.impressions ?? 0) : 0,
    claimedConversions: isPlatform ? Number(row.purchases) : 0,
    claimedRevenue: isPlatform ? euros(row.value) : 0,
    'googleads.spend': of('googleads', euros(row.spend)),
    'metaads.conversionValue': of('metaads', euros(row.value)),
    'tiktokads.clicks': of('tiktokads', row.clicks ?? 0),
  } satisfies Record<(typeof sums)[number], number>
}

function near(one: MetricValue | undefined, other: number, what: string): void {
  assert.ok(Math.abs(Number(one) - other) < 1e-4, `${what}: ${one} instead of ${other}`)
}

async function openShop(rows: readonly AdDay[]): Promise<ShopContext> {
  const shop = await stores.openShop()
  await writeAdDays(shop, rows)
  return shop
}

const rated = ['USD', 'SEK'].flatMap((quote) =>
  days.map((day, index) => ({ quote, day, rate: parseRate(String(perEuro[quote]?.(index))) })),
)

test('ads add up: over any split, at every level, in the rows behind each figure, as a plain calculator has it', async () => {
  await storeRates(stores.db.kysely, rated)
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(10), async (rows, cut) => {
      const shop = await openShop(rows)
      const query = (from: Day, to: Day) => ({ metrics: [...metrics], from, to })
      const whole = await ask(shop, { ...query(first, last), interval: 'day' })
      const split = addDays(first, cut)
      const halves = [await ask(shop, query(first, split)), await ask(shop, query(addDays(split, 1), last))]
      for (const key of sums) {
        const expected = rows.reduce((sum, each) => sum + parts(each)[key], 0)
        near(whole.totals[key], expected, key)
        const ofHalves = halves.reduce((sum, { totals }) => sum + Number(totals[key]), 0)
        near(whole.totals[key], ofHalves, `${key} of both halves`)
        const ofDays = (whole.series ?? []).reduce((sum, { values }) => sum + Number(values[key]), 0)
        near(whole.totals[key], ofDays, `${key} of all days`)
      }
      for (const level of ['channel', 'ad_account', 'campaign', 'ad_set', 'ad', 'weekday', 'ad_status']) {
        const broken = await ask(shop, { ...query(first, last), dimensions: [level], limit: 1000 })
        assert.deepEqual(broken.totals, whole.totals, level)
        for (const key of sums) {
          const ofRows = (broken.rows ?? []).reduce((sum, { values }) => sum + Number(values[key]), 0)
          near(whole.totals[key], ofRows, `${key} by ${level}`)
        }
      }
      for (const metric of ['blendedAdSpend', 'claimedRoas', 'mer', 'tiktokads.clicks'] as const) {
        const opened = await run(listRows, shop, { metric, from: first, to: last, limit: 1000 })
        const added = (opened.ads ?? []).reduce((sum, { contribution }) => sum + Number(contribution), 0)
        near(opened.contribution, added, `rows behind ${metric}`)
        if (metric !== 'mer') assert.equal(opened.value, whole.totals[metric], metric)
      }
    }),
    { numRuns: 6, seed: 11 },
  )
})

test('what ads return is the same in every currency, for any range', async () => {
  await storeRates(stores.db.kysely, rated)
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(11), fc.nat(11), async (rows, one, other) => {
      const shop = await openShop(rows)
      const range = { from: addDays(first, Math.min(one, other)), to: addDays(first, Math.max(one, other)) }
      const [own, dollars, crowns] = await Promise.all(
        ['EUR', 'USD', 'SEK'].map((currency) =>
          ask(shop, { metrics: [...ratios], ...range, currency, dimensions: ['campaign'], compare: 'previous_period' }),
        ),
      )
      for (const result of [dollars, crowns]) {
        assert.deepEqual(result?.totals, own?.totals)
        const valuesOf = (rows: typeof own) =>
          new Map(rows?.rows?.map((row) => [row.dimensions['campaign'], row.values]))
        assert.deepEqual(valuesOf(result), valuesOf(own))
      }
    }),
    { numRuns: 8, seed: 12 },
  )
})
