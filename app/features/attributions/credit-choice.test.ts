import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch } from '../../search/index.ts'
import { chooseCredit, countSettings, creditSearch, storedModel, usualChoice, windowText } from './credit-choice.ts'

const choice = (search: string) => chooseCredit(parseSearch(search).credit)

test('an address that says nothing means the usual', () => {
  assert.deepEqual(choice(''), usualChoice)
})

test('what the address says applies, and what makes no sense does not', () => {
  assert.deepEqual(choice('?model=shapley&clicks=ever&views=0&dates=touch&half=14'), {
    ...usualChoice,
    model: 'shapley',
    clicks: 'ever',
    views: '0',
    dates: 'touch',
    half: '14',
  })
  assert.deepEqual(choice('?model=guess&clicks=29&views=2&dates=x&half=0&scope=all'), usualChoice)
})

test('the model chosen last applies where the address names none', () => {
  const usual = { ...usualChoice, model: storedModel({ attributions: { model: 'time_decay' } }) ?? usualChoice.model }
  assert.equal(chooseCredit(parseSearch('').credit, usual).model, 'time_decay')
  assert.equal(chooseCredit(parseSearch('?model=last_click').credit, usual).model, 'last_click')
  assert.equal(storedModel({ attributions: { model: 'guess' } }), undefined)
  assert.equal(storedModel({ attributions: 7 }), undefined)
})

test('a choice keeps the days and the other choices, and leaves out what is usual', () => {
  const state = parseSearch('?range=7d&model=shapley&clicks=7&after=x')
  assert.equal(creditSearch(state, { model: 'linear_all' }), '?range=7d&model=linear_all&clicks=7')
  assert.equal(creditSearch(state, { clicks: '28' }), '?range=7d&model=shapley')
  assert.equal(
    creditSearch(state, { views: '7', direct: 'drop' }),
    '?range=7d&model=shapley&clicks=7&views=7&direct=drop',
  )
})

test('windows in words, and settings counted', () => {
  assert.equal(windowText(usualChoice), '28-day click, 1-day view')
  assert.equal(windowText({ clicks: 'ever', views: '0' }), 'any click, no views')
  assert.equal(countSettings(usualChoice), 0)
  assert.equal(countSettings(choice('?dates=touch&half=14&model=shapley&clicks=7')), 2)
})
