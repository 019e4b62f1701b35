import { type AppError, isAppError } from '@tillsight/core'
import { addMonths, type Day, dayOf } from '@tillsight/core/days'
import { type JobDefinition, type Jobs, listShops } from '@tillsight/database'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { type FetchedRates, type FetchOptions, fetchRates, type RateServices } from './fetch-rates.ts'
import { readFirstFactDay } from './rate-needs.ts'
import { lookAtRates, readRateState } from './rate-state.ts'

const Options = z.object({
  /** Requested by a person. */
  force: z.boolean().default(false),
  /** Rates were already stored, from a file: shops only need to apply them. */
  follow: z.boolean().default(false),
})
type Options = z.infer<typeof Options>

/** Fetches rates: when new ones are expected, or on request. */
export const ratesJob: JobDefinition<Options> = {
  name: 'rates.fetch',
  payload: Options,
  // The next hourly run is the retry; within a run the client tries several times.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 1800,
  exclusiveBy: ({ force, follow }) => (force ? 'now' : follow ? 'follow' : 'due'),
  label: () => 'Fetching exchange rates',
}

/** What applying new rates needs beyond fetching them. */
export interface RateJobServices extends RateServices {
  readonly jobs: Jobs
  openShop(shop: ShopContext['shop']['id']): Promise<ShopContext>
  /** Applies new rates to a shop's figures and its open pages; returns how many orders had waited for a rate. */
  follow(ctx: ShopContext): Promise<number>
}

/** Keeps rates current from this process: at once, then every hour. */
export async function handleRateJobs(services: RateJobServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(ratesJob, async (options, { signal }) => {
    await keepRates(services, { ...options, signal })
  })
  await jobs.schedule(ratesJob, { force: false, follow: false }, { cron: '35 * * * *', zone: 'UTC' })
  await jobs.enqueue(ratesJob, { force: false, follow: false }, { unlessWaiting: true })
}

/** Requests a fetch now. */
export async function requestRates(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(ratesJob, { force: true, follow: false }, { unlessWaiting: true })
}

/** Makes all shops apply rates that were imported from a file. */
export async function requestFollowing(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(ratesJob, { force: false, follow: true }, { unlessWaiting: true })
}

interface KeepOptions {
  readonly force: boolean
  readonly follow?: boolean
  readonly signal?: AbortSignal
}

/**
 * Fetches what is due, applies it to every shop, and records which rates each one lacks. Throws the reason for a failed
 * forced fetch, at the end.
 */
export async function keepRates(
  services: Omit<RateJobServices, 'jobs'>,
  { force, follow = false, signal }: KeepOptions,
): Promise<FetchedRates | undefined> {
  const shops = await openShops(services)
  if (shops.length === 0) return undefined
  const from = await firstDayOf(services, shops)
  const { fetched, failure } = await tryFetching(services, { from, force, ...(signal === undefined ? {} : { signal }) })
  const areNew = follow || (fetched?.changed ?? 0) > 0
  await tellShops(services, shops, areNew)
  if (force && failure !== undefined) throw failure
  return fetched
}

async function tryFetching(
  services: RateServices,
  options: FetchOptions,
): Promise<{ readonly fetched?: FetchedRates | undefined; readonly failure?: AppError }> {
  try {
    return { fetched: await fetchRates(services, options) }
  } catch (failure) {
    if (!isAppError(failure)) throw failure
    services.log.warn({ err: failure }, 'exchange rates could not be fetched')
    return { failure }
  }
}

async function tellShops(
  services: Omit<RateJobServices, 'jobs'>,
  shops: readonly ShopContext[],
  areNew: boolean,
): Promise<void> {
  const { source, db, log } = services
  const { problem } = await readRateState(db.kysely, source?.url ?? '')
  for (const ctx of shops) {
    try {
      if (areNew) await services.follow(ctx)
      await lookAtRates(ctx, { problem, isOff: source === null })
    } catch (error) {
      log.error({ shop: ctx.shop.id, err: error }, 'a shop could not follow new exchange rates')
    }
  }
}

async function openShops({ db, openShop }: Omit<RateJobServices, 'jobs'>): Promise<ShopContext[]> {
  const rows = await listShops(db.kysely)
  return Promise.all(rows.map(({ id }) => openShop(id)))
}

/** The first day of any shop's facts, but at least a month back, for what people are likely to look up. */
async function firstDayOf({ clock }: Pick<RateServices, 'clock'>, shops: readonly ShopContext[]): Promise<Day> {
  let first = addMonths(dayOf(clock.now(), 'UTC'), -1)
  for (const ctx of shops) {
    const day = await readFirstFactDay(ctx)
    if (day !== undefined && day < first) first = day
  }
  return first
}
