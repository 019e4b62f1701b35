import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAxis } from './axis.ts'
import { areaPath, heightOf, linePath, loneValues } from './paths.ts'

test('an axis holds zero and every value and ends on round numbers', () => {
  const axis = createAxis([320, null, 610], String)
  assert.equal(axis.min, 0)
  assert.equal(axis.max, 800)
  assert.deepEqual(
    axis.ticks.map((tick) => tick.text),
    ['0', '200', '400', '600', '800'],
  )
})

test('an axis goes below zero when a value does', () => {
  const axis = createAxis([-40, 900], String)
  assert.ok(axis.min <= -40)
})

test('without values there is a zero line and nothing else', () => {
  assert.deepEqual(createAxis([null], String), { min: 0, max: 1, ticks: [{ at: 0, text: '0' }] })
})

test('every value lies on the drawing', () => {
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (values) => {
      const axis = createAxis(values, String)
      for (const each of values) {
        const height = heightOf(each, axis)
        assert.ok(height >= -1e-9 && height <= 1 + 1e-9)
      }
    }),
  )
})

test('a gap interrupts the line instead of falling to zero', () => {
  const path = linePath([0, null, 10, 10], { min: 0, max: 10 })
  assert.equal(path, 'M0,300ZM666.7,0L1000,0')
})

test('a lone value is a dot in the middle', () => {
  assert.equal(linePath([5], { min: 0, max: 10 }), 'M500,150Z')
})

test('a value between gaps is marked, because no line passes through it', () => {
  assert.deepEqual(loneValues([1, null, 2, null, 3, 4]), [
    { index: 0, value: 1 },
    { index: 2, value: 2 },
  ])
})

test('the area ends at zero, also when zero is not at the bottom', () => {
  assert.equal(areaPath([10, -10], { min: -10, max: 10 }), 'M0,0L1000,300L1000,150L0,150Z')
})
