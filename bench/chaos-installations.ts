import { randomBytes } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { embeddedPostgres } from '@tillsight/database'
import { type ChildSpec, createSupervisor, type Log, type SupervisedChild } from '@tillsight/supervisor'
import { embeddedWarehouse } from '@tillsight/warehouse'
import { ensureBuild } from '../scripts/house/fresh-build.ts'
import { root } from '../server/version.ts'
import { until } from './harness.ts'
import { freePort, isReady, startProduct } from './installation.ts'
import { findProcesses, type ProductProcesses, runs, treeOf } from './process-tree.ts'

// The installations that chaos makes trouble in: everything below one process, as `npm start` runs it; and processes of their
// own over servers by address behind a proxy, as deploy/compose.yaml runs them.

type Variables = Readonly<Record<string, string>>

/** Where the product runs, and how its processes are found, killed and brought back. */
export interface Installation {
  readonly address: string
  /** The environment in which a command reaches the same stores. */
  readonly variables: Variables
  /** Kinds of processes that can be killed. */
  readonly victims: readonly string[]
  /** Kills a process of this kind; returns how to wait for its return, or undefined when none runs now. */
  kill(victim: string): (() => Promise<Revival>) | undefined
  /** The processes of both stores. Throws while one is missing. */
  stores(): { readonly warehouse: readonly number[]; readonly database: readonly number[] }
  /** The processes below which all others are. */
  roots(): readonly number[]
  stop(): Promise<void>
}

/** What bringing a killed process back took. */
interface Revival {
  /** Starts that were refused before one succeeded. */
  readonly refusals: number
  /** Processes that outlived the killed one. */
  readonly leftOver: number
}

const byItself: Revival = { refusals: 0, leftOver: 0 }
const mostRefusals = 60
/** They notice within a second, unless the machine is very busy. */
const endMs = 5_000
const patienceMs = 20 * 60_000

/** Everything below one process, on embedded stores. */
export async function startWhole(dataDir: string, given: Variables): Promise<Installation> {
  const variables = { ...given, PORT: String(await freePort()) }
  let product = await startProduct(dataDir, variables)

  async function startAgain(before: readonly number[]): Promise<Revival> {
    await product.ended
    await delay(endMs)
    const leftOver = before.filter(runs).length
    await until(() => !before.some(runs), patienceMs)
    // Like a service manager: a command may own the data at the moment.
    for (let refusals = 0; ; refusals += 1) {
      try {
        product = await startProduct(dataDir, variables)
        return { refusals, leftOver }
      } catch (error) {
        if (refusals === mostRefusals) throw error
        await delay(1000)
      }
    }
  }

  return {
    address: product.address,
    variables,
    victims: ['main', 'warehouse', 'postmaster', 'backend'],
    kill(victim) {
      const found = findProcesses(product.pid)
      if (found === undefined) return undefined
      const before = treeOf(product.pid)
      // Holds because the others are names of single processes.
      const name = victim as Exclude<keyof ProductProcesses, 'backends'>
      const pid = victim === 'backend' ? anyOf(found.backends) : found[name]
      if (pid === undefined) return undefined
      process.kill(pid, 'SIGKILL')
      return async () => (victim === 'main' ? await startAgain(before) : byItself)
    },
    stores() {
      const found = findProcesses(product.pid)
      if (found === undefined) throw new Error('A part of the product does not run')
      return { warehouse: [found.warehouse], database: treeOf(found.postmaster) }
    },
    roots: () => [product.pid],
    stop: () => product.stop(),
  }
}

function anyOf<T>(values: readonly T[]): T | undefined {
  return values[Math.floor(Math.random() * values.length)]
}

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
/** As the systemd unit says. */
const restart = { firstMs: 2_000, maxMs: 2_000, resetAfterMs: 0 }

/** Two web processes, a worker and a collector over two servers, each started again when it ends, behind a proxy. */
export async function startApart(scratch: string, given: Variables): Promise<Installation> {
  await ensureBuild()
  const supervisor = createSupervisor({ log: silentLog, restart })
  const [web1, web2, worker, collector] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const proxy = createProxy({ webs: [web1, web2], collector })
  const proxyPort = await freePort()
  const address = `http://localhost:${proxyPort}`
  const postgres = await addressedPostgres(scratch)
  const warehouse = embeddedWarehouse({ dataDir: join(scratch, 'warehouse'), port: await freePort() })
  const variables = {
    ...given,
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: warehouse.url,
    TILLSIGHT_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: address,
    RATES_URL: 'off',
  }
  const start = (name: string, role: string, port: number): Promise<SupervisedChild> => {
    const own = { TILLSIGHT_ROLE: role, TILLSIGHT_DATA_DIR: join(scratch, name), PORT: String(port) }
    return supervisor.start(productSpec(name, { ...variables, ...own }))
  }
  const stop = async (): Promise<void> => {
    proxy.close()
    proxy.closeAllConnections()
    await supervisor.stop()
  }
  try {
    const servers = [await supervisor.start(postgres.spec), await supervisor.start(warehouse.spec)] as const
    // All at once on empty stores, as containers start.
    const parts = await Promise.all([
      start('web 1', 'web', web1),
      start('web 2', 'web', web2),
      start('worker', 'worker', worker),
      start('collector', 'collect', collector),
    ])
    proxy.listen(proxyPort)
    return { address, variables, stop, ...among(parts, servers) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** How the product's parts and the two servers are killed and found. */
function among(
  parts: readonly SupervisedChild[],
  servers: readonly [SupervisedChild, SupervisedChild],
): Pick<Installation, 'victims' | 'kill' | 'stores' | 'roots'> {
  const all = [...parts, ...servers]
  const [database, warehouse] = servers
  const pidOf = (child: SupervisedChild): number => {
    const pid = child.pid()
    if (pid === undefined) throw new Error('A part of the product does not run')
    return pid
  }
  return {
    // An update asks one part after the other to end.
    victims: [...all.map(({ name }) => name), 'backend', 'update'],
    kill(victim) {
      const child = victim === 'update' ? anyOf(parts) : (all.find(({ name }) => name === victim) ?? database)
      const whole = child?.pid()
      const pid = victim === 'backend' && whole !== undefined ? anyOf(treeOf(whole).slice(1)) : whole
      if (pid === undefined) return undefined
      process.kill(pid, victim === 'update' ? 'SIGTERM' : 'SIGKILL')
      return async () => {
        await until(() => all.every((one) => one.state() === 'ready' && one.pid() !== pid), patienceMs)
        return byItself
      }
    },
    stores: () => ({ warehouse: [pidOf(warehouse)], database: treeOf(pidOf(database)) }),
    roots: () => all.map(pidOf),
  }
}

function productSpec(name: string, variables: Variables): ChildSpec {
  const inherited = Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return {
    name,
    command: process.execPath,
    args: ['--max-old-space-size=1536', join(root, 'scripts', 'cli.ts'), 'serve'],
    cwd: root,
    env: { ...(Object.fromEntries(inherited) as Variables), ...variables },
    ready: () => isReady(`http://127.0.0.1:${variables['PORT']}`),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 30_000,
    startTimeoutMs: 120_000,
  }
}

/** The embedded server on a loopback address of its own, because its socket is named after the usual port. */
async function addressedPostgres(scratch: string): Promise<{ readonly spec: ChildSpec; readonly url: string }> {
  const host = `127.${1 + (process.pid % 250)}.${1 + Math.floor(Math.random() * 250)}.1`
  const { spec } = await embeddedPostgres({ dataDir: join(scratch, 'postgres'), socketDir: join(scratch, 'run') })
  // As many connections as a server allows that nobody has configured.
  const settings = { listen_addresses: host, max_connections: '100' }
  return {
    url: `postgres://tillsight@${host}/tillsight`,
    spec: {
      ...spec,
      args: [...spec.args, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      async prepare() {
        await spec.prepare?.()
        // It is written anew by every start.
        await appendFile(join(spec.cwd ?? '', 'pg_hba.conf'), 'host all all 127.0.0.0/8 trust\n')
      },
    },
  }
}

const proxyPatienceMs = 10_000
const proxyPauseMs = 250

/**
 * Visits go to the collector, everything else in turns to the web processes. As deploy/Caddyfile has it, a request that finds
 * one gone goes to the next, for ten seconds; where an answer breaks off, only one that changes nothing is sent again.
 */
function createProxy({ webs, collector }: { readonly webs: readonly number[]; readonly collector: number }): Server {
  let turn = 0
  return createServer((incoming, response) => {
    const ports = incoming.url?.startsWith('/p/collect') ? [collector] : webs
    const pass = async (): Promise<void> => {
      const body = await buffer(incoming)
      const deadline = performance.now() + proxyPatienceMs
      for (;;) {
        turn += 1
        try {
          return await passOn({ incoming, body, response, port: ports[turn % ports.length] ?? 0 })
        } catch (error) {
          const isGone = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
          if (performance.now() > deadline || !(isGone || incoming.method === 'GET')) throw error
          await delay(proxyPauseMs)
        }
      }
    }
    pass().catch(() => response.destroy())
  })
}

interface Passing {
  readonly incoming: IncomingMessage
  readonly body: Buffer
  readonly response: ServerResponse
  readonly port: number
}

/** Resolves once an answer begins; rejects when none does. */
function passOn({ incoming, body, response, port }: Passing): Promise<void> {
  const { method, url: path, headers } = incoming
  return new Promise((done, fail) => {
    const passed = { 'x-forwarded-for': '127.0.0.1', ...headers }
    const sent = request({ host: '127.0.0.1', port, method, path, headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.once('close', () => answer.complete || response.destroy())
      done()
    })
    const abandon = () => sent.destroy()
    response.once('close', abandon)
    sent.once('error', (error) => {
      response.off('close', abandon)
      fail(error)
    })
    sent.end(body)
  })
}
