import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, toKept, withSearch } from '../../search/index.ts'
import { canUnfold, isAdFilter, isRemainder, levelParam, parseRowId, rowId, showingOf } from './levels.ts'

test('the address says what is shown, unfolded and open, and gives the same text again', () => {
  const search =
    '?range=7d&f=channel:metaads&sort=-adClicks&find=brand&level=ad_set&row=channel%3Ametaads&row=campaign%3Ametaads%2F1%2F2&place=ad%3Ametaads%2F1%2F2%2F3%2F4'
  const state = parseSearch(search)
  assert.equal(showingOf(state), 'ad_set')
  assert.deepEqual(state.unfolded.map(parseRowId), [
    { level: 'channel', key: 'metaads' },
    { level: 'campaign', key: 'metaads/1/2' },
  ])
  assert.deepEqual(parseRowId(state.place), { level: 'ad', key: 'metaads/1/2/3/4' })
  assert.deepEqual(parseSearch(withSearch(state, {})), state)
})

test('another period keeps what is unfolded, a saved view does not', () => {
  const state = parseSearch('?row=channel%3Ametaads&place=channel%3Ametaads&level=channel')
  const later = parseSearch(withSearch(state, { range: '7d' }))
  assert.deepEqual([later.unfolded, later.place], [state.unfolded, state.place])
  assert.equal(toKept(state), '?level=channel')
})

test('what makes no sense shows campaigns', () => {
  assert.equal(showingOf(parseSearch('?level=country')), 'campaign')
  assert.equal(showingOf(parseSearch('')), 'campaign')
  assert.deepEqual([levelParam('campaign'), levelParam('creative')], [undefined, 'creative'])
  for (const text of [undefined, '', 'campaign', 'campaign:', 'shop:1', ':1']) assert.equal(parseRowId(text), undefined)
  assert.deepEqual(parseRowId('channel:Print: local'), { level: 'channel', key: 'Print: local' })
  assert.equal(rowId({ level: 'channel', key: 'Print: local' }), 'channel:Print: local')
})

test('rows unfold as long as something can be below them', () => {
  assert.equal(canUnfold({ level: 'channel', key: 'Influencers' }), true)
  assert.equal(canUnfold({ level: 'campaign', key: 'metaads/1/2' }), true)
  assert.equal(canUnfold({ level: 'campaign', key: 'custom/e1/Spring' }), false)
  assert.equal(canUnfold({ level: 'campaign', key: 'metaads/1/' }), false)
  assert.equal(canUnfold({ level: 'ad', key: 'metaads/1/2/3/4' }), false)
  assert.equal(isRemainder({ level: 'ad', key: 'metaads/1/2/3/' }), true)
  assert.equal(isRemainder({ level: 'channel', key: 'odd/' }), false)
})

test('filters about orders are told from those about ads', () => {
  const { filters } = parseSearch('?f=country:DE&f=ad_status:active&f=campaign:metaads/1/2')
  assert.deepEqual(filters.map(isAdFilter), [false, true, true])
})
