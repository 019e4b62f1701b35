import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { announceFacts } from '@tillsight/database'
import { describePlaces } from '../campaigns/index.ts'
import { createFactsMemory, run, type ShopContext } from '../context/index.ts'
import { writeAdDays, writeAdNames } from './ads.testing.ts'
import { listRows } from './list-rows.ts'
import { ask, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
const monday = '2026-05-04'
const tuesday = '2026-05-05'
const both = { from: monday, to: tuesday }

test('rows can be ordered, searched and turned page by page, with names and the course of each', async () => {
  const shop = await stores.openShop()
  const campaign = (id: string, spend: string, day = monday) => ({ day, platform: 'metaads', campaign: id, spend })
  await writeAdDays(shop, [
    campaign('1', '10'),
    campaign('2', '30'),
    campaign('3', '20'),
    campaign('3', '5', tuesday),
    campaign('', '1'),
  ])
  await writeAdNames(shop, [
    { platform: 'metaads', level: 'campaign', campaign: '1', name: 'Ärmel', status: 'paused', kind: 'Sales' },
    { platform: 'metaads', level: 'campaign', campaign: '2', name: 'brand' },
    { platform: 'metaads', level: 'campaign', campaign: '3', name: 'Catalogue' },
  ])
  const asked = { metrics: ['adSpend', 'adClicks'], ...both, dimensions: ['campaign'] }
  const namesOf = async (query: object) =>
    (await ask(shop, { ...asked, ...query })).rows?.map(({ names, values }) => [names?.['campaign'], values['adSpend']])
  assert.deepEqual(await namesOf({}), [
    ['brand', '30.00'],
    ['Catalogue', '25.00'],
    ['Ärmel', '10.00'],
    ['', '1.00'],
  ])
  const byName = { order: { by: 'campaign', direction: 'ascending' as const } }
  assert.deepEqual(
    (await namesOf(byName))?.map(([name]) => name),
    ['brand', 'Catalogue', 'Ärmel', ''],
  )
  const cheapest = await namesOf({ order: { by: 'adSpend', direction: 'ascending' } })
  assert.deepEqual(cheapest?.[0], ['', '1.00'])
  assert.deepEqual(await namesOf({ search: 'CAT' }), [['Catalogue', '25.00']])
  const first = await ask(shop, { ...asked, ...byName, limit: 3, rowSeries: true })
  assert.equal(first.totals['adSpend'], '66.00')
  assert.deepEqual(first.rows?.[1]?.course, ['20.00', '5.00'])
  const next = await ask(shop, { ...asked, ...byName, limit: 3, rowSeries: true, cursor: first.cursor })
  assert.deepEqual(
    next.rows?.map(({ dimensions, course }) => [dimensions['campaign'], course]),
    [['metaads/1/', ['1.00', '0.00']]],
  )
  await assert.rejects(ask(shop, { ...asked, limit: 3, cursor: first.cursor }), { code: 'invalid_input' })
  await assert.rejects(ask(shop, { ...asked, order: { by: 'mer', direction: 'ascending' } }), { code: 'invalid_input' })
  await assert.rejects(ask(shop, { metrics: ['adSpend'], ...both, search: 'x' }), { code: 'invalid_input' })
  const byStatus = await ask(shop, { ...asked, dimensions: ['ad_status'] })
  assert.deepEqual(
    byStatus.rows?.map(({ dimensions, values }) => [dimensions['ad_status'], values['adSpend']]),
    [
      ['active', '55.00'],
      ['paused', '10.00'],
      ['', '1.00'],
    ],
  )
  const filters = [{ dimension: 'ad_kind', operator: 'is' as const, values: ['Sales'] }]
  assert.deepEqual(await namesOf({ filters }), [['Ärmel', '10.00']])
  const only = [{ dimension: 'campaign', operator: 'is' as const, values: ['metaads/1/3'] }]
  assert.deepEqual(await namesOf({ filters: only }), [['Catalogue', '25.00']])
})

test('names that are known already are those that the statement would have read, in whichever order rows come', async () => {
  const shop = await stores.openShop()
  const ads = ['1/10/100', '1/10/101', '2/20/200', '2//'].map((ids, at) => {
    const [campaign = '', adSet = '', ad = ''] = ids.split('/')
    return { day: monday, platform: 'metaads', campaign, adSet, ad, spend: `${10 + at}` }
  })
  await writeAdDays(shop, ads)
  await writeAdNames(shop, [
    { platform: 'metaads', level: 'campaign', campaign: '1', name: 'Spring' },
    { platform: 'metaads', level: 'campaign', campaign: '2', name: 'Brand' },
    { platform: 'metaads', level: 'ad_set', campaign: '1', adSet: '10', name: 'Twenties' },
    { platform: 'metaads', level: 'ad', campaign: '1', adSet: '10', ad: '101', name: 'Candle' },
  ])
  await announceFacts(shop.queries, shop.shop.id, 1n)
  const remembering: ShopContext = { ...shop, facts: createFactsMemory(shop.clock) }
  await run(describePlaces, remembering, { level: 'campaign', keys: ['metaads/1/1'] })
  for (const dimension of ['campaign', 'ad_set', 'ad'] as const) {
    for (const change of [{}, { order: { by: dimension, direction: 'ascending' as const } }, { search: 'n' }]) {
      const query = { metrics: ['adSpend', 'claimedRoas'], ...both, dimensions: [dimension], ...change }
      const [known, read] = await Promise.all([ask(remembering, query), ask(shop, query)])
      assert.deepEqual(known.rows, read.rows, `${dimension} ${JSON.stringify(change)}`)
      assert.ok(known.rows?.some(({ names }) => names?.[dimension] !== ''))
    }
  }
})

test('a figure of ads opens down to the days of ads that it is made of, a blended one to orders and ads', async () => {
  const shop = await stores.openShop()
  const ad = { platform: 'metaads', campaign: '1', adSet: '2' }
  await writeAdDays(shop, [
    { ...ad, day: monday, ad: '3', spend: '10', linkClicks: 4, value: '40' },
    { ...ad, day: tuesday, ad: '3', spend: '5', linkClicks: 1 },
    { ...ad, day: tuesday, spend: '1' },
  ])
  await writeAdNames(shop, [
    { platform: 'metaads', level: 'campaign', campaign: '1', name: 'Spring' },
    { platform: 'metaads', level: 'ad', campaign: '1', adSet: '2', ad: '3', name: 'Video' },
  ])
  const page = await run(listRows, shop, { metric: 'metaads.cpc', ...both, limit: 2 })
  assert.deepEqual([page.value, page.contribution, page.denominator, page.count], ['3.20', '16.00', '5', 3])
  assert.deepEqual(
    page.ads?.map(({ day, campaignName, adName, adId, contribution }) => [
      day,
      campaignName,
      adName,
      adId,
      contribution,
    ]),
    [
      [tuesday, 'Spring', '', '', '1.00'],
      [tuesday, 'Spring', 'Video', '3', '5.00'],
    ],
  )
  const rest = await run(listRows, shop, { metric: 'metaads.cpc', ...both, limit: 2, cursor: page.cursor })
  assert.deepEqual(
    rest.ads?.map(({ day, contribution, denominator }) => [day, contribution, denominator]),
    [[monday, '10.00', '4']],
  )
  assert.equal(rest.cursor, undefined)
  const mer = await run(listRows, shop, { metric: 'mer', ...both })
  assert.deepEqual([mer.value, mer.rows.length, mer.ads?.length, mer.denominator], ['0', 0, 3, '16.00'])
  const ofOrders = await run(listRows, shop, { metric: 'orders', ...both })
  assert.equal(ofOrders.ads, undefined)
})

test('campaigns of other platforms are no rows of a platform’s own figures', async () => {
  const shop = await stores.openShop()
  await writeAdDays(shop, [
    { day: monday, platform: 'metaads', campaign: '1', spend: '10', purchases: '2' },
    { day: monday, platform: 'googleads', campaign: '7', spend: '99', purchases: '1' },
  ])
  const { totals, rows } = await ask(shop, { metrics: ['metaads.cpa'], ...both, dimensions: ['campaign'] })
  assert.equal(totals['metaads.cpa'], '5.00')
  assert.deepEqual(
    rows?.map(({ dimensions }) => dimensions['campaign']),
    ['metaads/1/1'],
  )
})
