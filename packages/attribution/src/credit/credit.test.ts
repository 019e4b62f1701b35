import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attribute, claim } from './attribute.ts'
import { type AdditiveModel, type CreditConfig, type Order, type Touch, usualConfig } from './types.ts'
import { allocate } from './weights.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const at = Date.UTC(2026, 1, 2, 12)

interface Given {
  readonly channel: string
  readonly platform?: string
  readonly kind?: Touch['kind']
  readonly paid?: boolean
}

function touch(id: string, before: number, { channel, platform, kind = 'click', paid }: Given): Touch {
  const isPaid = paid ?? channel.startsWith('paid_')
  return { touch_id: id, ts: at - before, kind, channel, platform: platform ?? null, paid: isPaid }
}

const order = (value: bigint, more: Partial<Order> = {}): Order => ({
  order_id: 'o',
  ts: at,
  value_minor: value,
  ...more,
})

function gross(
  given: Order,
  touches: readonly Touch[],
  { model, ...config }: Partial<CreditConfig> & { model: AdditiveModel },
): number[] {
  const credits = attribute(given, { touches, orders: [given] }, { model, config: { ...usualConfig, ...config } })
  return credits.map(({ gross_minor }) => Number(gross_minor))
}

const journey = [
  touch('t1', 10 * dayMs, { channel: 'paid_social', platform: 'meta' }),
  touch('t2', 6 * dayMs, { channel: 'organic_search', platform: 'google' }),
  touch('t3', 2 * dayMs, { channel: 'email' }),
  touch('t4', hourMs / 2, { channel: 'direct' }),
]

describe('one journey under every model', () => {
  const value = order(11_999n)
  const expected: readonly (readonly [model: AdditiveModel, credit: Readonly<Record<string, number>>])[] = [
    ['first_click', { t1: 11_999 }],
    ['first_non_direct', { t1: 11_999 }],
    ['last_paid', { t1: 11_999 }],
    ['linear_paid', { t1: 11_999 }],
    ['upper_funnel_linear', { t1: 11_999 }],
    ['last_click', { t4: 11_999 }],
    ['last_non_direct', { t3: 11_999 }],
    ['linear_all', { t1: 3000, t2: 3000, t3: 3000, t4: 2999 }],
    ['shapley', { t1: 3000, t2: 3000, t3: 3000, t4: 2999 }],
    ['time_decay', { t1: 1626, t2: 2416, t3: 3590, t4: 4367 }],
    ['position_u', { t1: 4800, t2: 1200, t3: 1200, t4: 4799 }],
    ['position_w', { t1: 3600, t2: 1200, t3: 3600, t4: 3599 }],
    ['position_j', { t1: 2400, t2: 1200, t3: 1200, t4: 7199 }],
    ['position_j_inverse', { t1: 7199, t2: 1200, t3: 1200, t4: 2400 }],
  ]
  for (const [model, credit] of expected) {
    it(model, () => {
      const credits = attribute(
        value,
        { touches: journey.toReversed(), orders: [value] },
        { model, config: usualConfig },
      )
      const earned = credits.map(({ touch_id, gross_minor }) => [touch_id, Number(gross_minor)])
      assert.deepEqual(Object.fromEntries(earned), credit)
    })
  }

  it('without direct visits beside others', () => {
    const ask = (model: AdditiveModel) => gross(value, journey, { model, direct_policy: 'exclude_unless_only' })
    assert.deepEqual(ask('last_click'), [11_999])
    assert.deepEqual(ask('linear_all'), [4000, 4000, 3999])
    assert.deepEqual(ask('time_decay'), [2556, 3798, 5645])
    assert.deepEqual(ask('position_u'), [4800, 2400, 4799])
    assert.deepEqual(ask('position_j'), [2400, 2400, 7199])
    const direct = touch('d', 1, { channel: 'direct' })
    assert.deepEqual(gross(value, [direct], { model: 'linear_all', direct_policy: 'exclude_unless_only' }), [11_999])
  })

  it('in millionths of an order', () => {
    const credits = attribute(
      value,
      { touches: journey, orders: [value] },
      { model: 'time_decay', config: usualConfig },
    )
    assert.deepEqual(
      credits.map(({ orders_micro }) => orders_micro),
      [135_493n, 201_343n, 299_194n, 363_970n],
    )
  })
})

describe('the arithmetic', () => {
  it('decays by half-lives', () => {
    const touches = [21, 7, 0].map((days) => touch(`t${30 - days}`, days * dayMs, { channel: 'email' }))
    assert.deepEqual(gross(order(13_000n), touches, { model: 'time_decay' }), [1000, 4000, 8000])
  })

  it('gives what is left over to the largest remainders, the earlier first', () => {
    assert.deepEqual(allocate(100n, [1n, 1n, 1n]), [34n, 33n, 33n])
    assert.deepEqual(allocate(1n, [1n, 1n]), [1n, 0n])
    assert.deepEqual(allocate(-100n, [1n, 1n, 1n]), [-34n, -33n, -33n])
    const five = [5, 4, 3, 2, 1].map((days) => touch(`t${9 - days}`, days * dayMs, { channel: 'email' }))
    assert.deepEqual(gross(order(1000n), five, { model: 'position_u' }), [400, 67, 67, 66, 400])
  })

  it('shares out what refunds leave afresh, and nothing below zero', () => {
    const three = [3, 2, 1].map((days) => touch(`t${9 - days}`, days * dayMs, { channel: 'email' }))
    const net = (refunds: readonly bigint[]) => {
      const given = order(100n, { refunds })
      const credits = attribute(
        given,
        { touches: three, orders: [given] },
        { model: 'linear_all', config: usualConfig },
      )
      assert.deepEqual(
        credits.map(({ gross_minor }) => gross_minor),
        [34n, 33n, 33n],
      )
      return credits.map(({ net_minor }) => Number(net_minor))
    }
    assert.deepEqual(net([49n]), [17, 17, 17])
    assert.deepEqual(net([40n, 9n]), [17, 17, 17])
    assert.deepEqual(net([100n]), [0, 0, 0])
    assert.deepEqual(net([150n]), [0, 0, 0])
  })

  it('splits a channel’s part evenly over its touches under Shapley', () => {
    const touches = [
      touch('a', 3 * dayMs, { channel: 'meta' }),
      touch('b', 2 * dayMs, { channel: 'meta' }),
      touch('c', dayMs, { channel: 'email' }),
    ]
    assert.deepEqual(gross(order(6000n), touches, { model: 'shapley' }), [1500, 1500, 3000])
    assert.deepEqual(gross(order(6000n), touches, { model: 'linear_all' }), [2000, 2000, 2000])
  })

  it('weighs by removal effects, and evenly where no channel has one', () => {
    const touches = [
      touch('a', 3 * dayMs, { channel: 'S' }),
      touch('b', 2 * dayMs, { channel: 'S' }),
      touch('c', dayMs, { channel: 'E' }),
    ]
    const removal_effects = new Map([
      ['S', { over: 1n, by: 2n }],
      ['E', { over: 1n, by: 4n }],
    ])
    assert.deepEqual(gross(order(900n), touches, { model: 'markov_local', removal_effects }), [300, 300, 300])
    assert.deepEqual(
      gross(order(900n), touches, { model: 'markov_local', removal_effects: new Map([['S', { over: 1n, by: 3n }]]) }),
      [450, 450, 0],
    )
    assert.deepEqual(gross(order(900n), touches, { model: 'markov_local' }), [300, 300, 300])
  })
})

describe('positions', () => {
  const shares = (model: AdditiveModel, count: number, milestone?: number) => {
    const touches = Array.from({ length: count }, (_, nth) =>
      touch(`t${nth}`, (count - nth) * dayMs, { channel: 'email' }),
    )
    const given = order(6_000n, milestone === undefined ? {} : { milestone_ts: at - milestone * dayMs })
    return gross(given, touches, { model })
  }

  it('share as the table says', () => {
    assert.deepEqual(shares('position_u', 1), [6000])
    assert.deepEqual(shares('position_u', 2), [3000, 3000])
    assert.deepEqual(shares('position_u', 3), [2400, 1200, 2400])
    assert.deepEqual(shares('position_u', 4), [2400, 600, 600, 2400])
    assert.deepEqual(shares('position_u', 5), [2400, 400, 400, 400, 2400])
    assert.deepEqual(shares('position_j', 2), [1500, 4500])
    assert.deepEqual(shares('position_j_inverse', 2), [4500, 1500])
    assert.deepEqual(shares('position_j', 4), [1200, 600, 600, 3600])
    assert.deepEqual(shares('position_w', 1), [6000])
    assert.deepEqual(shares('position_w', 2), [3000, 3000])
    assert.deepEqual(shares('position_w', 3), [2000, 2000, 2000])
    assert.deepEqual(shares('position_w', 4), [1800, 600, 1800, 1800])
    assert.deepEqual(shares('position_w', 5), [1800, 300, 1800, 300, 1800])
  })

  it('give the middle role by the milestone where there is one', () => {
    assert.deepEqual(shares('position_w', 5, 4), [1800, 1800, 300, 300, 1800])
    assert.deepEqual(shares('position_w', 4, 4), [3600, 300, 300, 1800], 'on the first, whose points add up')
    assert.deepEqual(shares('position_w', 4, 9), [2571, 429, 429, 2571], 'no touch is so old')
  })
})

describe('views', () => {
  const touches = [
    touch('v1', 12 * hourMs, { channel: 'paid_social', platform: 'tiktok', kind: 'view' }),
    touch('v2', 10 * hourMs, { channel: 'paid_social', platform: 'meta', kind: 'view' }),
    touch('c1', 6 * hourMs, { channel: 'paid_social', platform: 'meta' }),
    touch('c2', hourMs, { channel: 'paid_search_brand', platform: 'google', paid: true }),
  ]
  const value = order(9000n)

  it('count a quarter of a click, and nothing beside a later click of their platform', () => {
    assert.deepEqual(gross(value, touches, { model: 'clicks_and_views' }), [1000, 4000, 4000])
    assert.deepEqual(gross(value, touches, { model: 'linear_all' }), [4500, 4500])
    assert.deepEqual(gross(value, touches, { model: 'upper_funnel_linear' }), [9000])
  })

  it('share the order where there is nothing else, within their own window', () => {
    assert.deepEqual(gross(value, touches.slice(0, 2), { model: 'clicks_and_views' }), [4500, 4500])
    const [unearned] = attribute(
      value,
      { touches: touches.slice(0, 2), orders: [value] },
      { model: 'clicks_and_views', config: { ...usualConfig, view_window_days: 0 } },
    )
    assert.equal(unearned?.touch_id, '(unattributed)')
  })
})

describe('the survey', () => {
  const touches = [
    touch('a', 2 * dayMs, { channel: 'paid_search', platform: 'google' }),
    touch('b', dayMs, { channel: 'email' }),
  ]
  const blend = (survey_channel: string | undefined, given = touches) =>
    attribute(
      order(6000n, { survey_channel }),
      { touches: given, orders: [] },
      { model: 'survey_blend', config: usualConfig },
    ).map(({ touch_id, gross_minor }) => [touch_id, Number(gross_minor)])

  it('takes its share for the answer, in the journey or not', () => {
    assert.deepEqual(blend('paid_search'), [
      ['a', 4500],
      ['b', 1500],
    ])
    assert.deepEqual(blend('podcast'), [
      ['a', 1500],
      ['b', 1500],
      ['survey:podcast', 3000],
    ])
    assert.deepEqual(blend(undefined), [
      ['a', 3000],
      ['b', 3000],
    ])
    assert.deepEqual(blend('podcast', []), [['survey:podcast', 6000]])
  })
})

describe('which touches count', () => {
  const earns = (given: readonly Touch[], config: Partial<CreditConfig> = {}, orders: readonly Order[] = []) =>
    attribute(
      order(100n),
      { touches: given, orders },
      { model: 'linear_all', config: { ...usualConfig, ...config } },
    ).map(({ touch_id }) => touch_id)

  it('both ends of a window are inside', () => {
    const touches = [28 * dayMs + 1, 28 * dayMs, 0, -1].map((before, nth) =>
      touch(`t${nth}`, before, { channel: 'email' }),
    )
    assert.deepEqual(earns(touches), ['t1', 't2'])
    assert.deepEqual(earns(touches, { click_window_days: null }), ['t0', 't1', 't2'])
  })

  it('equal instants are sorted by id, byte by byte', () => {
    const touches = ['b', 'a', 'B', 'é'].map((id) => touch(id, dayMs, { channel: 'email' }))
    assert.deepEqual(earns(touches), ['B', 'a', 'b', 'é'])
  })

  it('a previous order begins the journey anew where that is asked for, unless it was cancelled or a test', () => {
    const touches = [3, 2, 1].map((days) => touch(`t${9 - days}`, days * dayMs, { channel: 'email' }))
    const scope = { journey_scope: 'since_previous_order' } as const
    const earlier = (more: Partial<Order>): Order => ({ order_id: 'n', ts: at - 2 * dayMs, value_minor: 1n, ...more })
    assert.deepEqual(earns(touches, scope, [earlier({})]), ['t8'])
    assert.deepEqual(earns(touches, {}, [earlier({})]), ['t6', 't7', 't8'])
    for (const more of [{ cancelled: true }, { test: true }, { ts: at + 1 }, { order_id: 'p', ts: at }]) {
      assert.deepEqual(earns(touches, scope, [earlier(more)]), ['t6', 't7', 't8'], JSON.stringify(more))
    }
    assert.deepEqual(earns(touches, scope, [earlier({ order_id: 'n', ts: at })]), ['(unattributed)'])
  })

  it('a cancelled order and a test order have no credit', () => {
    for (const more of [{ cancelled: true }, { test: true }]) {
      const given = order(100n, more)
      assert.deepEqual(
        attribute(given, { touches: journey, orders: [] }, { model: 'linear_all', config: usualConfig }),
        [],
      )
      assert.deepEqual(claim(given, { touches: journey, orders: [] }, usualConfig), [])
    }
  })
})

it('every platform claims the whole order for its own last paid click', () => {
  const touches = [
    touch('m1', 5 * dayMs, { channel: 'paid_social', platform: 'meta' }),
    touch('g', 4 * dayMs, { channel: 'paid_search', platform: 'google' }),
    touch('m2', 3 * dayMs, { channel: 'paid_social', platform: 'meta' }),
    touch('o', 2 * dayMs, { channel: 'organic_search', platform: 'google' }),
  ]
  assert.deepEqual(claim(order(500n), { touches, orders: [] }, usualConfig), [
    { platform: 'google', touch_id: 'g', claimed_minor: 500n },
    { platform: 'meta', touch_id: 'm2', claimed_minor: 500n },
  ])
})
