import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { isAppError } from '@tillsight/core'
import { ledgerRow, shopA, Totals } from './testing/sample.ts'
import { silentLog, startTestHost } from './testing/test-warehouse.ts'
import { openWarehouse } from './warehouse.ts'

const run = promisify(execFile)

test('a full disk is named as the reason, loses nothing that was answered, and reading goes on', async (t) => {
  const disk = await mkdtemp(join(tmpdir(), 'tillsight-disk-'))
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).then(
    () => true,
    () => false,
  )
  t.after(async () => {
    if (mounted) await run('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  })
  if (!mounted) {
    t.skip('needs the right to mount a small tmpfs')
    return
  }
  const host = await startTestHost(t, { dataDir: join(disk, 'data') })
  const warehouse = await openWarehouse({ url: host.url, log: silentLog })
  t.after(() => warehouse.close())
  await warehouse.migrate()
  const shop = warehouse.for(shopA)
  let answered = 0
  const fill = async () => {
    for (let n = 0; n < 200; n += 1) {
      const noise = () => randomBytes(1_000).toString('base64')
      const rows = Array.from({ length: 200 }, (_, line) => ledgerRow(`${n}`, line, { sku: noise() }))
      answered += await shop.insert('ledger', rows)
    }
  }
  await assert.rejects(fill(), (error) => {
    assert.ok(isAppError(error) && error.code === 'unavailable', String(error))
    assert.match(error.message, /disk of the warehouse is full/)
    return true
  })
  const sql = `SELECT count() AS n, toString(0) AS total FROM ledger WHERE shop_id = {shop:UUID}`
  assert.deepEqual(await shop.read({ sql, params: {} }, Totals), [{ n: answered, total: '0' }])
})
