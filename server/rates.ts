import { announceNewSpend, type RateJobServices, rebookUnrated } from '@tillsight/domain'
import { createHttpClient } from '@tillsight/platforms/connectors'
import type { Runtime } from './runtime.ts'
import { version } from './version.ts'

/** Services of the exchange rate job: the configured source, through the guarded client. */
export function createRateJobServices({ config, stores, clock, log, jobs, sync }: Runtime): RateJobServices {
  return {
    db: stores.background.database,
    clock,
    log,
    jobs,
    source: config.rates,
    openHttp: () =>
      createHttpClient({
        log,
        clock,
        userAgent: `Tillsight/${version}`,
        allowPrivateAddresses: config.allowPrivateStoreUrls,
      }),
    openShop: (id) => sync.openShop(id),
    async follow(ctx) {
      const waited = await rebookUnrated(ctx)
      // Converted figures change too.
      await announceNewSpend(ctx)
      return waited
    },
  }
}
