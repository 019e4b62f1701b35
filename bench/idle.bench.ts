import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Runtime } from '../server/runtime.ts'
import { connectBesideProduct, untilWatched } from './connected-store.ts'
import { atMost, type Benchmark, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'
import { countTransactions, memoryOfTree, processorOfParts, processorOfTree } from './process-tree.ts'
import { withStore } from './simulated-store.ts'

const platform = 'woocommerce'
const orders = 500
/** Enough for the work after a first import to finish. */
const settleMs = 60_000
const minuteMs = 60_000

/** The cost of the product while nobody uses it. */
export const benchmark: Benchmark = {
  name: 'idle',
  about: 'processor, transactions and memory of everything with one connected shop in which nothing happens',
  run: (report) =>
    withStore({ platform, orders }, async (store) => {
      const variables = { ...store.variables, ALLOW_PRIVATE_STORE_URLS: 'on' }
      await withProduct(
        ({ pid }, dataDir) =>
          withRuntime(
            dataDir,
            async (runtime) => {
              await runtime.jobs.start()
              await untilWatched(await connectBesideProduct(runtime, { domain: 'shop.test', platform, store }))
              // Otherwise this process has workers of its own polling for jobs.
              await runtime.jobs.stop()
              await delay(settleMs)
              await measure(report, runtime, pid)
            },
            variables,
          ),
        variables,
      )
    }),
}

/** `npm run bench -- idle --minutes 10` */
function minutesWanted(): number {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } }, strict: false })
  return Number(values.minutes)
}

async function measure(report: Report, runtime: Runtime, pid: number): Promise<void> {
  const minutes = minutesWanted()
  const before = {
    processor: processorOfTree(pid),
    each: processorOfParts(pid),
    transactions: await countTransactions(runtime),
  }
  await delay(minutes * minuteMs)
  const processor = (processorOfTree(pid) - before.processor) / minutes
  const transactions = ((await countTransactions(runtime)) - before.transactions) / minutes
  report({ measure: 'processor seconds a minute, all processes', value: processor, unit: 's', target: atMost(0.6) })
  for (const [name, seconds] of Object.entries(processorOfParts(pid))) {
    const value = (seconds - (before.each[name] ?? 0)) / minutes
    report({ measure: `of it: ${name}`, value, unit: 's' })
  }
  report({ measure: 'database transactions a minute', value: transactions, unit: 'count', target: atMost(200) })
  report({ measure: 'memory', value: memoryOfTree(pid), unit: 'MB', target: atMost(450) })
}
