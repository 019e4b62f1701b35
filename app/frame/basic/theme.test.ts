import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barColours, barCookie, forcedMode, localPath, readBar, readTheme, themeCookie } from './theme.ts'

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

test('a page can insist on a mode, and the innermost route decides', () => {
  assert.equal(forcedMode([undefined, { crumb: 'x' }, null, 'dark']), undefined)
  assert.equal(forcedMode([{ colourMode: 'dark' }, undefined]), 'dark')
  assert.equal(forcedMode([{ colourMode: 'dark' }, { colourMode: 'light' }, { colourMode: 'blue' }]), 'light')
})

test('the browser’s own bars have the colours of the page', () => {
  assert.deepEqual(barColours('dark'), [{ colour: '#1b1718', media: undefined }])
  assert.deepEqual(barColours('light'), [{ colour: 'white', media: undefined }])
  assert.deepEqual(
    barColours('system').map(({ colour }) => colour),
    ['white', '#1b1718'],
  )
})

test('the bar is wide until somebody folds it', () => {
  assert.equal(readBar(null), 'wide')
  assert.equal(readBar('js=1; bar=narrow'), 'narrow')
  assert.equal(readBar('sidebar=narrow; bar=narrower'), 'wide')
  assert.equal(readBar(barCookie('narrow')), 'narrow')
})
