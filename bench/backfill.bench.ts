import { parseArgs } from 'node:util'
import type { HttpRequest } from '@tillsight/platforms/connectors'
import type { Runtime } from '../server/runtime.ts'
import { connectStore, fetchAgain, type Reading, readHistory } from './connected-store.ts'
import { atMost, type Benchmark, elapsed, medianOf, type Report, watchMemory } from './harness.ts'
import { withDataDirectory, withRuntime } from './installation.ts'
import { type Platform, platforms, type Simulator, withStore } from './simulated-store.ts'

const rounds = 3
/** From this size on a round takes minutes, and one is enough. */
const onceFrom = 500_000
/** A million orders of a Shopify shop in five minutes, which is about three times as long as fetching them. */
const leastPerSecond = Math.round(1_000_000 / 300)
const fullSpeedLimit = 3
/** A real WooCommerce shop takes 1,000 to 3,000 ms for a page of 100 orders. */
const quickShopMs = 250
/** A realistic time per page, few concurrent requests, and enough pages to determine the concurrency. */
const slowPageMs = 1_000
const slowWorkers = [2, 4]
const slowOrders = 6_000
/** As in a history of 20,000 orders, including the time to find the best concurrency. */
const pacedPages = 200
/** Fixed concurrency is equally fast throughout, so a sample is enough. */
const samplePages = 24
const mostLanes = 4

/** The cost of importing orders beyond fetching them. */
export const benchmark: Benchmark = {
  name: 'backfill',
  about: 'the whole history of a simulated shop into the ledger, against fetching the same and doing nothing',
  async run(report) {
    const { orders, platform, isSlow } = wanted()
    if (isSlow) {
      for (const workers of slowWorkers) {
        await measureShop({ platform: 'woocommerce', orders: slowOrders }, (task) => lanesOf(report, task, workers))
      }
      return
    }
    for (const each of platforms.filter((name) => platform === undefined || name === platform)) {
      await measureShop({ platform: each, orders }, (task) => fullSpeed(report, task))
    }
    if (platform === 'shopify') return
    const slow = { platform: 'woocommerce', orders: Math.min(20_000, Math.ceil(orders / 5)) } as const
    await measureShop(slow, async (task) => {
      const { sync, fetch } = await readOnce(task, quickShopMs)
      const measure = `woocommerce: sync / fetch, a shop that needs ${quickShopMs} ms for a page`
      report({ measure, value: sync / fetch, unit: 'ratio', target: atMost(1.5) })
    })
  },
}

/** `npm run bench -- backfill --orders 1000000 --platform shopify`, or `--slow` for a slow store. */
function wanted(): { orders: number; platform: string | undefined; isSlow: boolean } {
  const options = {
    orders: { type: 'string', default: '100000' },
    platform: { type: 'string' },
    slow: { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ options, strict: false })
  const { platform, slow } = values
  return {
    orders: Number(values.orders),
    platform: typeof platform === 'string' ? platform : undefined,
    isSlow: slow === true,
  }
}

interface Task {
  readonly runtime: Runtime
  readonly platform: Platform
  readonly orders: number
  readonly store: Simulator
}

/** Runs the work with a simulated shop of that many orders, and empty stores. */
async function measureShop(
  wish: { readonly platform: Platform; readonly orders: number },
  work: (task: Task) => Promise<void>,
): Promise<void> {
  await withStore(wish, (store) =>
    withDataDirectory((dataDir) =>
      withRuntime(dataDir, (runtime) => work({ ...wish, runtime, store }), store.variables),
    ),
  )
}

async function fullSpeed(report: Report, task: Task): Promise<void> {
  const results = []
  const times = task.orders >= onceFrom ? 1 : rounds
  for (let round = 0; round < times; round += 1) results.push(await readOnce(task, 0))
  const sync = medianOf(results.map((result) => result.sync)) / 1000
  const fetch = medianOf(results.map((result) => result.fetch)) / 1000
  const name = `${task.platform}, ${task.orders} orders`
  // Both stores share the machine with the simulator, which delivers faster than any shop.
  const most = atMost(fullSpeedLimit)
  report({ measure: `${name}: sync / fetch, at full speed`, value: sync / fetch, unit: 'ratio', target: most })
  const least = task.platform === 'shopify' ? { target: { at: 'least', value: leastPerSecond } as const } : {}
  report({ measure: `${name}: into the ledger`, value: task.orders / sync, unit: 'per_second', ...least })
  const processor = medianOf(results.map((result) => result.processor)) / 1000
  const busy = processor / sync
  report({ measure: `${name}: processor / wall of the process that syncs`, value: busy, unit: 'ratio' })
  const each = (processor * 1_000_000) / task.orders
  report({ measure: `${name}: its processor for 1,000 orders`, value: each, unit: 'ms' })
  report({ measure: `${name}: fetched alone`, value: task.orders / fetch, unit: 'per_second' })
  report({ measure: `${name}: requests`, value: results[0]?.requests ?? 0, unit: 'count' })
  const growth = Math.max(...results.map((result) => result.memoryGrowth))
  report({
    measure: `${name}: memory growth of the process that syncs`,
    value: growth,
    unit: 'MB',
    target: atMost(500),
  })
}

/** Reads from a store with few workers at the product's own pace, compared with fetching at fixed concurrency. */
async function lanesOf(report: Report, { runtime, platform, orders, store }: Task, workers: number): Promise<void> {
  const reading: Reading = { pageMs: 0, isPaced: true, requests: [], sparedMs: 0 }
  const connected = await connectStore({ runtime, platform, store, reading })
  reading.requests.length = 0
  await beSlow(store, workers)
  const sync = await elapsed(() => readHistory(connected, orders))
  const isPage = ({ url }: HttpRequest) => url.includes('/wc/v3/orders?') && url.includes('per_page=100')
  const pages = reading.requests.filter(isPage)
  const name = `woocommerce, ${workers} at once, ${slowPageMs} ms for a page`
  report({ measure: `${name}: into the ledger`, value: (orders * 1000) / sync, unit: 'per_second' })
  const many = Array.from({ length: pacedPages }, (_, nth) => pages[nth % pages.length] ?? [])
  const paced = { ...reading, requests: many.flat() }
  const speed = (paced.requests.length * 1000) / (await elapsed(() => fetchAgain(paced, mostLanes)))
  report({ measure: `${name}: lanes as found, pages`, value: speed, unit: 'per_second' })
  const sample = { pageMs: 0, requests: pages.slice(0, samplePages), sparedMs: 0 }
  const speeds: number[] = []
  for (let lanes = 1; lanes <= mostLanes; lanes += 1) {
    const fetch = await elapsed(() => fetchAgain(sample, lanes))
    speeds.push((sample.requests.length * 1000) / fetch)
    const measure = `${name}: ${lanes === 1 ? 'one lane' : `${lanes} lanes`} and nothing else, pages`
    report({ measure, value: speeds.at(-1) ?? 0, unit: 'per_second' })
  }
  const measure = `${name}: lanes as found / best number of lanes`
  report({ measure, value: speed / Math.max(...speeds), unit: 'ratio', target: { at: 'least', value: 0.9 } })
}

async function beSlow({ values }: Simulator, workers: number): Promise<void> {
  const fault = { kind: 'workers', workers, milliseconds: slowPageMs, route: 'orders' }
  await fetch(`${values.url}/__sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) })
}

interface OneReading {
  /** Milliseconds. */
  readonly sync: number
  readonly fetch: number
  /** Milliseconds of processor time of this process during the sync. */
  readonly processor: number
  readonly requests: number
  readonly memoryGrowth: number
}

/** Connects the simulated shop to a new one of ours, reads its whole history, and fetches it again. */
async function readOnce({ runtime, platform, orders, store }: Task, pageMs: number): Promise<OneReading> {
  const reading: Reading = { pageMs, requests: [], sparedMs: 0 }
  const connected = await connectStore({ runtime, platform, store, reading })
  reading.requests.length = 0
  const memory = watchMemory()
  const before = process.cpuUsage()
  const sync = await elapsed(() => readHistory(connected, orders))
  const { user, system } = process.cpuUsage(before)
  const memoryGrowth = memory.stop()
  const fetch = await elapsed(() => fetchAgain(reading))
  return { sync, fetch, processor: (user + system) / 1000, requests: reading.requests.length, memoryGrowth }
}
