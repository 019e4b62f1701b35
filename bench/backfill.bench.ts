import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toConnectionId } from '@tillsight/core'
import { type ConnectionServices, connectWithKeys, createShop, run, syncConnection } from '@tillsight/domain'
import { z } from 'zod'
import { operator, theOrganisation } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { zone } from './facts.ts'
import { atMost, type Benchmark, elapsed, medianOf, type Report } from './harness.ts'
import { withDataDirectory, withRuntime } from './installation.ts'
import { fetchAgain, openClient, type Reading } from './store-client.ts'

const rounds = 3
/** A real shop takes 1,000 to 3,000 ms for a page of 100 orders. */
const quickShopMs = 250

/** What taking orders in costs beyond fetching them. */
export const benchmark: Benchmark = {
  name: 'backfill',
  about: 'the whole history of a simulated shop into the ledger, against fetching the same pages and doing nothing',
  async run(report) {
    const orders = orderCount()
    await measureShop(orders, async (task) => {
      await fullSpeed(report, task)
    })
    await measureShop(Math.ceil(orders / 5), async (task) => {
      const { sync, fetch } = await readOnce(task, quickShopMs)
      const measure = `sync / fetch, a shop that needs ${quickShopMs} ms for a page`
      report({ measure, value: sync / fetch, unit: 'ratio', target: atMost(1.5) })
    })
  },
}

/** `npm run bench -- backfill --orders 20000` */
function orderCount(): number {
  const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' } }, strict: false })
  return Number(values.orders)
}

const Store = z.object({ url: z.string(), key: z.string(), secret: z.string() })
type Store = z.infer<typeof Store>

interface Task {
  readonly runtime: Runtime
  readonly orders: number
  readonly store: Store
}

/** Runs the work with a simulated shop of that many orders, and empty stores. */
async function measureShop(orders: number, work: (task: Task) => Promise<void>): Promise<void> {
  const simulator = await startSimulator(orders)
  try {
    await withDataDirectory((dataDir) =>
      withRuntime(dataDir, (runtime) => work({ runtime, orders, store: simulator.store })),
    )
  } finally {
    simulator.process.stdin?.end()
    await once(simulator.process, 'exit')
  }
}

async function startSimulator(orders: number): Promise<{ readonly process: ChildProcess; readonly store: Store }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./simulator.ts')), String(orders)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line')
  return { process: child, store: Store.parse(JSON.parse(String(line))) }
}

async function fullSpeed(report: Report, task: Task): Promise<void> {
  const results = []
  for (let round = 0; round < rounds; round += 1) results.push(await readOnce(task, 0))
  const sync = medianOf(results.map((result) => result.sync)) / 1000
  const fetch = medianOf(results.map((result) => result.fetch)) / 1000
  report({ measure: 'sync / fetch, at full speed', value: sync / fetch, unit: 'ratio', target: atMost(1.5) })
  report({ measure: 'orders into the ledger', value: task.orders / sync, unit: 'per_second' })
  report({ measure: 'orders fetched', value: task.orders / fetch, unit: 'per_second' })
  report({ measure: 'pages of the simulator', value: (results[0]?.pages ?? 0) / fetch, unit: 'per_second' })
  const growth = Math.max(...results.map((result) => result.memoryGrowth))
  report({ measure: 'memory growth of the process that syncs', value: growth, unit: 'MB' })
}

interface OneReading {
  /** Milliseconds. */
  readonly sync: number
  readonly fetch: number
  readonly pages: number
  readonly memoryGrowth: number
}

/** Connects the simulated shop to a new one of ours, reads its whole history through the real engine, and fetches it again. */
async function readOnce({ runtime, orders, store }: Task, pageMs: number): Promise<OneReading> {
  const reading: Reading = { pageMs, requests: [] }
  const services = unpaced(runtime.connections, reading)
  const context = runtime.context(operator, await theOrganisation(runtime))
  const domain = `shop-${performance.now().toFixed(0)}.test`
  const shop = await run(createShop, context, { domain, platform: 'woocommerce', zone, currency: 'EUR' })
  const connectTo = { connector: 'woocommerce', values: store }
  const view = await run(connectWithKeys, { ...runtime.shopContext(operator, shop), services }, connectTo)
  reading.requests.length = 0
  const memory = watchMemory()
  const sync = await elapsed(async () => {
    const order = { connection: toConnectionId(view.id), now: true, signal: new AbortController().signal }
    const { ended, problem, records } = await syncConnection({ ...runtime.sync, connections: services }, order)
    if (ended === 'done' && !problem && records >= orders) return
    throw new Error(`The sync ended as ${ended} after ${records} records: ${problem?.message}`)
  })
  const memoryGrowth = memory.stop()
  return { sync, fetch: await elapsed(() => fetchAgain(reading)), pages: reading.requests.length, memoryGrowth }
}

function unpaced(services: ConnectionServices, reading: Reading): ConnectionServices {
  const nothing = async (): Promise<void> => {}
  return {
    ...services,
    openHttp: () => openClient(reading),
    requests: { check: nothing, sync: nothing, ensureWebhooks: nothing, processWebhooks: nothing, reconcile: nothing },
  }
}

/** Watches by how much this process' memory grows at most. */
function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  return {
    stop() {
      clearInterval(timer)
      return (most - before) / 1024 / 1024
    },
  }
}
