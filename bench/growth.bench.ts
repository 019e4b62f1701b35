import { findShopsByDomain } from '@tillsight/database'
import { rebuildDaily, toShop } from '@tillsight/domain'
import { operator } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { askLedgerByHand, assertSame } from './by-hand.ts'
import { type Door, openDoor } from './door.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, elapsed, inTurns, type Report } from './harness.ts'
import { openBareEngine, withProduct, withRuntime } from './installation.ts'
import { ask, askAnew, keepsEverything } from './metrics-query.ts'

const small = { domain: 'small.test', orders: 100_000 }
const medium = { domain: 'medium.test', orders: 1_000_000 }
const large = { domain: 'large.test', orders: 5_000_000 }

/** Whether the same query gets slower as a shop grows. */
export const benchmark: Benchmark = {
  name: 'growth',
  about: 'the question of `query` about the same year, for shops of 100,000, 1,000,000 and 5,000,000 orders',
  run: (report) =>
    withProduct(({ address }, dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [small, medium, large])
        const door = await openDoor(runtime, address)
        await checkLarge(report, runtime, door)
        await measure(report, door)
      }),
    ),
}

/** The result must still be right, and the cost of its daily summary acceptable. */
async function checkLarge(report: Report, runtime: Runtime, door: Door): Promise<void> {
  const [row] = await findShopsByDomain(runtime.stores.database.kysely, large.domain)
  if (row === undefined) throw new Error('The shop was made before')
  const engine = openBareEngine(runtime.stores.warehouseUrl)
  try {
    assertSame(await ask(door, large.domain), await askLedgerByHand(engine, row.id))
  } finally {
    await engine.close()
  }
  const rebuilt = await elapsed(() => rebuildDaily(runtime.shopContext(operator, toShop(row))))
  report({ measure: 'building the daily summary of 5,000,000 orders', value: rebuilt / 1000, unit: 's' })
}

async function measure(report: Report, door: Door): Promise<void> {
  const times = await inTurns({
    small: () => askAnew(door, small.domain),
    medium: () => askAnew(door, medium.domain),
    large: () => askAnew(door, large.domain),
    smallFiltered: () => askAnew(door, small.domain, keepsEverything),
    mediumFiltered: () => askAnew(door, medium.domain, keepsEverything),
    remembered: () => ask(door, large.domain),
  })
  const grown = (more: keyof typeof times, less: keyof typeof times): number => times[more].median / times[less].median
  const tenTimes = { measure: 'never asked, 1,000,000 orders / 100,000', value: grown('medium', 'small') }
  const fiveTimes = { measure: 'never asked, 5,000,000 orders / 1,000,000', value: grown('large', 'medium') }
  const filtered = {
    measure: 'with a filter, 1,000,000 orders / 100,000',
    value: grown('mediumFiltered', 'smallFiltered'),
  }
  for (const ratio of [tenTimes, fiveTimes, filtered]) report({ ...ratio, unit: 'ratio', target: atMost(2) })
  report({ measure: 'never asked, 100,000 orders', value: times.small.median, unit: 'ms' })
  report({ measure: 'never asked, 1,000,000 orders', value: times.medium.median, unit: 'ms' })
  report({ measure: 'never asked, 5,000,000 orders', value: times.large.median, unit: 'ms' })
  report({ measure: 'remembered answer, 5,000,000 orders', value: times.remembered.median, unit: 'ms' })
}
