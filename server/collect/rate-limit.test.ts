import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { createRateLimit } from './rate-limit.ts'

test('so many at once, then so many a second, each subject for itself, and the wait is told', () => {
  let now = 0
  const limit = createRateLimit({ now: () => new Date(now) }, { burst: 100, perSecond: 10 })
  const waitOf = (subject: string, count: number): unknown => {
    try {
      limit.take(subject, count)
      return 0
    } catch (error) {
      assert.ok(isAppError(error) && error.code === 'limit_reached')
      return error.details['retryAfterSeconds']
    }
  }
  assert.deepEqual([waitOf('a', 60), waitOf('a', 40), waitOf('a', 25)], [0, 0, 3])
  assert.equal(waitOf('b', 100), 0)
  now = 2_500
  assert.deepEqual([waitOf('a', 25), waitOf('a', 1)], [0, 1])
  now = 1_000_000
  assert.deepEqual([waitOf('a', 100), waitOf('a', 1)], [0, 1], 'no more than the burst is saved up')
})
