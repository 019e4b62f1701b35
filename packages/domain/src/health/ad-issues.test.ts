import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdAccountView, ConnectionView, StreamView } from '../connections/index.ts'
import { ShopSettings } from '../inputs/index.ts'
import { listStatusIssues } from './connection-issues.ts'

const now = new Date('2026-11-20T12:00:00Z')
const shop = { zone: 'Europe/Berlin', currency: 'EUR', settings: ShopSettings.parse({}) }

const stream: StreamView = {
  id: 'ad_days',
  label: 'Daily figures',
  complete: true,
  done: 5,
  total: 5,
  syncedThrough: null,
  completeSince: null,
  restateFrom: null,
  oldestAvailable: null,
  lastSuccessAt: '2026-11-20T11:00:00.000Z',
  nextLookAt: '2026-11-20T12:00:00.000Z',
  problem: null,
}

const account: AdAccountView = {
  id: '1',
  name: 'Shop',
  currency: 'USD',
  zone: 'America/New_York',
  status: 'active',
  statusText: 'ACTIVE',
  readable: true,
  note: null,
  via: null,
  chosen: true,
  problem: null,
  clickWindowDays: 7,
  viewWindowDays: 1,
  conversionsAre: 'purchases',
}

function viewOf(change: Partial<ConnectionView> = {}): ConnectionView {
  return {
    id: 'm',
    connector: 'metaads',
    label: 'Meta Ads',
    status: 'healthy',
    message: null,
    since: null,
    waiting: null,
    paused: false,
    pausedAt: null,
    access: 'read',
    account: { id: 'p', name: 'Jane Doe', currency: 'USD', zone: 'America/New_York', country: null, version: null },
    warnings: [],
    gaps: [],
    values: {},
    webhooks: null,
    streams: [stream],
    createdAt: '2026-11-01T00:00:00.000Z',
    isStore: false,
    adAccounts: [account],
    orderPage: null,
    accessEndsAt: null,
    ...change,
  }
}

const issuesOf = (change: Partial<ConnectionView>) => listStatusIssues([viewOf(change)], { now, shop })

test('ad accounts in another currency and zone than the shop are nothing to worry about', () => {
  assert.deepEqual(issuesOf({}), [])
})

test('a chosen account that cannot be read is told, one that nobody chose is not', () => {
  const problem = { kind: 'permission', message: 'Access was taken away.', since: '2026-11-18T08:00:00.000Z' } as const
  const [issue, ...others] = issuesOf({
    adAccounts: [
      { ...account, problem },
      { ...account, id: '2', chosen: false, problem },
    ],
  })
  assert.deepEqual(others, [])
  assert.deepEqual(
    [issue?.kind, issue?.key, issue?.severity, issue?.since],
    ['ad_account', 'm:1', 'warning', problem.since],
  )
  assert.match(issue?.advice ?? '', /taken away. Since 2026-11-18 nothing new/)
})

test('token ends within 14 days: a reminder in three steps as its end comes closer, with who reconnects', () => {
  const keyAt = (days: number) =>
    issuesOf({ accessEndsAt: new Date(now.getTime() + days * 86_400_000).toISOString() }).map(({ key }) => key)
  assert.deepEqual(keyAt(20), [])
  assert.deepEqual(keyAt(13), ['m:14'])
  assert.deepEqual(keyAt(6), ['m:7'])
  assert.deepEqual(keyAt(1.5), ['m:2'])
  const [issue] = issuesOf({ accessEndsAt: '2026-11-25T12:00:00.000Z' })
  assert.match(issue?.advice ?? '', /Jane Doe.*reconnects Meta Ads with one click before 2026-11-25/)
})

test('what is looked at once a day is late only when that day has passed', () => {
  const rare = { ...stream, id: 'ad_entities', lastSuccessAt: '2026-11-19T20:00:00.000Z' }
  assert.deepEqual(issuesOf({ streams: [{ ...rare, nextLookAt: '2026-11-20T20:00:00.000Z' }] }), [])
  const late = issuesOf({ streams: [{ ...rare, nextLookAt: '2026-11-20T05:00:00.000Z' }] })
  assert.deepEqual(
    late.map(({ kind }) => kind),
    ['stale_sync'],
  )
  assert.deepEqual(
    issuesOf({ streams: [{ ...stream, lastSuccessAt: '2026-11-20T05:00:00.000Z', nextLookAt: null }] }).map(
      ({ kind }) => kind,
    ),
    ['stale_sync'],
  )
})

test('accounts that wait to be chosen are told once, and their history is not missed before', () => {
  const waiting = issuesOf({
    status: 'choose_accounts',
    message: 'Choose which ad accounts belong to this shop.',
    adAccounts: [{ ...account, chosen: false }],
    streams: [{ ...stream, complete: false, lastSuccessAt: null }],
  })
  assert.deepEqual(
    waiting.map(({ kind, severity }) => [kind, severity]),
    [['connection', 'warning']],
  )
})
