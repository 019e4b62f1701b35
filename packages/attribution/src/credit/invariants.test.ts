// What must hold for any journey and every model.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { attribute, claim } from './attribute.ts'
import {
  type AdditiveModel,
  additiveModels,
  type Credit,
  type CreditConfig,
  type Order,
  type Touch,
  usualConfig,
} from './types.ts'

const dayMs = 86_400_000
const at = Date.UTC(2026, 10, 20)
const channels = ['direct', 'email', 'organic_search', 'paid_search_brand', 'paid_search', 'paid_social', 'referral']
const platforms = { paid_search: 'google', paid_search_brand: 'google', paid_social: 'meta' } as const

const touches: fc.Arbitrary<Touch[]> = fc
  .array(
    fc.record({
      before: fc.integer({ min: -2 * dayMs, max: 40 * dayMs }),
      kind: fc.constantFrom('click', 'click', 'click', 'view', 'engaged_view'),
      channel: fc.constantFrom(...channels),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ before, kind, channel }, nth) => ({
      touch_id: `t${nth}`,
      ts: at - before,
      kind,
      channel,
      platform: platforms[channel as keyof typeof platforms] ?? null,
      paid: channel.startsWith('paid'),
    })),
  )

const orders: fc.Arbitrary<Order> = fc.record({
  order_id: fc.constant('o'),
  ts: fc.constant(at),
  value_minor: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  refunds: fc.array(fc.bigInt({ min: 0n, max: 10n ** 11n }), { maxLength: 3 }),
  survey_channel: fc.option(fc.constantFrom('podcast', 'email', 'paid_social'), { nil: undefined }),
  milestone_ts: fc.option(fc.integer({ min: at - 30 * dayMs, max: at }), { nil: undefined }),
})

const effects = fc
  .dictionary(fc.constantFrom(...channels), fc.integer({ min: 0, max: 1000 }))
  .map((parts) => new Map(Object.entries(parts).map(([name, over]) => [name, { over: BigInt(over), by: 1000n }])))

const configs: fc.Arbitrary<CreditConfig> = fc.record({
  click_window_days: fc.constantFrom(1, 7, 28, 90, null),
  view_window_days: fc.constantFrom(0, 1, 7),
  direct_policy: fc.constantFrom('include', 'exclude_unless_only'),
  journey_scope: fc.constantFrom('window', 'since_previous_order'),
  half_life_days: fc.constantFrom(1, 7, 30),
  survey_share: fc.constantFrom({ over: 1n, by: 2n }, { over: 1n, by: 3n }, { over: 0n, by: 1n }, { over: 1n, by: 1n }),
  survey_base: fc.constantFrom('linear_all', 'last_paid', 'time_decay', 'clicks_and_views'),
  removal_effects: effects,
})

const params = (models: readonly AdditiveModel[]) =>
  fc.record({ order: orders, seen: touches, model: fc.constantFrom(...models), config: configs })
const cases = params(additiveModels)
/** Models whose weights follow from positions in the journey, not from channel names. */
const namelessModels = additiveModels.filter(
  (model) =>
    !['first_non_direct', 'last_non_direct', 'upper_funnel_linear', 'markov_local', 'survey_blend'].includes(model),
)

function creditOf(order: Order, seen: readonly Touch[], ask: { model: AdditiveModel; config: CreditConfig }): Credit[] {
  return attribute(order, { touches: seen, orders: [order] }, ask)
}

const sum = (credits: readonly Credit[], part: 'gross_minor' | 'net_minor' | 'orders_micro'): bigint =>
  credits.reduce((total, credit) => total + credit[part], 0n)

const reported = (credits: readonly Credit[]) => credits.filter(({ orders_micro }) => orders_micro > 0n)

describe('every model', () => {
  it('shares an order out completely, to the last unit', () => {
    fc.assert(
      fc.property(cases, ({ order, seen, model, config }) => {
        const credits = creditOf(order, seen, { model, config })
        const refunded = (order.refunds ?? []).reduce((total, refund) => total + refund, 0n)
        const net = order.value_minor > refunded ? order.value_minor - refunded : 0n
        assert.deepEqual(
          [sum(credits, 'gross_minor'), sum(credits, 'net_minor'), sum(credits, 'orders_micro')],
          [order.value_minor, net, 1_000_000n],
        )
        assert.ok(credits.every(({ gross_minor, net_minor }) => gross_minor >= 0n && net_minor >= 0n))
      }),
      { numRuns: 400 },
    )
  })

  it('does not care in which order touches arrive', () => {
    fc.assert(
      fc.property(cases, ({ order, seen, model, config }) => {
        const ask = { model, config }
        assert.deepEqual(creditOf(order, seen.toReversed(), ask), creditOf(order, seen, ask))
      }),
    )
  })

  it('leaves alone what lies outside the window or after the order', () => {
    fc.assert(
      fc.property(cases, ({ order, seen, model, config }) => {
        const outside = { kind: 'click', channel: 'email', platform: null, paid: false } as const
        const days = config.click_window_days
        const more: Touch[] = [{ ...outside, touch_id: 'later', ts: at + 1 }]
        if (days !== null) more.push({ ...outside, touch_id: 'older', ts: at - days * dayMs - 1 })
        const ask = { model, config }
        assert.deepEqual(creditOf(order, [...more, ...seen], ask), creditOf(order, seen, ask))
      }),
    )
  })

  it('gives one touch everything', () => {
    fc.assert(
      fc.property(fc.constantFrom(...additiveModels), (model) => {
        const touch: Touch = {
          touch_id: 't',
          ts: at,
          kind: 'click',
          channel: 'paid_social',
          platform: 'meta',
          paid: true,
        }
        const [credit] = creditOf({ order_id: 'o', ts: at, value_minor: 4711n }, [touch], {
          model,
          config: usualConfig,
        })
        assert.deepEqual([credit?.touch_id, credit?.gross_minor], ['t', 4711n])
      }),
    )
  })

  it('moves with time as a whole', () => {
    fc.assert(
      fc.property(cases, ({ order, seen, model, config }) => {
        const by = 86_461_000
        const later = {
          ...order,
          ts: order.ts + by,
          ...(order.milestone_ts === undefined ? {} : { milestone_ts: order.milestone_ts + by }),
        }
        const ask = { model, config }
        const moved = seen.map((touch) => ({ ...touch, ts: touch.ts + by }))
        assert.deepEqual(creditOf(later, moved, ask), creditOf(order, seen, ask))
      }),
    )
  })

  it('takes refunds in steps as it takes them at once, and leaves nothing of an order that was refunded whole', () => {
    fc.assert(
      fc.property(cases, ({ order, seen, model, config }) => {
        const ask = { model, config }
        const refunded = (order.refunds ?? []).reduce((total, refund) => total + refund, 0n)
        assert.deepEqual(creditOf({ ...order, refunds: [refunded] }, seen, ask), creditOf(order, seen, ask))
        const whole = creditOf({ ...order, refunds: [order.value_minor] }, seen, ask)
        assert.ok(whole.every(({ net_minor }) => net_minor === 0n))
      }),
    )
  })
})

it('widening the window never removes a touch', () => {
  fc.assert(
    fc.property(orders, touches, (order, seen) => {
      const idsAt = (click_window_days: number | null) =>
        reported(creditOf(order, seen, { model: 'linear_all', config: { ...usualConfig, click_window_days } })).map(
          ({ touch_id }) => touch_id,
        )
      const windows = [1, 7, 28, null].map((days) => idsAt(days).filter((id) => id !== '(unattributed)'))
      for (const [nth, narrow] of windows.entries()) {
        for (const id of narrow) assert.ok(windows.slice(nth).every((wide) => wide.includes(id)))
      }
    }),
  )
})

it('renaming channels renames credits', () => {
  fc.assert(
    fc.property(orders, touches, fc.constantFrom(...namelessModels), (order, seen, model) => {
      const ask = { model, config: usualConfig }
      const renamed = seen.map((touch) => ({ ...touch, channel: `new ${touch.channel}` }))
      const expected = creditOf(order, seen, ask).map((credit) =>
        credit.channel === '(unattributed)' ? credit : { ...credit, channel: `new ${credit.channel}` },
      )
      assert.deepEqual(creditOf(order, renamed, ask), expected)
    }),
  )
})

it('Shapley is linear where every touch is of a channel of its own', () => {
  fc.assert(
    fc.property(orders, touches, (order, seen) => {
      const distinct = seen.map((touch, nth) => ({ ...touch, channel: `c${nth}` }))
      const ask = (model: AdditiveModel) => creditOf(order, distinct, { model, config: usualConfig })
      assert.deepEqual(ask('shapley'), ask('linear_all'))
    }),
  )
})

it('a longer half-life moves credit towards older touches', () => {
  fc.assert(
    fc.property(touches, (seen) => {
      const order: Order = { order_id: 'o', ts: at, value_minor: 0n }
      const first = (half_life_days: number) =>
        creditOf(order, seen, { model: 'time_decay', config: { ...usualConfig, half_life_days } })[0]?.orders_micro ??
        0n
      // Largest-remainder rounding may shift one millionth either way.
      assert.ok(first(14) + 1n >= first(7))
    }),
  )
})

it('what a platform claims is never less than what any click model gives it for paid clicks', () => {
  const clickModels = additiveModels.filter((model) => model !== 'clicks_and_views' && model !== 'survey_blend')
  fc.assert(
    fc.property(params(clickModels), ({ order, seen, model, config }) => {
      const claims = new Map(
        claim(order, { touches: seen, orders: [order] }, config).map((each) => [each.platform, each]),
      )
      const paid = new Map(seen.filter((touch) => touch.paid).map((touch) => [touch.touch_id, touch.platform]))
      const given = new Map<string, bigint>()
      for (const { touch_id, gross_minor } of creditOf(order, seen, { model, config })) {
        const platform = paid.get(touch_id)
        if (platform) given.set(platform, (given.get(platform) ?? 0n) + gross_minor)
      }
      for (const [platform, gross] of given) assert.ok((claims.get(platform)?.claimed_minor ?? 0n) >= gross)
    }),
  )
})
