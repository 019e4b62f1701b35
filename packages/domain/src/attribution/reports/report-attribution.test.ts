import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { run, type ShopContext } from '../../context/index.ts'
import { writeAdDays } from '../../reports/ads.testing.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { writeSeenOrders } from '../testing.ts'
import type { ReportOf } from './outputs.ts'
import { reportAttribution } from './report-attribution.ts'
import type { ReportKind, ReportQueryInput } from './report-query.ts'

const { openShop } = await openTestStores({ after })
const june = { from: '2026-06-01', to: '2026-06-30' }

async function ask<Kind extends ReportKind>(
  ctx: ShopContext,
  report: Kind,
  rest: Partial<ReportQueryInput> = {},
): Promise<ReportOf<Kind>> {
  // Holds because the verb returns the requested report.
  return (await run(reportAttribution, ctx, { ...june, ...rest, report })) as unknown as ReportOf<Kind>
}

const placedAt = '2026-06-20T12:00:00Z'
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.parse(placedAt) - hours * hour).toISOString()
const [social, search, email] = [
  (hours: number) => ({ at: ago(hours), channel: 'paid_social', platform: 'meta' }),
  (hours: number) => ({ at: ago(hours), channel: 'paid_search', platform: 'google' }),
  (hours: number) => ({ at: ago(hours), channel: 'email' }),
]
/** E10 of the reference. */
const e10 = [
  { id: 'o1', placedAt, value: '40.00', touches: [social(144), email(48)] },
  { id: 'o2', placedAt, value: '30.00', touches: [social(72), social(48), email(1)] },
  { id: 'o3', placedAt, value: '20.00', touches: [search(2)] },
  { id: 'o4', placedAt, value: '10.00', touches: [email(240), search(24), email(0)] },
]
const ctx = await openShop()
await writeSeenOrders(ctx, e10)

suite('reports on journeys', () => {
  test('tell how long paths are and how long they take', async () => {
    const length = await ask(ctx, 'path_length')
    assert.deepEqual(
      length.rows.map(({ touches, orders }) => [touches, orders]),
      [
        [1, 1],
        [2, 1],
        [3, 2],
      ],
    )
    const lag = await ask(ctx, 'time_lag')
    assert.deepEqual(
      [lag.first.map(({ days, orders }) => [days, orders]), lag.last.map(({ days, orders }) => [days, orders])],
      [
        [
          [0, 1],
          [3, 1],
          [6, 1],
          [10, 1],
        ],
        [
          [0, 3],
          [2, 1],
        ],
      ],
    )
  })

  test('tell who helps and who closes', async () => {
    const { rows } = await ask(ctx, 'assists')
    assert.deepEqual(
      rows.map(({ channel, assisted, last, ratio }) => [
        channel,
        assisted.orders,
        assisted.revenue,
        last.orders,
        last.revenue,
        ratio,
      ]),
      [
        ['email', 1, '10.00', 3, '80.00', '0.3333333333'],
        ['paid_search', 1, '10.00', 1, '20.00', '1'],
        ['paid_social', 2, '70.00', 0, '0.00', null],
      ],
    )
    const openers = await ask(ctx, 'openers')
    const places = Object.fromEntries(
      openers.rows.map(({ channel, places: own }) => [channel, own.map(({ place, orders }) => [place, orders])]),
    )
    assert.deepEqual(places, {
      email: [
        [1, 0.25],
        [2, 0.5],
        [3, 0.75],
      ],
      paid_search: [
        [1, 1],
        [2, 0.5],
      ],
      paid_social: [
        [1, 0.75],
        [2, 0.25],
      ],
    })
  })

  test('tell which paths are the most frequent, and which channels meet', async () => {
    const paths = await ask(ctx, 'top_paths')
    assert.deepEqual(
      paths.rows.map(({ text, steps, orders, revenue }) => [text, steps.length, orders, revenue]),
      [
        ['paid_social > email', 2, 2, '70.00'],
        ['paid_search', 1, 1, '20.00'],
        ['email > paid_search > email', 3, 1, '10.00'],
      ],
    )
    assert.deepEqual((await ask(ctx, 'top_paths', { limit: 1 })).count, 3)
    const { pairs, channels } = await ask(ctx, 'overlap')
    assert.deepEqual(
      pairs.map(({ a, b, both, of_a, of_b, jaccard }) => [a, b, both, of_a, of_b, jaccard]),
      [
        ['email', 'paid_social', 2, '0.6666666667', '1', '0.6666666667'],
        ['email', 'paid_search', 1, '0.3333333333', '0.5', '0.25'],
      ],
    )
    assert.deepEqual(
      channels.find(({ channel }) => channel === 'paid_search'),
      { channel: 'paid_search', orders: 2, exclusive: 1 },
    )
  })

  test('put models side by side, with the same total in every column', async () => {
    const { models, rows } = await ask(ctx, 'models', { models: ['last_click', 'linear_all', 'shapley', 'markov'] })
    assert.deepEqual(
      models.map(({ revenue, orders }) => [revenue, orders]),
      Array(4).fill(['100.00', '4.000000']),
    )
    const [first] = rows
    assert.deepEqual(
      [first?.channel, first?.cells[0]?.revenue, first?.cells[1]?.revenue, first?.cells[2]?.revenue],
      ['email', '80.00', '36.67', '40.00'],
    )
    assert.equal(first?.cells[1]?.change, '-0.541625')
    assert.match(models[3]?.fit?.sentence ?? '', /4 journeys with an order and 0 without.*needs 300 and 3,000/)
  })

  test('put claims beside what was earned', async () => {
    const claimed = await openShop()
    await writeSeenOrders(claimed, [...e10, { id: 'o5', placedAt, value: '50.00', touches: [social(3), search(2)] }])
    await writeAdDays(claimed, [
      { day: '2026-06-20', platform: 'metaads', spend: '10', purchases: '6', value: '240' },
      { day: '2026-06-20', platform: 'googleads', spend: '10', purchases: '2', value: '40' },
    ])
    const report = await ask(claimed, 'claims', { model: 'linear_all' })
    assert.deepEqual(
      report.platforms.map((each) => [
        each.platform,
        each.own_claim_orders,
        each.own_claim_revenue,
        each.credited_revenue,
        each.claim_ratio,
        each.explained,
      ]),
      [
        ['metaads', 3, '120.00', '65.00', '3.6923076923', '0.5'],
        ['googleads', 3, '80.00', '48.33', '0.8276432857', '1'],
      ],
    )
    assert.deepEqual([report.claimed_orders, report.orders, report.over_claim], ['8', 5, '0.6'])
    assert.deepEqual(report.claimed_by_several, { orders: 1, revenue: '50.00' })
    assert.equal(report.reasons.length, 4)
  })

  test('follow people from the channel of their first order', async () => {
    const shop = await openShop()
    await writeSeenOrders(shop, [
      {
        id: 'a1',
        person: 'a',
        placedAt: '2026-06-02T12:00:00Z',
        value: '10',
        touches: [{ at: '2026-06-02T11:00:00Z', channel: 'email' }],
      },
      { id: 'a2', person: 'a', placedAt: '2026-06-20T12:00:00Z', value: '5', back: '2', customer: 'returning' },
      { id: 'b1', person: 'b', placedAt: '2026-06-03T12:00:00Z', value: '7' },
    ])
    const { rows } = await ask(shop, 'cohorts')
    assert.deepEqual(
      rows.map(({ channel, customers, after: steps }) => [
        channel,
        customers,
        steps.slice(0, 2).map(({ orders, revenue, net_revenue }) => [orders, revenue, net_revenue]),
      ]),
      [
        [
          '',
          '1.000000',
          [
            ['1.000000', '7.00', '7.00'],
            ['1.000000', '7.00', '7.00'],
          ],
        ],
        [
          'email',
          '1.000000',
          [
            ['1.000000', '10.00', '10.00'],
            ['2.000000', '15.00', '13.00'],
          ],
        ],
      ],
    )
  })
})
