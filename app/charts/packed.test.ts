import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { extentOf, packPoints, packSeries, unpackPoints, unpackSeries } from './packed.ts'
import { heightOf } from './paths.ts'

test('a course keeps its gaps, its ends and its zero line', () => {
  const { values, extent } = unpackSeries(packSeries([-10, null, 0, 20]))
  assert.deepEqual(values, [-20, null, 0, 40])
  assert.deepEqual(extent, { min: -20, max: 40 })
})

test('a long course keeps its highest and lowest value and its last one, in fewer points', () => {
  const year = Array.from({ length: 365 }, (_, day) => (day === 100 ? 60 : day === 200 ? -60 : day === 364 ? 30 : 1))
  const { values } = unpackSeries(packSeries(year))
  assert.ok(values.length <= 31)
  const known = values.filter((value) => value !== null)
  assert.deepEqual([Math.max(...known), Math.min(...known), known.at(-1)], [30, -30, 15])
  assert.ok(values.indexOf(30) < values.indexOf(-30))
})

test('nothing but zeros or gaps is nothing to draw', () => {
  assert.equal(packSeries([0, 0]), '')
  assert.equal(packSeries([null]), '')
  assert.deepEqual(unpackSeries('').values, [])
})

test('a packed value lies within half a step of where it lay', () => {
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.option(value), { minLength: 1 }), (values) => {
      const packed = unpackSeries(packSeries(values))
      for (const [index, each] of packed.values.entries()) {
        const before = values[index] ?? null
        if (each === null || before === null) assert.equal(each, before)
        else assert.ok(Math.abs(heightOf(each, packed.extent) - heightOf(before, extentOf(values))) <= 1 / 60 + 1e-9)
      }
    }),
  )
})

test('points are the same again, gaps and signs included', () => {
  const points = [
    { value: -603.11, text: '−€603.11', short: '23 Aug', long: 'Sun 23 Aug 2026' },
    { value: null, text: '–', short: '24. Aug.', long: 'Montag, 24. August 2026' },
    { value: 0, text: '0', short: '٢٥ أغسطس', long: '' },
  ]
  assert.deepEqual(unpackPoints(packPoints(points)), points)
  assert.deepEqual(unpackPoints(packPoints([])), [])
})

test('a value lies where it lay, as near as anybody can see', () => {
  const value = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(value, (each) => {
      const [point] = unpackPoints(packPoints([{ value: each, text: '', short: '', long: '' }]))
      assert.ok(Math.abs((point?.value ?? Number.NaN) - each) <= Math.abs(each) * 1e-5)
    }),
  )
})
