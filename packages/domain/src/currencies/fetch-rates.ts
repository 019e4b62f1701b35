import { AppError, isAppError } from '@tillsight/core'
import { addDays, type Day } from '@tillsight/core/days'
import { isConnectorError, type OwnedHttpClient } from '@tillsight/platforms/connectors'
import type { Context } from '../context/index.ts'
import { type RateState, readRateState, saveRateState } from './rate-state.ts'
import type { QuotedRate } from './rate-table.ts'
import { daysBack, storeRates } from './rates.ts'
import { readRates, unpackRates } from './read-rates.ts'
import { chooseReading, isReadingDue, type RateReading, type RateSource } from './source.ts'

/** What fetching rates works with. */
export interface RateServices extends Pick<Context, 'db' | 'clock' | 'log'> {
  /** Null: rates are not fetched. */
  readonly source: RateSource | null
  /** The one way out; closed by who opened it. */
  openHttp(): OwnedHttpClient
}

/** What a fetch brought. */
export interface FetchedRates {
  /** Rates that are new or differ from before. */
  readonly changed: number
  readonly lastDay: Day | null
}

/** What to fetch. */
export interface FetchWish {
  /** The first day that shops need rates of. */
  readonly from: Day
  /** Whether to ask although nothing new is to be expected. */
  readonly force: boolean
  readonly signal?: AbortSignal
}

/**
 * Fetches what is missing and adds it: nothing that is stored ever goes, whatever comes. Undefined when it is not due.
 * Why it failed is remembered for people. Throws `upstream_failed` or `invalid_input`.
 */
export async function fetchRates(services: RateServices, wish: FetchWish): Promise<FetchedRates | undefined> {
  const { db, clock, source } = services
  if (source === null) return undefined
  const now = clock.now()
  const state = await readRateState(db.kysely, source.url)
  // The day before the first one may be a holiday.
  const from = addDays(wish.from, -daysBack)
  if (!wish.force && !isReadingDue(state, { from, now })) return undefined
  try {
    const reading = chooseReading(source, state, { from, now })
    const rates = (await read(services, { reading, source, signal: wish.signal })).filter(({ day }) => day >= from)
    const changed = await db.transaction((tx) => storeRates(tx, rates))
    const next = stateAfter(state, reading, rates)
    await saveRateState(db.kysely, { ...next, checkedAt: now, fetchedAt: now, problem: null })
    return { changed, lastDay: next.lastDay }
  } catch (error) {
    wish.signal?.throwIfAborted()
    const failure = toFailure(error, source)
    await saveRateState(db.kysely, { ...state, checkedAt: now, problem: failure.message })
    throw failure
  }
}

function stateAfter(state: RateState, { reach }: RateReading, rates: readonly QuotedRate[]): RateState {
  const days = rates.map(({ day }) => day)
  const lastDay = days.reduce<Day | null>((last, day) => (last === null || day > last ? day : last), state.lastDay)
  return { ...state, reach: state.reach !== null && state.reach < reach ? state.reach : reach, lastDay }
}

async function read(
  services: RateServices,
  { reading, source, signal }: { reading: RateReading; source: RateSource; signal: AbortSignal | undefined },
): Promise<QuotedRate[]> {
  const http = services.openHttp()
  try {
    const answer = await http.request({
      method: 'GET',
      url: reading.url,
      headers: { accept: 'application/xml, text/xml, text/csv, */*;q=0.5' },
      ...(signal === undefined ? {} : { signal }),
    })
    if (answer.status !== 200) throw new AppError('upstream_failed', `It answered with status ${answer.status}.`)
    const rates = readRates(await unpackRates(answer.body, 'What it sent'), source)
    if (rates.length === 0) throw new AppError('upstream_failed', 'It answered without a single rate.')
    return rates
  } finally {
    http.close()
  }
}

/** In words for whoever looks after the installation. */
function toFailure(error: unknown, { url }: RateSource): AppError {
  if (!isAppError(error) && !isConnectorError(error)) throw error
  return new AppError(
    'upstream_failed',
    `Exchange rates could not be fetched from ${new URL(url).host}. ${error.message} What is known stays as it is, and it is tried again every hour.`,
    { cause: error },
  )
}
