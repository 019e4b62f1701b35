import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WidgetFrame } from '../widget-frame.ts'
import { type DraftRow, findSpot, putAt, rowTarget, spotOver, stepFrom, withSpot } from './draft-rows.ts'

const rows = [row('pins', 'a.sales', 'a.orders'), row('a', 'a.chart'), row('blended')]

test('a widget is found where it stands', () => {
  assert.deepEqual(findSpot(rows, 'a.orders'), { row: 'pins', index: 1 })
  assert.equal(findSpot(rows, 'a.none'), undefined)
})

test('a widget that is put elsewhere leaves its place', () => {
  assert.deepEqual(keys(putAt(rows, 'a.sales', { row: 'a', index: 1 })), [['a.orders'], ['a.chart', 'a.sales'], []])
  assert.deepEqual(keys(putAt(rows, 'a.sales', { row: 'pins', index: 1 })), [['a.orders', 'a.sales'], ['a.chart'], []])
})

test('steps go over the ends of rows and stop at the ends of the page', () => {
  assert.deepEqual(stepFrom(rows, { row: 'pins', index: 0 }, 1), { row: 'pins', index: 1 })
  assert.deepEqual(stepFrom(rows, { row: 'pins', index: 1 }, 1), { row: 'a', index: 0 })
  assert.deepEqual(stepFrom(rows, { row: 'a', index: 0 }, 1), { row: 'blended', index: 0 })
  assert.deepEqual(stepFrom(rows, { row: 'a', index: 0 }, -1), { row: 'pins', index: 2 })
  assert.equal(stepFrom(rows, { row: 'pins', index: 0 }, -1), undefined)
})

test('held over a widget it takes that place, over the room of a row its end', () => {
  assert.deepEqual(spotOver(rows, 'a.chart'), { row: 'a', index: 0 })
  assert.deepEqual(spotOver(rows, rowTarget('pins')), { row: 'pins', index: 2 })
  assert.equal(spotOver(rows, 'elsewhere'), undefined)
})

test('under a pointer that stands still a widget goes nowhere twice', () => {
  const [here, there, beyond] = [0, 1, 2].map((index) => ({ row: 'pins', index }))
  assert.ok(here && there && beyond)
  const first = withSpot([], { from: here, to: there })
  assert.deepEqual(first, [here, there])
  assert.equal(withSpot(first, { from: there, to: here }), undefined)
  const second = withSpot(first, { from: there, to: beyond })
  assert.deepEqual(second, [here, there, beyond])
  assert.equal(withSpot(second, { from: beyond, to: there }), undefined)
})

function keys(draft: readonly DraftRow[]): string[][] {
  return draft.map(({ widgets }) => widgets.map(({ key }) => key))
}

function row(id: string, ...widgetKeys: string[]): DraftRow {
  return { id, widgets: widgetKeys.map(frame) }
}

function frame(key: string): WidgetFrame {
  return {
    key,
    stat: key,
    metric: 'sales',
    title: key,
    label: key,
    unit: 'money',
    section: 'a',
    isPinned: false,
    isConnected: true,
    place: 0,
    kind: 'number',
    size: 1,
    by: 'country',
    limit: 0,
    hasComparison: true,
    followsAddress: false,
    isOwn: false,
    settings: {},
  }
}
