import { addDays, type Day, dayOf, parseDay, startOfDay } from '@tillsight/core/days'

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
export interface RateReading {
  readonly url: string
  /** The first day that is known when it is read. */
  readonly reach: Day
}

/** What is known of the source's days. */
export interface KnownDays {
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
