import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDoor } from './door.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, medianOf, type Report } from './harness.ts'
import { type RunningProduct, startProduct, withDataDirectory, withRuntime } from './installation.ts'
import { ask, keepsEverything } from './metrics-query.ts'
import { memoryOfTree } from './process-tree.ts'

const domain = 'shop.test'
const starts = 5
const idleMs = 20_000

/** The product's cost on a small shared server. */
export const benchmark: Benchmark = {
  name: 'startup',
  about: 'the first and a warm start of everything with embedded stores, and the memory of the whole process tree',
  run: (report) =>
    withDataDirectory(async (dataDir) => {
      const bearer = await prepare(report, dataDir)
      const times: number[] = []
      for (let start = 0; start < starts; start += 1) {
        const product = await startProduct(dataDir)
        try {
          times.push(product.readyMs)
          if (start === starts - 1) await measureMemory(report, product, bearer)
        } finally {
          await product.stop()
        }
      }
      report({ measure: 'ready after a warm start', value: medianOf(times) / 1000, unit: 's', target: atMost(3) })
    }),
}

/** The first start builds the app and creates the stores. Returns a token of the shop's owner. */
async function prepare(report: Report, dataDir: string): Promise<string> {
  await rm(join(import.meta.dirname, '..', 'build', 'sources'), { force: true })
  const product = await startProduct(dataDir, { NODE_COMPILE_CACHE: join(dataDir, 'compiled') })
  try {
    const value = product.readyMs / 1000
    report({ measure: 'ready after the first start, without a build and caches', value, unit: 's', target: atMost(12) })
    return await withRuntime(dataDir, async (runtime) => {
      await makeShops(runtime, [{ domain, orders: 100_000 }])
      return (await openDoor(runtime, product.address)).bearer
    })
  } finally {
    await product.stop()
  }
}

async function measureMemory(report: Report, { pid, address }: RunningProduct, bearer: string): Promise<void> {
  const door = { address, bearer }
  await delay(idleMs)
  report({ measure: 'memory when idle', value: memoryOfTree(pid), unit: 'MB', target: atMost(450) })
  for (let round = 0; round < 10; round += 1) {
    await ask(door, domain)
    await ask(door, domain, keepsEverything)
    await (await fetch(address)).arrayBuffer()
  }
  report({ measure: 'memory at work', value: memoryOfTree(pid), unit: 'MB' })
  await delay(idleMs)
  report({ measure: 'memory when idle after work', value: memoryOfTree(pid), unit: 'MB', target: atMost(450) })
}
