import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock, systemClock } from './clock.ts'

test('a fixed clock stands still, whatever is done to the date it handed out', () => {
  const clock = fixedClock('2026-03-10T08:00:00Z')
  clock.now().setFullYear(1999)
  assert.equal(clock.now().toISOString(), '2026-03-10T08:00:00.000Z')
})

test('the system clock tells the time', () => {
  const before = Date.now()
  const now = systemClock.now().getTime()
  assert.ok(now >= before && now <= Date.now())
})
