import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JobView } from '@tillsight/database'
import type { ConnectionView } from '@tillsight/domain'
import { toConnectionView } from './connection-view.ts'

const waiting = { for: 'Google’s daily limit', until: '2026-11-21T05:12:00.000Z' }

const standing: ConnectionView = {
  id: 'c',
  connector: 'googleads',
  label: 'Google Ads',
  status: 'catching_up',
  message: 'The daily limit is used up until 2026-11-21 05:12 UTC.',
  since: '2026-11-20T18:00:00.000Z',
  waiting,
  paused: false,
  pausedAt: null,
  access: 'read',
  account: null,
  warnings: [],
  gaps: [],
  values: {},
  webhooks: null,
  streams: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  isStore: false,
  adAccounts: [],
  accessEndsAt: null,
}

function messageAt(now: string, zone: string): string | null {
  const services = { connectors: [], addresses: null }
  return toConnectionView(standing, { services, jobs: [], zone, now: new Date(now) }).message
}

test('429 project scope: the page says until when Google’s daily limit is waited for, in the time of whoever looks', () => {
  assert.match(
    messageAt('2026-11-21T00:30:00Z', 'Europe/Berlin') ?? '',
    /^Waiting for Google’s daily limit until 06:12\./,
  )
  assert.match(messageAt('2026-11-20T20:00:00Z', 'Europe/Berlin') ?? '', /until 21 Nov 2026, 06:12\./, 'another day')
  assert.match(messageAt('2026-11-21T05:05:00Z', 'America/Chicago') ?? '', /until 20 Nov 2026, 23:12\.|until 23:12\./)
})

const now = new Date('2026-11-20T20:00:00Z')

const failing: ConnectionView = {
  ...standing,
  connector: 'woocommerce',
  status: 'missing_permission',
  message: 'shop.example is protected by Wordfence, which refuses us.',
  waiting: null,
  isStore: true,
  streams: [
    {
      id: 'orders',
      label: 'Orders',
      complete: false,
      done: 6_722,
      total: 12_628,
      syncedThrough: null,
      completeSince: null,
      restateFrom: null,
      oldestAvailable: null,
      lastSuccessAt: null,
      nextLookAt: '2026-11-20T20:04:00.000Z',
      problem: {
        kind: 'transient',
        message: 'Wordfence refuses us.',
        since: '2026-11-20T18:00:00.000Z',
        attempts: 2,
        retryAt: '2026-11-20T20:04:00.000Z',
      },
    },
  ],
}

function job(change: Partial<JobView>): JobView {
  return {
    id: 'j',
    queue: 'sync',
    key: 'c',
    label: 'Reading orders',
    state: 'waiting',
    done: 0,
    total: null,
    message: null,
    ratePerSecond: null,
    estimatedEndAt: null,
    retries: 0,
    createdAt: now,
    startAfter: new Date(now.getTime() + 500),
    startedAt: null,
    endedAt: null,
    ...change,
  }
}

function viewWith(jobs: readonly JobView[], of: ConnectionView = failing) {
  return toConnectionView(of, { services: { connectors: [], addresses: null }, jobs, zone: 'UTC', now })
}

test('what was asked for is being read at once, and what failed before is not called failed meanwhile', () => {
  const states = (jobs: readonly JobView[]) => {
    const { isReading, streams } = viewWith(jobs)
    return [isReading, streams[0]?.state, streams[0]?.error]
  }
  const before = [false, 'retrying', 'Wordfence refuses us.']
  assert.deepEqual(states([]), before)
  assert.deepEqual(states([job({ key: 'another' }), job({ queue: 'connection-check' })]), before)
  assert.deepEqual(states([job({ startAfter: new Date('2026-11-20T20:30:00Z') })]), before, 'a job for later')
  assert.deepEqual(states([job({})]), [true, 'importing', null], 'asked for a moment ago')
  assert.deepEqual(states([job({ state: 'running' })]), [true, 'importing', null])
})

test('a stream has failed only when somebody is needed', () => {
  const [stream] = failing.streams
  assert.ok(stream?.problem)
  const lasting = { ...stream.problem, kind: 'permission', worsenedFrom: 'transient' } as const
  const [shown] = viewWith([], { ...failing, streams: [{ ...stream, problem: lasting }] }).streams
  assert.equal(shown?.state, 'failed')
})
