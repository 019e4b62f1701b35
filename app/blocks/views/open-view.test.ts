import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openViewOf } from './open-view.ts'

const week = { id: 'w1', name: 'Week', page: '', search: '?range=7d&compare=none', isDefault: false }
const germany = { id: 'g1', name: 'Germany', page: '', search: '?f=country:DE', isDefault: true }
const views = [week, germany]

test('the view that was opened is known by its id, and is edited as soon as the page says something else', () => {
  assert.deepEqual(openViewOf(views, '?range=7d&compare=none&view=w1'), { view: week, isEdited: false })
  assert.deepEqual(openViewOf(views, '?range=28d&compare=none&view=w1'), { view: week, isEdited: true })
  assert.deepEqual(openViewOf(views, '?view=g1'), { view: germany, isEdited: true })
})

test('what is open beside the page is no change of a view', () => {
  assert.equal(openViewOf(views, '?compare=none&range=7d&view=w1&open=sales&order=7').isEdited, false)
})

test('a page that looks like a view is that view, unless it says that it is none', () => {
  assert.equal(openViewOf(views, '?f=country:DE').view, germany)
  assert.equal(openViewOf(views, '?f=country:DE&view=none').view, undefined)
  assert.equal(openViewOf(views, '').view, undefined)
})

test('the id of a view that is gone is no view', () => {
  assert.deepEqual(openViewOf(views, '?view=gone'), { view: undefined, isEdited: false })
})
