import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAxis } from './axis.ts'
import { areaPath, heightOf, linePath, loneValues, plot, spark } from './paths.ts'

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
  const path = linePath({ values: [0, null, 10, 10], extent: { min: 0, max: 10 }, drawing: plot })
  assert.equal(path, 'M0,300ZM2,0l1,0')
})

test('a lone value is a dot in the middle', () => {
  assert.equal(linePath({ values: [5], extent: { min: 0, max: 10 }, drawing: plot }), 'M0.5,150Z')
})

test('a value between gaps is marked, because no line passes through it', () => {
  assert.deepEqual(loneValues([1, null, 2, null, 3, 4]), [
    { index: 0, value: 1 },
    { index: 2, value: 2 },
  ])
})

test('the area ends at zero, also when zero is not at the bottom', () => {
  const path = areaPath({ values: [10, -10], extent: { min: -10, max: 10 }, drawing: plot })
  assert.equal(path, 'M0,0l1,300L1,150L0,150Z')
})

test('rounding a small drawing never adds up along the line', () => {
  const value = fc.integer({ min: 0, max: 1000 })
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 100 }), (values) => {
      const path = linePath({ values, extent: { min: 0, max: 1000 }, drawing: spark })
      const numbers = [...path.matchAll(/-?[\d.]+/g)].map(Number)
      const end = [0, 1].map((axis) => numbers.filter((_, index) => index % 2 === axis).reduce((a, b) => a + b))
      assert.equal(end[0], values.length - 1)
      assert.equal(end[1], Math.round(spark.height - ((values.at(-1) ?? 0) / 1000) * spark.height))
    }),
  )
})
