import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualConfig } from '@tillsight/attribution'
import { causeOf, type KeptTouch, movesOfOrder, type StoredJourney } from './credit-moves.ts'

const [ann, bob] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const placed = Date.UTC(2026, 2, 3, 10)

/** An order of 100.00 with one touch per channel, an hour apart, the last one an hour before the order. */
function journey(channels: readonly string[], more: Partial<StoredJourney> = {}): StoredJourney {
  const every = <T>(value: T): T[] => channels.map(() => value)
  return {
    order_id: 'o',
    order_name: '#o',
    placed_ms: placed,
    person: ann,
    cancelled: 0,
    consent_gap: 0,
    previous_ms: 0,
    milestone_ms: 0,
    survey_channel: '',
    order_revenue: 100_000_000n,
    order_revenue_back: 0n,
    goods: 80_000_000n,
    goods_back: 0n,
    touch_ids: [...channels],
    touch_ms: channels.map((_, nth) => placed - (channels.length - nth) * 3_600_000),
    kinds: every(1),
    channels: [...channels],
    platforms: every(''),
    paid: every(0),
    account_ids: every(''),
    campaign_ids: every(''),
    ad_set_ids: every(''),
    ad_ids: every(''),
    version: 10n,
    ...more,
  }
}

const before = journey(['direct'])
const cause = (after: StoredJourney, kept: Readonly<Record<string, KeptTouch>> = {}, from = before) =>
  causeOf({ before: from, after }, new Map(Object.entries(kept)))

test('a touch that is newer than the journey and than what is known of its device came late, an older one changed hands', () => {
  const after = journey(['direct', 'email'], { version: 20n })
  assert.equal(cause(after, { email: { version: 12n, named: 5n } }), 'late_touch')
  assert.equal(cause(after, { email: { version: 12n, named: 15n } }), 'late_identification')
  assert.equal(cause(after, { email: { version: 8n, named: 0n } }), 'late_identification')
  assert.equal(cause(journey([]), { direct: { version: 8n, named: 0n } }), 'late_identification')
  assert.equal(cause(journey([])), 'visits_removed')
})

test('what else changes of a journey has a cause of its own', () => {
  assert.equal(cause(journey(['email'], { person: bob })), 'customer_changed')
  assert.equal(
    cause(journey(['direct', 'email'], { person: ann }), {}, journey(['direct'], { person: '' })),
    'late_touch',
  )
  assert.equal(cause(journey(['direct'], { channels: ['referral'] })), 'channels_changed')
  assert.equal(cause(journey(['direct'], { previous_ms: placed - 60_000 })), 'history_changed')
  assert.equal(cause(journey(['email'], { survey_channel: 'podcast' })), 'survey_answered')
})

test('moves are of the order as it is now: its worth alone moves nothing', () => {
  const told = {
    model: 'linear_all',
    click_window_days: 28,
    view_window_days: 1,
    direct_policy: 'include',
    journey_scope: 'window',
    value: 'orderRevenue',
    instead_of: null,
  } as const
  const rules = { model: 'linear_all', config: usualConfig, value: 'orderRevenue', minor: 10_000n, told } as const
  const dearer = { order_revenue: 120_000_000n, goods: 100_000_000n }
  assert.deepEqual(movesOfOrder({ before, after: journey(['direct'], dearer) }, rules), [])
  assert.deepEqual(movesOfOrder({ before, after: journey(['direct', 'email'], dearer) }, rules), [
    { from: 'direct', to: 'email', amount: 60_000_000n },
  ])
  assert.deepEqual(movesOfOrder({ before, after: journey([]) }, { ...rules, value: 'goods' }), [
    { from: 'direct', to: '', amount: 80_000_000n },
  ])
  const survey = { ...rules, model: 'survey_blend' } as const
  assert.deepEqual(movesOfOrder({ before, after: journey(['direct'], { survey_channel: 'podcast' }) }, survey), [
    { from: 'direct', to: 'podcast', amount: 50_000_000n },
  ])
})
