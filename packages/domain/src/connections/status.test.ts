import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FailureKind } from '@tillsight/platforms/connectors'
import { type Problem, type StatusInput, statusOf } from './status.ts'

const now = new Date('2026-11-20T12:00:00Z')

function problem(kind: FailureKind, since: string): Problem {
  return { kind, message: `a ${kind} message`, since, attempts: 3, retryAt: null }
}

function account(change: Partial<StatusInput> = {}): StatusInput {
  const streams = [{ label: 'Orders', complete: true, problem: null }]
  return { paused: false, verified: true, problem: null, streams, now, ...change }
}

test('an account without problems and with its whole history is healthy', () => {
  assert.deepEqual(statusOf(account()), { status: 'healthy', message: null, since: null, waiting: null })
})

test('while history is still being read it is back-filling', () => {
  const streams = [{ label: 'Orders', complete: false, problem: null }]
  assert.equal(statusOf(account({ streams })).status, 'backfilling')
})

test('a dead token asks for a reconnect and says since when', () => {
  const standing = statusOf(account({ problem: problem('reauth', '2026-11-20T11:59:00Z') }))
  assert.deepEqual(standing, {
    status: 'needs_reauth',
    message: 'a reauth message',
    since: '2026-11-20T11:59:00Z',
    waiting: null,
  })
})

test('throttled: passing trouble is told as catching up, only after an hour', () => {
  const withTrouble = (since: string) =>
    statusOf(account({ streams: [{ label: 'Orders', complete: true, problem: problem('transient', since) }] }))
  assert.equal(withTrouble('2026-11-20T11:30:00Z').status, 'healthy')
  const throttled = (since: string) =>
    statusOf(account({ streams: [{ label: 'Ads', complete: true, problem: problem('throttled', since) }] })).status
  assert.deepEqual([throttled('2026-11-20T11:30:00Z'), throttled('2026-11-20T10:59:00Z')], ['healthy', 'catching_up'])
  const late = withTrouble('2026-11-20T10:30:00Z')
  assert.equal(late.status, 'catching_up')
  assert.equal(late.message, 'Orders: a transient message')
})

test('429 project scope: a limit of the whole installation is told at once, with what is waited for and until when', () => {
  const limited = { ...problem('throttled', '2026-11-20T11:59:00Z'), waitsFor: 'Google’s daily limit' }
  const streams = [{ label: 'Ads', complete: true, problem: { ...limited, retryAt: '2026-11-21T05:12:00Z' } }]
  const { status, waiting } = statusOf(account({ streams }))
  assert.deepEqual([status, waiting], ['catching_up', { for: 'Google’s daily limit', until: '2026-11-21T05:12:00Z' }])
})

test('the gravest problem wins, and pausing wins over all', () => {
  const streams = [
    { label: 'Orders', complete: true, problem: problem('transient', '2026-11-19T00:00:00Z') },
    { label: 'Refunds', complete: true, problem: problem('permission', '2026-11-20T00:00:00Z') },
    { label: 'Coupons', complete: true, problem: problem('permission', '2026-11-20T01:00:00Z') },
  ]
  const standing = statusOf(account({ streams }))
  assert.equal(standing.status, 'missing_permission')
  assert.equal(standing.message, 'Refunds: a permission message (1 more like this)')
  assert.equal(statusOf(account({ streams, paused: true })).status, 'paused')
})
