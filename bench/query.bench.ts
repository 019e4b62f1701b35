import { findShopsByDomain } from '@tillsight/database'
import type { Runtime } from '../server/runtime.ts'
import { askDailyByHand, askLedgerByHand, assertSame } from './by-hand.ts'
import { type Door, openDoor } from './door.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, inTurns, type Report } from './harness.ts'
import { openBareEngine, withProduct, withRuntime } from './installation.ts'
import { ask, askAnew, keepsEverything } from './metrics-query.ts'

const domain = 'large.test'
const neighbours = Array.from({ length: 20 }, (_, index) => ({ domain: `neighbour-${index}.test`, orders: 25_000 }))

/** The overhead from a query to its response, beyond the engine's own work. */
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
    const { remembered, anew, ledger, daily, filtered, byCountry } = await inTurns({
      remembered: () => ask(door, domain),
      anew: () => askAnew(door, domain),
      ledger: () => askLedgerByHand(engine, shop),
      daily: () => askDailyByHand(engine, shop),
      filtered: () => askAnew(door, domain, keepsEverything),
      byCountry: () => askAnew(door, domain, { dimensions: ['country'] }),
    })
    const ofDaily = { measure: 'never asked / by hand over the daily summary', value: anew.median / daily.median }
    report({ ...ofDaily, unit: 'ratio', target: atMost(2) })
    const ofLedger = { measure: 'never asked, with a filter / by hand over the ledger' }
    report({ ...ofLedger, value: filtered.median / ledger.median, unit: 'ratio', target: atMost(1.2) })
    report({ measure: 'never asked / by hand over the ledger', value: anew.median / ledger.median, unit: 'ratio' })
    report({ measure: 'API, never asked', value: anew.median, unit: 'ms', target: atMost(150) })
    report({ measure: 'API, remembered answer', value: remembered.median, unit: 'ms' })
    report({ measure: 'API with a filter (reads the ledger), never asked', value: filtered.median, unit: 'ms' })
    report({ measure: 'API by day and country (reads both), never asked', value: byCountry.median, unit: 'ms' })
    report({ measure: 'by hand over the ledger', value: ledger.median, unit: 'ms' })
    report({ measure: 'by hand over the daily summary', value: daily.median, unit: 'ms' })
  } finally {
    await engine.close()
  }
}
