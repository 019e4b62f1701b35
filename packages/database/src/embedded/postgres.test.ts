import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isAppError } from '@tillsight/core'
import { createSupervisor, type Log, type SupervisedChild, type Supervisor } from '@tillsight/supervisor'
import pg from 'pg'
import { embeddedPostgres } from './postgres.ts'
import { hasLibraryLinks, locateBinaries, provideLibraryLinks } from './programs.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const hasty = { firstMs: 1, maxMs: 100, resetAfterMs: 60_000 }

/** What has to stop before a folder can be removed: hooks run in order of registration, and the folder comes first. */
const users = new Map<string, (() => Promise<unknown>)[]>()

async function temporaryDirectory(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'pg-'))
  users.set(dir, [])
  t.after(async () => {
    for (const end of users.get(dir) ?? []) await end()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })
  return dir
}

interface Started {
  readonly supervisor: Supervisor
  readonly child: SupervisedChild
  readonly url: string
}

async function start(dir: string, { durable = false } = {}): Promise<Started> {
  const supervisor = createSupervisor({ log, restart: hasty })
  users.get(dir)?.push(() => supervisor.stop())
  const { spec, url } = await embeddedPostgres({ dataDir: join(dir, 'd'), socketDir: join(dir, 's'), log, durable })
  return { supervisor, child: await supervisor.start(spec), url }
}

/** Another process that runs the server until it is killed. */
async function startElsewhere(dir: string): Promise<ChildProcess> {
  const script = `
    import { createSupervisor } from '@tillsight/supervisor'
    import { embeddedPostgres } from '${new URL('./postgres.ts', import.meta.url).href}'
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const { spec } = await embeddedPostgres({ dataDir: '${join(dir, 'd')}', socketDir: '${join(dir, 's')}' })
    await createSupervisor({ log }).start(spec)
    process.stdout.write('started'); process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  users.get(dir)?.push(async () => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function processesIn(dir: string, name: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (cwd === dir && command.trim() === name) found.push(Number(pid))
  }
  return found
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10)
}

test('the server starts, is not root, keeps its data over a restart and leaves no process', async (t) => {
  const dir = await temporaryDirectory(t)
  const first = await start(dir, { durable: true })
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS value')
  assert.deepEqual(await query(first.url, 'SHOW fsync'), ['on'])
  assert.deepEqual(
    await query(first.url, `SELECT datcollate || upper('äß') FROM pg_database WHERE datname = current_database()`),
    ['CÄß'],
  )
  const cluster = join(dir, 'd', 'cluster')
  assert.notEqual((await stat(cluster)).uid, 0)
  assert.equal((await stat(cluster)).mode & 0o077, 0)
  assert.equal((await stat(join(dir, 's'))).mode & 0o077, 0)
  await first.supervisor.stop()
  assert.deepEqual(await processesIn(cluster, 'postgres'), [])
  await until(async () => (await processesIn(cluster, 'sh')).length === 0)
  const second = await start(dir, { durable: true })
  assert.deepEqual(await query(second.url, 'SELECT value FROM kept'), [7])
})

test('the server ends by itself when its parent is killed', async (t) => {
  const dir = await temporaryDirectory(t)
  const parent = await startElsewhere(dir)
  const cluster = join(dir, 'd', 'cluster')
  assert.ok((await processesIn(cluster, 'postgres')).length > 0)
  await kill(parent)
  await until(async () => (await processesIn(cluster, 'postgres')).length === 0)
})

test('a server that outlived its killed parent is stopped by the next start, with its data intact', async (t) => {
  const dir = await temporaryDirectory(t)
  const parent = await startElsewhere(dir)
  const cluster = join(dir, 'd', 'cluster')
  for (const guard of await processesIn(cluster, 'sh')) process.kill(guard, 'SIGKILL')
  await kill(parent)
  const before = await processesIn(cluster, 'postgres')
  assert.ok(before.length > 0)
  const { url, child } = await start(dir)
  assert.deepEqual(await query(url, 'SELECT 1'), [1])
  const after = await processesIn(cluster, 'postgres')
  assert.ok(after.includes(child.pid() ?? 0))
  assert.equal(
    before.some((pid) => after.includes(pid)),
    false,
  )
})

test('a server that gives no answer is killed and started again, with its data intact', async (t) => {
  const dir = await temporaryDirectory(t)
  const supervisor = createSupervisor({ log, restart: hasty })
  users.get(dir)?.push(() => supervisor.stop())
  const { spec, url } = await embeddedPostgres({ dataDir: join(dir, 'd'), socketDir: join(dir, 's'), log })
  assert.ok(spec.heartbeat)
  const child = await supervisor.start({ ...spec, heartbeat: { ...spec.heartbeat, everyMs: 1000, patience: 2 } })
  await query(url, 'CREATE TABLE kept AS SELECT 7 AS value')
  const restarted = new Promise<void>((resolve) => child.onRestart(resolve))
  for (const pid of await processesIn(join(dir, 'd', 'cluster'), 'postgres')) process.kill(pid, 'SIGSTOP')
  await restarted
  assert.deepEqual(await query(url, 'SELECT value FROM kept'), [7])
})

test('a pid file that names a stranger does not keep the server from starting, nor harm the stranger', async (t) => {
  const dir = await temporaryDirectory(t)
  await (await start(dir)).supervisor.stop()
  const cluster = join(dir, 'd', 'cluster')
  await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n`)
  assert.deepEqual(await query((await start(dir)).url, 'SELECT 1'), [1])
})

test('a second process on the same data is refused with a message that names the first', async (t) => {
  const dir = await temporaryDirectory(t)
  const other = await startElsewhere(dir)
  const failure = await start(dir).catch((error: unknown) => error)
  assert.ok(isAppError(failure))
  assert.equal(failure.code, 'conflict')
  assert.match(failure.message, new RegExp(`in use by process ${other.pid} `))
  const address = await embeddedPostgres({ dataDir: join(dir, 'd'), socketDir: join(dir, 's') })
  assert.deepEqual(await query(address.url, 'SELECT 1'), [1])
})

test('a first start that was cut short is begun anew', async (t) => {
  const dir = await temporaryDirectory(t)
  await mkdir(join(dir, 'd', 'cluster.new', 'base'), { recursive: true })
  assert.deepEqual(await query((await start(dir)).url, 'SELECT 1'), [1])
  assert.equal((await readdir(join(dir, 'd'))).includes('cluster.new'), false)
})

test('a folder whose path is too long for a socket gets a short one, always the same', async (t) => {
  const dir = join(await temporaryDirectory(t), 'a, "long" name '.repeat(9).trim())
  const { url } = await start(dir)
  assert.deepEqual(await query(url, 'SELECT 1'), [1])
  const again = await embeddedPostgres({ dataDir: join(dir, 'd'), socketDir: join(dir, 's') })
  assert.equal(again.url, url)
  const socketDir = new URL(url).searchParams.get('host') ?? ''
  t.after(() => rm(socketDir, { recursive: true, force: true }))
  assert.ok(socketDir.length < 100)
})

test('data of another PostgreSQL is refused with what to do', async (t) => {
  const dir = await temporaryDirectory(t)
  await (await start(dir)).supervisor.stop()
  await writeFile(join(dir, 'd', 'cluster', 'PG_VERSION'), '17\n')
  await assert.rejects(
    start(dir),
    (error) => isAppError(error) && error.code === 'conflict' && /PostgreSQL 17/.test(error.message),
  )
})

test('data below a folder that only its owner may enter works', async (t) => {
  const dir = await temporaryDirectory(t)
  await chmod(dir, 0o700)
  assert.deepEqual(await query((await start(dir)).url, 'SELECT 1'), [1])
})

test('without the links of its libraries the server starts with links of its own', async (t) => {
  const dir = await temporaryDirectory(t)
  const root = join(dir, 'native')
  execFileSync('cp', ['-r', (await locateBinaries()).root, root])
  for (const name of await readdir(join(root, 'lib'))) {
    if (/^lib.*\.so(\.\d+)?$/.test(name) && (await isLink(join(root, 'lib', name)))) await rm(join(root, 'lib', name))
  }
  const binaries = { root, initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') }
  assert.equal(await hasLibraryLinks(binaries), false)
  assert.throws(() => execFileSync(binaries.postgres, ['--version'], { stdio: 'pipe' }), /cannot open shared object/)
  await provideLibraryLinks(binaries, join(dir, 'lib'))
  const env = { LD_LIBRARY_PATH: join(dir, 'lib') }
  assert.match(execFileSync(binaries.postgres, ['--version'], { env, encoding: 'utf8' }), /PostgreSQL\) 18/)
})

async function isLink(path: string): Promise<boolean> {
  return readlink(path).then(
    () => true,
    () => false,
  )
}

test('killing the server again and again while it is written to loses nothing that was acknowledged', async (t) => {
  const dir = await temporaryDirectory(t)
  const { child, url } = await start(dir, { durable: true })
  await query(url, 'CREATE TABLE written (number int PRIMARY KEY)')
  const acknowledged = new Set<number>()
  let next = 0
  let killsLeft = 6
  const write = async () => {
    while (killsLeft > 0) {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      try {
        await client.connect()
        while (killsLeft > 0) {
          next += 1
          const number = next
          await client.query('INSERT INTO written VALUES ($1)', [number])
          acknowledged.add(number)
        }
      } catch {
        // The server is down: the number was not acknowledged, the next one is tried on a new connection.
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }
  const writers = Array.from({ length: 3 }, write)
  while (killsLeft > 0) {
    const goal = acknowledged.size + 60
    await until(async () => acknowledged.size >= goal)
    const restarted = new Promise<void>((resolve) => child.onRestart(resolve))
    process.kill(child.pid() ?? assert.fail('no pid'), 'SIGKILL')
    await restarted
    killsLeft -= 1
  }
  await Promise.all(writers)
  const found = new Set(await query(url, 'SELECT number FROM written'))
  const lost = [...acknowledged].filter((number) => !found.has(number))
  assert.deepEqual(lost, [])
  assert.ok(acknowledged.size >= 360)
})
