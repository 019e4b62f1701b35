import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { fillShop, postPixelEvents } from './index.ts'
import { openPlatform, sampleOrder } from './testing.ts'

test('a visit ends with the checkout of its order, joined by the token; lost, doubled or without consent', async (t) => {
  const { shop } = await openPlatform(t)
  await fillShop(shop, { orders: [sampleOrder(1, { checkoutToken: 'c-1' })] })
  const events = shop.visit({ orderId: 1, landingPage: 'https://shop.example/?gclid=1' })
  const last = events.at(-1)
  assert.deepEqual(
    [last?.name, last?.seq, last?.data['checkout']],
    [
      'checkout_completed',
      7,
      {
        token: 'c-1',
        currencyCode: 'EUR',
        email: 'buyer1@example.com',
        totalPrice: { amount: 46.8, currencyCode: 'EUR' },
        subtotalPrice: { amount: 43.2, currencyCode: 'EUR' },
        lineItems: [
          {
            title: 'Wool socks',
            quantity: 2,
            variant: { id: '314', sku: 'SOCK', price: { amount: 24, currencyCode: 'EUR' } },
          },
        ],
        order: { id: '1' },
      },
    ],
  )
  assert.deepEqual(shop.visit({ orderId: 1, hasConsent: false }), [])
  assert.equal(shop.visit({ orderId: 1, losesCheckout: true }).at(-1)?.name, 'payment_info_submitted')
  const doubled = shop.visit({ duplicates: true })
  assert.deepEqual([doubled.length, new Set(doubled.map((event) => event.id)).size], [4, 2])
})

test('events are posted as text from a sandbox without an origin', async (t) => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers['content-type'], request.headers.origin)
    request.resume()
    response.writeHead(202).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { shop } = await openPlatform(t)
  assert.deepEqual(await postPixelEvents(`http://127.0.0.1:${port}/p`, shop.visit({})), [202, 202])
  assert.deepEqual(seen.slice(0, 2), ['text/plain;charset=UTF-8', 'null'])
})
