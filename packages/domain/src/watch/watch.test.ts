import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listOpenHealthIssues } from '@tillsight/database'
import { pauseConnection } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { saveNotifications } from '../people/index.ts'
import { syncNow } from '../sync/index.ts'
import { connectStore, openTestShop, openTestStores, startStore } from '../sync/testing.ts'
import { type HealthNews, watchShop } from './index.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, { db: stores.db })
const line = { id: 1, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 1, subtotal: '20.00', total: '20.00' }
const hourMs = 3_600_000
const silentHours = 30

/**
 * A shop with an order in every hour of 64 days except the last thirty hours, completely read; with its owner and a viewer.
 */
async function open(t: { after(work: () => Promise<void>): void }) {
  const shop = await openTestShop(stores, { zone: 'UTC' })
  const store = await startStore(t, shop)
  const now = shop.clock.now().getTime()
  const orders = Array.from({ length: 64 * 24 - silentHours }, (_, index) => {
    const createdAt = new Date(now - (64 * 24 - index) * hourMs + 60_000).toISOString()
    return { id: index + 1, status: 'completed', email: 'x@example.net', createdAt, paidAt: createdAt, lines: [line] }
  })
  await store.store.fill({ orders })
  const { id: connection } = await connectStore(shop, store)
  await syncNow(shop.ctx, shop.services, { connection })
  const owner = await people.newMember(shop.ctx.organisation, 'owner')
  await people.newMember(shop.ctx.organisation, 'viewer')
  const news: HealthNews[] = []
  return {
    shop,
    store,
    connection,
    owner,
    news,
    watch: () =>
      watchShop(shop.ctx, (one) => {
        news.push(one)
        return { subject: 'News', html: '', text: '', headers: {} }
      }),
    mails: async () =>
      (
        await stores.db.kysely
          .selectFrom('deliveries')
          .selectAll()
          .where('shopId', '=', shop.ctx.shop.id)
          .where('channel', '=', 'mail')
          .execute()
      ).map(({ personId }) => personId),
    inboxes: async () =>
      (
        await stores.db.kysely
          .selectFrom('deliveries')
          .selectAll()
          .where('shopId', '=', shop.ctx.shop.id)
          .where('channel', '=', 'inbox')
          .execute()
      ).map(({ personId }) => personId),
    // Costs of products are a separate topic.
    kinds: async () =>
      (await listOpenHealthIssues(stores.db.kysely, shop.ctx.shop.id))
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'missing_costs')
        .sort(),
  }
}

test('silence and a day far below the usual are noted, told once to who can act, and closed when orders come', async (t) => {
  const { shop, store, connection, owner, news, watch, kinds, mails } = await open(t)
  await watch()
  assert.deepEqual(await kinds(), ['sales_drop', 'silent_store'])
  assert.equal(news.length, 0, 'a hiccup is nobody’s mail')
  shop.clock.advance(40)
  await watch()
  assert.deepEqual(await mails(), [owner.person], 'the owner, not who may only look')
  assert.deepEqual(
    news[0]?.issues.map(({ title }) => title),
    ['No order since 2026-11-19 06:00 UTC', 'Far fewer orders than usual on 2026-11-19'],
  )
  await watch()
  assert.equal(news.length, 1, 'once, while it lasts')
  store.store.createOrder({ id: 9000, status: 'completed', email: 'x@example.net', lines: [{ ...line, id: 9000 }] })
  await syncNow(shop.ctx, shop.services, { connection })
  await watch()
  assert.deepEqual(await kinds(), ['sales_drop'])
})

test('while the store cannot be read nothing is said about its sales', async (t) => {
  const { shop, connection, watch, kinds } = await open(t)
  await run(pauseConnection, shop.ctx, { connection, paused: true })
  await watch()
  assert.deepEqual(await kinds(), [])
})

test('whoever does not want such mails gets none, and finds it in the inbox', async (t) => {
  const { shop, owner, watch, mails, inboxes } = await open(t)
  await run(saveNotifications, owner, { dataHealth: false })
  shop.clock.advance(1)
  await watch()
  shop.clock.advance(40)
  await watch()
  assert.deepEqual([await mails(), await inboxes()], [[], [owner.person]])
})
