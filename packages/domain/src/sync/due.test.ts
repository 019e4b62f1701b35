import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBackfillDue, isCompareDue, isIncrementDue, lookBackOf, mayRetry } from './due.ts'
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
    compareFrom: null,
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

test('what is older is counted once a week and listed once in two weeks, also when nights were left out', () => {
  const months = Array.from(
    { length: 40 },
    (_, index) => `${2023 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
  )
  const nightMs = 86_400_000
  const startMs = Date.parse('2026-11-20T23:50:00Z')
  // Each comparison begins some minutes later than the previous one, and some nights have none.
  const nights = Array.from({ length: 85 }, (_, night) => startMs + night * (nightMs + 400_000)).filter(
    (_, night) => night % 9 !== 4,
  )
  const listed = new Map<string, number>()
  let [before, counted] = [startMs - nightMs, startMs]
  for (const at of nights) {
    const { all, isDue } = lookBackOf({ last: new Date(before), now: new Date(at), asked: false })
    if (all) counted = at
    assert.ok(at - counted < 9 * nightMs)
    for (const month of months) {
      if (isDue(month)) listed.set(month, at)
      assert.ok(at - (listed.get(month) ?? startMs) < 16 * nightMs, month)
    }
    before = at
  }
  const today = new Date(startMs)
  assert.equal(lookBackOf({ last: today, now: today, asked: false }).all, false)
  assert.equal(lookBackOf({ last: today, now: today, asked: true }).all, true)
})
