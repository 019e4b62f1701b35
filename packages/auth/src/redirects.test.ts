import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthSettings } from './settings.ts'
import { allowedRedirect, globToRegex, resolveRedirect } from './wire.ts'

const site = 'https://stats.example.com'
const auth = (globs: string) => ({
  settings: readAuthSettings({ AUTH_URI_ALLOW_LIST: globs }),
  siteUrl: () => site,
})
const listed = auth('https://*.shop.example/**,myapp://cb,https://exact.example/back?x=1,http://127.0.0.1:*/**')

test('addresses of the site itself are allowed, with any path, query and fragment', () => {
  for (const path of ['', '/', '/a/b?c=d#e', '/?sb_flow_id=00ff']) {
    assert.equal(allowedRedirect(listed, `${site}${path}`), new URL(`${site}${path}`).href)
  }
  const local = { ...auth(''), siteUrl: () => 'http://localhost:3000' }
  assert.equal(allowedRedirect(local, 'http://localhost:5173/x'), 'http://localhost:5173/x')
})

test('listed patterns are allowed and their separators hold', () => {
  for (const good of [
    'https://a.shop.example/deep/path?q=1',
    'myapp://cb',
    'https://exact.example/back?x=1#keeps-its-fragment',
    'http://127.0.0.1:5555/cb',
  ]) {
    assert.notEqual(allowedRedirect(listed, good), undefined, good)
  }
  for (const bad of ['https://a.b.shop.example/x', 'https://exact.example/back?x=12', 'myapp://other']) {
    assert.equal(allowedRedirect(listed, bad), undefined, bad)
  }
})

test('a listed bare host needs no slash', () => {
  const bare = auth('https://app.example,https://*.preview.example')
  for (const good of ['https://app.example', 'https://app.example/', 'https://one.preview.example#x']) {
    assert.equal(allowedRedirect(bare, good), new URL(good).href)
  }
  for (const bad of ['https://app.example/x', 'https://app.example/?x=1', 'https://app.example.evil.example']) {
    assert.equal(allowedRedirect(bare, bad), undefined, bad)
  }
})

test('the mark that clients add to an address for their flow needs no pattern of its own', () => {
  for (const good of [
    'myapp://cb?sb_flow_id=00ff',
    'https://exact.example/back?x=1&sb_flow_id=00ff',
    'https://exact.example/back?sb_flow_id=00ff&x=1',
  ]) {
    assert.equal(allowedRedirect(listed, good), good)
  }
  for (const bad of [
    'myapp://cb?sb_flow_id=00ff&y=1',
    'myapp://cb?sb_flow_id=/x',
    'https://evil.example/?sb_flow_id=0',
  ])
    assert.equal(allowedRedirect(listed, bad), undefined, bad)
})

test('tricks do not slip through', () => {
  const attacks = [
    'https://stats.example.com@evil.example/',
    'https://stats.example.com:pw@evil.example/',
    'https://evil.example\\@stats.example.com/',
    'https:\\\\evil.example/',
    '//evil.example/',
    '/relative',
    'HTTPS://EVIL.example/',
    'https://stats.example.com.evil.example/',
    'https://stats.example.com.:443/',
    'https://a.shop.example./x',
    'https://2130706433/',
    'http://3232235777/',
    'https://10.0.0.1/',
    'https://[fe80::1]/',
    'https://stats.example.com\n.evil.example/',
    '\thttps://stats.example.com/',
    'https://stats.example.com\u0000/',
    'https://ѕtats.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://stats.example.com/',
    'https://stats.example.com:8443/',
    '',
  ]
  for (const attack of attacks) assert.equal(allowedRedirect(listed, attack), undefined, attack)
  // Even a list that allows everything accepts only plain other hosts, and none of the tricks.
  const everything = attacks.filter((attack) => allowedRedirect(auth('**'), attack) !== undefined)
  assert.deepEqual(everything, [
    'HTTPS://EVIL.example/',
    'https://stats.example.com.evil.example/',
    'http://stats.example.com/',
    'https://stats.example.com:8443/',
  ])
})

test('the first wish that is allowed wins, otherwise the site', () => {
  const call = (headers: Record<string, string>, query = '') => ({
    request: new Request('https://stats.example.com/auth/v1/otp', { headers }),
    query: new URLSearchParams(query),
  })
  assert.equal(
    resolveRedirect(listed, call({ redirect_to: 'https://evil.example' }, `redirect_to=${site}/a`)),
    `${site}/a`,
  )
  assert.equal(resolveRedirect(listed, call({ referer: `${site}/from` })), `${site}/from`)
  assert.equal(resolveRedirect(listed, call({}, 'redirect_to=https://evil.example')), site)
})

test('globs read like a shell’s', () => {
  const cases: readonly (readonly [glob: string, text: string, matches: boolean])[] = [
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[ab]c', 'bc', true],
    ['[!ab]c', 'bc', false],
    ['{x,y*}.z', 'yes.z', true],
    ['{x,y*}.z', 'no.z', false],
    ['a.b', 'aXb', false],
    ['a**b', 'a/./b', true],
    ['(a+)$', '(a+)$', true],
  ]
  for (const [glob, text, matches] of cases) assert.equal(globToRegex(glob).test(text), matches, `${glob} ${text}`)
})
