import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionView } from '../../identity.ts'
import { printSessions } from './print-sessions.server.ts'

test('this session comes first, with instants in the person’s zone', () => {
  const base = { device: 'Firefox on Linux', ip: '192.0.2.7', createdAt: '2026-11-20T08:00:00Z' }
  const sessions: SessionView[] = [
    { ...base, id: 'other', isThis: false, lastUsedAt: '2026-11-20T11:30:00Z', level: 'aal1' },
    { ...base, id: 'this', isThis: true, lastUsedAt: '2026-11-20T10:00:00Z', level: 'aal2' },
  ]
  const printed = printSessions(sessions, { zone: 'Europe/Berlin', now: '2026-11-20T12:00:00Z' })
  assert.deepEqual(
    printed.map(({ id, lastUsed, signedInAt, isStrong }) => [id, lastUsed, signedInAt, isStrong]),
    [
      ['this', '2 h ago', '20 Nov 2026, 09:00', true],
      ['other', '30 min ago', '20 Nov 2026, 09:00', false],
    ],
  )
})
