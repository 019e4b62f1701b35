import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, isNewer, latest, pauseAfter, type Situation } from './decision.ts'

const calm: Situation = { newest: '8', shown: '5', isHeld: false, isLoading: false, isResting: false }

test('news are loaded when nothing is in the way', () => {
  assert.equal(decide(calm), 'load')
  assert.equal(decide({ ...calm, isLoading: true }), 'wait')
  assert.equal(decide({ ...calm, isResting: true }), 'wait')
})

test('whoever looks closely is asked first', () => {
  assert.equal(decide({ ...calm, isHeld: true }), 'offer')
  assert.equal(decide({ ...calm, isHeld: true, isResting: true }), 'offer')
  assert.equal(decide({ ...calm, isHeld: true, isLoading: true }), 'wait')
})

test('what the page shows already is no news', () => {
  assert.equal(decide({ ...calm, shown: '8' }), 'nothing')
  assert.equal(decide({ ...calm, shown: '10', isHeld: true }), 'nothing')
})

test('of several shops one is enough, and versions are numbers', () => {
  assert.equal(isNewer('9,100', '9,99'), true)
  assert.equal(isNewer('9,100', '10,100'), false)
  assert.equal(isNewer('1', ''), true)
  assert.equal(isNewer('', '1'), false)
  assert.equal(latest('9,100', '12,99'), '12,100')
  assert.equal(latest('5', ''), '5')
})

test('the pause between two loads follows how long they take', () => {
  assert.deepEqual([pauseAfter(100), pauseAfter(1_500), pauseAfter(60_000)], [2_000, 6_000, 30_000])
})
