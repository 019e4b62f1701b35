import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isAppError } from '@tillsight/core'
import { type ChildSpec, createSupervisor, type Log, type Supervisor } from './index.ts'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }
const hasty = { firstMs: 1, maxMs: 20, resetAfterMs: 60_000 }
/** Says that it runs by creating the file named by its first argument; ends when its stdin ends. */
const polite = `require('fs').writeFileSync(process.argv[1], String(process.pid)); process.stdin.resume().on('end', () => process.exit(0))`

function supervisorFor(t: TestContext): Supervisor {
  const supervisor = createSupervisor({ log: silent, restart: hasty })
  t.after(() => supervisor.stop())
  return supervisor
}

async function temporaryDirectory(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'supervisor-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** A file exists slightly before its contents are written. */
function isWritten(path: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') !== ''
}

function nodeSpec(sign: string, change: Partial<ChildSpec> & { script?: string } = {}): ChildSpec {
  const { script = polite, ...rest } = change
  return {
    name: 'child',
    command: process.execPath,
    args: ['-e', script, sign],
    prepare: () => rm(sign, { force: true }),
    ready: async () => existsSync(sign),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5000,
    startTimeoutMs: 20_000,
    ...rest,
  }
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a child is started, is ready, and is gone after stop, which may be called twice', async (t) => {
  const dir = await temporaryDirectory(t)
  const supervisor = supervisorFor(t)
  const child = await supervisor.start(nodeSpec(join(dir, 'sign')))
  const pid = child.pid()
  assert.equal(child.state(), 'ready')
  assert.ok(isAlive(pid))
  await Promise.all([child.stop(), child.stop(), supervisor.stop()])
  assert.equal(child.state(), 'stopped')
  assert.equal(child.pid(), undefined)
  assert.equal(isAlive(pid), false)
  await assert.rejects(supervisor.start(nodeSpec(join(dir, 'late'))), /shutting down/)
})

test('a child that dies is restarted as a new process, again and again', async (t) => {
  const dir = await temporaryDirectory(t)
  const child = await supervisorFor(t).start(nodeSpec(join(dir, 'sign')))
  const seen = new Set([child.pid()])
  for (let round = 0; round < 3; round += 1) {
    const restarted = new Promise<void>((resolve) => child.onRestart(resolve))
    const pid = child.pid()
    assert.ok(pid)
    process.kill(pid, 'SIGKILL')
    await restarted
    seen.add(child.pid())
  }
  assert.equal(seen.size, 4)
  assert.equal(child.state(), 'ready')
})

test('a child that hangs is killed and restarted; one that answers in time is left alone', async (t) => {
  const dir = await temporaryDirectory(t)
  const supervisor = supervisorFor(t)
  const sign = join(dir, 'sign')
  let asked = 0
  // Responds by writing its process id again on request.
  const script = `const fs = require('fs'); const say = () => fs.writeFileSync(process.argv[1], String(process.pid))
    process.on('SIGUSR2', say); say(); process.stdin.resume().on('end', () => process.exit(0))`
  const responses = async () => {
    asked += 1
    await rm(sign, { force: true })
    process.kill(child.pid() ?? assert.fail('no child'), 'SIGUSR2')
    while (!isWritten(sign)) await delay(1)
    return true
  }
  const heartbeat = { everyMs: 150, patience: 3, answers: responses }
  const child = await supervisor.start(nodeSpec(sign, { script, heartbeat }))
  const first = child.pid()
  while (asked < 5) await delay(5)
  assert.equal(child.pid(), first, 'it answers')
  const restarted = new Promise<void>((done) => child.onRestart(done))
  process.kill(first ?? assert.fail('no child'), 'SIGSTOP')
  await restarted
  assert.notEqual(child.pid(), first)
  assert.equal(isAlive(first), false)
})

test('a child that exits before it is ready fails the start and names its last stderr lines', async (t) => {
  const dir = await temporaryDirectory(t)
  const script = `for (let i = 0; i < 50; i++) console.error('line ' + i); process.exitCode = 3`
  const failure = await supervisorFor(t)
    .start(nodeSpec(join(dir, 'sign'), { script }))
    .catch((error: unknown) => error)
  assert.ok(isAppError(failure))
  assert.equal(failure.code, 'unavailable')
  assert.match(failure.message, /child could not be started: it exited with code 3/)
  assert.match(failure.message, /line 30[^]*line 49/)
  assert.doesNotMatch(failure.message, /line 29\n/)
})

test('a command that does not exist fails the start with a reason', async (t) => {
  const dir = await temporaryDirectory(t)
  const spec = nodeSpec(join(dir, 'sign'), { command: join(dir, 'nothing-here') })
  await assert.rejects(supervisorFor(t).start(spec), /could not be started.*ENOENT/s)
})

test('a child that never becomes ready is killed after its start timeout', async (t) => {
  const dir = await temporaryDirectory(t)
  const sign = join(dir, 'sign')
  const spec = nodeSpec(sign, { ready: async () => false, startTimeoutMs: 600 })
  await assert.rejects(supervisorFor(t).start(spec), /was not ready after 0.6 s/)
  if (isWritten(sign)) assert.equal(isAlive(Number(await readFile(sign, 'utf8'))), false)
})

test('a child that ignores its stop signal is killed after the stop timeout', async (t) => {
  const dir = await temporaryDirectory(t)
  const script = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${polite.split(';')[0]}`
  const child = await supervisorFor(t).start(nodeSpec(join(dir, 'sign'), { script, stopTimeoutMs: 50 }))
  const pid = child.pid()
  await child.stop()
  assert.equal(isAlive(pid), false)
})

test('children are stopped in reverse order, each before the next one is asked', async (t) => {
  const dir = await temporaryDirectory(t)
  const supervisor = createSupervisor({ log: silent })
  const script = `const fs = require('fs'); const [, sign] = process.argv; setInterval(() => {}, 1000)
    process.on('SIGTERM', () => { fs.appendFileSync('${join(dir, 'order')}', 'asked ' + require('path').basename(sign) + '\\n'); setImmediate(() => {
      fs.appendFileSync('${join(dir, 'order')}', 'ended ' + require('path').basename(sign) + '\\n'); process.exit(0) }) })
    fs.writeFileSync(sign, '')`
  for (const name of ['one', 'two', 'three']) await supervisor.start(nodeSpec(join(dir, name), { name, script }))
  await supervisor.stop()
  const order = (await readFile(join(dir, 'order'), 'utf8')).trim().split('\n')
  assert.deepEqual(order, ['asked three', 'ended three', 'asked two', 'ended two', 'asked one', 'ended one'])
})

test('stopping while a child is starting ends it and fails the start', async (t) => {
  const dir = await temporaryDirectory(t)
  const supervisor = supervisorFor(t)
  const sign = join(dir, 'sign')
  const probed = Promise.withResolvers<void>()
  const ready = async () => {
    if (isWritten(sign)) probed.resolve()
    return false
  }
  const start = assert.rejects(supervisor.start(nodeSpec(sign, { ready })), /stopped before it was ready/)
  await probed.promise
  await supervisor.stop()
  await start
  assert.equal(isAlive(Number(await readFile(sign, 'utf8'))), false)
})

test('a child sees the end of its stdin and exits when its parent is killed', async (t) => {
  const dir = await temporaryDirectory(t)
  const server = createServer()
  t.after(() => server.close())
  server.listen(join(dir, 'socket'))
  const script = `
    import { createSupervisor } from '${new URL('./index.ts', import.meta.url).href}'
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const script = "require('net').connect('${join(dir, 'socket')}').write(String(process.pid)); process.stdin.resume().on('end', () => process.exit(0))"
    await createSupervisor({ log }).start({ name: 'grandchild', command: process.execPath, args: ['-e', script],
      ready: async () => true, stopSignal: 'SIGTERM', stopTimeoutMs: 1000, startTimeoutMs: 20000 })`
  const parent = createSupervisor({ log: silent, restart: { firstMs: 3_600_000, maxMs: 3_600_000, resetAfterMs: 0 } })
  t.after(() => parent.stop())
  const connected = once(server, 'connection')
  const child = await parent.start(
    nodeSpec(join(dir, 'sign'), { args: ['--input-type=module', '-e', script], ready: async () => true }),
  )
  const [connection] = await connected
  const [hello] = await once(connection, 'data')
  assert.ok(isAlive(Number(hello)))
  const closed = once(connection, 'close')
  connection.on('error', () => undefined).resume()
  process.kill(child.pid() ?? assert.fail('no pid'), 'SIGKILL')
  await closed
})
