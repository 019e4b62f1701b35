// A separate installation for a benchmark: a temporary data directory, its stores, and the product started as by users.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { Log } from '@tillsight/supervisor'
import { loadConfig } from '../server/config.ts'
import { createRuntime, type Runtime } from '../server/runtime.ts'
import { attachStores } from '../server/stores.ts'

/** A log that only prints errors. */
export const quietLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}

/** Creates an empty data directory for the work and deletes it afterwards. */
export async function withDataDirectory<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillsight-bench-'))
  try {
    return await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Additional environment variables of the product. */
type Variables = Readonly<Record<string, string>>

/** Opens the stores of a data directory: beside the product that runs on it, or by itself when none does. */
export async function withRuntime<T>(
  dataDir: string,
  work: (runtime: Runtime) => Promise<T>,
  variables: Variables = {},
): Promise<T> {
  const config = loadConfig({ ...variables, TILLSIGHT_DATA_DIR: dataDir, ALLOW_PRIVATE_STORE_URLS: 'on' })
  const stores = await attachStores(config, quietLog, 'bench')
  try {
    return await work(createRuntime(config, stores, quietLog))
  } finally {
    await stores.close()
  }
}

export interface RunningProduct {
  readonly address: string
  /** The root process; all others descend from it. */
  readonly pid: number
  /** Milliseconds from start to ready. */
  readonly readyMs: number
  /** Settles when that process has ended. */
  readonly ended: Promise<unknown>
  stop(): Promise<void>
}

const longestStartMs = 180_000

/** Starts the product on an empty data directory; afterwards stops it and deletes the directory. */
export async function withProduct<T>(
  work: (product: RunningProduct, dataDir: string) => Promise<T>,
  variables: Variables = {},
): Promise<T> {
  return withDataDirectory(async (dataDir) => {
    const product = await startProduct(dataDir, variables)
    try {
      return await work(product, dataDir)
    } finally {
      await product.stop()
    }
  })
}

/** Starts the product on a data directory as `npm start` does, and waits until it is ready. */
export async function startProduct(dataDir: string, variables: Variables = {}): Promise<RunningProduct> {
  const port = Number(variables['PORT'] ?? (await freePort()))
  // Not the IP address: the session cookie's name depends on the host.
  const address = `http://localhost:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'scripts', 'launch.mjs'), 'start'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      ...variables,
      TILLSIGHT_DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: address,
      RATES_URL: 'off',
    },
  })
  const exited = once(child, 'exit')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000)
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  }
  while (!(await isReady(address))) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`The product ended:\n${said}`)
    if (performance.now() - startedAt > longestStartMs) {
      await stop()
      throw new Error(`The product was not ready after ${longestStartMs / 1000} s:\n${said}`)
    }
    await delay(10)
  }
  return { address, pid: child.pid ?? 0, readyMs: performance.now() - startedAt, ended: exited, stop }
}

/** Whether the product reports itself ready. */
export async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/readyz`)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    // Nothing is listening yet.
    return false
  }
}

/** An unused port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  server.close()
  await once(server, 'close')
  if (typeof bound !== 'object' || bound === null) throw new Error('A listening server has a port')
  return bound.port
}

/** The warehouse without the product: ClickHouse's own client on the same host process. */
export function openBareEngine(url: string): ClickHouseClient {
  const { protocol, host, username, password, pathname } = new URL(url)
  const socket = protocol === 'http+unix:' ? decodeURIComponent(host) : undefined
  return createClient({
    url: socket === undefined ? `http://${host}` : 'http://warehouse',
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    request_timeout: 900_000,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_decimals: 1, output_format_json_quote_64bit_integers: 0 },
    ...(socket === undefined ? {} : { http_agent: new SocketAgent(socket) }),
  })
}

class SocketAgent extends Agent {
  readonly #path: string

  constructor(path: string) {
    super({ keepAlive: true })
    this.#path = path
  }

  override createConnection() {
    return connect(this.#path)
  }
}
