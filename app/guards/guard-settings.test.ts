import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsOne, fitsPattern } from './guard-settings.ts'

test('a star stands for anything, everything else for itself', () => {
  const cases: [path: string, pattern: string, fits: boolean][] = [
    ['/auth/login', '/auth/*', true],
    ['/auth/password/reset', '/auth/*', true],
    ['/auth', '/auth/*', false],
    ['/author', '/auth/*', false],
    ['/x/auth/login', '/auth/*', false],
    ['/theme', '/theme', true],
    ['/theme/', '/theme', true],
    ['/theme', '/theme/', true],
    ['/themes', '/theme', false],
    ['/a.b', '/a.b', true],
    ['/axb', '/a.b', false],
    ['/shop/a/settings', '/shop/*/settings', true],
    ['/shop/settings', '/shop/*/settings', false],
    ['/', '/', true],
    ['/x', '/', false],
    ['/anything', '*', true],
    ['/', '*', true],
    ['/(x)+[y]', '/(x)+[y]', true],
    ['/Auth/login', '/auth/*', false],
  ]
  for (const [path, pattern, fits] of cases) assert.equal(fitsPattern(path, pattern), fits, `${path} ${pattern}`)
})

test('one pattern that fits is enough, and none fits nothing', () => {
  assert.equal(fitsOne('/b', ['/a', '/b']), true)
  assert.equal(fitsOne('/b', []), false)
})
