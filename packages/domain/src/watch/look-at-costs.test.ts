import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listConnections, pauseConnection } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { syncNow } from '../sync/index.ts'
import { connectStore, openTestShop, openTestStores, startStore } from '../sync/testing.ts'
import { watchShop } from './index.ts'

const noMail = () => ({ subject: '', html: '', text: '', headers: {} })

const stores = await openTestStores({ after })
const createdAt = '2026-11-01T08:00:00.000Z'

function product(id: number, name: string, cost?: string) {
  return { id, name, sku: `S-${id}`, price: '20.00', createdAt, ...(cost === undefined ? {} : { cost }) }
}

/** A shop that has sold two products in November, and one in spring. */
async function open(t: { after(work: () => Promise<void>): void }) {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  store.site.features = { ...store.site.features, costOfGoods: true }
  const order = (
    id: number,
    at: string,
    { productId, total, cost }: { productId: number; total: string; cost?: string },
  ) => ({
    id,
    status: 'completed',
    email: 'x@example.net',
    createdAt: at,
    paidAt: at,
    lines: [
      {
        id,
        productId,
        sku: 'S',
        name: `Product ${productId}`,
        quantity: 1,
        subtotal: total,
        total,
        ...(cost === undefined ? {} : { cost }),
      },
    ],
  })
  await store.store.fill({
    orders: [
      order(1, '2026-04-10T10:00:00.000Z', { productId: 9, total: '500.00' }),
      order(2, '2026-11-10T10:00:00.000Z', { productId: 1, total: '75.00' }),
      order(3, '2026-11-11T10:00:00.000Z', { productId: 2, total: '25.00' }),
    ],
    products: [product(1, 'Socks'), product(2, 'Hat'), product(9, 'Scarf')],
  })
  const { id: connection } = await connectStore(shop, store)
  return {
    shop,
    store: store.store,
    order,
    /** Sets a product in the store's own admin, with or without a cost. */
    put: (id: number, name: string, cost?: string) =>
      store.store.putProduct({ ...product(id, name, cost), modifiedAt: shop.clock.now().toISOString() }),
    connection,
    async watch() {
      shop.clock.advance(25 * 60)
      await syncNow(shop.ctx, shop.services, { connection })
      await watchShop(shop.ctx, noMail)
      const issues = await run(listHealth, shop.ctx, {})
      return issues.find(({ kind }) => kind === 'missing_costs')
    },
  }
}

test('a shop without any cost is a note; once some are known, what is sold without one needs somebody', async (t) => {
  const { put, watch } = await open(t)
  assert.equal((await watch())?.severity, 'note')

  put(1, 'Socks', '8.00')
  const issue = await watch()
  // Nobody can act on it before there is a profit.
  assert.equal(issue?.severity, 'note')
  assert.equal(issue?.title, '1 product sold lately without a known cost')
  assert.match(issue?.advice ?? '', /^25\.00 EUR of net sales in the last 30 days, 25 % of all, among them Product 2\./)
  assert.deepEqual(issue?.place, { page: 'goods' })

  put(2, 'Hat', '3.00')
  assert.equal(await watch(), undefined, 'closed when mended')

  put(9, 'Scarf')
  assert.equal(await watch(), undefined, 'what was sold in spring is nobody’s concern now')
})

test('a cost on the order counts, also when the product is gone; what was sold a month ago does not', async (t) => {
  const { shop, store, order, put, watch } = await open(t)
  put(1, 'Socks', '8.00')
  put(2, 'Hat', '3.00')
  store.createOrder(order(4, '2026-11-19T10:00:00.000Z', { productId: 77, total: '60.00', cost: '20.00' }))
  assert.equal(await watch(), undefined)
  store.createOrder(order(5, '2026-11-19T11:00:00.000Z', { productId: 78, total: '60.00' }))
  assert.match((await watch())?.advice ?? '', /Product 78/)
  shop.clock.advance(32 * 24 * 60)
  assert.equal(await watch(), undefined)
})

test('nothing is said before the products are read', async (t) => {
  const { shop, connection } = await open(t)
  await run(pauseConnection, shop.ctx, { connection, paused: true })
  await watchShop(shop.ctx, noMail)
  assert.deepEqual(
    (await run(listConnections, shop.ctx, {})).map(({ streams }) => streams.some(({ complete }) => complete)),
    [false],
  )
  assert.ok(!(await run(listHealth, shop.ctx, {})).some(({ kind }) => kind === 'missing_costs'))
})
