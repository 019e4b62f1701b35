import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fixedClock, isAppError } from '@tillsight/core'
import { z } from 'zod'
import { backupWarehouse, restoreWarehouse } from './backup.ts'
import { dailyRow, ledgerRow, shopA, Totals } from './testing/sample.ts'
import { silentLog, startTestHost } from './testing/test-warehouse.ts'
import { openWarehouse } from './warehouse.ts'

const log = silentLog
const { url } = await startTestHost({ after })
const warehouse = await openWarehouse({ url, log })
after(() => warehouse.close())
await warehouse.migrate()
const shop = warehouse.for(shopA)
const folder = await mkdtemp(join(tmpdir(), 'tillsight-backup-'))
after(() => rm(folder, { recursive: true, force: true }))

const countOrders = async (target = shop) => {
  const sql = `SELECT count() AS lines, uniqExact(order_id) AS orders FROM ledger WHERE shop_id = {shop:UUID}`
  const [row] = await target.read(
    { sql, params: {} },
    z.object({ lines: z.coerce.number(), orders: z.coerce.number() }),
  )
  assert.ok(row)
  return row
}
const order = (n: number) => [0, 1, 2].map((line) => ledgerRow(`order-${n}`, line))

async function refused(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => isAppError(error) && message.test(error.message))
}

test('a backup taken while orders are written restores to whole orders in another warehouse', async (t) => {
  for (let n = 0; n < 20; n += 1) await shop.insert('ledger', order(n))
  let over = false
  let written = 20
  const writing = (async () => {
    for (; !over; written += 1) await shop.insert('ledger', order(written))
  })()
  const clock = fixedClock('2026-03-01T00:00:00Z')
  const manifest = await backupWarehouse(url, join(folder, 'one'), { log, clock })
  over = true
  await writing
  assert.equal(manifest.createdAt, '2026-03-01T00:00:00.000Z')
  assert.ok(manifest.files.length > 10 && manifest.files.every((file) => /^[0-9a-f]{64}$/.test(file.sha256)))

  const other = await startTestHost(t)
  await restoreWarehouse(other.url, join(folder, 'one'), { log })
  const restored = await openWarehouse({ url: other.url, log })
  t.after(() => restored.close())
  assert.equal(await restored.ready(), true)
  const { lines, orders } = await countOrders(restored.for(shopA))
  assert.ok(orders >= 20 && orders <= written, `${orders} of ${written}`)
  assert.equal(lines, orders * 3)
  await restored.for(shopA).insert('ledger', order(100_000))
  assert.equal((await countOrders(restored.for(shopA))).orders, orders + 1)
})

test('restoring over facts needs force, and then brings back exactly what was saved', async () => {
  const before = await countOrders()
  await backupWarehouse(url, join(folder, 'two'), { log })
  await shop.insert('daily', [dailyRow('2026-01-01', '5')])
  await shop.insert('ledger', order(999_999))
  await refused(restoreWarehouse(url, join(folder, 'two'), { log }), /not empty.*--force/)
  await restoreWarehouse(url, join(folder, 'two'), { log, force: true })
  assert.deepEqual(await countOrders(), before)
  const sql = 'SELECT count() AS n, toString(0) AS total FROM daily WHERE shop_id = {shop:UUID}'
  assert.deepEqual(await shop.read({ sql, params: {} }, Totals), [{ n: 0, total: '0' }])
})

test('a backup does not overwrite another', async () => {
  await refused(backupWarehouse(url, join(folder, 'two'), { log }), /already holds a backup/)
})

test('a damaged or missing backup is refused before anything is touched', async () => {
  const before = await countOrders()
  const manifest = await backupWarehouse(url, join(folder, 'three'), { log })
  await appendFile(join(folder, 'three', manifest.files.at(-1)?.path ?? ''), 'x')
  await refused(restoreWarehouse(url, join(folder, 'three'), { log, force: true }), /damaged/)
  await refused(restoreWarehouse(url, join(folder, 'none'), { log, force: true }), /holds no backup/)
  assert.deepEqual(await countOrders(), before)
})
