import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStaticHandler, isRouteErrorResponse, RouterContextProvider } from 'react-router'
import { notFound, readablePath } from '../request.server.ts'
import { isDomainLike, validated } from './guard.server.ts'

const hasShop = validated(({ domain }) => isDomainLike(domain))

const { query } = createStaticHandler([
  {
    path: '/shop/:domain',
    middleware: [
      async (args, next) => {
        await hasShop(args, async () => new Response())
        return next()
      },
    ],
    loader: () => 'a shop',
  },
  {
    path: '*',
    loader({ url }) {
      throw notFound(`Page not found: ${readablePath(url)}`)
    },
  },
])

async function failureOf(path: string): Promise<unknown> {
  const context = await query(new Request(`http://localhost${path}`), {
    requestContext: new RouterContextProvider(),
    // As the router does for data requests.
    normalizePath: ({ url }) => ({ pathname: new URL(url).pathname.replace(/\.data$/, ''), search: '', hash: '' }),
    async generateMiddlewareResponse(ask) {
      return Response.json(null, { headers: { failure: await ask(new Request(`http://localhost${path}`)).then(tell) } })
    },
  })
  return context instanceof Response ? JSON.parse(context.headers.get('failure') ?? 'null') : tell(context)
}

function tell(context: unknown): string {
  const errors = typeof context === 'object' && context !== null && 'errors' in context ? context.errors : undefined
  const [failure] = Object.values(errors ?? {})
  return JSON.stringify(isRouteErrorResponse(failure) ? [failure.status, failure.data.message] : null)
}

test('an address that no shop can have does not exist, one that some shop may have does', async () => {
  assert.deepEqual(await failureOf('/shop/two%20words'), [404, 'Page Not Found: /shop/two words'])
  for (const domain of ['nobody.example', 'localhost:3000', 'SHOP', 'm%C3%BCller.de']) {
    assert.equal(await failureOf(`/shop/${domain}`), null, domain)
  }
})

test('a page that is not there is named as it was typed, also when an open page asks for its data', async () => {
  assert.deepEqual(await failureOf('/no/such/page'), [404, 'Page not found: /no/such/page'])
  assert.deepEqual(await failureOf('/no/such/page.data'), [404, 'Page not found: /no/such/page'])
})
