import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch } from '../../../search/index.ts'
import { fileName } from './file-name.ts'
import { csvHref, frozen } from './index.ts'
import { layOutHeader } from './picture-header.ts'

const range = { from: '2026-10-22', to: '2026-11-20' }

test('a file is named after shop, figure and days, whatever they are called', () => {
  assert.equal(
    fileName({ domain: 'shop.example', metrics: ['sales'], by: 'country', range }),
    'shop.example sales by country 2026-10-22 to 2026-11-20',
  )
  assert.equal(
    fileName({ domain: 'a"\r\n/../b', metrics: ['sales'], range: { from: range.to, to: range.to } }),
    'a____.._b sales 2026-11-20',
  )
  assert.equal(
    fileName({ domain: 'shop.example', metrics: ['sales'], range, isPartial: true }),
    'shop.example sales 2026-10-22 to 2026-11-20 partial',
  )
})

test('the file of a widget is asked for with everything that the page obeys', () => {
  const state = parseSearch('?range=90d&compare=year&interval=week&f=country:DE&open=sales&metric=orders&by=coupon')
  const widget = { key: 'own.a', title: 'A', metrics: ['orders', 'aov'], by: 'product', limit: 10 }
  assert.equal(
    csvHref(widget, { domain: 'shop.example', state }),
    '/shop/shop.example/export.csv?range=90d&compare=year&interval=week&f=country:DE&metrics=orders,aov&by=product&limit=10',
  )
})

test('a widget with days of its own is exported for those', () => {
  const widget = { key: 'own.a', title: 'A', metrics: ['sales'], range: { from: '2026-11-01', to: '2026-11-21' } }
  assert.equal(
    csvHref(widget, { domain: 'shop.example', state: parseSearch('?range=90d&interval=week') }),
    '/shop/shop.example/export.csv?from=2026-11-01&to=2026-11-21&metrics=sales',
  )
})

test('freezing a link replaces what moves with the calendar by its days', () => {
  const state = frozen({ state: parseSearch('?range=7d'), range, compare: { from: '2026-09-01', to: '2026-09-30' } })
  assert.deepEqual(
    [state.range, state.from, state.to, state.compare, state.compareFrom, state.compareTo],
    ['custom', '2026-10-22', '2026-11-20', 'custom', '2026-09-01', '2026-09-30'],
  )
  assert.equal(frozen({ state: parseSearch(''), range, compare: undefined }).compare, 'none')
})

const measure = (text: string) => text.length * 10

function headerOf(title: string, about: readonly string[], isRightToLeft = false) {
  const { texts, height } = layOutHeader({ title, about }, { width: 140, padding: 20, isRightToLeft, measure })
  return { lines: texts.map(({ text }) => text), places: texts.map(({ x, y }) => [x, y]), height }
}

test('a title that is too long for its picture is wrapped, then shortened', () => {
  assert.deepEqual(headerOf('Sales of last month', ['June']).lines, ['Sales of', 'last month', 'June'])
  assert.deepEqual(headerOf('one two three four five six seven', ['June']).lines, [
    'one two',
    'three four',
    'five six…',
    'June',
  ])
})

test('days and shop stand side by side where they fit, else below each other', () => {
  assert.deepEqual(headerOf('Sales', ['June', 'Shop']).lines, ['Sales', 'June', 'Shop'])
  assert.deepEqual(headerOf('Sales', ['May', 'Kiosk of Ada']).lines, ['Sales', 'May', 'Kiosk of…'])
  assert.deepEqual(headerOf('Sales', ['May', 'Ada']).lines, ['Sales', 'May · Ada'])
})

test('every line of a header has its own place and lies within it', () => {
  const { places, height } = headerOf('Sales of last month', ['June'])
  assert.deepEqual(places, [
    [20, 36],
    [20, 58],
    [20, 77],
  ])
  assert.ok(height > 77)
  assert.deepEqual(headerOf('A', ['B'], true).places[0], [120, 36])
})
