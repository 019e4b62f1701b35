import { parseArgs } from 'node:util'
import { addDays, dayOf } from '@tillsight/core/days'
import { reconcileNow } from '@tillsight/domain'
import { connectStore, fetchAgain, type Reading, readHistory } from './connected-store.ts'
import { zone } from './facts.ts'
import { atMost, type Benchmark, elapsed, type Report } from './harness.ts'
import { withDataDirectory, withRuntime } from './installation.ts'
import { type Platform, platforms, withStore } from './simulated-store.ts'

/** Length of the simulated history. */
const years = 2

/** The cost of comparing a year with the store's own report, beyond fetching the report. */
export const benchmark: Benchmark = {
  name: 'reconcile',
  about: "a year of 200,000 orders compared with the store's own report, against asking for that report alone",
  async run(report) {
    const orders = ordersOfYear()
    for (const platform of platforms) await measure(report, platform, orders)
  },
}

/** `npm run bench -- reconcile --orders 20000` */
function ordersOfYear(): number {
  const { values } = parseArgs({ options: { orders: { type: 'string', default: '200000' } }, strict: false })
  return Number(values.orders)
}

async function measure(report: Report, platform: Platform, orders: number): Promise<void> {
  await withStore({ platform, orders: orders * years }, (store) =>
    withDataDirectory((dataDir) =>
      withRuntime(
        dataDir,
        async (runtime) => {
          const reading: Reading = { pageMs: 0, requests: [], sparedMs: 0 }
          const connected = await connectStore({ runtime, platform, store, reading })
          await readHistory(connected, orders * years)
          reading.requests.length = 0
          const to = addDays(dayOf(new Date(), zone), -1)
          const range = { from: addDays(to, -364), to }
          const compare = () => reconcileNow(connected.context, { range, signal: new AbortController().signal })
          let differing = 0
          const whole = await elapsed(async () => {
            const { days } = await compare()
            if (days.length !== 365) throw new Error(`Only ${days.length} days were compared`)
            differing = days.reduce((sum, day) => sum + day.orders.length + day.moreOrders, 0)
          })
          const asked = await elapsed(() => fetchAgain(reading))
          const name = `${platform}, ${orders} orders a year`
          report({
            measure: `${name}: comparing / asking alone`,
            value: whole / asked,
            unit: 'ratio',
            target: atMost(3),
          })
          report({ measure: `${name}: compared`, value: whole / 1000, unit: 's' })
          report({ measure: `${name}: orders that differ`, value: differing, unit: 'count', target: atMost(0) })
        },
        store.variables,
      ),
    ),
  )
}
