import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPhone } from './change-phone.server.ts'

test('a number is read the way people write it', () => {
  for (const [typed, read] of [
    ['+44 (0) 7700-900.123', '+447700900123'],
    ['0049 170 1234567', '+491701234567'],
    ['12', undefined],
    ['0170 1234567', undefined],
    ['', undefined],
  ] as const) {
    const form = new FormData()
    form.set('phone', typed)
    assert.equal(readPhone(form), read)
  }
})
