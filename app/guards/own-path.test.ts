import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toOwnPath } from './own-path.ts'

test('paths of this site come through as they are', () => {
  for (const path of [
    '/',
    '/shop/known.example',
    '/shop/known.example?range=7d&f=country:DE#top',
    '/account/security',
    '/shop/m%C3%BCnchen.example',
    '/search?q=a%2Fb&next=//evil.example',
    '/a//b',
    '/100%25',
  ]) {
    assert.equal(toOwnPath(path), path)
  }
  assert.equal(toOwnPath('/a/../shop/x y'), '/shop/x%20y')
})

const attacks = [
  '',
  'shop/x',
  '?q=1',
  '#top',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  ' /shop',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e%2e//evil.example',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  '/%252f%252fevil.example',
  '/%255cevil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:%20a=b',
  '/%0aLocation:%20https://evil.example',
  '/shop\r\nSet-Cookie: a=b',
  '/shop\u0000',
  '/shop%00',
  '/\u2028/evil.example',
  '/\u200b/evil.example',
  '/\ufeff/evil.example',
  '/%e0%a4%a',
  '/%',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example',
  'http://own.invalid/shop',
  'http://own.invalid@evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'mailto:a@evil.example',
  '@evil.example',
  '.evil.example',
  `/${'a'.repeat(3000)}`,
]

for (const attack of attacks) {
  test(`${JSON.stringify(attack.slice(0, 60))} leads nowhere`, () => assert.equal(toOwnPath(attack), undefined))
}

test('what is no text leads nowhere', () => {
  for (const value of [undefined, null, 1, {}, ['/shop'], new URL('https://evil.example')]) {
    assert.equal(toOwnPath(value), undefined)
  }
})

test('whatever comes through stays on the site in every base it is resolved against, and may stand in a header', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '%2f',
    '%5c',
    '%25',
    ':',
    '@',
    'evil.example',
    'https',
    '?',
    '#',
    'a',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const path = toOwnPath(text)
      if (path === undefined) return
      for (const base of ['https://stats.example.com/auth/login', 'http://localhost:3000/']) {
        assert.equal(new URL(path, base).origin, new URL(base).origin)
      }
      assert.doesNotThrow(() => new Headers({ location: path }))
      assert.match(path, /^\/(?![/\\])/)
    }),
    { numRuns: 2000 },
  )
})
