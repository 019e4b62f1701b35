import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isAppError } from '@tillsight/core'
import { z } from 'zod'
import { ledgerRow, shopA, Totals } from './testing/sample.ts'
import { silentLog, startTestHost } from './testing/test-warehouse.ts'
import { openWarehouse } from './warehouse.ts'

const kills = 15
const linesPerOrder = 7
const Order = z.object({
  order_id: z.string(),
  lines: z.coerce.number(),
  versions: z.coerce.number(),
  newest: z.coerce.number(),
})

test('a host that gives no answer is said to be unavailable, to reads and writes alike', async (t) => {
  const host = await startTestHost(t)
  const warehouse = await openWarehouse({ url: host.url, log: silentLog })
  t.after(() => warehouse.close())
  await warehouse.migrate()
  const shop = warehouse.for(shopA)
  const read = { sql: 'SELECT count() AS n, toString({shop:UUID}) AS total FROM ledger', params: {} }
  const pid = host.pid() ?? assert.fail('no host')
  process.kill(pid, 'SIGSTOP')
  const ends = await Promise.allSettled([shop.read(read, Totals), shop.insert('ledger', [ledgerRow('o', 1)])])
  process.kill(pid, 'SIGCONT')
  for (const end of ends) {
    assert.ok(end.status === 'rejected' && isAppError(end.reason) && end.reason.code === 'unavailable', end.status)
  }
  assert.equal(await shop.insert('ledger', [ledgerRow('o', 1)]), 1)
})

test('a host killed again and again loses no answered insert and never shows half an order', async (t) => {
  const host = await startTestHost(t)
  const warehouse = await openWarehouse({ url: host.url, log: silentLog })
  t.after(() => warehouse.close())
  await warehouse.migrate()
  const shop = warehouse.for(shopA)
  const answered = new Map<string, number>()
  let version = 0
  let over = false

  const write = async (writer: number) => {
    for (let n = 0; !over; n += 1) {
      const order = `w${writer}-${n % 40}`
      version += 1
      const own = version
      const rows = Array.from({ length: linesPerOrder }, (_, line) => ledgerRow(order, line, { version: own }))
      await shop.insert('ledger', rows)
      answered.set(order, own)
    }
  }
  const readOrders = () =>
    shop.read(
      {
        sql: `SELECT order_id, count() AS lines, uniqExact(version) AS versions, max(version) AS newest
          FROM ledger WHERE shop_id = {shop:UUID} GROUP BY order_id`,
        params: {},
      },
      Order,
    )

  const writers = Promise.all([1, 2, 3].map(write))
  for (let kill = 0; kill < kills; kill += 1) {
    const before = answered.size + version
    const pid = host.pid()
    assert.ok(pid)
    process.kill(pid, 'SIGKILL')
    while (host.pid() === pid || host.pid() === undefined) await delay(5)
    // Killed while writing, but only after the new process has written something.
    while (answered.size + version < before + 30) await delay(5)
    for (const { order_id, lines, versions } of await readOrders()) {
      assert.deepEqual([lines, versions], [linesPerOrder, 1], `after kill ${kill + 1}: ${order_id}`)
    }
  }
  over = true
  await writers
  const stored = new Map((await readOrders()).map((row) => [row.order_id, row]))
  for (const [order, last] of answered) {
    const row = stored.get(order)
    assert.ok(row && row.lines === linesPerOrder && row.newest >= last, `${order} lost version ${last}`)
  }
  assert.ok(answered.size >= 100, `only ${answered.size} orders were written`)
})
