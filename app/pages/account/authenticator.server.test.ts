import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnrolment, toImage } from './authenticator.server.ts'

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
