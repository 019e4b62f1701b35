import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forwardedAddress } from './peer.ts'

const socket = '127.0.0.1'

test('the visitor is the right-most hop outside of private networks', () => {
  const cases: [header: string | undefined, address: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 10.0.0.2, 192.168.1.1', '203.0.113.7'],
    ['2001:db8::7, ::1', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['192.168.1.5', '192.168.1.5'],
    ['192.168.1.5, 10.0.0.2', '10.0.0.2'],
    [undefined, socket],
    ['', socket],
    ['unknown', socket],
    ['203.0.113.7, nonsense', socket],
  ]
  for (const [header, address] of cases) assert.equal(forwardedAddress(header, socket), address, header)
})

test('what a visitor writes in front of the proxy’s own entry changes nothing', () => {
  for (const forged of ['1.1.1.1', '1.1.1.1, 8.8.8.8', '"><script>', '127.0.0.1', '::1, 10.0.0.1']) {
    assert.equal(forwardedAddress(`${forged}, 203.0.113.7`, socket), '203.0.113.7')
    assert.equal(forwardedAddress(`${forged}, 203.0.113.7, 10.0.0.2`, socket), '203.0.113.7')
  }
  assert.equal(forwardedAddress('8.8.8.8, nonsense, 10.0.0.2', socket), '10.0.0.2', 'beyond nonsense nothing counts')
})
