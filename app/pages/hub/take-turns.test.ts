import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeTurns } from './take-turns.ts'

test('only so many run at once, in their order, whatever becomes of them', async () => {
  const turn = takeTurns(3)
  let running = 0
  let most = 0
  const begun: number[] = []
  const works = Array.from({ length: 20 }, (_, index) =>
    turn(async () => {
      begun.push(index)
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      if (index % 4 === 0) throw new Error('failed')
      return index
    }),
  )
  const outcomes = await Promise.allSettled(works)
  assert.equal(most, 3)
  assert.deepEqual(
    begun,
    Array.from({ length: 20 }, (_, index) => index),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 5)
})
