import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fixedClock, parseRate } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { createConnection, saveSyncState } from '@tillsight/database'
import { describeCatalogue } from '@tillsight/metrics'
import { openTwoShards } from '@tillsight/warehouse/testing'
import { run } from '../context/index.ts'
import { storeRates } from '../currencies/index.ts'
import { writeAdDays, writeAdHours, writeReach } from './ads.testing.ts'
import { listRows } from './list-rows.ts'
import { ask, askTotals, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
const sharded = await openTestStores({ after }, { warehouse: await openTwoShards({ after }) })
const monday = '2026-05-04'
const tuesday = '2026-05-05'
const both = { from: monday, to: tuesday }

function rate(quote: string, day: string, text: string) {
  return { quote, day: parseDay(day), rate: parseRate(text) }
}

test('every metric is answered with every dimension and interval, on one server and on several', async () => {
  const { metrics, dimensions } = describeCatalogue()
  const ids = metrics.map(({ key }) => key).filter((key) => key !== 'refundedOrders' && key !== 'refundRateOrders')
  for (const { openShop } of [stores, sharded]) {
    const shop = await openShop()
    await writeAdDays(shop, [{ day: monday, platform: 'metaads', campaign: '1', spend: '5', impressions: 10 }])
    for (const interval of ['hour', 'week'] as const) {
      const { series } = await ask(shop, { metrics: ids, ...both, compare: 'previous_period', interval })
      assert.ok(series)
    }
    for (const { key } of dimensions.filter(({ level, key }) => level === 'ad' || key === 'weekday')) {
      const { rows } = await ask(shop, { metrics: ids, ...both, dimensions: [key], rowSeries: true })
      assert.equal(rows?.length, 1, key)
    }
  }
})

test('the worked examples of ads hold', async () => {
  const shop = await stores.openShop()
  await writeAdDays(shop, [
    { day: monday, platform: 'googleads', campaign: '1', spend: '1050', purchases: '10.5' },
    { day: monday, platform: 'metaads', campaign: '2', impressions: 4000, purchases: '4' },
    { day: tuesday, platform: 'metaads', campaign: '2', impressions: 5000, purchases: '6' },
    {
      day: monday,
      platform: 'tiktokads',
      campaign: '3',
      spend: '200',
      clicks: 400,
      purchases: '8',
      views: 15_000,
    },
  ])
  await writeReach(shop, [
    { from: monday, to: monday, reach: 1000 },
    { from: tuesday, to: tuesday, reach: 1200 },
    { ...both, reach: 1700 },
  ])
  const metrics = [
    'googleads.conversions',
    'googleads.cpa',
    'metaads.conversions',
    'metaads.reach',
    'tiktokads.cpa',
    'tiktokads.cpc',
    'tiktokads.views',
  ]
  const { totals, series } = await ask(shop, { metrics, ...both, interval: 'day' })
  assert.deepEqual(totals, {
    'googleads.conversions': 10.5,
    'googleads.cpa': '100.00',
    'metaads.conversions': 10,
    'metaads.reach': 1700,
    'tiktokads.cpa': '25.00',
    'tiktokads.cpc': '0.50',
    'tiktokads.views': 15_000,
  })
  assert.deepEqual(
    series?.map(({ values }) => values['metaads.reach']),
    [1000, 1200],
  )
  await writeAdDays(shop, [{ day: '2026-05-06', platform: 'tiktokads', campaign: '3', spend: '200' }])
  const without = await askTotals(shop, { metrics: ['tiktokads.cpa'], from: '2026-05-06', to: '2026-05-06' })
  assert.equal(without['tiktokads.cpa'], null)
})

test('reach that was not told for exactly these days has no value, and never becomes a sum', async () => {
  const shop = await stores.openShop()
  const shown = { platform: 'metaads', campaign: '1', impressions: 10 }
  await writeAdDays(shop, [
    { ...shown, day: monday },
    { ...shown, day: tuesday },
  ])
  await writeReach(shop, [
    { from: monday, to: monday, reach: 7 },
    { from: tuesday, to: tuesday, reach: 8 },
  ])
  const asked = { metrics: ['metaads.reach', 'metaads.impressions'], ...both }
  const first = await ask(shop, asked)
  assert.equal(first.totals['metaads.reach'], null)
  assert.match(first.warnings.join(), /Meta Ads is being asked/)
  await writeReach(shop, [{ ...both, reach: 12 }])
  assert.equal((await askTotals(shop, asked))['metaads.reach'], 12)
  // A second account without a report makes the total unknown; once both have reported there is a warning.
  await writeAdDays(shop, [{ ...shown, day: monday, account: '2' }])
  assert.equal((await askTotals(shop, asked))['metaads.reach'], null)
  await writeReach(shop, [{ ...both, account: '2', reach: 3 }])
  const second = await ask(shop, asked)
  assert.equal(second.totals['metaads.reach'], 15)
  assert.match(second.warnings.join(), /two accounts are counted twice/)
  const byAdSet = await ask(shop, { ...asked, dimensions: ['ad_set'] })
  assert.ok(byAdSet.rows?.every(({ values }) => values['metaads.reach'] === null))
  assert.match(byAdSet.warnings.join(), /Meta Ads reach can’t be split by .*, so it has no value in these rows/)
  const byAccount = await ask(shop, { ...asked, dimensions: ['ad_account'] })
  assert.deepEqual(
    byAccount.rows?.map(({ dimensions, values }) => [dimensions['ad_account'], values['metaads.reach']]),
    [
      ['metaads/1', 12],
      ['metaads/2', 3],
    ],
  )
  assert.equal((await askTotals(shop, { ...asked, from: '2026-04-01', to: '2026-04-02' }))['metaads.reach'], 0)
})

test('accounts of other currencies are converted with the rate of each day, and what they return stays the same', async () => {
  const shop = await stores.openShop({ currency: 'USD' })
  await storeRates(shop.db.kysely, [
    rate('SEK', '2026-06-01', '10'),
    rate('USD', '2026-06-01', '0.95'),
    rate('SEK', '2026-06-02', '10'),
    rate('USD', '2026-06-02', '1.1'),
    rate('GBP', '2026-06-01', '0.85'),
    rate('GBP', '2026-06-02', '0.8'),
  ])
  const account = { platform: 'googleads', currency: 'SEK', campaign: '1' }
  await writeAdDays(shop, [{ ...account, day: '2026-06-01', spend: '1000', value: '5000' }])
  const metrics = ['googleads.spend', 'googleads.conversionValue', 'googleads.roas', 'blendedAdSpend']
  const one = await askTotals(shop, { metrics, from: '2026-06-01', to: '2026-06-01' })
  assert.deepEqual(one, {
    'googleads.spend': '95.00',
    'googleads.conversionValue': '475.00',
    'googleads.roas': '5',
    blendedAdSpend: '95.00',
  })
  await writeAdDays(shop, [
    { ...account, day: '2026-06-02', spend: '300', value: '700' },
    { day: '2026-06-02', platform: 'metaads', campaign: '9', currency: 'GBP', spend: '80', value: '160' },
  ])
  const range = { from: '2026-06-01', to: '2026-06-02' }
  const all = [...metrics, 'claimedRoas', 'metaads.spend']
  const inDollars = await askTotals(shop, { metrics: all, ...range })
  const inPounds = await askTotals(shop, { metrics: all, ...range, currency: 'GBP' })
  // 1000 × 0.095 + 300 × 0.11, and 80 ÷ 0.8 × 1.1.
  assert.deepEqual([inDollars['googleads.spend'], inDollars['metaads.spend']], ['128.00', '110.00'])
  assert.deepEqual([inPounds['googleads.spend'], inPounds['metaads.spend']], ['109.00', '80.00'])
  assert.equal(inDollars['googleads.roas'], '4.3846153846', 'as the platform itself says: 5700 ÷ 1300')
  for (const key of ['googleads.roas', 'claimedRoas']) assert.equal(inPounds[key], inDollars[key], key)
})

test('without a rate the figures that need it have no value, and the other platforms stay', async () => {
  const shop = await stores.openShop()
  await storeRates(shop.db.kysely, [rate('NOK', monday, '10')])
  await writeAdDays(shop, [
    { day: monday, platform: 'metaads', campaign: '1', currency: 'NOK', spend: '100', clicks: 5, value: '330' },
    { day: '2026-05-25', platform: 'metaads', campaign: '1', currency: 'NOK', spend: '7', clicks: 2, value: '7' },
    { day: monday, platform: 'googleads', campaign: '2', spend: '20' },
  ])
  const metrics = ['metaads.spend', 'metaads.clicks', 'metaads.roas', 'googleads.spend', 'blendedAdSpend', 'mer']
  const asked = { metrics, from: monday, to: '2026-05-25' }
  const { totals, warnings, series, rows } = await ask(shop, {
    ...asked,
    interval: 'day',
    dimensions: ['channel'],
    rowSeries: true,
  })
  assert.deepEqual(totals, {
    'metaads.spend': null,
    'metaads.clicks': 7,
    'metaads.roas': '3.1495327103',
    'googleads.spend': '20.00',
    blendedAdSpend: null,
    mer: null,
  })
  assert.match(warnings.join(), /no exchange rate from NOK to EUR for .*2026-05-1\d/)
  const spends = series?.map(({ values }) => values['metaads.spend']) ?? []
  assert.deepEqual([spends[0], spends[1], spends.at(-1)], ['10.00', '0.00', null], 'days with a rate are known')
  const meta = rows?.find(({ dimensions }) => dimensions['channel'] === 'metaads')
  assert.deepEqual([meta?.values['metaads.spend'], meta?.names?.['channel']], [null, 'Meta Ads'])
  assert.deepEqual([meta?.course?.[0], meta?.course?.at(-1)], ['10.00', null])
  const opened = await run(listRows, shop, { metric: 'metaads.spend', from: monday, to: '2026-05-25' })
  assert.deepEqual(
    [opened.value, opened.contribution, opened.ads?.map(({ contribution }) => contribution)],
    [null, '10.00', [null, '10.00']],
  )
})

test('figures of orders have no value by campaign, figures of ads none by country, and the answer says why', async () => {
  const shop = await stores.openShop()
  await writeAdDays(shop, [{ day: monday, platform: 'metaads', campaign: '1', spend: '5' }])
  const metrics = ['orders', 'adSpend', 'mer']
  const byCampaign = await ask(shop, { metrics, ...both, dimensions: ['campaign'] })
  assert.deepEqual(byCampaign.totals, { orders: 0, adSpend: '5.00', mer: '0' })
  assert.deepEqual(
    byCampaign.rows?.map(({ values }) => values),
    [{ orders: null, adSpend: '5.00', mer: null }],
  )
  assert.match(
    byCampaign.warnings.join(),
    /Orders and MER can’t be split by campaign, so they have no value in these rows/,
  )
  const inGermany = [{ dimension: 'country', operator: 'is' as const, values: ['DE'] }]
  const german = await ask(shop, { metrics, ...both, filters: inGermany, interval: 'day' })
  assert.deepEqual(german.totals, { orders: 0, adSpend: null, mer: null })
  assert.match(
    german.warnings.join(),
    /Ad spend and MER can’t be split by country, so they have no value under this filter/,
  )
  assert.deepEqual(
    german.series?.map(({ values }) => values['adSpend']),
    [null, null],
  )
  const byWeekday = await ask(shop, { metrics, ...both, dimensions: ['weekday'] })
  assert.deepEqual(
    byWeekday.rows?.map(({ dimensions, values }) => [dimensions['weekday'], values['adSpend']]),
    [['1', '5.00']],
  )
})

test('costs that people entered count as they say', async () => {
  const shop = await stores.openShop()
  const entered = { day: monday, platform: 'custom', campaign: 'June' }
  await writeAdDays(shop, [
    { ...entered, account: 'a', channel: 'Podcast', spend: '30' },
    { ...entered, account: 'b', channel: 'Agency', spend: '70', countsAs: 'marketing' },
    { day: monday, platform: 'googleads', campaign: '1', spend: '100', clicks: 10, value: '400' },
  ])
  const metrics = ['blendedAdSpend', 'totalMarketingSpend', 'adSpend', 'platformSpend', 'adCpc', 'claimedRoas', 'adCpm']
  const { totals, rows } = await ask(shop, { metrics, ...both, dimensions: ['channel'] })
  assert.deepEqual(totals, {
    blendedAdSpend: '130.00',
    totalMarketingSpend: '200.00',
    adSpend: '130.00',
    platformSpend: '100.00',
    adCpc: '10.00',
    claimedRoas: '4',
    adCpm: null,
  })
  assert.deepEqual(
    rows?.map(({ dimensions, names, values }) => [dimensions['channel'], names?.['channel'], values['claimedRoas']]),
    [
      ['googleads', 'Google Ads', '4'],
      ['Podcast', 'Podcast', null],
      ['Agency', 'Agency', null],
    ],
  )
})

test('hours are those that platforms tell; a day of an account without them is not filled up', async () => {
  const shop = await stores.openShop()
  await writeAdDays(shop, [
    { day: monday, platform: 'googleads', campaign: '1', spend: '9', clicks: 3 },
    { day: tuesday, platform: 'googleads', campaign: '1', spend: '4' },
  ])
  await writeAdHours(shop, [
    { day: monday, startedAt: '2026-05-04T08:00:00Z', platform: 'googleads', campaign: '1', spend: '7' },
    { day: monday, startedAt: '2026-05-04T09:00:00Z', platform: 'googleads', campaign: '1', spend: '2' },
  ])
  const { totals, series, warnings } = await ask(shop, {
    metrics: ['googleads.spend', 'adClicks', 'orders'],
    ...both,
    interval: 'hour',
  })
  assert.deepEqual(totals, { 'googleads.spend': '13.00', adClicks: 3, orders: 0 })
  const spend = new Map(series?.map(({ at, values }) => [at, values['googleads.spend']]))
  assert.deepEqual(
    ['2026-05-04T08:00:00Z', '2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z', '2026-05-05T08:00:00Z'].map((at) =>
      spend.get(at),
    ),
    ['7.00', '2.00', '0.00', null],
  )
  assert.ok(series?.every(({ values }) => values['adClicks'] === null && values['orders'] === 0))
  assert.match(warnings.join(), /No platform tells Ad clicks by the hour/)
  assert.match(warnings.join(), /tell no hours for some of these days/)
})

test('an ad account that lags makes its own figures partial, and no others', async () => {
  const shop = await stores.openShop({}, fixedClock('2026-06-30T12:00:00Z'))
  const connection = await createConnection(shop.db.kysely, {
    shopId: shop.shop.id,
    connector: 'metaads',
    settings: {},
    secrets: Buffer.from('x'),
    status: 'active',
  })
  const stream = { connectionId: connection.id, stream: 'ad_days' }
  const { kysely } = shop.db
  // Midnight of an account whose zone is three hours east of the shop's.
  const completeSince = new Date('2026-05-31T19:00:00Z')
  await saveSyncState(kysely, { ...stream, mode: 'backfill' }, { completeSince })
  const at = new Date('2026-06-28T10:00:00Z')
  await saveSyncState(kysely, { ...stream, mode: 'increment' }, { syncedThrough: at, lastSuccessAt: at })
  await writeAdDays(shop, [
    { day: '2026-06-02', platform: 'metaads', spend: '5' },
    { day: '2026-06-02', platform: 'googleads', spend: '6' },
  ])
  const metrics = ['orders', 'metaads.spend', 'googleads.spend', 'blendedAdSpend', 'mer']
  const june = await ask(shop, {
    metrics,
    from: '2026-06-01',
    to: '2026-06-30',
    interval: 'day',
    compare: 'previous_period',
  })
  assert.equal(june.partial, true)
  assert.deepEqual(june.partialMetrics, ['metaads.spend', 'blendedAdSpend', 'mer'])
  assert.deepEqual(june.compare?.partialMetrics, ['metaads.spend', 'blendedAdSpend', 'mer'])
  assert.equal(june.compare?.totals['metaads.spend'], null, 'nothing of May is there')
  assert.equal(june.compare?.totals['googleads.spend'], '0.00')
  assert.deepEqual(june.compare?.changes['googleads.spend'], { relative: null, isNew: true })
  const last = june.series?.at(-1)?.values
  assert.deepEqual([last?.['metaads.spend'], last?.['orders'], last?.['googleads.spend']], [null, 0, '0.00'])
  assert.equal(june.freshness['metaads'], '2026-06-28T10:00:00.000Z')
  assert.match(june.warnings.join(), /of Meta Ads are loaded: its totals are partial/)
  const store = await ask(shop, { metrics: ['orders'], from: '2026-06-01', to: '2026-06-30' })
  assert.deepEqual([store.partial, store.warnings], [false, []])
  const whole = await ask(shop, { metrics: ['metaads.spend'], from: '2026-06-01', to: '2026-06-28' })
  assert.equal(whole.partial, false, 'the first day is the account’s own')
})
