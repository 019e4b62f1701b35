import assert from 'node:assert/strict'
import { test } from 'node:test'
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
