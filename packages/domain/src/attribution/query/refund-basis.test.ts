import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { attribute, usualConfig } from '@tillsight/attribution'
import fc from 'fast-check'
import { run } from '../../context/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { askCredit, type SeenOrder, writeSeenOrders } from '../testing.ts'
import { listAttributionOrders } from './list-attribution-orders.ts'

const { openShop } = await openTestStores({ after })
const june = { from: '2026-06-01', to: '2026-06-30' }
const channels = ['paid_social', 'email', 'organic_search', 'direct']
const hour = 3_600_000

interface Given {
  readonly at: number
  readonly cents: number
}

interface Sold {
  readonly id: string
  readonly at: number
  readonly cents: number
  readonly cancelled: boolean
  readonly given: readonly Given[]
  readonly touches: readonly { readonly at: number; readonly channel: string }[]
}

/** Orders of May and June, with refunds in several steps, some after June, some exceeding the order's value. */
const sold: readonly Sold[] = fc
  .sample(
    fc.record({
      placed: fc.integer({ min: 0, max: 60 * 24 }),
      cents: fc.integer({ min: 0, max: 20_000 }),
      cancelled: fc.constantFrom(false, false, false, false, true),
      given: fc.array(
        fc.record({ later: fc.integer({ min: 0, max: 40 * 24 }), cents: fc.integer({ min: 1, max: 9000 }) }),
        { maxLength: 3 },
      ),
      touches: fc.array(
        fc.record({ before: fc.integer({ min: 0, max: 900 }), channel: fc.constantFrom(...channels) }),
        { maxLength: 4 },
      ),
    }),
    { numRuns: 60, seed: 11 },
  )
  .map(({ placed, given, touches, ...order }, nth) => {
    const at = Date.parse('2026-05-01T22:30:00Z') + placed * hour
    return {
      ...order,
      id: `o${nth}`,
      at,
      given: given.map(({ later, cents }) => ({ at: at + later * hour, cents })).sort((a, b) => a.at - b.at),
      touches: touches
        .map(({ before, channel }) => ({ at: at - before * hour, channel }))
        .sort((one, other) => one.at - other.at),
    }
  })

const money = (cents: number) => (cents / 100).toFixed(2)

function toSeen({ id, at, cents, cancelled, given, touches }: Sold): SeenOrder {
  return {
    id,
    placedAt: new Date(at).toISOString(),
    value: money(cents),
    back: money(given.reduce((sum, each) => sum + each.cents, 0)),
    cancelled,
    touches: touches.map((touch) => ({ channel: touch.channel, at: new Date(touch.at).toISOString() })),
    later: given.map((each) => ({
      bookedAt: new Date(each.at).toISOString(),
      side: 'return',
      gross: `-${money(each.cents)}`,
    })),
  }
}

/** In summer the shop's clock is two hours ahead of UTC. */
const dayOf = (ms: number) => new Date(ms + 2 * hour).toISOString().slice(0, 10)
const isInJune = (ms: number) => dayOf(ms) >= june.from && dayOf(ms) <= june.to

/** Each channel's share of an order's amount by the pure function, in cents; '' is untracked. */
function sharesOf({ id, at, touches }: Sold, cents: number): [string, number][] {
  const seen = touches.map((touch, nth) => ({
    touch_id: `${id} t${nth + 1}`,
    ts: touch.at,
    kind: 'click' as const,
    channel: touch.channel,
    platform: null,
    paid: touch.channel === 'paid_social',
  }))
  const order = { order_id: id, ts: at, value_minor: BigInt(cents) }
  const parts = attribute(order, { touches: seen, orders: [order] }, { model: 'linear_all', config: usualConfig })
  return parts.map((part) => [part.channel === '(unattributed)' ? '' : part.channel, Number(part.gross_minor)])
}

/** Net revenue of June by channel and day: credit of June's orders, less the refunds booked each day for any order. */
function expectedNets(dates: 'order' | 'touch') {
  const [byChannel, byDay] = [new Map<string, number>(), new Map<string, number>()]
  const add = (sums: Map<string, number>, key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents)
  for (const order of sold.filter(({ cancelled }) => !cancelled)) {
    if (dates === 'order' && isInJune(order.at))
      for (const [channel, cents] of sharesOf(order, order.cents)) {
        add(byChannel, channel, cents)
        if (channel !== '') add(byDay, dayOf(order.at), cents)
      }
    let left = order.cents
    for (const { at, cents } of order.given) {
      const then = Math.max(left - cents, 0)
      const [before, after] = [sharesOf(order, left), sharesOf(order, then)]
      left = then
      if (!isInJune(at)) continue
      for (const [nth, [channel, was]] of before.entries()) {
        add(byChannel, channel, (after[nth]?.[1] ?? 0) - was)
        if (channel !== '') add(byDay, dayOf(at), (after[nth]?.[1] ?? 0) - was)
      }
    }
  }
  return { byChannel, byDay }
}

const given = (of: (order: Sold) => boolean) =>
  sold
    .filter(of)
    .flatMap((order) => order.given)
    .filter(({ at }) => isInJune(at))
    .reduce((sum, { cents }) => sum + cents, 0)

suite('what came back, booked on its own day', async () => {
  const ctx = await openShop()
  await writeSeenOrders(ctx, sold.map(toSeen))
  await writeSeenOrders(ctx, [
    {
      ...toSeen({ ...(sold[0] as Sold), id: 'late' }),
      waits: true,
      later: [{ bookedAt: '2026-06-09T10:00:00Z', side: 'return', gross: '-1.25' }],
    },
  ])
  const ask = { ...june, model: 'linear_all', refund_basis: 'refund_date' } as const
  const cents = (text: string | undefined) => Math.round(Number(text) * 100)

  test('lowers the net of that day by what it takes off each channel, and closes to the returns of the summary', async () => {
    const result = await askCredit(ctx, { ...ask, interval: 'day' })
    const { byChannel, byDay } = expectedNets('order')
    assert.deepEqual(
      Object.fromEntries(result.rows.map((row) => [row.channel, cents(row.net_revenue)])),
      Object.fromEntries([...byChannel].filter(([channel]) => channel !== '')),
    )
    assert.equal(cents(result.not_tracked.net_revenue), byChannel.get(''))
    for (const { at, net_revenue: net } of result.series ?? []) assert.equal(cents(net), byDay.get(at) ?? 0, at)
    const usual = await askCredit(ctx, { ...ask, refund_basis: 'order_date' })
    assert.equal(usual.closing.refunds, undefined)
    const { rows, closing } = result
    const credited = (told: typeof rows) => new Map(told.map((row) => [row.channel, [row.revenue, row.orders]]))
    assert.deepEqual(credited(rows.filter(({ revenue }) => revenue !== '0.00')), credited(usual.rows))
    const { metric, booked, ...parts } = closing.refunds ?? { metric: '', booked: '' }
    assert.deepEqual([metric, cents(booked)], ['returns', given(() => true) + 125])
    assert.equal(
      Object.values(parts).reduce((sum, part) => sum + cents(part), 0),
      cents(booked),
    )
    const lost = sold
      .filter((order) => !order.cancelled)
      .map((order) => order.given.reduce((sum, each) => sum + each.cents, 0) - order.cents)
    assert.ok(
      lost.some((beyond) => beyond > 0),
      'some gave back more than they had taken',
    )
    assert.equal(
      cents(closing.refunds?.cancelled),
      given((order) => order.cancelled),
    )
    assert.equal(cents(closing.refunds?.pending), 125)
    const effective = given(({ cancelled }) => !cancelled) - cents(closing.refunds?.beyond_value)
    assert.equal(cents(closing.refunds?.credited) + cents(closing.refunds?.not_tracked), effective)
  })

  test('is behind the row whose net it lowers, also of orders of other days', async () => {
    let ofOthers = 0
    for (const rest of [{}, { date: 'touch' }] as const) {
      const result = await askCredit(ctx, { ...ask, ...rest })
      for (const row of result.rows) {
        const list = await run(listAttributionOrders, ctx, {
          ...ask,
          ...rest,
          row: { channel: row.channel },
          limit: 200,
        })
        assert.deepEqual([list.orders, list.revenue, list.net_revenue], [row.orders, row.revenue, row.net_revenue])
        const nets = list.rows.reduce((sum, each) => sum + cents(each.net_revenue), 0)
        assert.equal(nets, cents(row.net_revenue))
        ofOthers += list.rows.filter((each) => each.orders === '0.000000' && each.touches === 0).length
      }
    }
    assert.ok(ofOthers > 0)
  })

  test('leaves nothing out over all days, and is the same whole under every model', async () => {
    const ever = { from: '2026-01-01', to: '2026-12-31' }
    for (const model of ['linear_all', 'last_paid', 'markov'] as const) {
      const [own, usual] = await Promise.all([
        askCredit(ctx, { ...ask, ...ever, model }),
        askCredit(ctx, { ...ask, ...ever, model, refund_basis: 'order_date' }),
      ])
      assert.deepEqual(own.totals.net_revenue, usual.totals.net_revenue)
      assert.deepEqual(own.not_tracked.net_revenue, usual.not_tracked.net_revenue)
      if (model !== 'markov')
        assert.deepEqual(
          own.rows.map((row) => [row.channel, row.net_revenue]),
          usual.rows.map((row) => [row.channel, row.net_revenue]),
        )
    }
  })
})
