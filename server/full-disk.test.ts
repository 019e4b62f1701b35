import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { MetricAnswer } from '@tillsight/domain'
import { tillsight, tillsightJson } from './testing/command.ts'
import { temporaryFolder } from './testing/temporary.ts'
import { workedOrders, workedRange, workedTotals } from './testing/worked-example.ts'

const zone = ['--platform', 'woocommerce', '--timezone', 'Europe/Berlin', '--currency', 'EUR']
const sizeMb = 400

/** A disk of its own that can be filled; undefined where this process may not mount one. */
async function smallDisk(t: { after(work: () => Promise<void>): void }): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const disk = join(await temporaryFolder(t), 'disk')
  await mkdir(disk)
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'tmpfs', disk])
  if (mounted.status !== 0) return undefined
  t.after(async () => {
    spawnSync('/bin/umount', ['-l', disk])
  })
  return disk
}

test('a full disk is said, and nothing that was stored before is lost', async (t) => {
  const after: (() => Promise<void>)[] = []
  t.after(async () => {
    for (const work of after.toReversed()) await work()
  })
  const disk = await smallDisk({ after: (work) => void after.push(work) })
  if (disk === undefined) {
    t.skip('needs a Linux root that may mount a small tmpfs')
    return
  }
  const env = { TILLSIGHT_DATA_DIR: join(disk, 'data'), TILLSIGHT_CALLER_DIR: join(disk, '..') }
  await writeFile(join(env.TILLSIGHT_CALLER_DIR, 'orders.csv'), workedOrders)
  assert.equal((await tillsight(['shop', 'create', '--domain', 'a.example', ...zone], env)).code, 0)
  const imported = await tillsight(['import', 'orders', 'orders.csv', '--shop', 'a.example'], env)
  assert.equal(imported.code, 0, imported.err)

  const ballast = join(disk, 'ballast')
  const { bavail, bsize } = await statfs(disk)
  await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 1_000_000)))
  const lines = Array.from({ length: 8_000 }, (_, at) => `N${at},2025-04-01 10:00,${at % 90}.50,buyer${at}@example.com`)
  await writeFile(join(env.TILLSIGHT_CALLER_DIR, 'many.csv'), `order_id,placed_at,gross,email\n${lines.join('\n')}\n`)
  const failed = await tillsight(['import', 'orders', 'many.csv', '--shop', 'a.example'], env)
  assert.equal(failed.code, 1, failed.out)
  assert.match(failed.err, /no space|disk|room/i)
  assert.doesNotMatch(failed.err, /\n {4}at /, 'no stack for a person')

  await rm(ballast)
  const { totals } = await tillsightJson<MetricAnswer>(
    [
      'metrics',
      ...Object.keys(workedTotals),
      '--shop',
      'a.example',
      '--from',
      workedRange.from,
      '--to',
      workedRange.to,
    ],
    env,
  )
  assert.deepEqual(totals, workedTotals)
  const again = await tillsight(['import', 'orders', 'many.csv', '--shop', 'a.example'], env)
  assert.equal(again.code, 0, again.err)
  const april = await tillsightJson<MetricAnswer>(
    ['metrics', 'orders', '--shop', 'a.example', '--from', '2025-04-01', '--to', '2025-04-01'],
    env,
  )
  assert.deepEqual(april.totals, { orders: 8_000 })
})
