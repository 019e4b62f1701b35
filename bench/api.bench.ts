import { findShopsByDomain, listOrganisations } from '@tillsight/database'
import { createKey, run, toShop } from '@tillsight/domain'
import { operator } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { shopRunner } from '../server/verbs.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, inTurns, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'
import { askAnew, inNewOrder, storeStats, yearRanges } from './metrics-query.ts'

const domain = 'keyed.test'

/** What a key of the API, its limits and the way over HTTP cost beside the question itself. */
export const benchmark: Benchmark = {
  name: 'api',
  about:
    '17 stats by day for a year and the year before, 250,000 orders: with a key over HTTP, against the bare question',
  run: (report) =>
    withProduct(({ address }, dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [{ domain, orders: 250_000 }])
        await measure(report, runtime, address)
      }),
    ),
}

async function measure(report: Report, runtime: Runtime, address: string): Promise<void> {
  const { kysely } = runtime.stores.database
  const [shop] = (await findShopsByDomain(kysely, domain)).map(toShop)
  const [organisation] = await listOrganisations(kysely)
  if (!shop || !organisation) throw new Error('The shop of the benchmark is missing.')
  const ctx = runtime.context(operator, organisation.id)
  const { key } = await run(createKey, ctx, { name: 'Benchmark', scopes: ['metrics:read'] })
  const ask = shopRunner(runtime, runtime.shopContext(operator, shop), 'program')
  const { now } = yearRanges()
  const { withKey, bare } = await inTurns({
    withKey: () => askAnew({ address, bearer: key }, domain),
    bare: () =>
      ask('metrics.query', {
        metrics: [...inNewOrder(storeStats)],
        ...now,
        interval: 'day',
        compare: 'previous_period',
      }),
  })
  report({
    measure: 'API with a key / bare question',
    value: withKey.median / bare.median,
    unit: 'ratio',
    target: atMost(1.3),
  })
  report({ measure: 'API with a key', value: withKey.median, unit: 'ms' })
  report({ measure: 'bare question', value: bare.median, unit: 'ms' })
}
