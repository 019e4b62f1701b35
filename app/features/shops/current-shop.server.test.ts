import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RouterContextProvider } from 'react-router'
import { servicesContext } from '../../context.ts'
import type { AppServices } from '../../services.ts'
import { currentShop } from './current-shop.server.ts'

/** Services of somebody who has one shop; nothing else of them is asked for here. */
function servicesOf(domain: string): AppServices {
  return { shop: async () => undefined, listShops: async () => [{ domain }] } as unknown as AppServices
}

test('a stranger’s shop leads to the same page of the person’s own', async () => {
  const context = new RouterContextProvider()
  context.set(servicesContext, servicesOf('own.example'))
  const url = new URL('http://localhost/shop/theirs.example/settings/members?done=x')
  await assert.rejects(
    currentShop({ context, params: { domain: 'theirs.example' }, url }),
    (answer: Response) => answer.headers.get('location') === '/shop/own.example/settings/members?done=x',
  )
})
