import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditNames } from '../credit/credit-names.server.ts'
import { type ReasonedTouch, reasonOf } from './journey-reasons.ts'
import { journeyWords } from './words.server.ts'

const touch: ReasonedTouch = { kind: 'click', channel: 'paid_social', paid: true, ineligible: null }
const under = (model: string, dropsDirect = false) => ({
  model,
  dropsDirect,
  clicks: '28',
  views: '1',
  say: journeyWords.say('en'),
  names: creditNames('en'),
})
const nothing = { position: 'none', weight: '0/1' } as const

test('a touchpoint outside the window or before the previous order earns nothing, and says why', () => {
  assert.match(reasonOf({ ...touch, ineligible: 'click_window' }, undefined, under('linear_all')), /window of 28 days/)
  assert.match(reasonOf({ ...touch, ineligible: 'view_window' }, undefined, under('linear_all')), /window of 1 day:/)
  assert.match(reasonOf({ ...touch, ineligible: 'previous_order' }, undefined, under('shapley')), /previous order/)
})

test('what earns says by which rule', () => {
  const last = { position: 'only', weight: '1/1' } as const
  assert.equal(reasonOf(touch, last, under('last_non_direct')), 'The last touchpoint that was not a direct visit.')
  assert.equal(reasonOf(touch, last, under('linear_all')), 'The only touchpoint that counts: gets the full order.')
  assert.match(reasonOf(touch, { position: 'middle', weight: '1/3' }, under('linear_all')), /share equally/)
  assert.match(reasonOf(touch, { position: 'first', weight: '2/5' }, under('position_u')), /^The first touchpoint/)
})

test('what earns nothing says why it was passed over', () => {
  const direct = { ...touch, channel: 'direct', paid: false }
  assert.match(reasonOf(direct, undefined, under('last_non_direct')), /direct visit: skipped/)
  assert.match(reasonOf(direct, nothing, under('linear_all', true)), /direct visit: skipped/)
  assert.match(reasonOf(direct, nothing, under('last_paid')), /^Not paid/)
  assert.match(reasonOf(touch, nothing, under('last_click')), /came later/)
  assert.match(reasonOf(touch, nothing, under('first_click')), /came earlier/)
  assert.match(reasonOf({ ...touch, channel: 'email' }, nothing, under('upper_funnel_linear')), /low-intent channel/)
  assert.match(reasonOf({ ...touch, kind: 'view' }, nothing, under('linear_all')), /Clicks and views/)
  assert.match(reasonOf({ ...touch, kind: 'view' }, nothing, under('clicks_and_views')), /same platform/)
})
