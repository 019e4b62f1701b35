import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { guard } from './guard.server.ts'
import { readGuardSettings } from './guard-settings.ts'
import { isGuarded, wantedPath } from './sign-in-guard.server.ts'

const usual = readGuardSettings({})

test('unless told otherwise only signing in, invitations and the theme are open', () => {
  for (const path of [
    '/auth/login',
    '/auth/mfa',
    '/auth/callback',
    '/invitation/abc',
    '/theme',
    '/language',
    '/dev/kit',
  ]) {
    assert.equal(isGuarded(path, usual), false, path)
  }
  for (const path of ['/', '/shop/a.example', '/account/security', '/register', '/register', '/AUTH/login', '/authx']) {
    assert.equal(isGuarded(path, usual), true, path)
  }
})

test('patterns come from the environment: included ones only, excluded and callback ones never', () => {
  const settings = readGuardSettings({
    AUTH_GUARD_INCLUDE: '/shop/*, /account/*',
    AUTH_GUARD_EXCLUDE: '/shop/*/public',
    AUTH_GUARD_CALLBACK: '/account/back*',
    AUTH_GUARD_LOGIN: '/account/enter',
    AUTH_GUARD_REMEMBER: 'off',
  })
  assert.equal(settings.remember, false)
  assert.deepEqual(
    ['/', '/shop/a', '/shop/a/public', '/account/back?', '/account/enter', '/account/x'].map((path) =>
      isGuarded(path, settings),
    ),
    [false, true, false, false, false, true],
  )
})

test('an included page is guarded by every address that the router opens it by', () => {
  const settings = readGuardSettings({ AUTH_GUARD_INCLUDE: '/Shop/*,/account/*' })
  for (const path of ['/ACCOUNT/security', '/%61ccount/security', '//account//security', '/shop/a', '/Shop/a']) {
    assert.equal(isGuarded(path, settings), true, path)
  }
  assert.equal(isGuarded('/accounts', settings), false)
})

test('settings that cannot work are named all at once', () => {
  assert.throws(
    () => readGuardSettings({ AUTH_GUARD_LOGIN: 'https://evil.example', AUTH_GUARD_EXCLUDE: 'auth/*,/ok' }),
    (error) =>
      isAppError(error) &&
      error.code === 'invalid_input' &&
      /AUTH_GUARD_LOGIN/.test(error.message) &&
      /AUTH_GUARD_EXCLUDE: “auth\/\*”/.test(error.message),
  )
})

test('the page that was asked for is remembered, with its question; what was posted is not', () => {
  const wanted = (raw: string, page: string, init: RequestInit = {}) =>
    wantedPath(
      new Request(`http://localhost${raw}`, { headers: { 'sec-fetch-dest': 'document' }, ...init }),
      new URL(`http://localhost${page}`),
    )
  assert.equal(wanted('/shop/a?range=7d', '/shop/a?range=7d'), '/shop/a?range=7d')
  assert.equal(wanted('/shop/a.data?range=7d', '/shop/a?range=7d'), '/shop/a?range=7d')
  assert.equal(wanted('/', '/'), undefined)
  assert.equal(wanted('/shop/a', '/shop/a', { method: 'POST' }), undefined)
})

test('what a browser fetches by itself is never where somebody wanted to go', () => {
  const wanted = (path: string, headers: Record<string, string>) =>
    wantedPath(new Request(`http://localhost${path}`, { headers }), new URL(`http://localhost${path}`))
  const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  assert.equal(wanted('/account', { 'sec-fetch-dest': 'document', accept: page }), '/account')
  assert.equal(wanted('/account', { accept: page }), '/account', 'without encryption browsers do not say')
  for (const [path, headers] of [
    ['/apple-touch-icon.png', { accept: '*/*' }],
    ['/favicon.ico', { 'sec-fetch-dest': 'image', accept: 'image/avif,image/webp,*/*;q=0.8' }],
    ['/.well-known/appspecific/com.chrome.devtools.json', { 'sec-fetch-dest': 'empty', accept: '*/*' }],
    ['/account/picture/a/b', { accept: 'image/avif,image/webp,*/*;q=0.8' }],
    ['/account', { 'sec-fetch-dest': 'iframe', accept: page }],
  ] as const) {
    assert.equal(wanted(path, headers), undefined, path)
  }
})

test('data that an open page fetches for itself leads back to that page', () => {
  const wanted = (referer: string) =>
    wantedPath(
      new Request('http://localhost/shop/a/progress.data?_routes=routes%2Fprogress', { headers: { referer } }),
      new URL('http://localhost/shop/a/progress'),
    )
  assert.equal(wanted('http://localhost/shop/a/integrations?x=1'), '/shop/a/integrations?x=1')
  assert.equal(wanted('https://evil.example/shop/a'), undefined)
  assert.equal(wanted(''), undefined)
})

test('a guard that does not exist is an error that names it', () => {
  assert.throws(() => guard('has-magic'), /Unknown route middleware: has-magic.*has-active-shop, has-active-tenant/)
  assert.equal(typeof guard('has-active-tenant'), 'function')
})
