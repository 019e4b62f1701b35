import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { openWarehouse } from '@tillsight/warehouse'
import { fillShop, type ShopEvent, type ShopOrder } from '../../../../simulators/index.ts'
import { startWarehouse, workUntilKilled } from './killed-worker.testing.ts'
import { connectPasted, openShopify } from './shopify.testing.ts'
import { openTestShop, readLedger, sync } from './testing.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const start = '2026-11-20T12:00:00Z'
const longestMs = 150
const count = 4_200

const warehouseUrl = await startWarehouse({ after }, process.env)
const db = await openTestDatabase({ after })
const warehouse = await openWarehouse({ url: warehouseUrl, log })
after(() => warehouse.close())
await warehouse.migrate()
const stores = { db, warehouse }

/** Orders of three years, so that several bulk reads are needed; some were edited or refunded. */
function history(): ShopOrder[] {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(start) - (count - index) * 5 * 3_600_000).toISOString()
    const later = new Date(Date.parse(at) + 86_400_000).toISOString()
    const id = 1_000 + index
    const taken = [{ lineId: id * 10, quantity: 1 }]
    const happenings: ShopEvent[] =
      index % 4 === 0
        ? [{ kind: 'refund', id: id * 10 + 5, at: later, lines: taken }]
        : index % 9 === 0
          ? [{ kind: 'edit', id: id * 10 + 5, at: later, removed: taken }]
          : []
    return {
      id,
      createdAt: at,
      email: `buyer${index % 50}@example.net`,
      lines: [{ id: id * 10, productId: 310, title: 'Socks', quantity: 2, unitPrice: '11.90' }],
      transactions: [{ id: id * 10 + 1, kind: 'SALE', gateway: 'bogus', at, amount: '23.80' }],
      happenings,
    }
  })
}

test('a worker that is killed at any moment of a bulk back-fill leaves nothing out and nothing double', async (t) => {
  const clean = await openShopify(t, stores)
  await fillShop(clean.store, { orders: history() })
  await sync(clean.shop, await connectPasted(clean))
  const expected = await readLedger(clean.shop)
  assert.ok(expected.length >= count * 1.3)

  const again = await openTestShop(stores, { platform: 'shopify' })
  const connections = { ...again.services.connections, apps: clean.shop.services.connections.apps }
  const shop = { ...again, ctx: { ...again.ctx, services: connections }, services: { ...again.services, connections } }
  const id = await connectPasted({ ...clean, shop })
  const task = { databaseUrl: db.url, warehouseUrl, connection: id, now: start, apps: connections.apps }
  const moments: string[] = []
  for (;;) {
    const [words, ms] = [1 + Math.floor(Math.random() * 8), Math.floor(Math.random() * longestMs)]
    if (await workUntilKilled(task, words, ms)) break
    moments.push(`${words} words and ${ms} ms`)
    assert.ok(moments.length < 60, 'it never came to an end')
  }
  t.diagnostic(`killed after ${moments.join(', ')}`)
  assert.ok(moments.length >= 2)
  assert.deepEqual(await readLedger(shop), expected)
  const bulks = clean.fake.requests.filter(({ operation }) => operation === 'RunBulk').length
  assert.ok(bulks > 2, 'the history was read in several bulk readings')
})
