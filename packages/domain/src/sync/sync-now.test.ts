import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { saveSyncState } from '@tillsight/database'
import {
  listConnections,
  type PlatformWaits,
  pauseConnection,
  tryLockConnection,
  whileOthersWait,
} from '../connections/index.ts'
import { run } from '../context/index.ts'
import { requestSync, type SyncProgress, syncConnection, syncNow } from './index.ts'
import { connectStore, openTestShop, openTestStores, readLedger, startStore } from './testing.ts'

const stores = await openTestStores({ after })
const line = { id: 1, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 1, subtotal: '20.00', total: '20.00' }

async function open(t: { after(work: () => Promise<void>): void }) {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  for (let number = 1; number <= 10; number++) {
    store.store.createOrder({
      id: number,
      status: 'completed',
      email: 'x@example.net',
      lines: [{ ...line, id: number }],
    })
  }
  return { shop, store, ...(await connectStore(shop, store)) }
}

test('somebody who waits sees counts and the end of it; reading all of it again changes nothing', async (t) => {
  const { shop, id } = await open(t)
  const counts: number[] = []
  const outcome = await syncNow(shop.ctx, shop.services, {
    connection: id,
    onProgress: async ({ done }) => void counts.push(done),
  })
  assert.equal(outcome.ended, 'done')
  assert.ok(counts.includes(10))
  const ledger = await readLedger(shop)
  await syncNow(shop.ctx, shop.services, { connection: id, full: true })
  await syncNow(shop.ctx, shop.services, { connection: id, since: new Date('2026-01-01T00:00:00Z') })
  assert.deepEqual(await readLedger(shop), ledger)
})

test('a platform may take minutes of whoever waits for it alone, never of the turn that others wait for', async (t) => {
  const { shop, id } = await open(t)
  const waits: (PlatformWaits | undefined)[] = []
  const { openHttp } = shop.services.connections
  const connections: typeof shop.services.connections = {
    ...shop.services.connections,
    openHttp(connector, options) {
      waits.push(options)
      return openHttp(connector, options)
    },
  }
  const services = { ...shop.services, connections }
  const { signal } = new AbortController()
  await syncConnection(services, { connection: id, now: true, signal })
  assert.ok(waits.length > 0)
  for (const wait of waits.splice(0)) assert.deepEqual(wait, whileOthersWait)
  await syncNow(shop.ctx, services, { connection: id })
  assert.ok(waits.some((wait) => wait?.longestPauseMs === undefined))
})

test('what stands in the way is an error with the remedy', async (t) => {
  const { shop, store, id, key } = await open(t)
  const stranger = await openTestShop(stores)
  await assert.rejects(syncNow(stranger.ctx, stranger.services, { connection: id }), /has no such connection/)
  await run(pauseConnection, shop.ctx, { connection: id, paused: true })
  await assert.rejects(syncNow(shop.ctx, shop.services, { connection: id }), /is paused/)
  await assert.rejects(run(requestSync, shop.ctx, { connection: id }), /is paused/)
  await run(pauseConnection, shop.ctx, { connection: id, paused: false })
  store.keys.delete(key)
  await assert.rejects(syncNow(shop.ctx, shop.services, { connection: id }), { code: 'not_connected' })
  const viewer = { ...shop.ctx, actor: { kind: 'person', id: 'p', role: 'viewer', shops: 'all' } as const }
  await assert.rejects(syncNow(viewer, shop.services, { connection: id }), /needs the permission “sync:run”/)
})

test('whoever comes second waits for the first, loses nothing by asking, and is refused when it takes too long', async (t) => {
  const { shop, id } = await open(t)
  await syncNow(shop.ctx, shop.services, { connection: id })
  const held = Promise.withResolvers<void>()
  const holds = Promise.withResolvers<void>()
  const holding = tryLockConnection(shop.services.db, id, async () => {
    holds.resolve()
    await held.promise
  })
  await holds.promise
  const options = { connection: id, full: true }
  await assert.rejects(syncNow(shop.ctx, shop.services, { ...options, waitMs: 0 }), /being read right now/)
  const [standing] = await run(listConnections, shop.ctx, {})
  assert.ok(standing?.streams.every(({ complete }) => complete))
  const second = syncNow(shop.ctx, shop.services, options)
  held.resolve()
  await holding
  assert.equal((await second).ended, 'done')
})

test('what another process reads meanwhile is followed with its counts, and is part of what was read', async (t) => {
  const { shop, id } = await open(t)
  await syncNow(shop.ctx, shop.services, { connection: id })
  const holds = Promise.withResolvers<void>()
  const followed = Promise.withResolvers<void>()
  const orders = { connectionId: id, stream: 'orders', mode: 'backfill' } as const
  let isSeen = false
  // Ten orders have already been read.
  let stored = 10
  // The server is syncing, and stores one batch after another until its progress has been seen.
  const holding = tryLockConnection(shop.services.db, id, async () => {
    holds.resolve()
    while (!isSeen) await saveSyncState(shop.services.db.kysely, orders, { done: ++stored, total: 1_000_000 })
    followed.resolve()
  })
  await holds.promise
  const seen: SyncProgress[] = []
  const outcome = await syncNow(shop.ctx, shop.services, {
    connection: id,
    onProgress: async (progress) => {
      if (isSeen) return
      seen.push(progress)
      isSeen = true
      await followed.promise
    },
  })
  await holding
  assert.equal(outcome.ended, 'done')
  const [first] = seen
  assert.deepEqual([first?.message, first?.total], ['orders: read by the running server', 1_000_000])
  assert.ok(outcome.followed > 0 && outcome.followed <= stored - 10)
})
