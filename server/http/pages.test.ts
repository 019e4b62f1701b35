import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { loadBuild } from './pages.ts'

test('pages that were never built are said with the command that builds them', async () => {
  await assert.rejects(
    loadBuild('/nowhere/server/index.js'),
    (error) => isAppError(error) && error.code === 'unavailable' && /npm run build.*npm start/.test(error.message),
  )
})
