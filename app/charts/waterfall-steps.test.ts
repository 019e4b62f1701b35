import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOutWaterfall } from './waterfall-steps.ts'

const step = (key: string, value: number, isSum = false) => ({ key, label: key, text: `${value}`, value, isSum })

test('each step begins where the one before ended, and a sum stands on zero', () => {
  const { steps } = layOutWaterfall(
    [step('revenue', 100, true), step('goods', -40), step('fees', 0), step('given back', 5), step('left', 65, true)],
    String,
  )
  assert.deepEqual(
    steps.map(({ key, from, to, kind }) => [key, from, to, kind]),
    [
      ['revenue', 0, 100, 'sum'],
      ['goods', 100, 60, 'down'],
      ['given back', 60, 65, 'up'],
      ['left', 0, 65, 'sum'],
    ],
  )
})

test('a loss lies below the axis', () => {
  const { axis, steps } = layOutWaterfall(
    [step('revenue', 10, true), step('ads', -30), step('left', -20, true)],
    String,
  )
  assert.ok(axis.min <= -20 && axis.max >= 10)
  assert.deepEqual([steps[2]?.from, steps[2]?.to], [0, -20])
})
