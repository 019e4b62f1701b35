import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { ConnectorError, type FailureKind } from '@tillsight/platforms/connectors'
import { nextProblem, toAppError } from './failures.ts'

const now = new Date('2026-11-20T12:00:00Z')
const fail = (kind: FailureKind, retryAfterMs?: number) => ({
  kind,
  message: 'what happened',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})

function minutesUntilRetry(kind: FailureKind, attempts: number, retryAfterMs?: number): number | null {
  const earlier = { kind, message: '', since: '2026-11-20T10:00:00.000Z', attempts: attempts - 1, retryAt: null }
  const { retryAt } = nextProblem(fail(kind, retryAfterMs), { earlier, now })
  return retryAt === null ? null : (Date.parse(retryAt) - now.getTime()) / 60_000
}

test('a problem keeps its beginning while it lasts and starts anew when it changes', () => {
  const first = nextProblem(fail('transient'), { earlier: null, now: new Date('2026-11-20T11:00:00Z') })
  const second = nextProblem(fail('transient'), { earlier: first, now })
  assert.equal(second.since, '2026-11-20T11:00:00.000Z')
  assert.equal(second.attempts, 2)
  assert.equal(nextProblem(fail('throttled'), { earlier: second, now }).since, now.toISOString())
})

test('pauses follow the rule of the failure', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 50].map((attempts) => minutesUntilRetry('transient', attempts)),
    [1, 5, 15, 60, 60],
  )
  for (const kind of ['account_state', 'permission'] as const) {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 50].map((attempts) => minutesUntilRetry(kind, attempts)),
      [1, 5, 15, 60, 24 * 60, 24 * 60],
    )
  }
  assert.equal(minutesUntilRetry('throttled', 1, 600_000), 10)
  assert.equal(minutesUntilRetry('throttled', 1, 1_000), 1)
  assert.equal(minutesUntilRetry('reauth', 1), null)
})

test('throttled: by the platform’s own minutes, else after 1, 5, 15 and 60 minutes, not all at the same time', () => {
  const minutesAt = (attempts: number, random: number) => {
    const earlier = { kind: 'throttled', message: '', since: '2026-11-20T10:00:00.000Z', retryAt: null } as const
    const { retryAt } = nextProblem(fail('throttled'), { earlier: { ...earlier, attempts: attempts - 1 }, now, random })
    return (Date.parse(retryAt ?? '') - now.getTime()) / 60_000
  }
  assert.deepEqual(
    [1, 2, 3, 4, 9].map((attempts) => minutesAt(attempts, 0.5)),
    [1, 5, 15, 60, 60],
  )
  assert.deepEqual([minutesAt(2, 0), minutesAt(2, 1)], [4, 6])
  assert.equal(minutesUntilRetry('throttled', 3, 720_000), 12)
})

test('a platform’s failure reaches a person with its own words', () => {
  const error = toAppError(new ConnectorError(fail('reauth')))
  assert.ok(isAppError(error))
  assert.equal(error.code, 'not_connected')
  assert.equal(error.message, 'what happened')
  const asked = toAppError(new ConnectorError({ ...fail('transient'), whenAsked: 'what to do now' }))
  assert.ok(isAppError(asked))
  assert.equal(asked.message, 'what to do now')
  const other = new TypeError('a mistake of ours')
  assert.equal(toAppError(other), other)
})

test('a failure that lasts too long gets graver words, keeps its beginning, and is tried again as before', () => {
  const worsens = { afterMs: 3_600_000, kind: 'account_state', message: 'for more than an hour' } as const
  const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)
  const failure = { ...fail('transient'), worsens }
  const first = nextProblem(failure, { earlier: null, now: at('10:00') })
  const second = nextProblem(failure, { earlier: first, now: at('10:59') })
  assert.deepEqual([second.kind, second.message], ['transient', 'what happened'])
  const third = nextProblem(failure, { earlier: second, now: at('11:00') })
  const fourth = nextProblem(failure, { earlier: third, now: at('12:00') })
  for (const late of [third, fourth]) {
    assert.deepEqual([late.kind, late.message], ['account_state', 'for more than an hour'])
    assert.equal(late.since, first.since)
  }
  assert.equal(fourth.attempts, 4)
  assert.equal(fourth.retryAt, '2026-11-20T13:00:00.000Z')
  assert.equal(
    nextProblem(fail('account_state'), { earlier: fourth, now: at('12:30') }).since,
    at('12:30').toISOString(),
  )
})
