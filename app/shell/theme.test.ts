import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localPath, readTheme, themeCookie } from './theme.ts'

test('the theme is the system’s until somebody chooses another', () => {
  assert.equal(readTheme(null), 'system')
  assert.equal(readTheme('js=1; theme=dark; x=y'), 'dark')
  assert.equal(readTheme('theme=blue'), 'system')
  assert.equal(readTheme(themeCookie('light')), 'light')
})

test('a form never leads back to another site', () => {
  assert.equal(localPath('/shop/a?open=sales'), '/shop/a?open=sales')
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    '',
    null,
  ]) {
    assert.equal(localPath(path), '/')
  }
})
