import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { packPoints, unpackPoints } from './packed-points.ts'

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
