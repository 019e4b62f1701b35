import { AppError } from '@tillsight/core'
import {
  assertMayKeepRates,
  bankUrl,
  largestRatesFileMb,
  previewRates,
  ratesJob,
  requestFollowing,
  requestRates,
  run,
  type ShopContext,
  showRates,
  uploadRates,
} from '@tillsight/domain'
import type { ExchangeRateServices } from '../../app/exchange-rates.ts'
import type { Runtime } from '../runtime.ts'

const activeStates: readonly string[] = ['waiting', 'retrying', 'running']

/** Exchange rates as a shop sees them, bound to the context's actor. */
export function createExchangeRateServices(
  { config, jobs }: Pick<Runtime, 'config' | 'jobs'>,
  ctx: ShopContext,
): ExchangeRateServices {
  const { rates: source } = config
  return {
    largestRatesFileMb,
    async exchangeRates() {
      const view = await run(showRates, ctx, { source: source?.url ?? '' })
      const isFetching = (await jobs.list()).some(
        ({ queue, key, state }) => queue === ratesJob.name && key !== 'due' && activeStates.includes(state),
      )
      const host = source && new URL(source.url).host
      return {
        ...view,
        isFetching,
        source: source && host !== null ? { host, isBank: source.url === bankUrl, base: source.base } : null,
      }
    },
    async fetchRatesNow() {
      await assertMayKeepRates(ctx)
      if (source === null)
        throw new AppError('conflict', 'Rates are not fetched here: RATES_URL is off. Import a file instead.')
      await requestRates(jobs)
    },
    previewRates: (file) => run(previewRates, ctx, file),
    async importRates(file) {
      const report = await run(uploadRates, ctx, file)
      await requestFollowing(jobs)
      return report
    },
  }
}
