import { AppError, isAppError } from '@tillsight/core'
import { addDays, type Day, dayOf, parseDay, startOfDay } from '@tillsight/core/days'
import { isConnectorError, type OwnedHttpClient } from '@tillsight/platforms/connectors'
import type { Context } from '../context/index.ts'
import { type RateState, readRateState, saveRateState } from './rate-state.ts'
import { daysBack, storeRates } from './rates.ts'
import { type QuotedRate, readRates, unpackRates } from './read-rates.ts'

/** Where rates are fetched from automatically. */
export interface RateSource {
  /** Address of a CSV table, or of XML in the format of the European Central Bank. */
  readonly url: string
  /** The currency its rates are quoted against. */
  readonly base: string
}

/** The bank's rates of the last published day; its longer files are in the same folder. */
export const bankUrl = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

const dailyFile = 'eurofxref-daily.xml'
/** The bank's middle file covers 90 days; one less is safe. */
const recentDays = 89
const firstBankDay = parseDay('1999-01-04')

const hourMs = 3_600_000
/** The bank publishes around four in the afternoon in Frankfurt. */
const publishing = { zone: 'Europe/Berlin', afterMidnightMs: 16.5 * hourMs } as const

/** Whether the source offers the bank's three files: of one day, of 90 days and of all time. */
function hasFiles({ url }: RateSource): boolean {
  return new URL(url).pathname.endsWith(`/${dailyFile}`)
}

/** Which file to read, and how far back it goes. */
interface RateReading {
  readonly url: string
  /** The first day that is covered after reading it. */
  readonly reach: Day
}

/** The days already read from the source. */
interface KnownDays {
  /** All rates of the source have been read from this day on; null if none were. */
  readonly reach: Day | null
  /** The last day with rates from the source. */
  readonly lastDay: Day | null
}

/** The smallest file that fills the gap: up to the last day, and back to `from` if that was never read. */
export function chooseReading(
  source: RateSource,
  known: KnownDays,
  { from, now }: { from: Day; now: Date },
): RateReading {
  if (!hasFiles(source)) return { url: source.url, reach: from }
  const recent = addDays(dayOf(now, publishing.zone), -recentDays)
  const wanted = from < firstBankDay ? firstBankDay : from
  const filled = filledDays(known, wanted)
  const missing = filled ? addDays(filled.lastDay, 1) : wanted
  const reach = filled ? filled.reach : from
  if (missing < recent) return { url: beside(source, 'eurofxref-hist.xml'), reach: from < reach ? from : reach }
  const isNext = filled !== undefined && nextBusinessDay(filled.lastDay) >= publishedDay(now)
  return { url: isNext ? source.url : beside(source, 'eurofxref-hist-90d.xml'), reach }
}

/** The days read before, if they go back far enough. */
function filledDays(
  { reach, lastDay }: KnownDays,
  wanted: Day,
): { readonly reach: Day; readonly lastDay: Day } | undefined {
  return reach !== null && lastDay !== null && reach <= wanted ? { reach, lastDay } : undefined
}

function beside({ url }: RateSource, file: string): string {
  return new URL(file, url).href
}

/** Whether the source may have new rates: not read since the last publication, or shops reach further back. */
export function isReadingDue(
  known: KnownDays & { readonly fetchedAt: Date | null; readonly checkedAt: Date | null },
  { from, now }: { readonly from: Day; readonly now: Date },
): boolean {
  const isRested = known.checkedAt === null || now.getTime() - known.checkedAt.getTime() >= hourMs - 300_000
  if (!isRested) return false
  return known.fetchedAt === null || known.reach === null || from < known.reach || known.fetchedAt < publishedAt(now)
}

/** When the newest rates should have been published. */
function publishedAt(now: Date): Date {
  return momentOn(publishedDay(now))
}

/** The business day of the newest rates expected; holidays are not considered. */
export function publishedDay(now: Date): Day {
  const today = dayOf(now, publishing.zone)
  let day = now >= momentOn(today) ? today : addDays(today, -1)
  while (isWeekend(day)) day = addDays(day, -1)
  return day
}

/** Clocks change at weekends only, when nothing is published. */
function momentOn(day: Day): Date {
  return new Date(startOfDay(day, publishing.zone).getTime() + publishing.afterMidnightMs)
}

function nextBusinessDay(day: Day): Day {
  let next = addDays(day, 1)
  while (isWeekend(next)) next = addDays(next, 1)
  return next
}

function isWeekend(day: Day): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** Services that fetching rates needs. */
export interface RateServices extends Pick<Context, 'db' | 'clock' | 'log'> {
  /** Null: rates are not fetched. */
  readonly source: RateSource | null
  /** Opens the HTTP client for outgoing requests; the caller closes it. */
  openHttp(): OwnedHttpClient
}

/** The result of a fetch. */
export interface FetchedRates {
  /** Rates that are new or have changed. */
  readonly changed: number
  readonly lastDay: Day | null
}

/** Options of a fetch. */
export interface FetchOptions {
  /** The first day that shops need rates of. */
  readonly from: Day
  /** Whether to fetch even if no new rates are expected. */
  readonly force: boolean
  readonly signal?: AbortSignal
}

/**
 * Fetches missing rates and adds them; stored rates are never deleted. Undefined if no fetch is due. The reason for a failure
 * is stored for people to read. Throws `upstream_failed` or `invalid_input`.
 */
export async function fetchRates(services: RateServices, options: FetchOptions): Promise<FetchedRates | undefined> {
  const { db, clock, source } = services
  if (source === null) return undefined
  const now = clock.now()
  const state = await readRateState(db.kysely, source.url)
  // The first day may be a holiday, which uses the rate before it.
  const from = addDays(options.from, -daysBack)
  if (!options.force && !isReadingDue(state, { from, now })) return undefined
  try {
    const reading = chooseReading(source, state, { from, now })
    const rates = (await read(services, { reading, source, signal: options.signal })).filter(({ day }) => day >= from)
    const changed = await db.transaction((tx) => storeRates(tx, rates))
    const next = stateAfter(state, reading, rates)
    await saveRateState(db.kysely, { ...next, checkedAt: now, fetchedAt: now, problem: null })
    return { changed, lastDay: next.lastDay }
  } catch (error) {
    options.signal?.throwIfAborted()
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
    const result = await http.request({
      method: 'GET',
      url: reading.url,
      headers: { accept: 'application/xml, text/xml, text/csv, */*;q=0.5' },
      ...(signal === undefined ? {} : { signal }),
    })
    if (result.status !== 200) throw new AppError('upstream_failed', `It answered with status ${result.status}.`)
    const rates = readRates(await unpackRates(result.body, 'What it sent'), source)
    if (rates.length === 0) throw new AppError('upstream_failed', 'It answered without a single rate.')
    return rates
  } finally {
    http.close()
  }
}

/** Describes the failure for the operator. */
function toFailure(error: unknown, { url }: RateSource): AppError {
  if (!isAppError(error) && !isConnectorError(error)) throw error
  return new AppError(
    'upstream_failed',
    `Exchange rates could not be fetched from ${new URL(url).host}. ${error.message} What is known stays as it is, and it is tried again every hour.`,
    { cause: error },
  )
}
