import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textFor } from '../../language/text-for.server.ts'
import { isMissingPiece, statusOf, titleOf } from './error-words.ts'

const t = textFor('en')

function response(status: number, statusText = ''): unknown {
  return { status, statusText, internal: false, data: { message: 'x' } }
}

test('a page that is not there is titled so, everything else is our mistake unless the response says better', () => {
  assert.equal(titleOf(response(404, 'Not Found'), t), 'Page Not Found')
  assert.equal(titleOf(response(404), t), 'Page Not Found')
  assert.equal(titleOf(response(500), t), 'Internal Server Error')
  assert.equal(titleOf(response(418), t), 'Internal Server Error')
  assert.equal(titleOf(response(403, 'Forbidden'), t), 'Forbidden')
  assert.equal(titleOf(response(404), textFor('de')), 'Seite nicht gefunden')
  assert.equal(titleOf(new Error('boom'), t), 'Internal Server Error')
})

test('what is not a response counts as status 500', () => {
  assert.equal(statusOf(response(429)), 429)
  assert.equal(statusOf(new TypeError('x')), 500)
  assert.equal(statusOf(undefined), 500)
})

test('a piece of code that did not arrive is recognised in the words of every browser', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://shop.example/assets/a.js',
    'error loading dynamically imported module: https://shop.example/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ]) {
    assert.equal(isMissingPiece(new TypeError(message)), true, message)
  }
  assert.equal(isMissingPiece(new Error('boom')), false)
  assert.equal(isMissingPiece('Importing a module script failed.'), false)
})
