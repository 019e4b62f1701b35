import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { StoreOrder } from '@tillsight/connectors/sandbox'
import type { ConnectionId } from '@tillsight/core'
import { openTestDatabase } from '@tillsight/database/testing'
import { embeddedWarehouse, openWarehouse } from '@tillsight/warehouse'
import { connectStore, openTestShop, readLedger, startStore, sync } from './testing.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const worker = fileURLToPath(new URL('./sync-worker.testing.ts', import.meta.url))
const start = '2026-11-20T12:00:00Z'

/** A warehouse whose address other processes can be told. */
async function startWarehouse(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillsight-killed-'))
  const { spec, url } = embeddedWarehouse({ dataDir })
  await spec.prepare?.()
  const host = spawn(spec.command, [...spec.args], {
    env: { ...process.env, ...spec.env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  after(async () => {
    host.kill(spec.stopSignal)
    await once(host, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  })
  while (!(await spec.ready())) await new Promise(setImmediate)
  return url
}

const warehouseUrl = await startWarehouse()
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

/** Runs a worker until it has said so many words, then kills it. True when it came to its end before that. */
async function workUntilKilled(connection: ConnectionId, words: number): Promise<boolean> {
  const child = spawn(process.execPath, [worker, db.url, warehouseUrl, connection, start], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let heard = 0
  let ended = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ended')) ended = true
    else if (line.endsWith('the history') && ++heard >= words) child.kill('SIGKILL')
  }
  await exited
  return ended
}

test('a worker that is killed again and again leaves nothing out and nothing double', async (t) => {
  const clean = await openTestShop(stores)
  const store = await startStore(t, clean)
  await store.store.fill({ orders: history(600) })
  const { id: reference } = await connectStore(clean, store)
  await sync(clean, reference)
  const expected = await readLedger(clean)
  assert.ok(expected.length >= 750)

  const shop = await openTestShop(stores)
  const { id } = await connectStore(shop, store)
  let kills = 0
  while (!(await workUntilKilled(id, 1 + (kills % 4)))) {
    kills += 1
    assert.ok(kills < 40, 'it never came to an end')
  }
  t.diagnostic(`killed ${kills} times`)
  assert.ok(kills >= 2)
  assert.deepEqual(await readLedger(shop), expected)
})
