import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { signInAt, startServer } from './testing/command.ts'
import { descendantsOf } from './testing/processes.ts'
import { temporaryFolder, waitFor } from './testing/temporary.ts'

const skip = existsSync('/proc/self/stat') ? false : 'needs /proc to see which processes run'
/** Longer than any timeout of the product: what has not responded by then hangs. */
const hangsAfterMs = 60_000

test('while a store gives no answer, every door says so and when to return, and all is well afterwards', {
  skip,
}, async (t) => {
  const env = { TILLSIGHT_DATA_DIR: await temporaryFolder(t) }
  const server = await startServer(t, { ...env, LOG_LEVEL: 'silent' })
  const token = await signInAt(server, env)
  const freeze = (program: RegExp) => {
    const frozen = descendantsOf(server.pid).filter((pid) => program.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
    assert.ok(frozen.length > 0)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    return () => {
      for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT')
    }
  }
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.address}${path}`, { ...init, signal: AbortSignal.timeout(hangsAfterMs) })
  const readiness = async () => {
    const response = await ask('/readyz')
    const { database, warehouse } = (await response.json()) as Record<string, unknown>
    return { status: response.status, returnAfter: response.headers.get('retry-after'), database, warehouse }
  }
  const ready = { status: 200, returnAfter: null, database: true, warehouse: true }
  const isReady = async () => ((await readiness()).status === 200 ? true : undefined)
  assert.deepEqual(await readiness(), ready)

  const thawWarehouse = freeze(/warehouse\/src\/host/)
  t.after(async () => thawWarehouse())
  assert.deepEqual(await readiness(), { status: 503, returnAfter: '5', database: true, warehouse: false })
  thawWarehouse()
  await waitFor('the warehouse', isReady)

  const thawDatabase = freeze(/postgres/)
  t.after(async () => thawDatabase())
  assert.deepEqual(await readiness(), { status: 503, returnAfter: '5', database: false, warehouse: true })
  const authorization = `Bearer ${token}`
  const responses = await Promise.all([
    ask('/api/v1/shops', { headers: { authorization } }),
    ask(`/webhooks/woocommerce/${randomUUID()}`, { method: 'POST', body: '{}' }),
  ])
  for (const { url, status, headers } of responses)
    assert.deepEqual([status, headers.get('retry-after')], [503, '5'], url)
  thawDatabase()
  await waitFor('the database', isReady)
  assert.equal((await ask('/api/v1/shops', { headers: { authorization } })).status, 200)
})
