import { AppError, isAppError } from '@tillsight/core'
import { addDays, type Day, dayOf, parseDay, startOfDay } from '@tillsight/core/days'
import { isConnectorError, type OwnedHttpClient } from '@tillsight/platforms/connectors'
import type { Context } from '../context/index.ts'
import { type RateState, readRateState, saveRateState } from './rate-state.ts'
import { daysBack, storeRates } from './rates.ts'
import { type QuotedRate, readRates, unpackRates } from './read-rates.ts'

/** Where rates come from by themselves. */
export interface RateSource {
  /** A CSV table, or XML as the European Central Bank writes it. */
  readonly url: string
  /** What its rates are quoted against. */
  readonly base: string
}

/** The bank's rates of the last day it published; the files of all its days stand beside it. */
export const bankUrl = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

const dailyFile = 'eurofxref-daily.xml'
/** The bank's middle file has 90 days; one less never hurts. */
const recentDays = 89
const firstBankDay = parseDay('1999-01-04')

const hourMs = 3_600_000
/** Frankfurt publishes around four in the afternoon. */
const publishing = { zone: 'Europe/Berlin', afterMidnightMs: 16.5 * hourMs } as const

/** Whether the source has the bank's three files: of one day, of 90 days and of all time. */
function hasFiles({ url }: RateSource): boolean {
  return new URL(url).pathname.endsWith(`/${dailyFile}`)
}

/** How much of the past is to be read, and from where. */
interface RateReading {
  readonly url: string
  /** The first day that is known when it is read. */
  readonly reach: Day
}

/** What is known of the source's days. */
interface KnownDays {
  /** From this day on everything that the source has was read; null: nothing was. */
  readonly reach: Day | null
  /** The last day that it has given. */
  readonly lastDay: Day | null
}

/** The smallest file that brings what is missing: the last day, back to `from` where that was never read. */
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

/** What was read before, if that goes back far enough. */
function filledDays(
  { reach, lastDay }: KnownDays,
  wanted: Day,
): { readonly reach: Day; readonly lastDay: Day } | undefined {
  return reach !== null && lastDay !== null && reach <= wanted ? { reach, lastDay } : undefined
}

function beside({ url }: RateSource, file: string): string {
  return new URL(file, url).href
}

/** Whether the source may have something new: not asked since it last published, or the shops reach further back. */
export function isReadingDue(
  known: KnownDays & { readonly fetchedAt: Date | null; readonly checkedAt: Date | null },
  { from, now }: { readonly from: Day; readonly now: Date },
): boolean {
  const isRested = known.checkedAt === null || now.getTime() - known.checkedAt.getTime() >= hourMs - 300_000
  if (!isRested) return false
  return known.fetchedAt === null || known.reach === null || from < known.reach || known.fetchedAt < publishedAt(now)
}

/** When the newest rates that there should be came out. */
function publishedAt(now: Date): Date {
  return momentOn(publishedDay(now))
}

/** The business day of the newest rates that there should be; holidays are not known. */
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
