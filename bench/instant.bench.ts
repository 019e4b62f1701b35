import { dayOf } from '@tillsight/core/days'
import type { Runtime } from '../server/runtime.ts'
import { connectBesideProduct, untilWatched } from './connected-store.ts'
import { type Door, openDoor } from './door.ts'
import { zone } from './facts.ts'
import { atMost, type Benchmark, type Report, shareOf, until } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'
import { ask } from './metrics-query.ts'
import { type Platform, platforms, type Simulator, withStore } from './simulated-store.ts'

const perSecond = 50
const seconds = 60
/** Orders imported beforehand. */
const history = 2000

/** Time from a sale in the store until a figure includes it. */
export const benchmark: Benchmark = {
  name: 'instant',
  about: `from a sale to a figure that counts it, by webhooks, at ${perSecond} orders a second`,
  async run(report) {
    for (const platform of platforms) await measure(report, platform)
  },
}

async function measure(report: Report, platform: Platform): Promise<void> {
  await withStore({ platform, orders: history }, async (store) => {
    const variables = { ...store.variables, ALLOW_PRIVATE_STORE_URLS: 'on' }
    await withProduct(
      ({ address }, dataDir) =>
        withRuntime(
          dataDir,
          async (runtime) => {
            await runtime.jobs.start()
            try {
              await watchSales(report, { runtime, platform, store, address })
            } finally {
              await runtime.jobs.stop()
            }
          },
          variables,
        ),
      variables,
    )
  })
}

interface Task {
  readonly runtime: Runtime
  readonly platform: Platform
  readonly store: Simulator
  readonly address: string
}

async function watchSales(report: Report, { runtime, platform, store, address }: Task): Promise<void> {
  const domain = `${platform}.test`
  await untilWatched(await connectBesideProduct(runtime, { domain, platform, store }))
  const door = await openDoor(runtime, address)
  const before = await countOrders(door, domain)
  const count = perSecond * seconds
  const selling = store.sell({ count, perSecond })
  const seen: number[] = []
  await until(async () => {
    const counted = (await countOrders(door, domain)) - before
    const at = Date.now()
    while (seen.length < counted) seen.push(at)
    return seen.length >= count
  })
  const sold = await selling
  const waited = sold.map((at, index) => (seen[index] ?? Number.NaN) - at).toSorted((one, other) => one - other)
  const took = Math.max(...seen) - Math.min(...sold)
  report({ measure: `${platform}: median`, value: shareOf(waited, 0.5) / 1000, unit: 's', target: atMost(5) })
  report({
    measure: `${platform}: 99 of 100 within`,
    value: shareOf(waited, 0.99) / 1000,
    unit: 's',
    target: atMost(10),
  })
  report({ measure: `${platform}: all shown / all sold`, value: took / (seconds * 1000), unit: 'ratio' })
}

async function countOrders(door: Door, domain: string): Promise<number> {
  const today = dayOf(new Date(), zone)
  const { totals } = await ask(door, domain, { metrics: ['orders'], from: today, to: today, compare: undefined })
  return Number(totals['orders'] ?? 0)
}
