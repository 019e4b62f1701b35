import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Factor, User } from '@supabase/supabase-js'
import { callbackUrl, leave, leaveTo, nextPath, pathAfterMail, rememberPath } from './leave.server.ts'

const factor: Factor = {
  id: 'f',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

function person(...factors: Factor[]): User {
  return {
    id: 'u',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-01-01T00:00:00Z',
    factors,
  }
}

function visit({
  path = '/auth/login',
  remembered,
}: {
  readonly path?: string
  readonly remembered?: string
} = {}): Request {
  const cookie = remembered === undefined ? undefined : rememberPath(remembered).split(';')[0]
  return new Request(`https://stats.example${path}`, cookie === undefined ? {} : { headers: { cookie } })
}

test('whoever wanted a page gets it, once', () => {
  const result = leave(person(), visit({ remembered: '/shop/a.example?range=7d' }))
  assert.equal(result.headers.get('location'), '/shop/a.example?range=7d')
  assert.match(result.headers.get('set-cookie') ?? '', /Max-Age=0/)
})

test('whoever wanted nothing special starts where the step says', () => {
  assert.equal(leave(person(), visit()).headers.get('location'), '/')
  assert.equal(leave(person(), visit(), '/register').headers.get('location'), '/register')
  assert.equal(leave(person(), visit({ remembered: '/account' }), '/register').headers.get('location'), '/account')
})

test('a verified second factor comes first, and the wanted page afterwards', () => {
  const result = leave(person(factor), visit({ remembered: '/account' }))
  assert.equal(result.headers.get('location'), '/auth/mfa')
  assert.match(result.headers.get('set-cookie') ?? '', /=%2Faccount;/)
})

test('a factor that was never verified asks nobody', () => {
  const result = leave(person({ ...factor, status: 'unverified' }), visit())
  assert.equal(result.headers.get('location'), '/')
})

test('choosing a new password keeps the wanted page for later', () => {
  const result = leaveTo(person(), visit({ remembered: '/account' }), '/auth/password/reset')
  assert.equal(result.headers.get('location'), '/auth/password/reset')
  assert.equal(result.headers.get('set-cookie'), null)
})

test('links in mails come back to this site and carry where to go', () => {
  assert.equal(callbackUrl(visit()), 'https://stats.example/auth/callback')
  assert.equal(callbackUrl(visit({ remembered: '/account' })), 'https://stats.example/auth/callback?next=%2Faccount')
  assert.equal(callbackUrl(visit(), '/register'), 'https://stats.example/auth/callback?next=%2Fregister')
})

test('a link never leads to another site', () => {
  const next = (value: string) => nextPath(visit({ path: `/auth/callback?next=${encodeURIComponent(value)}` }))
  assert.equal(next('/shop/a.example'), '/shop/a.example')
  for (const value of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2F/evil.example',
    'javascript:x',
    '',
  ]) {
    assert.equal(next(value), undefined, value)
  }
})

test('a mail’s own page leads to where the mail was asked for, on this site only', () => {
  const after = (query: Record<string, string>) =>
    pathAfterMail(
      visit({ path: `/auth/confirm?${new URLSearchParams({ token_hash: 'x', type: 'magiclink', ...query })}` }),
    )
  const at = (path: string) => after({ redirect_to: `https://stats.example${path}` })
  assert.equal(at('/auth/callback?next=%2Fshop%2Fa.example%3Frange%3D7d'), '/shop/a.example?range=7d')
  assert.equal(at('/shop/a.example?range=7d'), '/shop/a.example?range=7d')
  for (const path of [
    '/auth/callback',
    '/',
    '',
    '/auth/callback?next=https://evil.example',
    '//evil.example/',
    '/..//evil.example',
  ]) {
    assert.equal(at(path), undefined, path)
  }
  assert.equal(after({ next: '/account' }), '/account', 'a link without an address to come back to')
  for (const redirect of ['javascript:alert(1)', 'not an address', 'https://evil.example']) {
    assert.equal(after({ redirect_to: redirect }), undefined, redirect)
  }
})
