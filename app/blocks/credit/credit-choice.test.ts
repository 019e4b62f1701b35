import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrackingSettings } from '@tillsight/domain'
import { parseSearch } from '../../search/index.ts'
import {
  chooseCredit,
  countSettings,
  creditSearch,
  hasOtherRules,
  storedModel,
  toRules,
  usualChoice,
  usualOf,
  windowText,
} from './credit-choice.ts'
import { creditWords } from './words.server.ts'

const choice = (search: string) => chooseCredit(parseSearch(search).credit)

test('an address that says nothing means the usual', () => {
  assert.deepEqual(choice(''), usualChoice)
})

test('what the address says applies, and what makes no sense does not', () => {
  assert.deepEqual(choice('?model=shapley&clicks=ever&views=0&dates=touch&refunds=own&half=14'), {
    ...usualChoice,
    model: 'shapley',
    clicks: 'ever',
    views: '0',
    dates: 'touch',
    refunds: 'own',
    half: '14',
  })
  assert.deepEqual(choice('?model=guess&clicks=29&views=2&dates=x&refunds=never&half=0&scope=all'), usualChoice)
})

test('the model chosen last applies where the address names none', () => {
  const usual = { ...usualChoice, model: storedModel({ attributions: { model: 'time_decay' } }) ?? usualChoice.model }
  assert.equal(chooseCredit(parseSearch('').credit, usual).model, 'time_decay')
  assert.equal(chooseCredit(parseSearch('?model=last_click').credit, usual).model, 'last_click')
  assert.equal(storedModel({ attributions: { model: 'guess' } }), undefined)
  assert.equal(storedModel({ attributions: 7 }), undefined)
})

test('a choice keeps the days and the other choices, and stays in the link whatever is usual', () => {
  const state = parseSearch('?range=7d&model=shapley&clicks=7&after=x')
  assert.equal(creditSearch(state, { model: 'linear_all' }), '?range=7d&model=linear_all&clicks=7')
  assert.equal(creditSearch(state, { clicks: '28' }), '?range=7d&model=shapley&clicks=28')
  assert.equal(
    creditSearch(state, { views: '7', direct: 'drop' }),
    '?range=7d&model=shapley&clicks=7&views=7&direct=drop',
  )
})

const say = creditWords.say('en')

test('windows in words, and settings counted against what is usual in the shop', () => {
  assert.equal(windowText(usualChoice, say), '28-day click, 1-day view')
  assert.equal(windowText({ clicks: 'ever', views: '0' }, say), 'any click, no views')
  assert.equal(countSettings(usualChoice, usualChoice), 0)
  assert.equal(countSettings(choice('?dates=touch&half=14&model=shapley&clicks=7'), usualChoice), 2)
  assert.equal(countSettings(usualChoice, { ...usualChoice, direct: 'drop' }), 1)
})

test('the shop’s rules apply where the address says nothing, and a choice becomes them', () => {
  const rules: TrackingSettings['attribution'] = {
    model: 'time_decay',
    clickWindowDays: null,
    viewWindowDays: 7,
    directPolicy: 'exclude_unless_only',
    journeyScope: 'since_previous_order',
    halfLifeDays: 3.5,
    value: 'goods',
    milestone: 'add_to_cart',
    surveyShare: '1/2',
  }
  const usual = usualOf(rules)
  assert.deepEqual(chooseCredit(parseSearch('?clicks=28').credit, usual), {
    ...usualChoice,
    model: 'time_decay',
    clicks: '28',
    views: '7',
    value: 'goods',
    direct: 'drop',
    scope: 'order',
    half: '3.5',
  })
  const { milestone: _milestone, surveyShare: _share, ...kept } = rules
  assert.deepEqual(toRules(usual), kept)
  assert.equal(hasOtherRules({ ...usual, dates: 'touch', buyers: 'new' }, usual), false)
  assert.equal(hasOtherRules({ ...usual, clicks: '28' }, usual), true)
})
