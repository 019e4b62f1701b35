import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBackfillDue, isCompareDue, isIncrementDue, mayRetry } from './due.ts'
import type { StreamState } from './stream-states.ts'

const now = new Date('2026-11-20T12:00:00Z')
const stream = { everyMinutes: { withWebhooks: 10, without: 5 } }

function state(change: Partial<StreamState> = {}): StreamState {
  const empty = {
    stream: 'orders',
    mode: 'increment',
    from: null,
    comparedAt: null,
    compareProblem: null,
    deferred: false,
    again: false,
    done: 0,
    total: null,
    generation: 1,
    completeSince: null,
    lastSuccessAt: null,
    problem: null,
  } as const
  return { ...empty, began: '2026-11-20T11:00:00.000Z', ...change }
}

function problem(retryAt: string | null) {
  return { kind: 'transient', message: '', since: '2026-11-20T11:00:00.000Z', attempts: 1, retryAt } as const
}

test('increments come at their interval, which is longer with webhooks', () => {
  const recent = state({ lastSuccessAt: new Date('2026-11-20T11:54:00Z') })
  assert.equal(isIncrementDue(stream, recent, { now, webhooksWork: false }), true)
  assert.equal(isIncrementDue(stream, recent, { now, webhooksWork: true }), false)
})

test('the first increment does not wait for the end of the back-fill', () => {
  assert.equal(isIncrementDue(stream, state(), { now, webhooksWork: true }), true)
  assert.equal(isIncrementDue(stream, state({ began: '2026-11-20T11:58:00.000Z' }), { now, webhooksWork: true }), false)
})

test('a comparison comes once a day, and after a failure not before it may be tried again', () => {
  const yesterday = { comparedAt: '2026-11-19T11:59:00.000Z', began: '2026-11-01T00:00:00.000Z' }
  assert.equal(isCompareDue(state(yesterday), now), true)
  assert.equal(isCompareDue(state({ ...yesterday, comparedAt: '2026-11-19T12:01:00.000Z' }), now), false)
  assert.equal(isCompareDue(state({ ...yesterday, compareProblem: problem('2026-11-20T12:01:00.000Z') }), now), false)
  assert.equal(isCompareDue(state({ ...yesterday, compareProblem: problem('2026-11-20T12:00:00.000Z') }), now), true)
  assert.equal(isCompareDue(state({ ...yesterday, problem: problem(null) }), now), false)
})

test('a failed stream waits until it may be tried again, and one that needs a person waits for that', () => {
  assert.equal(mayRetry(problem('2026-11-20T12:00:00.000Z'), now), true)
  assert.equal(mayRetry(problem('2026-11-20T12:01:00.000Z'), now), false)
  assert.equal(mayRetry(problem(null), now), false)
  const failed = state({ lastSuccessAt: now, problem: problem('2026-11-20T11:59:00.000Z') })
  assert.equal(isIncrementDue(stream, failed, { now, webhooksWork: true }), true)
})

test('a finished back-fill is never due again', () => {
  assert.equal(isBackfillDue(state({ mode: 'backfill' }), now), true)
  assert.equal(isBackfillDue(state({ mode: 'backfill', lastSuccessAt: now }), now), false)
})
