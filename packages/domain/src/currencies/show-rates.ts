import { AppError } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { listLastRateDays } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { isOld } from './look-at-rates.ts'
import { assertMayKeepRates, mayKeepRates } from './may-keep-rates.ts'
import { RateNeed, readRateNeeds } from './rate-needs.ts'
import { readRateState } from './rate-state.ts'
import { baseCurrency } from './rates.ts'

/** How it stands with exchange rates, for one shop. */
export const RatesView = z.object({
  /** What rates are stored against. */
  base: z.string(),
  shopCurrency: z.string(),
  /** The last day with any rate; null while there is none. */
  lastDay: z.string().nullable(),
  /** How many currencies have a rate on that day or in the ten days before. */
  currencies: z.number(),
  isOld: z.boolean(),
  /** Of the source: the last attempt, the last that worked, and why the last one did not. */
  checkedAt: z.iso.datetime().nullable(),
  fetchedAt: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
  needs: z.array(RateNeed),
  /** Whether the person may import rates and have them fetched: they are the same for all organisations here. */
  mayKeep: z.boolean(),
})
export type RatesView = z.infer<typeof RatesView>

/** Which rates there are, which ones the shop needs and which days have none. `source` is the address they come from. */
export const showRates = defineVerb({
  name: 'rates.show',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({ source: z.string() }),
  output: RatesView,
  async run(ctx: ShopContext, { source }): Promise<RatesView> {
    const { shop, queries, clock } = ctx
    const [state, needs, days, mayKeep] = await Promise.all([
      readRateState(queries, source),
      readRateNeeds(ctx),
      listLastRateDays(queries, baseCurrency),
      mayKeepRates(ctx),
    ])
    const lastDay = [...days.values()].toSorted().at(-1) ?? null
    const today = dayOf(clock.now(), shop.zone)
    return {
      base: baseCurrency,
      shopCurrency: shop.currency,
      lastDay,
      currencies: [...days.values()].filter((day) => lastDay !== null && !isOld(day, lastDay)).length,
      isOld: isOld(lastDay, today),
      checkedAt: state.checkedAt?.toISOString() ?? null,
      fetchedAt: state.fetchedAt?.toISOString() ?? null,
      problem: state.problem,
      needs,
      mayKeep,
    }
  },
})

/** Asks for new rates now. Throws `forbidden` for people who may not, `conflict` where they come from nowhere. */
export const fetchRatesNow = defineVerb({
  name: 'rates.fetch',
  needs: 'shops:write',
  access: 'write',
  input: z.object({ source: z.string() }),
  output: z.object({}),
  async run(ctx: ShopContext, { source }) {
    await assertMayKeepRates(ctx)
    if (source !== '') return {}
    throw new AppError('conflict', 'Rates are not fetched here: RATES_URL is off. Import a file instead.')
  },
})
