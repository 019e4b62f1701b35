import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { openWarehouse } from '@tillsight/warehouse'
import type { StoreOrder } from '../../../../simulators/index.ts'
import { startWarehouse, workUntilKilled } from './killed-worker.testing.ts'
import { connectStore, openTestShop, readLedger, startStore, sync } from './testing.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const start = '2026-11-20T12:00:00Z'

const warehouseUrl = await startWarehouse({ after }, process.env)
const db = await openTestDatabase({ after })
const warehouse = await openWarehouse({ url: warehouseUrl, log })
after(() => warehouse.close())
await warehouse.migrate()
const stores = { db, warehouse }

function history(count: number): StoreOrder[] {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(start) - (count - index) * 7_200_000).toISOString().slice(0, 19)
    const id = 1000 + index * 3
    return {
      id,
      status: 'completed',
      createdAt: at,
      modifiedAt: at,
      email: `buyer${index % 50}@example.net`,
      lines: [
        { id: id * 10, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 2, subtotal: '20.00', total: '18.00' },
      ],
      refunds: index % 4 === 0 ? [{ id: id + 1, createdAt: at, amount: '5.00', lines: [] }] : [],
    }
  })
}

test('a worker that is killed again and again leaves nothing out and nothing double', async (t) => {
  const clean = await openTestShop(stores)
  const store = await startStore(t, clean)
  await store.store.fill({ orders: history(400) })
  const { id: reference } = await connectStore(clean, store)
  await sync(clean, reference)
  const expected = await readLedger(clean)
  assert.ok(expected.length >= 500)

  const shop = await openTestShop(stores)
  const { id } = await connectStore(shop, store)
  let kills = 0
  while (!(await workUntilKilled({ databaseUrl: db.url, warehouseUrl, connection: id, now: start }, 1 + (kills % 4)))) {
    kills += 1
    assert.ok(kills < 40, 'it never came to an end')
  }
  t.diagnostic(`killed ${kills} times`)
  assert.ok(kills >= 2)
  assert.deepEqual(await readLedger(shop), expected)
})
