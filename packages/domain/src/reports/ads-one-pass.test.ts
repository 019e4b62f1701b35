// Reading ad figures in one pass over their days gives the same result as separate queries.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseRate } from '@tillsight/core'
import { addDays, parseDay } from '@tillsight/core/days'
import { storeRates } from '../currencies/index.ts'
import { type AdDay, writeAdDays, writeAdNames } from './ads.testing.ts'
import { ask, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
/** A Wednesday. */
const first = parseDay('2026-04-01')
const range = { from: first, to: addDays(first, 59) }
const metrics = ['adSpend', 'adClicks', 'adCpc', 'claimedConversions', 'claimedRevenue', 'claimedRoas']
const together = { metrics, dimensions: ['campaign'], rowSeries: true as const, seriesOf: ['adSpend'] }

/** A year of days of a few campaigns, most of them inactive on many days. */
function history(change: (row: AdDay, day: number) => Partial<AdDay> = () => ({})): AdDay[] {
  return Array.from({ length: 200 }, (_, day) => day).flatMap((day) =>
    ['1', '2', '3', ''].flatMap((campaign, at): AdDay[] => {
      if ((day * 7 + at) % (at + 2) === 0) return []
      const row = {
        day: addDays(first, day - 130),
        platform: at === 1 ? 'googleads' : 'metaads',
        campaign,
        spend: `${day % 13}.${10 + at}`,
        clicks: day % 5,
        purchases: `${day % 3}`,
        value: `${day % 17}.5`,
      }
      return [{ ...row, ...change(row, day) }]
    }),
  )
}

async function assertSame(shop: Parameters<typeof ask>[0], asked: object): Promise<void> {
  for (const interval of ['day', 'week', 'month'] as const) {
    const query = { ...together, ...range, ...asked, interval }
    const { seriesOf: _, ...everySeries } = query
    const { dimensions: _dimensions, rowSeries: _rowSeries, ...rest } = { search: undefined, ...everySeries }
    const { search: _search, ...whole } = rest
    const [one, all, apart] = await Promise.all([ask(shop, query), ask(shop, everySeries), ask(shop, whole)])
    const ofSpend = (series: typeof apart.series) =>
      series?.map(({ at, values }) => ({ at, values: { adSpend: values['adSpend'] } }))
    assert.deepEqual(one.totals, apart.totals)
    assert.deepEqual(one.series, ofSpend(apart.series))
    assert.deepEqual(one.compare?.totals, apart.compare?.totals)
    assert.deepEqual(one.compare?.changes, apart.compare?.changes)
    assert.equal(one.compare?.series, undefined)
    assert.deepEqual(all.compare?.series, apart.compare?.series)
    assert.deepEqual(one.warnings, apart.warnings)
    assert.deepEqual(one.rows, all.rows)
    assert.deepEqual(all.series, apart.series)
    for (const { dimensions, course } of one.rows ?? []) {
      const filters = [{ dimension: 'campaign', operator: 'is' as const, values: [dimensions['campaign'] ?? ''] }]
      const { series } = await ask(shop, { ...whole, filters })
      assert.deepEqual(
        course,
        series?.map(({ values }) => values['adSpend']),
      )
    }
  }
}

test('totals, series and courses that come with the rows are those that are asked for by themselves', async () => {
  const shop = await stores.openShop()
  await writeAdDays(shop, history())
  await assertSame(shop, {})
  await assertSame(shop, { compare: 'previous_period' })
  await assertSame(shop, { compare: { from: addDays(first, -120), to: addDays(first, -40) } })
  await assertSame(shop, { ...range, from: addDays(first, -90), to: addDays(first, -20), compare: range })
})

test('they are so where the periods overlap, and with costs that were entered', async () => {
  const shop = await stores.openShop()
  const entered = { platform: 'custom', channel: 'Podcast', clicks: 0, purchases: '0', value: '0' }
  await writeAdDays(
    shop,
    history(({ campaign }) =>
      campaign === '3' ? { ...entered, countsAs: 'marketing' } : campaign === '' ? entered : {},
    ),
  )
  await assertSame(shop, { compare: { from: addDays(first, -20), to: addDays(first, 30) } })
})

test('they are so where a rate is missing: what cannot be converted is not known, in all of them', async () => {
  const shop = await stores.openShop()
  const rates = [0, 1, 2, 3, 40].map((day) => ({
    quote: 'NOK',
    day: addDays(first, day),
    rate: parseRate('10'),
  }))
  await storeRates(shop.db.kysely, rates)
  await writeAdDays(
    shop,
    history(({ campaign }) => (campaign === '2' ? { currency: 'NOK' } : {})),
  )
  await assertSame(shop, {})
  const { rows } = await ask(shop, { ...together, ...range, interval: 'week' })
  assert.ok(rows?.some(({ course }) => course?.includes(null)))
})

test('totals are of all rows, whatever is searched for and however far the page is', async () => {
  const shop = await stores.openShop()
  await writeAdDays(shop, history())
  await writeAdNames(shop, [{ platform: 'metaads', level: 'campaign', campaign: '1', name: 'Spring' }])
  const query = { ...together, ...range, interval: 'week' as const }
  const { totals, series } = await ask(shop, query)
  const found = await ask(shop, { ...query, search: 'spr' })
  assert.deepEqual([found.totals, found.series, found.rows?.length], [totals, series, 1])
  const none = await ask(shop, { ...query, search: 'nothing is called that' })
  assert.deepEqual([none.totals, none.series, none.rows], [totals, series, []])
  const page = await ask(shop, { ...query, limit: 3 })
  const last = await ask(shop, { ...query, limit: 3, cursor: page.cursor })
  assert.deepEqual([last.totals, last.series, last.rows?.length], [totals, series, 1])
  const empty = await ask(shop, { ...query, from: '2020-01-01', to: '2020-01-31' })
  assert.deepEqual([empty.totals['adSpend'], empty.rows], ['0.00', []])
})

test('orders keep their own totals and series beside those of ads', async () => {
  const shop = await stores.openShop()
  await writeAdDays(shop, history())
  const query = { ...range, metrics: ['adSpend', 'orders', 'mer'], dimensions: ['weekday'] }
  const { totals, rows } = await ask(shop, query)
  const { dimensions: _, ...whole } = query
  assert.deepEqual(totals, (await ask(shop, whole)).totals)
  assert.equal(rows?.length, 7)
})

test('currencies are told whether the accounts are in them by now or not', async () => {
  const shop = await stores.openShop()
  await storeRates(shop.db.kysely, [{ quote: 'NOK', day: first, rate: parseRate('10') }])
  const row = { platform: 'metaads', spend: '10' }
  await writeAdDays(shop, [
    { ...row, day: first, campaign: '1' },
    { ...row, day: first, campaign: '2', currency: 'NOK' },
  ])
  const { totals } = await ask(shop, { metrics: ['adSpend'], from: first, to: first })
  assert.equal(totals['adSpend'], '11.00')
})
