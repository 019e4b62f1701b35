import assert from 'node:assert/strict'
import { test } from 'node:test'

test('pages are rendered by the build of React that is not for its developers, and the environment stays as it was', async () => {
  const before = process.env.NODE_ENV
  await import('./pages.ts')
  const react: object = await import('react')
  assert.equal(Reflect.get(react, 'act'), undefined)
  assert.equal(process.env.NODE_ENV, before)
})
