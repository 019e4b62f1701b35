import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RouterContextProvider } from 'react-router'
import { failureLogContext, servicesContext } from '../request.server.ts'
import type { AppServices } from '../services.ts'
import { loadPreference, storeChoice } from './preference.server.ts'

function brokenPage() {
  const context = new RouterContextProvider()
  const outage = new Error('connection refused')
  const logged: unknown[] = []
  const services = {
    async shop() {
      throw outage
    },
  }
  // Safe because only the shop is used.
  context.set(servicesContext, services as unknown as AppServices)
  context.set(failureLogContext, (failure, _request, message) => void logged.push([failure === outage, message]))
  return { page: { context, request: new Request('http://localhost/') }, logged }
}

test('a preference that cannot be read is the defaults, and a line in the log', async () => {
  const { page, logged } = brokenPage()
  const { currency, theme, summary } = await loadPreference(page, 'a.test')
  assert.deepEqual([currency, theme, summary.layout.grid], ['USD', 'system', 4])
  assert.deepEqual(logged, [[true, 'Failed to fetch shop user preference']])
})

test('a choice that cannot be stored is a line in the log', async () => {
  const { page, logged } = brokenPage()
  await storeChoice(page, 'a.test', { theme: 'dark' })
  assert.deepEqual(logged, [[true, 'Failed to update shop user preference']])
})
