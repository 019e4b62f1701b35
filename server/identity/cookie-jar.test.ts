import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCookieJar } from './cookie-jar.ts'

const options = { path: '/', sameSite: 'lax', maxAge: 60 } as const

const session = `base64-${Buffer.from('{"a":1}').toString('base64url')}`

test('what changed is read back at once and leaves with the answer, with headers that keep it out of caches', async () => {
  let changes = 0
  const jar = openCookieJar(`a=1; sb-x.0=${session.slice(0, 9)}; sb-x.1=${session.slice(9)}; odd`, () => {
    changes += 1
  })
  assert.equal(await jar.holds('sb-x'), true)
  jar.setAll(
    [
      { name: 'sb-x.0', value: '', options: { ...options, maxAge: 0 } },
      { name: 'sb-x.1', value: '', options: { ...options, maxAge: 0 } },
      { name: 'new', value: 'ü; x', options },
    ],
    { 'Cache-Control': 'private, no-store' },
  )
  assert.deepEqual([changes, await jar.holds('sb-x')], [1, false])
  assert.equal(jar.getAll().find(({ name }) => name === 'new')?.value, 'ü; x')
  const headers = new Headers({ 'set-cookie': 'theme=dark', 'cache-control': 'public' })
  jar.writeTo(headers)
  assert.deepEqual(headers.getSetCookie(), [
    'theme=dark',
    'sb-x.0=; Max-Age=0; Path=/; SameSite=Lax',
    'sb-x.1=; Max-Age=0; Path=/; SameSite=Lax',
    'new=%C3%BC%3B%20x; Max-Age=60; Path=/; SameSite=Lax',
  ])
  assert.equal(headers.get('cache-control'), 'private, no-store')
})

test('of several changes to one cookie the last one counts, and without any nothing is added', () => {
  const jar = openCookieJar(null, () => undefined)
  const untouched = new Headers({ 'cache-control': 'public' })
  jar.writeTo(untouched)
  assert.deepEqual([...untouched], [['cache-control', 'public']])
  for (const value of ['one', 'two']) jar.setAll([{ name: 'a', value, options }], {})
  const headers = new Headers()
  jar.writeTo(headers)
  assert.deepEqual(headers.getSetCookie(), ['a=two; Max-Age=60; Path=/; SameSite=Lax'])
})

test('a name that only begins alike is another cookie', async () => {
  const jar = openCookieJar(`sb-x-code-verifier=${session}; sb-xy=${session}`, () => undefined)
  assert.equal(await jar.holds('sb-x'), false)
})

test('what is no session is none', async () => {
  for (const value of ['', 'x', 'base64-', 'base64-%%%', 'base64-bnVsbA', `base64-${'A'.repeat(5000)}`, '{"a":', '1']) {
    assert.equal(await openCookieJar(`sb-x=${value}`, () => undefined).holds('sb-x'), false, value.slice(0, 20))
  }
  assert.equal(await openCookieJar('sb-x={"a":1}', () => undefined).holds('sb-x'), true, 'plain JSON is one too')
})

test('what changed since a note was made can be taken back, what changed before stays', () => {
  const jar = openCookieJar('session=kept', () => undefined)
  jar.setAll([{ name: 'verifier', value: 'x', options }], { Pragma: 'no-cache' })
  const takeBack = jar.note()
  const gone = { ...options, maxAge: 0 }
  jar.setAll(
    [
      { name: 'session', value: '', options: gone },
      { name: 'verifier', value: '', options: gone },
    ],
    { Expires: '0' },
  )
  takeBack()
  assert.deepEqual(
    jar.getAll().map(({ name, value }) => `${name}=${value}`),
    ['session=kept', 'verifier=x'],
  )
  const headers = new Headers()
  jar.writeTo(headers)
  assert.deepEqual(
    [...headers],
    [
      ['pragma', 'no-cache'],
      ['set-cookie', 'verifier=x; Max-Age=60; Path=/; SameSite=Lax'],
    ],
  )
})
