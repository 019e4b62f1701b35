import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectionView } from '../connections/index.ts'
import { listStandingIssues } from './connection-issues.ts'
import { describeIssue } from './describe-issue.ts'

const now = new Date('2026-11-20T12:00:00Z')

function connection(change: Partial<ConnectionView> = {}): ConnectionView {
  const stream = {
    id: 'orders',
    label: 'Orders',
    complete: true,
    done: 5,
    total: 5,
    syncedThrough: null,
    completeSince: null,
    restateFrom: null,
    oldestAvailable: null,
    lastSuccessAt: '2026-11-20T11:00:00.000Z',
    nextLookAt: null,
    problem: null,
  }
  return {
    id: 'c',
    connector: 'woocommerce',
    label: 'WooCommerce',
    status: 'healthy',
    message: null,
    since: null,
    paused: false,
    access: 'read',
    account: null,
    warnings: [],
    values: {},
    webhooks: null,
    streams: [stream],
    createdAt: '2026-11-01T00:00:00.000Z',
    ...change,
  }
}

function kindsOf(view: ConnectionView): string[] {
  return listStandingIssues([view], now).map(({ kind }) => kind)
}

test('a healthy connection is no issue', () => {
  assert.deepEqual(kindsOf(connection()), [])
})

test('a history that is not complete and a sync that is old are told', () => {
  const [stream] = connection().streams
  assert.ok(stream)
  assert.deepEqual(kindsOf(connection({ streams: [{ ...stream, complete: false }] })), ['incomplete_history'])
  assert.deepEqual(kindsOf(connection({ streams: [{ ...stream, lastSuccessAt: '2026-11-20T05:00:00.000Z' }] })), [
    'stale_sync',
  ])
})

test('a connection that waits for a person is one issue, not one per stream', () => {
  const [stream] = connection().streams
  assert.ok(stream)
  const view = connection({
    status: 'needs_reauth',
    message: 'Reconnect.',
    streams: [{ ...stream, lastSuccessAt: null }],
  })
  assert.deepEqual(kindsOf(view), ['connection'])
})

test('every noted issue says what it means, and unknown kinds show what they hold', () => {
  const known = describeIssue('missing_rate', { order: '#12', currency: 'USD' })
  assert.equal(known.title, 'No exchange rate for order #12')
  assert.match(known.advice, /USD/)
  assert.deepEqual(describeIssue('odd_thing', { order: 7 }), {
    severity: 'warning',
    title: 'odd thing',
    advice: 'order: 7',
  })
})
