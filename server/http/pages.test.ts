import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { createOwnAddress } from '../own-address.ts'
import { asSeenOutside, loadBuild, loggedPath } from './pages.ts'

test('pages that were never built are said with the command that builds them', async () => {
  await assert.rejects(
    loadBuild('/nowhere/server/index.js'),
    (error) => isAppError(error) && error.code === 'unavailable' && /npm run build.*npm start/.test(error.message),
  )
})

test('what is logged of an address holds no token of an invitation', () => {
  assert.equal(loggedPath('http://localhost/shop/a?x=1'), '/shop/a')
  assert.equal(loggedPath('http://localhost/invitation/secret.data?_routes=x'), '/invitation/…')
  assert.equal(loggedPath('http://localhost//Invitation/secret'), '//Invitation/…')
})

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
