import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberPath, takeRememberedPath } from './leave.server.ts'

function takeWith(cookie: string): ReturnType<typeof takeRememberedPath> {
  return takeRememberedPath(new Request('http://localhost/', { headers: { cookie } }))
}

test('a remembered path comes back once, with its question', () => {
  const cookie = rememberPath('/shop/a.example?f=country:DE;x&range=7d')
  assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  const taken = takeWith(`theme=dark; ${cookie.split(';')[0]}; js=1`)
  assert.equal(taken.path, '/shop/a.example?f=country:DE;x&range=7d')
  assert.match(taken.cookie, /^sb-redirect-path=; .*Max-Age=0$/)
})

test('without a cookie, or with one that somebody else made up, the way leads home', () => {
  for (const cookie of [
    '',
    'sb-redirect-path=',
    'sb-redirect-path=https%3A%2F%2Fevil.example',
    'sb-redirect-path=%2F%2Fevil.example',
    'sb-redirect-path=/\\evil.example',
    'sb-redirect-path=%E0%A4%A',
    'x-sb-redirect-path=%2Fshop',
  ]) {
    assert.equal(takeWith(cookie).path, '/', cookie)
  }
})

test('what is no path of this site, or too long for a cookie, is not remembered', () => {
  for (const path of ['https://evil.example', '//evil.example', `/?q=${'ü'.repeat(1900)}`]) {
    assert.match(rememberPath(path), /^sb-redirect-path=%2F;/, path.slice(0, 30))
  }
})
