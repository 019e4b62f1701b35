import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { run } from '../context/index.ts'
import { writeAdDays, writeReach } from './ads.testing.ts'
import { describeMetrics } from './describe-metrics.ts'
import { listRows } from './list-rows.ts'
import { ask, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
const days = { from: '2026-05-04', to: '2026-05-05' }

async function openClaims() {
  const shop = await stores.openShop()
  await writeAdDays(shop, [
    {
      day: days.from,
      platform: 'metaads',
      campaign: '1',
      spend: '10',
      purchases: '5',
      value: '500',
      claims: { '7d_click': { purchases: '3', value: '300' }, '1d_view': { purchases: '2', value: '200' } },
    },
    // This row has no value for 7d_click, which counts as zero.
    { day: days.to, platform: 'metaads', campaign: '2', spend: '10', purchases: '1', value: '50' },
    {
      day: days.to,
      platform: 'googleads',
      campaign: '3',
      spend: '10',
      purchases: '4',
      value: '80',
      claims: { all: { purchases: '9', value: '90' } },
    },
  ])
  return shop
}

test('claims count by the rule that a question names, and by the platform’s own setting elsewhere', async () => {
  const shop = await openClaims()
  const metrics = ['claimedConversions', 'metaads.conversions', 'metaads.roas', 'googleads.conversions', 'adSpend']
  const usual = await ask(shop, { metrics, ...days })
  assert.deepEqual(usual.totals, {
    claimedConversions: 10,
    'metaads.conversions': 6,
    'metaads.roas': '27.5',
    'googleads.conversions': 4,
    adSpend: '30.00',
  })
  assert.equal(usual.claims, undefined)
  const ruled = await ask(shop, { metrics, ...days, claims: { metaads: '7d_click' }, dimensions: ['campaign'] })
  assert.deepEqual(ruled.totals, {
    claimedConversions: 7,
    'metaads.conversions': 3,
    'metaads.roas': '15',
    'googleads.conversions': 4,
    adSpend: '30.00',
  })
  assert.deepEqual(ruled.claims, { metaads: { key: '7d_click', label: '7 days after a click' } })
  assert.deepEqual(
    Object.fromEntries(
      ruled.rows?.map(({ dimensions, values }) => [dimensions.campaign, values.claimedConversions]) ?? [],
    ),
    { 'metaads/1/1': 3, 'metaads/1/2': 0, 'googleads/1/3': 4 },
  )
})

test('the rows behind a claimed figure add up to it under every rule', async () => {
  const shop = await openClaims()
  const asked = { metric: 'claimedRevenue', ...days, claims: { metaads: '7d_click', googleads: 'all' } }
  const figure = await run(listRows, shop, asked)
  assert.equal(figure.value, '390.00')
  assert.deepEqual(
    figure.ads?.map(({ contribution }) => Number(contribution)),
    [90, 300],
  )
})

test('a rule that the platform does not have is refused with those that it has', async () => {
  const shop = await openClaims()
  const asked = { metrics: ['claimedConversions'], ...days }
  await assert.rejects(
    ask(shop, { ...asked, claims: { tiktokads: '7d_click' } }),
    /TikTok Ads has no rule “7d_click”.*all_events/,
  )
  await assert.rejects(ask(shop, { ...asked, claims: { metaads: "x') OR 1" } }), { code: 'invalid_input' })
  const { claimRules } = await run(describeMetrics, shop, {})
  assert.ok(claimRules.metaads?.some(({ key }) => key === '1d_click'))
})

test('an answer names only rules of platforms whose claims it holds', async () => {
  const shop = await openClaims()
  const { claims } = await ask(shop, { metrics: ['googleads.cpa'], ...days, claims: { metaads: '7d_click' } })
  assert.equal(claims, undefined)
})

test('people reached are told of each campaign for exactly the asked days, and never added up', async () => {
  const shop = await stores.openShop()
  await writeAdDays(shop, [
    { day: days.from, platform: 'metaads', campaign: '1', spend: '5', impressions: 900 },
    { day: days.to, platform: 'metaads', campaign: '2', spend: '4', impressions: 800 },
    { day: days.to, platform: 'metaads', campaign: '3', spend: '3', impressions: 10 },
    { day: days.to, platform: 'googleads', campaign: '4', spend: '2', impressions: 70 },
  ])
  await writeReach(shop, [
    { ...days, reach: 1000 },
    { ...days, campaign: '1', reach: 700 },
    { ...days, campaign: '2', reach: 600 },
    { from: days.to, to: days.to, campaign: '3', reach: 9 },
  ])
  const asked = { metrics: ['adSpend', 'metaads.reach'], ...days }
  const { totals, rows } = await ask(shop, { ...asked, dimensions: ['campaign'] })
  assert.equal(totals['metaads.reach'], 1000)
  assert.deepEqual(
    rows?.map(({ values }) => values['metaads.reach']),
    [700, 600, null, 0],
  )
  const filters = [{ dimension: 'campaign', operator: 'is' as const, values: ['metaads/1/2'] }]
  const one = await ask(shop, { ...asked, filters })
  assert.equal(one.totals['metaads.reach'], 600)
  const figure = await run(listRows, shop, { metric: 'metaads.reach', ...days, filters })
  assert.deepEqual([figure.contribution, figure.ads?.[0]?.campaignId], ['600', '2'])
})
