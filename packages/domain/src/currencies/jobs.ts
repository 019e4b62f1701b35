import { type AppError, isAppError } from '@tillsight/core'
import { addMonths, type Day, dayOf } from '@tillsight/core/days'
import { type JobDefinition, type Jobs, listShops } from '@tillsight/database'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { type FetchedRates, type FetchWish, fetchRates, type RateServices } from './fetch-rates.ts'
import { readFirstFactDay } from './rate-needs.ts'
import { lookAtRates, readRateState } from './rate-state.ts'

const Wish = z.object({
  /** Somebody asked. */
  force: z.boolean().default(false),
  /** Rates are new already: shops are to follow. */
  follow: z.boolean().default(false),
})
type Wish = z.infer<typeof Wish>

/** Fetches rates: when there should be new ones, or because somebody asked. */
export const ratesJob: JobDefinition<Wish> = {
  name: 'rates.fetch',
  payload: Wish,
  // The next look an hour later is the retry; within one, the client tries several times.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 1800,
  exclusiveBy: ({ force, follow }) => (force ? 'now' : follow ? 'follow' : 'due'),
  label: () => 'Fetching exchange rates',
}

/** What following rates takes beyond fetching them. */
export interface RateJobServices extends RateServices {
  readonly jobs: Jobs
  openShop(shop: ShopContext['shop']['id']): Promise<ShopContext>
  /** Lets a shop's figures follow rates that are new, and open pages too; returns how many orders had waited. */
  follow(ctx: ShopContext): Promise<number>
}

/** Lets this process keep rates current: at once, then looking every hour. */
export async function handleRateJobs(services: RateJobServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(ratesJob, async (wish, { signal }) => {
    await keepRates(services, { ...wish, signal })
  })
  await jobs.schedule(ratesJob, { force: false, follow: false }, { cron: '35 * * * *', zone: 'UTC' })
  await jobs.enqueue(ratesJob, { force: false, follow: false }, { unlessWaiting: true })
}

/** Asks for new rates now. */
export async function requestRates(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(ratesJob, { force: true, follow: false }, { unlessWaiting: true })
}

/** Lets all shops follow rates that came from a file. */
export async function requestFollowing(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(ratesJob, { force: false, follow: true }, { unlessWaiting: true })
}

interface KeepWish {
  readonly force: boolean
  readonly follow?: boolean
  readonly signal?: AbortSignal
}

/** Fetches what is due, lets every shop follow, and notes in each what it lacks. Throws, at the end, why a forced fetch failed. */
export async function keepRates(
  services: Omit<RateJobServices, 'jobs'>,
  { force, follow = false, signal }: KeepWish,
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
  wish: FetchWish,
): Promise<{ readonly fetched?: FetchedRates | undefined; readonly failure?: AppError }> {
  try {
    return { fetched: await fetchRates(services, wish) }
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

/** As far back as any shop's facts reach; at least a month, for what somebody will look at. */
async function firstDayOf({ clock }: Pick<RateServices, 'clock'>, shops: readonly ShopContext[]): Promise<Day> {
  let first = addMonths(dayOf(clock.now(), 'UTC'), -1)
  for (const ctx of shops) {
    const day = await readFirstFactDay(ctx)
    if (day !== undefined && day < first) first = day
  }
  return first
}
