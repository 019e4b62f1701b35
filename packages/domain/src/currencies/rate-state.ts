import { AppError } from '@tillsight/core'
import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import {
  type Db,
  findInstallationValue,
  listLastRateDays,
  reportHealthIssue,
  resolveHealthIssue,
  saveInstallationValue,
} from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { RateNeed, readRateNeeds } from './rate-needs.ts'
import { assertMayKeepRates, baseCurrency, mayKeepRates } from './rates.ts'

const key = 'rates'

const Moment = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable()
const MaybeDay = z.iso.date().transform(parseDay).nullable()

/** The state of the rate source. */
const RateState = z.object({
  /** Address of the source that this state belongs to; empty before the first fetch. */
  source: z.string().default(''),
  /** The last attempt, and the last successful one. */
  checkedAt: Moment.default(null),
  fetchedAt: Moment.default(null),
  /** Why the last attempt failed; null if it succeeded. */
  problem: z.string().nullable().default(null),
  /** All rates of the source have been read from this day on. */
  reach: MaybeDay.default(null),
  /** The last day with rates from the source. */
  lastDay: MaybeDay.default(null),
})
/** The state of the rate source. */
export type RateState = z.infer<typeof RateState>

/** Reads the stored state of this source; state of another source is discarded. */
export async function readRateState(db: Db, source: string): Promise<RateState> {
  const state = RateState.parse((await findInstallationValue(db, key)) ?? {})
  return state.source === source ? state : RateState.parse({ source })
}

/** Stores the state of the rate source. */
export async function saveRateState(db: Db, { checkedAt, fetchedAt, ...state }: RateState): Promise<void> {
  await saveInstallationValue(db, key, {
    ...state,
    checkedAt: checkedAt?.toISOString() ?? null,
    fetchedAt: fetchedAt?.toISOString() ?? null,
  })
}

/** The longest run of bank holidays is four days; after that something is wrong. */
const oldAfterDays = 5

/** Whether the last rate is older than holidays explain. */
function isOld(lastDay: string | null, today: Day): boolean {
  return lastDay === null || lastDay < addDays(today, -oldAfterDays)
}

/**
 * Records an issue if the shop lacks rates, or if they are outdated; closes it otherwise. Returns which rates the shop needs.
 */
export async function lookAtRates(
  ctx: Pick<ShopContext, 'shop' | 'db' | 'warehouse' | 'clock'>,
  { problem, isOff }: { readonly problem: string | null; readonly isOff: boolean },
): Promise<RateNeed[]> {
  const { shop, db, clock } = ctx
  const needs = await readRateNeeds(ctx)
  const key = { shopId: shop.id, kind: 'missing_rates', key: 'rates' }
  const at = clock.now()
  const what = describeLack(needs, dayOf(at, shop.zone))
  if (what === undefined) await resolveHealthIssue(db.kysely, key, at)
  else {
    const detail = { ...what, reason: problem ?? '', source: isOff ? 'off' : 'on' }
    await reportHealthIssue(db.kysely, { ...key, at, detail })
  }
  return needs
}

interface Lack {
  readonly currencies: string
  readonly days: number
  readonly first: string
  readonly last: string
  readonly lastDay: string
}

function describeLack(needs: readonly RateNeed[], today: Day): Lack | undefined {
  const missing = needs.flatMap(({ currency, uses }) =>
    uses.filter((use) => use.missingDays > 0).map((use) => ({ ...use, currency })),
  )
  const old = needs.filter(({ currency, lastDay, uses }) => {
    const isGoingOn = uses.some(({ to, what }) => what === 'display' || to >= addDays(today, -oldAfterDays))
    return currency !== baseCurrency && isGoingOn && isOld(lastDay, today)
  })
  const currencies = [...new Set([...missing, ...old].map(({ currency }) => currency))].sort()
  if (currencies.length === 0) return undefined
  const firsts = missing.flatMap(({ firstMissing }) => firstMissing ?? []).toSorted()
  const lasts = missing.flatMap(({ lastMissing }) => lastMissing ?? []).toSorted()
  const lastDays = old.map(({ lastDay }) => lastDay ?? '').toSorted()
  return {
    currencies: currencies.join(', '),
    days: Math.max(0, ...missing.map(({ missingDays }) => missingDays)),
    first: firsts[0] ?? '',
    last: lasts.at(-1) ?? '',
    lastDay: lastDays[0] ?? '',
  }
}

/** The state of exchange rates, for one shop. */
export const RatesView = z.object({
  /** The base currency of stored rates. */
  base: z.string(),
  shopCurrency: z.string(),
  /** The last day with any rate; null if there are none. */
  lastDay: z.string().nullable(),
  /** Number of currencies with a rate on that day or in the ten days before. */
  currencies: z.number(),
  isOld: z.boolean(),
  /** Of the source: the last attempt, the last successful one, and why the last one failed. */
  checkedAt: z.iso.datetime().nullable(),
  fetchedAt: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
  needs: z.array(RateNeed),
  /** Whether the person may import and fetch rates, which are shared by all organisations of the installation. */
  mayKeep: z.boolean(),
})
export type RatesView = z.infer<typeof RatesView>

/** Shows which rates exist, which ones the shop needs and which days have none. `source` is the address they come from. */
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

/** Requests new rates now. Throws `forbidden` for people who may not, `conflict` if there is no source. */
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
