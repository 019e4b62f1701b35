import { findShopsByDomain } from '@tillsight/database'
import type { Runtime } from '../server/runtime.ts'
import { openBareEngine } from './bare-engine.ts'
import { askDailyByHand, askLedgerByHand, assertSame } from './by-hand.ts'
import { type Door, openDoor } from './door.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, inTurns, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'
import { ask, keepsEverything } from './question.ts'

const domain = 'large.test'
const neighbours = Array.from({ length: 20 }, (_, index) => ({ domain: `neighbour-${index}.test`, orders: 25_000 }))

/** What the way from a question to its answer adds to the engine's own work. */
export const benchmark: Benchmark = {
  name: 'query',
  about: '17 stats by day for a year and the year before, 1,000,000 orders among 20 other shops, against SQL by hand',
  run: (report) =>
    withProduct(({ address }, dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [{ domain, orders: 1_000_000 }, ...neighbours])
        await measure(report, runtime, await openDoor(runtime, address))
      }),
    ),
}

async function measure(report: Report, { stores }: Runtime, door: Door): Promise<void> {
  const shop = (await findShopsByDomain(stores.database.kysely, domain))[0]?.id ?? ''
  const engine = openBareEngine(stores.warehouseUrl)
  try {
    const byHand = await askLedgerByHand(engine, shop)
    assertSame(await ask(door, domain), byHand)
    assertSame(await ask(door, domain, keepsEverything), byHand)
    assertSame(await ask(door, domain), await askDailyByHand(engine, shop))
    const { api, ledger, daily, filtered, byCountry } = await inTurns({
      api: () => ask(door, domain),
      ledger: () => askLedgerByHand(engine, shop),
      daily: () => askDailyByHand(engine, shop),
      filtered: () => ask(door, domain, keepsEverything),
      byCountry: () => ask(door, domain, { dimensions: ['country'] }),
    })
    const compared = { measure: 'API / one query by hand over the ledger', value: api.median / ledger.median }
    report({ ...compared, unit: 'ratio', target: atMost(1.5) })
    report({ measure: 'API', value: api.median, unit: 'ms', target: atMost(150) })
    report({ measure: 'by hand over the ledger', value: ledger.median, unit: 'ms' })
    report({ measure: 'by hand over the daily summary', value: daily.median, unit: 'ms' })
    report({ measure: 'API / by hand over the daily summary', value: api.median / daily.median, unit: 'ratio' })
    report({ measure: 'API with a filter (reads the ledger)', value: filtered.median, unit: 'ms' })
    report({ measure: 'API with a filter / by hand', value: filtered.median / ledger.median, unit: 'ratio' })
    report({ measure: 'API by day and country (reads both)', value: byCountry.median, unit: 'ms' })
  } finally {
    await engine.close()
  }
}
