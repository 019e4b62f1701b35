import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnName } from './own-names.ts'

test('a server for this machine answers to its names only', () => {
  const config = { publicUrl: undefined, storagePublicUrl: undefined, host: '127.0.0.1' }
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '127.9.9.9', '[::1]:3000', 'LOCALHOST:3000']) {
    assert.equal(isOwnName(host, config), true, host)
  }
  for (const host of [
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
  ]) {
    assert.equal(isOwnName(host, config), false, host)
  }
})

test('a server with a public address answers to that and to the address it listens on', () => {
  const config = {
    publicUrl: 'https://stats.example.com:8443',
    storagePublicUrl: 'https://files.example.com',
    host: '192.168.1.5',
  }
  for (const host of ['stats.example.com:8443', 'files.example.com', '192.168.1.5:3000', 'localhost:3000']) {
    assert.equal(isOwnName(host, config), true, host)
  }
  for (const host of ['stats.example.com', 'evil.example', '192.168.1.6', 'stats.example.com:8443.evil.example']) {
    assert.equal(isOwnName(host, config), false, host)
  }
})

test('a server for others that was not told its name answers to any', () => {
  assert.equal(
    isOwnName('stats.example.com', { publicUrl: undefined, storagePublicUrl: undefined, host: '0.0.0.0' }),
    true,
  )
})
