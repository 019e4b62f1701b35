import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { normalise } from './case.ts'
import { htmlText } from './html-text.ts'

suite('what says nothing is taken out of a text', () => {
  test('random ids, and not those that the database counted', () => {
    assert.equal(normalise('a 1b4e28ba-2fa1-41d2-883f-0016d3cca427 z'), 'a <id> z')
    assert.equal(normalise('54299698-c9a7-4fde-ad8c-000000000012'), '54299698-c9a7-4fde-ad8c-000000000012')
  })

  test('tokens and ports, also where they are part of an address', () => {
    assert.equal(normalise('key=tk_f57ebff1901224266614654e'), 'key=<token>')
    assert.equal(normalise('Bearer eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl'), 'Bearer <token>')
    assert.equal(normalise('http://localhost:41234/x?to=http%3A%2F%2F127.0.0.1%3A35497'), 'http://localhost:<port>/x?to=http%3A%2F%2F127.0.0.1%3A<port>') // biome-ignore format: one line
  })

  test('instants since the run began, and none of the facts before', () => {
    assert.equal(normalise('{"at":"2026-05-14T10:07:31.123Z"}'), '{"at":"<then>"}')
    assert.equal(normalise('2031-01-01 10:07:31.5+00'), '<then>')
    assert.equal(normalise('2026-05-14T09:59:59Z and 2026-05-14'), '2026-05-14T09:59:59Z and 2026-05-14')
  })
})

suite('a page', () => {
  test('is the same with other nonces, files and pieces of scripts', () => {
    const page = (nonce: string, hash: string, data: string): string =>
      `<link rel="modulepreload" href="/assets/a-${hash}.js"><link rel="stylesheet" href="/assets/app-${hash}.css"><!--$--><p>Hello</p><!--/$--><script nonce="${nonce}">${data}</script>`
    const text = htmlText(page('abc', 'D1aX_b-9', 'one'))
    assert.equal(text, '<link rel="stylesheet" href="/assets/app.css">\n<p>\nHello\n</p>\n<script>\n</script>')
    assert.equal(text, htmlText(page('xyz', 'Zz81kkQ0', 'two')))
  })

  test('keeps what refers to what, whatever the renderer called it', () => {
    const page = (one: string, two: string): string =>
      `<label for="_R_${one}_">A</label><label for="_R_${two}_">B</label><input id="_R_${one}_"><input id="_R_${two}_">`
    assert.equal(htmlText(page('1a', '2b')), htmlText(page('17', '9')))
    assert.notEqual(htmlText(page('1a', '2b')), htmlText(page('1a', '1a')))
  })
})
