import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeChange } from './change.ts'

test('a rise is welcome where higher is better and unwelcome where lower is', () => {
  assert.deepEqual(
    [
      describeChange({ now: 112.4, before: 100, better: 'higher' }),
      describeChange({ now: 112.4, before: 100, better: 'lower' }),
      describeChange({ now: 112.4, before: 100, better: 'neither' }),
    ].map(({ text, direction, tone }) => [text, direction, tone]),
    [
      ['+12.4%', 'up', 'good'],
      ['+12.4%', 'up', 'bad'],
      ['+12.4%', 'up', 'neutral'],
    ],
  )
})

test('the change of a negative figure is measured by its size', () => {
  assert.equal(describeChange({ now: -50, before: -100, better: 'higher' }).text, '+50.0%')
})

test('before zero it is new, without a side it is unknown, and nothing to nothing is unchanged', () => {
  assert.equal(describeChange({ now: 5, before: 0, better: 'higher' }).text, 'new')
  assert.equal(describeChange({ now: 5, before: null, better: 'higher' }).text, '–')
  assert.equal(describeChange({ now: null, before: 5, better: 'higher' }).text, '–')
  assert.equal(describeChange({ now: 0, before: 0, better: 'higher' }).text, '0.0%')
})

test('less than half a percent is flat and grey', () => {
  const { direction, tone } = describeChange({ now: 100.4, before: 100, better: 'higher' })
  assert.deepEqual([direction, tone], ['flat', 'neutral'])
})

test('beyond ten times the number says nothing any more', () => {
  assert.equal(describeChange({ now: 5000, before: 100, better: 'higher' }).text, '> 10×')
  assert.equal(describeChange({ now: 1099, before: 100, better: 'higher' }).text, '+999.0%')
})

test('a share changes in points', () => {
  assert.equal(describeChange({ now: 0.312, before: 0.3, better: 'higher', isShare: true }).text, '+1.2 pp')
})

test('a change with a caveat is never coloured', () => {
  const caveat = { short: 'few orders', long: 'Too few.' }
  const change = describeChange({ now: 2, before: 1, better: 'higher', caveat })
  assert.equal(change.tone, 'neutral')
  assert.equal(change.caveat, caveat)
})

test('a fall has a minus sign', () => {
  assert.equal(describeChange({ now: 88, before: 100, better: 'higher' }).text, '−12.0%')
})
