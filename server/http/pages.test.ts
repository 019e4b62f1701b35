import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { loadBuild, loggedPath } from './pages.ts'

test('pages that were never built are said with the command that builds them', async () => {
  await assert.rejects(
    loadBuild('/nowhere/server/index.js'),
    (error) => isAppError(error) && error.code === 'unavailable' && /npm run build.*npm start/.test(error.message),
  )
})

test('what is logged of an address holds no token of an invitation', () => {
  assert.equal(loggedPath('http://localhost/shop/a?x=1'), '/shop/a')
  assert.equal(loggedPath('http://localhost/invitation/secret.data?_routes=x'), '/invitation/…')
  assert.equal(loggedPath('http://localhost//Invitation/secret'), '//Invitation/…')
})
