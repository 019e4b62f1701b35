import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addDecimals } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { saveExchangeRates } from '@tillsight/database'
import { run } from '../../context/index.ts'
import { writeAdDays, writeAdNames } from '../../reports/ads.testing.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { askCredit, writeSeenOrders } from '../testing.ts'
import { exportAttribution } from './export-attribution.ts'
import type { AttributionResult } from './outputs.ts'

const { openShop, db } = await openTestStores({ after })
const june = { from: '2026-06-01', to: '2026-06-30' }
const meta = { channel: 'paid_social', platform: 'meta', account: '1', campaign: 'c1', adSet: 's1', ad: 'a1' }

function byChannel({ rows }: AttributionResult, figure: 'revenue' | 'orders' | 'net_revenue' | 'spend') {
  return Object.fromEntries(rows.map((row) => [row.channel, row[figure]]))
}

function assertCloses({ closing, rows, not_tracked, totals }: AttributionResult): void {
  const { metric: _metric, booked, refunds: _refunds, contribution: _contribution, ...parts } = closing
  assert.equal(Number(addDecimals(Object.values(parts))), Number(booked), JSON.stringify(closing))
  assert.equal(Number(addDecimals(rows.map((row) => row.revenue))), Number(closing.credited))
  assert.equal(Number(addDecimals([closing.credited, closing.not_tracked])), Number(totals.revenue))
  assert.equal(Number(not_tracked.revenue), Number(closing.not_tracked))
}

/** E1 of the reference. */
const e1 = {
  id: 'o1',
  placedAt: '2026-06-20T12:00:00Z',
  value: '119.99',
  touches: [
    { at: '2026-06-10T12:00:00Z', ...meta },
    { at: '2026-06-14T12:00:00Z', channel: 'organic_search' },
    { at: '2026-06-18T12:00:00Z', channel: 'email' },
    { at: '2026-06-20T11:30:00Z', channel: 'direct' },
  ],
} as const

suite('credit of a range of days', () => {
  test('is that of the worked example, under every way of sharing', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, [e1])
    const of = async (model: 'linear_all' | 'position_u' | 'time_decay', rest = {}) =>
      byChannel(await askCredit(ctx, { ...june, model, ...rest }), 'revenue')
    assert.deepEqual(await of('linear_all'), {
      paid_social: '30.00',
      organic_search: '30.00',
      email: '30.00',
      direct: '29.99',
    })
    assert.deepEqual(await of('position_u'), {
      paid_social: '48.00',
      direct: '47.99',
      email: '12.00',
      organic_search: '12.00',
    })
    assert.deepEqual(await of('time_decay', { direct_policy: 'exclude_unless_only' }), {
      email: '56.45',
      organic_search: '37.98',
      paid_social: '25.56',
    })
    const decay = await askCredit(ctx, { ...june, model: 'time_decay' })
    assert.deepEqual(byChannel(decay, 'orders'), {
      direct: '0.363970',
      email: '0.299194',
      organic_search: '0.201343',
      paid_social: '0.135493',
    })
    assertCloses(decay)
  })

  test('closes to what was booked: cancelled, not tracked, edits of other days and orders that wait are named', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, [
      { ...e1, later: [{ bookedAt: '2026-07-02T10:00:00Z', side: 'sale', gross: '10.00' }] },
      {
        id: 'o2',
        placedAt: '2026-06-21T12:00:00Z',
        value: '50.005',
        customer: 'returning',
        person: '',
        consentGap: true,
      },
      {
        id: 'o3',
        placedAt: '2026-06-22T12:00:00Z',
        value: '70',
        cancelled: true,
        touches: [{ at: '2026-06-22T11:00:00Z', ...meta }],
      },
      { id: 'o4', placedAt: '2026-06-23T12:00:00Z', value: '5', waits: true },
      {
        id: 'o5',
        placedAt: '2026-05-23T12:00:00Z',
        value: '11',
        later: [{ bookedAt: '2026-06-02T10:00:00Z', side: 'sale', gross: '3.00' }],
      },
    ])
    const result = await askCredit(ctx, june)
    assertCloses(result)
    assert.deepEqual(result.closing, {
      metric: 'orderRevenue',
      booked: '247.995',
      credited: '129.99',
      not_tracked: '50.005',
      cancelled: '70.00',
      other_days: '-7.00',
      other_touch_days: '0.00',
      pending: '5.00',
    })
    assert.deepEqual([result.tracked_share.orders, result.consent_gap.orders], ['0.5', 1])
    assert.deepEqual(
      result.left_out,
      { people: 1, orders: 1, revenue: '50.005' },
      'a customer whose journey is nobody’s',
    )
  })

  test('stands on the days of the touches where that is asked for, and says which days are still growing', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, [
      {
        id: 'o1',
        placedAt: '2026-02-02T12:00:00Z',
        value: '100',
        touches: [
          { at: '2026-01-20T12:00:00Z', channel: 'email' },
          { at: '2026-01-30T12:00:00Z', channel: 'email' },
        ],
      },
      { id: 'o2', placedAt: '2026-01-10T12:00:00Z', value: '7' },
    ])
    const ask = { from: '2026-01-01', to: '2026-01-31', model: 'linear_all', date: 'touch' } as const
    const january = await askCredit(ctx, { ...ask, interval: 'day' })
    assert.deepEqual([january.totals.revenue, january.not_tracked.revenue], ['107.00', '7.00'])
    const points = (january.series ?? []).filter(({ revenue }) => revenue !== '0.00')
    assert.deepEqual(
      points.map(({ at, revenue, channels }) => [at, revenue, channels]),
      [
        ['2026-01-20', '50.00', { email: '50.00' }],
        ['2026-01-30', '50.00', { email: '50.00' }],
      ],
    )
    assert.equal(january.closing.other_touch_days, '-100.00')
    assertCloses(january)
    const february = await askCredit(ctx, { ...ask, from: '2026-02-01', to: '2026-02-28' })
    assert.deepEqual([february.totals.revenue, february.closing.other_touch_days], ['0.00', '100.00'])
    const booked = await askCredit(ctx, {
      ...ask,
      from: '2026-02-01',
      to: '2026-02-28',
      date: 'order',
      interval: 'month',
    })
    assert.deepEqual(
      booked.series?.map(({ at, revenue }) => [at, revenue]),
      [['2026-02-01', '100.00']],
    )
    assert.deepEqual(
      [january.incomplete_from, (await askCredit(ctx, { ...june, date: 'touch' })).incomplete_from],
      [null, '2026-06-02'],
    )
  })

  test('meets the costs of the same campaign, ad set and ad; costs without credit have rows of their own', async () => {
    const ctx = await openShop()
    await writeAdNames(ctx, [
      { platform: 'metaads', level: 'campaign', campaign: 'c1', name: 'Summer' },
      { platform: 'metaads', level: 'ad', campaign: 'c1', adSet: 's1', ad: 'a1', name: 'Film' },
      { platform: 'googleads', level: 'campaign', campaign: 'g1', name: 'Brand', kind: 'Search' },
      { platform: 'googleads', level: 'campaign', campaign: 'g2', name: 'All', kind: 'Performance Max' },
    ])
    const day = '2026-06-12'
    await writeAdDays(ctx, [
      {
        day,
        platform: 'metaads',
        campaign: 'c1',
        adSet: 's1',
        ad: 'a1',
        spend: '10',
        clicks: 4,
        purchases: '2',
        value: '300',
      },
      { day, platform: 'metaads', campaign: 'c1', adSet: 's2', ad: 'a2', spend: '5' },
      { day, platform: 'googleads', campaign: 'g1', spend: '3' },
      { day, platform: 'googleads', campaign: 'g2', spend: '2' },
      { day, platform: 'custom', account: 'e', campaign: 'Episode 4', channel: 'Pod cast', spend: '20' },
      { day, platform: 'custom', account: 'e', campaign: 'Fee', channel: 'Agency', countsAs: 'marketing', spend: '9' },
    ])
    const brand = { channel: 'paid_search_brand', platform: 'google', account: '1', campaign: 'g1' }
    // This visit does not name its campaign's account.
    const lost = { channel: 'paid_social', platform: 'meta', campaign: 'c1' }
    await writeSeenOrders(ctx, [
      { ...e1, touches: [{ at: '2026-06-19T10:00:00Z', ...meta }] },
      { ...e1, id: 'o2', customer: 'returning', touches: [{ at: '2026-06-19T10:00:00Z', ...brand }] },
      { ...e1, id: 'o3', touches: [{ at: '2026-06-19T10:00:00Z', ...lost }] },
    ])
    const channels = await askCredit(ctx, june)
    assert.deepEqual(byChannel(channels, 'spend'), {
      paid_social: '15.00',
      paid_search_brand: '3.00',
      cross_network: '2.00',
      pod_cast: '20.00',
    })
    const [social] = channels.rows
    assert.deepEqual(
      [
        social?.roas,
        social?.cpa,
        social?.cost_per_new_customer,
        social?.claimed_revenue,
        social?.clicks,
        social?.new_share,
      ],
      ['15.9986666667', '7.50', '7.50', '300.00', 4, '1'],
    )
    assert.equal(channels.totals.spend, '40.00')
    const podcast = channels.rows.find(({ channel }) => channel === 'pod_cast')
    assert.deepEqual([podcast?.clicks, podcast?.claimed_orders, podcast?.cpa], [null, null, null])
    const campaigns = await askCredit(ctx, { ...june, level: 'campaign' })
    assert.deepEqual(
      campaigns.rows.map(({ key, name, orders, spend }) => [key, name, orders, spend]),
      [
        ['paid_social/metaads/1/c1', 'Summer', '2.000000', '15.00'],
        ['paid_search_brand/googleads/1/g1', 'Brand', '1.000000', '3.00'],
        ['cross_network/googleads/1/g2', 'All', '0.000000', '2.00'],
        ['pod_cast/custom/e/Episode%204', 'Episode 4', '0.000000', '20.00'],
      ],
    )
    const ads = await askCredit(ctx, { ...june, level: 'ad', parent: { channel: 'paid_social', campaign_id: 'c1' } })
    assert.deepEqual(
      ads.rows.map(({ key, name, orders, spend }) => [key, name, orders, spend]),
      [
        ['paid_social/metaads/1/c1//', null, '1.000000', null],
        ['paid_social/metaads/1/c1/s1/a1', 'Film', '1.000000', '10.00'],
        ['paid_social/metaads/1/c1/s2/a2', null, '0.000000', '5.00'],
      ],
    )
    const [first] = (
      await askCredit(ctx, { ...june, level: 'campaign', limit: 1, order: { by: 'spend', direction: 'descending' } })
    ).rows
    assert.equal(first?.name, 'Episode 4')
    const page = await askCredit(ctx, { ...june, level: 'campaign', limit: 3, cursor: 'rows:3' })
    assert.deepEqual([page.rows.length, page.row_count, page.cursor], [1, 4, undefined])
    const found = await askCredit(ctx, { ...june, level: 'campaign', filters: { search: 'SUMM' } })
    assert.deepEqual(
      found.rows.map(({ name }) => name),
      ['Summer'],
    )
    for (const result of [channels, campaigns]) assertCloses(result)
    const fresh = await askCredit(ctx, { ...june, customers: 'returning' })
    assert.deepEqual([fresh.totals.revenue, fresh.closing.booked], ['119.99', '119.99'])
    assertCloses(fresh)
  })

  test('knows no costs where nothing could have told them, which is not zero', async () => {
    const ctx = await openShop()
    await writeAdDays(ctx, [
      { day: '2026-05-12', platform: 'custom', account: 'e', campaign: 'Episode', channel: 'Podcast', spend: '20' },
      { day: '2026-06-12', platform: 'custom', account: 'e', campaign: 'Fee', countsAs: 'marketing', spend: '9' },
    ])
    await writeSeenOrders(ctx, [e1])
    const result = await askCredit(ctx, { ...june, interval: 'month', compare: 'previous_period' })
    const { spend, clicks, roas, cpa, cost_per_new_customer: perNew } = result.totals
    assert.deepEqual([spend, clicks, roas, cpa, perNew, result.series?.[0]?.spend], Array(6).fill(null))
    assert.deepEqual(byChannel(result, 'spend'), { email: null })
    assert.match(result.warnings.join(), /spend, ROAS and CPA are not known, which is not zero/)
    const { rows: file } = await run(exportAttribution, ctx, june)
    assert.deepEqual(
      file.map((row) => [row.kind, row.spend, row.cpa]),
      [
        ['row', null, null],
        ['not_tracked', null, null],
        ['total', null, null],
      ],
    )
    const may = await askCredit(ctx, { from: '2026-05-01', to: '2026-05-31' })
    assert.deepEqual([may.totals.spend, may.totals.clicks, may.warnings], ['20.00', null, []])
  })

  test('in another currency is shared out there, by the rate of the order’s day', async () => {
    const ctx = await openShop()
    await saveExchangeRates(db.kysely, [{ base: 'EUR', quote: 'JPY', day: parseDay('2026-06-19'), rate: '161.5' }])
    await writeSeenOrders(ctx, [e1])
    const result = await askCredit(ctx, { ...june, model: 'linear_all', currency: 'JPY' })
    // 119.99 × 161.5 = 19,378.385 yen, in whole yen; the fraction goes to the first among equals.
    assert.deepEqual(byChannel(result, 'revenue'), {
      paid_social: '4845.385',
      organic_search: '4845.00',
      direct: '4844.00',
      email: '4844.00',
    })
    assertCloses(result)
    assert.match(result.warnings.join(), /no exchange rate from EUR to JPY for 19 days/)
  })

  test('is compared with another period, row by row', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, [
      e1,
      {
        id: 'o2',
        placedAt: '2026-05-20T12:00:00Z',
        value: '40',
        touches: [{ at: '2026-05-20T11:00:00Z', channel: 'email' }],
      },
    ])
    const result = await askCredit(ctx, { ...june, compare: 'previous_period' })
    assert.deepEqual(
      [
        result.compare?.range.to,
        result.compare?.totals.revenue,
        result.rows[0]?.channel,
        result.rows[0]?.before?.revenue,
      ],
      ['2026-05-31', '40.00', 'email', '40.00'],
    )
  })
})
