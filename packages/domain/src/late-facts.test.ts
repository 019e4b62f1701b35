import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { run } from './context/index.ts'
import { listNumberChanges } from './numbers.ts'
import { connectStore, openTestShop, openTestStores, startStore, sync } from './sync/testing.ts'

const stores = await openTestStores({ after })

test('reading the history moves nothing; what comes late for a past day afterwards is told with its order', async (t) => {
  const shop = await openTestShop(stores)
  const fake = await startStore(t, shop)
  const line = {
    id: 1,
    productId: 7,
    sku: 'S',
    name: 'Socks',
    quantity: 1,
    subtotal: '10.00',
    total: '10.00',
    totalTax: '1.90',
  }
  const order = { status: 'completed', email: 'ann@x.test', lines: [line] }
  await fake.store.fill({
    orders: [
      { ...order, id: 1000, number: 'A-1', createdAt: '2026-11-10T10:00:00Z', paidAt: '2026-11-10T10:00:00Z' },
      // Changed just now, so that the first read of changes includes it before the history is read.
      { ...order, id: 2000, createdAt: '2026-11-11T10:00:00Z', modifiedAt: '2026-11-20T12:30:00Z' },
    ],
  })
  const { id } = await connectStore(shop, fake)
  await sync(shop, id)
  const listed = () => run(listNumberChanges, shop.ctx, { from: '2026-11-01', to: '2026-11-20' })
  assert.deepEqual((await listed()).changes, [])
  fake.store.refundOrder(1000, { at: '2026-11-18T10:00:00Z', lines: [{ orderLineId: 1 }] })
  shop.clock.advance(10)
  await sync(shop, id)
  assert.deepEqual(
    (await listed()).changes.map(({ day, metric, cause, orderName, difference }) => [
      day,
      metric,
      cause,
      orderName,
      Number(difference),
    ]),
    [['2026-11-18', 'sales', 'late_refund', 'A-1', -11.9]],
  )
})
