import { setTimeout as delay } from 'node:timers/promises'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, medianOf, type Report } from './harness.ts'
import { type RunningProduct, startProduct, withDataDirectory, withRuntime } from './installation.ts'
import { memoryOfTree } from './process-tree.ts'
import { ask, keepsEverything } from './question.ts'

const domain = 'shop.test'
const starts = 5
const idleMs = 20_000

/** What the product costs a small server that it shares with other things. */
export const benchmark: Benchmark = {
  name: 'startup',
  about: 'a warm start of everything with embedded stores, and the memory of the whole process tree',
  run: (report) =>
    withDataDirectory(async (dataDir) => {
      await prepare(dataDir)
      const times: number[] = []
      for (let start = 0; start < starts; start += 1) {
        const product = await startProduct(dataDir)
        try {
          times.push(product.readyMs)
          if (start === starts - 1) await measureMemory(report, product)
        } finally {
          await product.stop()
        }
      }
      report({ measure: 'ready after a warm start', value: medianOf(times) / 1000, unit: 's', target: atMost(5) })
    }),
}

/** The first start makes the stores, and the app where that is out of date. */
async function prepare(dataDir: string): Promise<void> {
  const product = await startProduct(dataDir)
  try {
    await withRuntime(dataDir, (runtime) => makeShops(runtime, [{ domain, orders: 100_000 }]))
  } finally {
    await product.stop()
  }
}

async function measureMemory(report: Report, { pid, address }: RunningProduct): Promise<void> {
  await delay(idleMs)
  report({ measure: 'memory when idle', value: memoryOfTree(pid), unit: 'MB', target: atMost(700) })
  for (let round = 0; round < 10; round += 1) {
    await ask(address, domain)
    await ask(address, domain, keepsEverything)
    await (await fetch(address)).arrayBuffer()
  }
  report({ measure: 'memory at work', value: memoryOfTree(pid), unit: 'MB' })
  await delay(idleMs)
  report({ measure: 'memory when idle after work', value: memoryOfTree(pid), unit: 'MB', target: atMost(700) })
}
