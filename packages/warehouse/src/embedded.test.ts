import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createSupervisor } from '@tillsight/supervisor'
import { embeddedWarehouse } from './embedded.ts'
import { dailyRow, shopA, Totals } from './testing/sample.ts'
import { silentLog, startTestHost } from './testing/test-warehouse.ts'
import { openWarehouse } from './warehouse.ts'

async function temporary(t: TestContext, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tillsight-${name}-`))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a second host on the same directory is refused, and says who has it', async (t) => {
  const first = await startTestHost(t)
  const { spec } = embeddedWarehouse({ dataDir: first.dataDir, socketPath: join(first.dataDir, 'second.sock') })
  const supervisor = createSupervisor({ log: silentLog })
  t.after(() => supervisor.stop())
  await assert.rejects(supervisor.start(spec), (error: Error) => {
    assert.match(error.message, new RegExp(`in use by process ${first.pid()}`))
    return true
  })
  const warehouse = await openWarehouse({ url: first.url, log: silentLog })
  await warehouse.migrate()
  assert.equal(await warehouse.ready(), true)
  await warehouse.close()
})

test('a second program gets the same address from the data directory, whose password only its owner may read', async (t) => {
  const dataDir = await temporary(t, 'address')
  const { url } = embeddedWarehouse({ dataDir })
  assert.equal(embeddedWarehouse({ dataDir }).url, url)
  assert.equal((await stat(join(dataDir, 'password'))).mode & 0o777, 0o600)
})

test('a data directory with a very long path still gets a socket', async (t) => {
  const dataDir = join(await temporary(t, 'long'), 'x'.repeat(120))
  const { url } = await startTestHost(t, { dataDir })
  const socketPath = decodeURIComponent(new URL(url).host)
  t.after(() => rm(dirname(socketPath), { recursive: true, force: true }))
  assert.ok(socketPath.length < 104)
  const warehouse = await openWarehouse({ url, log: silentLog })
  await warehouse.migrate()
  assert.equal(await warehouse.ready(), true)
  await warehouse.close()
})

test('the facts are there after a restart', async (t) => {
  const dataDir = await temporary(t, 'restart')
  const { spec, url } = embeddedWarehouse({ dataDir })
  for (const expected of [1, 2]) {
    const supervisor = createSupervisor({ log: silentLog })
    await supervisor.start(spec)
    const warehouse = await openWarehouse({ url, log: silentLog })
    await warehouse.migrate()
    const shop = warehouse.for(shopA)
    await shop.insert('daily', [dailyRow(`2026-01-0${expected}`, '1')])
    const sql = 'SELECT count() AS n, toString(1) AS total FROM daily WHERE shop_id = {shop:UUID}'
    assert.deepEqual(await shop.read({ sql, params: {} }, Totals), [{ n: expected, total: '1' }])
    await warehouse.close()
    await supervisor.stop()
  }
})

/** Starts a host whose parent is another process; resolves once it responds. */
async function startElsewhere(t: TestContext, { spec }: ReturnType<typeof embeddedWarehouse>) {
  const script = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.argv[1], process.argv.slice(2), { stdio: ['pipe', 'ignore', 'pipe'], detached: true, env: process.env })
    console.log(child.pid)`
  const parent: ChildProcess = spawn(process.execPath, ['-e', script, spec.command, ...spec.args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...spec.env },
  })
  const pid = await new Promise<number>((resolve) => parent.stdout?.once('data', (data) => resolve(Number(data))))
  t.after(() => {
    parent.kill('SIGKILL')
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  while (!(await spec.ready())) await delay(10)
  return { parent, pid }
}

test('a host that hangs when its parent is killed is ended by the next start', async (t) => {
  const dataDir = await temporary(t, 'hanging')
  const host = embeddedWarehouse({ dataDir })
  const { parent, pid } = await startElsewhere(t, host)
  process.kill(pid, 'SIGSTOP')
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  assert.equal(isAlive(pid), true, 'nothing but a signal ends it')
  const next = await startTestHost(t, { dataDir })
  assert.notEqual(next.pid(), pid)
  // The process that inherited it has to reap it.
  while (isAlive(pid)) await delay(10)
})

test('a host that cannot write its log goes on answering', async (t) => {
  const dataDir = await temporary(t, 'mute')
  const { spec, url } = embeddedWarehouse({ dataDir, logQueries: true })
  const host = spawn(spec.command, [...spec.args], { stdio: ['pipe', 'ignore', 'pipe'], env: { ...spec.env } })
  t.after(() => host.kill('SIGKILL'))
  host.stderr.resume()
  while (!(await spec.ready())) await delay(10)
  host.stderr.destroy()
  const warehouse = await openWarehouse({ url, log: silentLog })
  t.after(() => warehouse.close())
  await warehouse.migrate()
  assert.equal(await warehouse.ready(), true)
  assert.equal(host.exitCode, null)
})

test('the host ends by itself when its parent is killed, even in the middle of a query', async (t) => {
  const dataDir = await temporary(t, 'orphan')
  const embedded = embeddedWarehouse({ dataDir })
  const { parent, pid } = await startElsewhere(t, embedded)
  const { url } = embedded
  const warehouse = await openWarehouse({ url, log: silentLog })
  const sql = 'SELECT count() AS n, toString({shop:UUID}) AS total FROM numbers_mt(1000000000000)'
  const abort = new AbortController()
  const asked = warehouse
    .for(shopA)
    .read({ sql, params: {} }, Totals, { signal: abort.signal })
    .catch(() => 'ended')
  parent.kill('SIGKILL')
  const deadline = AbortSignal.timeout(10_000)
  while (isAlive(pid)) {
    assert.equal(deadline.aborted, false, 'the host outlived its parent')
    await delay(10)
  }
  abort.abort()
  assert.equal(await asked, 'ended')
  await warehouse.close()
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
