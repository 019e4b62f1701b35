import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOwnAddress } from '../own-address.ts'
import { asSeenOutside } from './pages.ts'

const own = createOwnAddress({ port: 3000, publicUrl: 'https://stats.example.com' })

test('behind a proxy with TLS a page knows the address that the visitor sees, and gets the whole form', async () => {
  const inner = new Request('http://stats.example.com/register?x=1', {
    method: 'POST',
    headers: { cookie: 'a=b', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'domain=a.example',
  })
  const outer = asSeenOutside(inner, own)
  assert.equal(outer.url, 'https://stats.example.com/register?x=1')
  assert.deepEqual([outer.method, outer.headers.get('cookie')], ['POST', 'a=b'])
  assert.equal((await outer.formData()).get('domain'), 'a.example')
})

test('an address that encodes nothing names what it says, instead of being a warning in the log', () => {
  const broken = new Request('http://localhost:3000/shop/%E0%A4%A/caf%C3%A9?x=%')
  assert.equal(asSeenOutside(broken, own).url, 'http://localhost:3000/shop/%25E0%25A4%25A/caf%C3%A9?x=%')
})

test('at any other name the request stays as it came', () => {
  const request = new Request('http://localhost:3000/')
  assert.equal(asSeenOutside(request, own), request)
})
