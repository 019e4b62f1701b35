import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOwnAddress } from './own-address.ts'

test('an address is ours by the public name or by this machine’s own, and nothing that only looks like it', () => {
  const own = createOwnAddress({ port: 0, publicUrl: 'https://stats.example.com' })
  own.listensOn(3000)
  for (const address of [
    'https://stats.example.com/auth/callback',
    'http://localhost:3000',
    'http://127.0.0.1:3000/x',
  ]) {
    assert.equal(own.isOwn(address), true, address)
  }
  for (const address of [
    'http://stats.example.com',
    'https://stats.example.com.evil.example',
    'http://localhost:13000',
    'http://localhost',
    'https://app.example.com',
    'myapp://back',
    'nonsense',
  ]) {
    assert.equal(own.isOwn(address), false, address)
  }
})
