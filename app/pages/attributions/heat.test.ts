import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heatClasses, heatStep } from './heat.ts'

test('nothing has no colour, everything the strongest, and each step is there', () => {
  assert.deepEqual([0, Number.NaN, 0.001, 0.2, 0.5, 0.99, 1].map(heatStep), [0, 0, 1, 2, 3, 5, 5])
  assert.equal(heatClasses.length, 6)
})
