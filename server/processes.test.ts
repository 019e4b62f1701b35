import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionView, MetricAnswer } from '@tillsight/domain'
import { ownDataDirectory } from '@tillsight/supervisor'
import { serveProcess, signInAt, start, startServer, tillsight, tillsightJson } from './testing/command.ts'
import { connectArguments, known, startKnownStore } from './testing/known-store.ts'
import { descendantsOf, stillRunning } from './testing/processes.ts'
import { temporaryFolder, waitFor } from './testing/temporary.ts'

const skip = existsSync('/proc/self/stat') ? false : 'needs /proc to see which processes run'
const zone = ['--platform', 'woocommerce', '--timezone', 'UTC', '--currency', 'EUR']

const gone = (pids: readonly number[]) =>
  waitFor('the end of all children', () => (stillRunning(pids).length === 0 ? true : undefined))

test('asked to end, the server stops its stores in order and ends with 0', { skip }, async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const env = { TILLSIGHT_DATA_DIR: await temporaryFolder(t) }
    const server = await startServer(t, env)
    const children = descendantsOf(server.pid)
    assert.ok(children.length >= 2, 'PostgreSQL and the warehouse run')
    server.child.kill(signal)
    const { code, err } = await server.ended
    assert.deepEqual([code, err], [0, 'Stopping …\n'], signal)
    assert.deepEqual(stillRunning(children), [])
    const again = await tillsight(['shop', 'list'], env)
    assert.equal(again.code, 0, again.err)
  }
})

test('asked to end, the server answers what is under way before', async (t) => {
  const server = await startServer(t, { TILLSIGHT_DATA_DIR: await temporaryFolder(t) })
  const body = JSON.stringify({ key: 'nobody', v: 1, sent: Date.now(), events: [] })
  const headers = { 'content-length': body.length }
  const sent = request(`${server.address}/p/collect`, { method: 'POST', headers })
  const answered = once(sent, 'response')
  sent.write(body.slice(0, 10))
  await delay(500)
  server.child.kill('SIGTERM')
  await delay(3000)
  sent.end(body.slice(10))
  const [answer] = await answered
  assert.ok(answer.statusCode > 0 && answer.headers.connection === 'close')
  answer.resume()
  assert.equal((await server.ended).code, 0)
})

test('asked to end while it starts, it ends with 0 and leaves nothing running', { skip }, async (t) => {
  const env = { TILLSIGHT_DATA_DIR: await temporaryFolder(t), PORT: '0', LOG_LEVEL: 'error' }
  const starting = start(serveProcess, [], env)
  const pid = starting.child.pid ?? 0
  const children = await waitFor('the first child', () => {
    const found = descendantsOf(pid)
    return found.length > 0 ? found : undefined
  })
  starting.child.kill('SIGTERM')
  const { code, out } = await starting.ended
  assert.deepEqual([code, out], [0, ''])
  await gone(children)
})

test('a second server on the same data is refused with the process that has it and what to do', async (t) => {
  const env = { TILLSIGHT_DATA_DIR: await temporaryFolder(t) }
  const server = await startServer(t, env)
  const second = await start(serveProcess, [], { ...env, PORT: '0' }).ended
  assert.equal(second.code, 1)
  assert.match(second.err, new RegExp(`in use by process ${server.pid} \\(serve.*Stop the other one first`, 's'))
  assert.equal((await fetch(`${server.address}/readyz`)).status, 200, 'the first one goes on')
  const restored = await tillsight(['restore', env.TILLSIGHT_DATA_DIR], env)
  assert.equal(restored.code, 1)
})

test('a port that is taken is said, and the stores are stopped again', { skip }, async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const env = { TILLSIGHT_DATA_DIR: await temporaryFolder(t), PORT: port }
  const { code, err } = await start(serveProcess, [], env).ended
  assert.equal(code, 1)
  assert.match(err, new RegExp(`Port ${port} is in use by another program.*choose another port with PORT`, 's'))
  assert.equal(existsSync(join(env.TILLSIGHT_DATA_DIR, 'owner.json')), false)
  assert.equal(existsSync(join(env.TILLSIGHT_DATA_DIR, 'postgres')), false, 'nothing was started before')
})

test('a server waits for a command that has its folder, and says so', async (t) => {
  const dataDir = await temporaryFolder(t)
  const command = await ownDataDirectory(dataDir, { role: 'tillsight import' })
  const env = { TILLSIGHT_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATES_URL: 'off' }
  const { child, ended, said } = start(serveProcess, [], env)
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await waitFor('word of the command', () => (/"command":"tillsight import"/.test(said().err) ? true : undefined))
  await command.release()
  await waitFor('the server', () => (/ready at/.test(said().out) ? true : undefined))
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
})

test('an import survives kill -9: it is completed after a restart, nothing lost and nothing doubled', {
  skip,
}, async (t) => {
  const env = { TILLSIGHT_DATA_DIR: await temporaryFolder(t), PORT: '0', ALLOW_PRIVATE_STORE_URLS: '1' }
  const store = await startKnownStore(t, 2500)
  const pages: string[] = []
  const listening = { stop: store.fake.onPage(({ area }) => void (area === 'orders' && pages.push(area))) }
  t.after(() => listening.stop())

  let server = await startServer(t, env)
  assert.equal((await tillsight(['shop', 'create', '--domain', 'known.example', ...zone], env)).code, 0)
  const token = await signInAt(server, env)
  const connected = await tillsight(connectArguments(store.fake.url), env)
  assert.equal(connected.code, 0, connected.err)

  for (const atPage of [4, 9]) {
    await waitFor(`page ${atPage} of orders`, () => (pages.length >= atPage ? true : undefined))
    const children = descendantsOf(server.pid)
    assert.ok(children.length >= 2)
    server.child.kill('SIGKILL')
    await server.ended
    await gone(children)
    pages.length = 0
    server = await startServer(t, env)
  }

  const streams = async (): Promise<ConnectionView['streams']> => {
    const response = await fetch(`${server.address}/api/v1/shops/known.example/connections`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return ((await response.json()) as ConnectionView[])[0]?.streams ?? []
  }
  await waitFor(
    'the rest of the history',
    async () => {
      const all = await streams()
      return all.length > 0 && all.every(({ complete }) => complete) ? true : undefined
    },
    { seconds: 150 },
  )
  const { totals } = await tillsightJson<MetricAnswer>(
    ['metrics', ...Object.keys(store.figures), '--shop', 'known.example', '--from', known.from, '--to', known.to],
    env,
  )
  assert.deepEqual(totals, store.figures)
})
