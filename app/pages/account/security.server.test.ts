import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionView } from '../../identity.ts'
import { printSessions, readEnrolment, toImage } from './security.server.ts'

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('the picture survives as an address: its colours do not end it', () => {
  const image = toImage('data:image/svg+xml;utf-8,<svg fill="#000"/>')
  assert.equal(image, 'data:image/svg+xml,%3Csvg%20fill%3D%22%23000%22%2F%3E')
})

test('after a wrong code the same key is shown again', () => {
  const uri = 'otpauth://totp/Tillsight:a@b.example?issuer=Tillsight&secret=ABCDEFGH2345'
  const shown = readEnrolment(form({ factor: 'f', uri, image: 'data:image/svg+xml,%3Csvg%2F%3E' }))
  assert.deepEqual(shown, { factor: 'f', uri, image: 'data:image/svg+xml,%3Csvg%2F%3E', key: 'ABCD EFGH 2345' })
})

test('a form cannot bring along another link or picture', () => {
  const shown = readEnrolment(form({ factor: 'f', uri: 'javascript:alert(1)', image: 'https://evil.example/x.png' }))
  assert.deepEqual(shown, { factor: 'f', uri: '', image: '', key: '' })
})

test('this session comes first, with instants in the person’s zone', () => {
  const base = { device: 'Firefox on Linux', ip: '192.0.2.7', createdAt: '2026-11-20T08:00:00Z' }
  const sessions: SessionView[] = [
    { ...base, id: 'other', isThis: false, lastUsedAt: '2026-11-20T11:30:00Z', level: 'aal1' },
    { ...base, id: 'this', isThis: true, lastUsedAt: '2026-11-20T10:00:00Z', level: 'aal2' },
  ]
  const printed = printSessions(sessions, { zone: 'Europe/Berlin', now: '2026-11-20T12:00:00Z', language: 'en' })
  assert.deepEqual(
    printed.map(({ id, lastUsed, signedInAt, isStrong }) => [id, lastUsed, signedInAt, isStrong]),
    [
      ['this', '2 h ago', '20 Nov 2026, 09:00', true],
      ['other', '30 min ago', '20 Nov 2026, 09:00', false],
    ],
  )
})
