import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, withSearch } from '../../search/index.ts'
import { chosenRules, claimChoices, knownClaims, ruleNotes, withClaim } from './claim-choices.ts'

const platforms = [
  { id: 'woocommerce', name: 'WooCommerce' },
  { id: 'metaads', name: 'Meta Ads' },
  { id: 'tiktokads', name: 'TikTok Ads' },
]
const claimRules = {
  metaads: [{ key: '7d_click', label: '7 days after a click' }],
  tiktokads: [{ key: 'goal', label: 'Goals' }],
}

test('the address keeps the rule of each platform, and its own setting is what it does not write', () => {
  const state = parseSearch('?claims=metaads:7d_click&claims=tiktokads:goal&claims=nonsense')
  assert.deepEqual(state.claims, { metaads: '7d_click', tiktokads: 'goal' })
  const without = withSearch(state, { claims: withClaim(state.claims, 'metaads', undefined) })
  assert.equal(without, '?claims=tiktokads:goal')
  assert.equal(withSearch(state, { claims: {} }), '')
})

test('a rule that no platform has is left out of the question, so that a mistyped link shows a page', () => {
  assert.deepEqual(knownClaims({ metaads: '7d_click', tiktokads: '7d_click' }, { claimRules }), {
    claims: { metaads: '7d_click' },
  })
  assert.deepEqual(knownClaims({ metaads: 'x' }, { claimRules }), {})
  assert.deepEqual(knownClaims({ metaads: '7d_click' }, {}), {})
})

test('what can be chosen are the rules of platforms that are there', () => {
  const choices = claimChoices({ claimRules, platforms }, new Set(['woocommerce', 'metaads']))
  assert.deepEqual(
    choices.map(({ name, rules }) => [name, rules.length]),
    [['Meta Ads', 1]],
  )
  assert.deepEqual(chosenRules(choices, { metaads: '7d_click', tiktokads: 'goal' }), [
    { name: 'Meta Ads', rule: '7 days after a click' },
  ])
})

test('an answer says by which rule its claims are counted', () => {
  const claims = { metaads: { key: '7d_click', label: '7 days after a click' } }
  assert.match(ruleNotes({ claims }, { platforms }).join(), /Claimed by Meta Ads.*“7 days after a click”/)
  assert.deepEqual(ruleNotes({}, { platforms }), [])
})
