import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { markov, type PathRow } from '@tillsight/attribution'
import { run, type ShopContext } from '../../context/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { reportAttribution } from '../reports/report-attribution.ts'
import { askCredit, type SeenOrder, writeSeenOrders } from '../testing.ts'
import { bootstrap } from './bootstrap.ts'

const { openShop } = await openTestStores({ after })
const may = { from: '2026-05-01', to: '2026-05-31' }

/** E5 of the reference: a path, the value of each order after it, and how many journeys had no order. */
const e5 = [
  { path: ['S', 'E'], values: ['80', '80', '80'], lost: 2 },
  { path: ['D', 'S'], values: ['150', '150'], lost: 3 },
  { path: ['S'], values: ['50'], lost: 6 },
  { path: ['D', 'S', 'S', 'E'], values: ['130', '130'], lost: 1 },
  { path: ['E'], values: ['50', '50'], lost: 3 },
]
const placed = Date.parse('2026-05-10T12:00:00Z')
const at = (nth: number) => new Date(placed - (10 - nth) * 3_600_000)

const orders: SeenOrder[] = e5.flatMap(({ path, values }) =>
  values.map((value, nth) => ({
    id: `${path.join('')}${nth}`,
    placedAt: new Date(placed).toISOString(),
    value,
    touches: path.map((channel, place) => ({ at: at(place).toISOString(), channel })),
  })),
)

async function writeLost({ warehouse }: ShopContext, times = 1): Promise<void> {
  const touch = {
    session_id: '',
    kind: 'click',
    channel_rule: '',
    paid: 0,
    platform: '',
    account_id: '',
    campaign_id: '',
    ad_set_id: '',
    ad_id: '',
    joined: 'none',
    source: '',
    medium: '',
    campaign: '',
    content: '',
    term: '',
    click_id: '',
    url: '',
    referrer: '',
    evidence: 'none',
    origin: 'pixel',
    order_id: '',
    bot: 'no',
    bot_reasons: [],
    version: '1',
    is_deleted: 0,
  }
  const rows = e5.flatMap(({ path, lost }) =>
    Array.from({ length: lost * times }, (_, nth) => {
      const visitor = `${path.join('')} ${nth}`
      return path.map((channel, place) => ({
        ...touch,
        visitor_id: visitor,
        at: at(place),
        touch_id: `${visitor} ${place}`,
        channel,
      }))
    }).flat(),
  )
  await warehouse.insert('touches', rows)
}

suite('a chain fitted to all journeys', () => {
  test('shares orders out as the worked example does, lost journeys included, and closes exactly', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, orders)
    await writeLost(ctx)
    const result = await askCredit(ctx, { ...may, model: 'markov', click_window_days: 7 })
    const told = Object.fromEntries(
      result.rows.map(({ channel, orders: parts, revenue }) => [channel, [parts, revenue]]),
    )
    assert.deepEqual(told, {
      D: ['1.696429', '170.08'],
      S: ['4.241071', '425.20'],
      E: ['4.062500', '354.72'],
    })
    assert.deepEqual(
      [result.totals.orders, result.totals.revenue, result.closing.booked],
      ['10.000000', '950.00', '950.00'],
    )
    assert.deepEqual([result.fit?.conversions, result.fit?.lost, result.fit?.is_enough], [10, 15, false])
    const [low = 0, high = 0] = result.intervals?.S?.orders ?? []
    assert.ok(low < 4.241071 && 4.241071 < high, `${low} to ${high}`)
    const two = await askCredit(ctx, { ...may, model: 'markov', click_window_days: 7, markov_order: 2 })
    assert.equal(two.rows.find(({ channel }) => channel === 'D')?.orders, '2.052980')
  })

  test('weighs the touches of single orders by what their channels are worth to it', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, orders)
    await writeLost(ctx)
    const { rows, totals } = await askCredit(ctx, {
      ...may,
      model: 'markov_local',
      click_window_days: 7,
      level: 'campaign',
    })
    assert.equal(totals.revenue, '950.00')
    // S > E three times: 19/26 and 7/10; alone, whole; D > S twice: 19/65 and 19/26; D > S > S > E twice.
    const s = 19 / 26 / (19 / 26 + 0.7)
    const ds = 19 / 26 / (19 / 26 + 19 / 65)
    const dse = 19 / 26 / (19 / 26 + 19 / 65 + 0.7)
    const expected = 3 * s + 1 + 2 * ds + 2 * dse
    const found = Number(rows.find(({ channel }) => channel === 'S')?.orders)
    assert.ok(Math.abs(found - expected) < 0.00001, `${found} beside ${expected}`)
  })

  test('is drawn as a map of steps', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, orders)
    await writeLost(ctx)
    const report = await run(reportAttribution, ctx, { ...may, report: 'transitions', click_window_days: 7 })
    assert.ok(report.report === 'transitions')
    const steps = Object.fromEntries(report.edges.map(({ from, to, journeys }) => [`${from} ${to}`, journeys]))
    assert.deepEqual(steps, {
      '(start) S': 12,
      '(start) D': 8,
      '(start) E': 5,
      'S E': 8,
      'D S': 8,
      'S (null)': 9,
      'S (conversion)': 3,
      'E (conversion)': 7,
      'E (null)': 6,
    })
  })

  test('says what channels do to the conversion rate, and shares out orders where sets are too small for rates', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, orders)
    await writeLost(ctx)
    const ask = () => run(reportAttribution, ctx, { ...may, report: 'conversion_rate', click_window_days: 7 })
    const few = await ask()
    assert.ok(few.report === 'conversion_rate')
    assert.deepEqual([few.form, few.journeys], ['closed', 25])
    assert.match(few.reason ?? '', /^A rate needs 200 journeys for every set of channels, and 5 of 5 .* had fewer/)
    const shared = few.rows.map(({ channels, orders: part, effect }) => [channels, part?.toFixed(4), effect])
    assert.deepEqual(shared, [
      [['S'], '4.1667', null],
      [['E'], '4.1667', null],
      [['D'], '1.6667', null],
    ])
    await writeLost(ctx, 250)
    const many = await ask()
    assert.ok(many.report === 'conversion_rate')
    assert.deepEqual([many.form, many.reason], ['conversion_rate', null])
    // D alone, E with D and the empty set were never observed. The orders written first are included; lost journeys: 500 S E,
    // 750 D S, 1500 S, 250 D S E, 750 E.
    const rates = { S: 1 / 1501, E: 2 / 752, DS: 2 / 752, SE: 3 / 503, DSE: 2 / 252 }
    const expected = {
      D: (rates.DS - rates.S) / 6 + (0 - rates.E) / 6 + (rates.DSE - rates.SE) / 3,
      S: rates.S / 3 + (rates.DS - 0) / 6 + (rates.SE - rates.E) / 6 + (rates.DSE - 0) / 3,
      E: rates.E / 3 + (rates.SE - rates.S) / 6 + (rates.DSE - rates.DS) / 3,
    }
    const told = Object.fromEntries(many.rows.map(({ channels, effect }) => [channels.join(' '), effect?.toFixed(9)]))
    assert.deepEqual(
      told,
      Object.fromEntries(Object.entries(expected).map(([name, effect]) => [name, effect.toFixed(9)])),
    )
    assert.equal(many.rows.find(({ channels }) => channels[0] === 'D')?.journeys, 1004)
    // The clock is at noon on 30 June: with ninety days nobody from May is lost yet, with thirty everybody up to the 30th is.
    const young = await run(reportAttribution, ctx, { ...may, report: 'conversion_rate', click_window_days: 90 })
    assert.ok(young.report === 'conversion_rate')
    assert.match(young.reason ?? '', /^A journey counts as lost once the window has passed/)
    const part = await run(reportAttribution, ctx, { ...may, report: 'conversion_rate', click_window_days: 30 })
    assert.ok(part.report === 'conversion_rate')
    assert.deepEqual([part.days.to, part.form], ['2026-05-30', 'conversion_rate'])
  })
})

test('intervals are the same every time, and narrower with more journeys', () => {
  const rows = (times: number): PathRow[] =>
    e5.map(({ path, values, lost }) => ({
      path,
      conversions: values.length * times,
      value_minor: 100 * times,
      null: lost * times,
    }))
  const [few, many] = [bootstrap(rows(10), 1), bootstrap(rows(1000), 1)]
  assert.deepEqual(bootstrap(rows(10), 1), few)
  const width = (of: typeof few) => (of?.S?.orders[1] ?? 0) - (of?.S?.orders[0] ?? 0)
  assert.ok(width(many) > 0 && width(many) < width(few) / 5)
  const share = markov(rows(1000)).removal_effect
  assert.ok(share.S !== undefined)
})
