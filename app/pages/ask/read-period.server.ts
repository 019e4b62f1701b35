import { addDays, addMonths, type Day, type DayRange, parseDay } from '@tillsight/core/days'
import { languages } from '../../language/languages.ts'
import { type Found, findNamed, type Named, named, type Reading, without, wordsOf } from './words/read-words.ts'
import { lastWords, periodWords, unitWords } from './words/vocabulary.ts'

/** The shop's part in reading days. */
export interface Calendar {
  readonly today: Day
  /** The first day with an order; null before there is one. */
  readonly firstDay: Day | null
  /** Monday = 1 … Sunday = 7. */
  readonly weekStartsOn: number
}

/** Days that a question names, and what of it is left. */
export interface PeriodRead {
  /** Undefined where it names none. */
  readonly range: DayRange | undefined
  readonly rest: Reading
}

type Relative = keyof typeof periodWords
type Unit = keyof typeof unitWords

const relativeNames = Object.entries(periodWords).flatMap(([id, phrases]) => named(phrases, id as Relative))
const unitNames = Object.entries(unitWords).flatMap(([id, phrases]) => named(phrases, id as Unit))
const lastNames = named(lastWords, true)
/** Short for August in Spanish, and a word of its own in English. */
const ambiguous = new Set(['ago'])

const monthNames: readonly Named<number>[] = languages.flatMap((language) =>
  (['long', 'short'] as const).flatMap((length) => {
    const names = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC', numberingSystem: 'latn' })
    return Array.from({ length: 12 }, (_, month) => {
      const words = wordsOf(names.format(new Date(Date.UTC(2026, month, 15))))
      return { words: words.filter((word) => !ambiguous.has(word)), means: month + 1 }
    })
  }),
)

const mostBack = 3650

/**
 * Reads the days of a question: dates (`2026-11-01`, also two of them), a month with or without year, a quarter, a year, “the last
 * 14 days”, and words such as “yesterday”. Whole periods that have not ended yet end today.
 */
export function readPeriod(reading: Reading, calendar: Calendar): PeriodRead {
  return (
    readDates(reading, calendar) ??
    readLast(reading, calendar) ??
    readRelative(reading, calendar) ??
    readQuarter(reading, calendar) ??
    readMonth(reading, calendar) ??
    readYear(reading, calendar) ?? { range: undefined, rest: reading }
  )
}

/** `2026-11-01` is read as three words; one that does not exist is no year either. */
function readDates(reading: Reading, { today }: Calendar): PeriodRead | undefined {
  const { words } = reading
  const dates = words.flatMap((_, at) => {
    const text = words.slice(at, at + 3).join('-')
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? [{ day: dayIn(text), at }] : []
  })
  const [first, second = first] = dates
  if (first === undefined || second === undefined) return undefined
  const rest = dates.reduce((left, { at }) => without(left, { at, length: 3 }), reading)
  if (first.day === undefined || second.day === undefined) return { range: undefined, rest }
  const [from, to] = first.day <= second.day ? [first.day, second.day] : [second.day, first.day]
  return from > today ? { range: undefined, rest } : { range: { from, to: earlier(to, today) }, rest }
}

function dayIn(text: string): Day | undefined {
  try {
    return parseDay(text)
  } catch {
    return undefined
  }
}

/** “The last 14 days” end yesterday, as in the date menu; of weeks, months and years likewise. */
function readLast(reading: Reading, { today }: Calendar): PeriodRead | undefined {
  const { words, taken } = reading
  const at = words.findIndex((word, place) => /^\d{1,4}$/.test(word) && !taken.has(place))
  const isLast = (place: number) => findAt(reading, place, lastNames) === true
  // “the last 7 days”, “7 derniers jours”, “los 7 días pasados”
  const [last, of] = isLast(at + 1) ? [at + 1, at + 2] : [isLast(at - 1) ? at - 1 : at + 2, at + 1]
  const unit = findAt(reading, of, unitNames)
  const count = Math.min(Number(words[at]), mostBack)
  if (at === -1 || unit === undefined || !(count > 0) || !isLast(last)) return undefined
  const rest = [at, last, of].reduce((left, place) => without(left, { at: place, length: 1 }), reading)
  const yesterday = addDays(today, -1)
  const from = { day: addDays(today, -count), week: addDays(today, -7 * count), month: addMonths(today, -count) }
  return { range: { from: unit === 'year' ? addMonths(today, -12 * count) : from[unit], to: yesterday }, rest }
}

/** What the one word at a place means. */
function findAt<Meaning>(
  { words, taken }: Reading,
  place: number,
  names: readonly Named<Meaning>[],
): Meaning | undefined {
  const word = words[place]
  if (word === undefined || taken.has(place)) return undefined
  return findNamed({ words: [word], taken: new Set() }, names)?.means
}

function readRelative(reading: Reading, calendar: Calendar): PeriodRead | undefined {
  const found = findNamed(reading, relativeNames)
  return found && { range: relativeRange(found.means, calendar), rest: without(reading, found) }
}

function relativeRange(which: Relative, { today, firstDay, weekStartsOn }: Calendar): DayRange {
  const week = addDays(today, -((isoWeekday(today) - weekStartsOn + 7) % 7))
  const month = startOfMonth(today)
  const year = `${today.slice(0, 4)}-01-01` as Day
  const quarter = addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3))
  const yesterday = addDays(today, -1)
  const before = (start: Day, from: Day): DayRange => ({ from, to: addDays(start, -1) })
  const ranges = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    week: { from: week, to: today },
    last_week: before(week, addDays(week, -7)),
    month: { from: month, to: today },
    last_month: before(month, addMonths(month, -1)),
    quarter: { from: quarter, to: today },
    last_quarter: before(quarter, addMonths(quarter, -3)),
    year: { from: year, to: today },
    last_year: before(year, addMonths(year, -12)),
    all: { from: firstDay ?? today, to: today },
  } satisfies Record<Relative, DayRange>
  return ranges[which]
}

/** `Q3`, with or without its year. */
function readQuarter(reading: Reading, calendar: Calendar): PeriodRead | undefined {
  const at = reading.words.findIndex((word, place) => /^q[1-4]$/.test(word) && !reading.taken.has(place))
  if (at === -1) return undefined
  const month = (Number(reading.words[at]?.slice(1)) - 1) * 3 + 1
  return monthsFrom(without(reading, { at, length: 1 }), { at, month, count: 3 }, calendar)
}

function readMonth(reading: Reading, calendar: Calendar): PeriodRead | undefined {
  const found = findNamed(reading, monthNames)
  return found && monthsFrom(without(reading, found), { at: found.at, month: found.means, count: 1 }, calendar)
}

interface Months {
  readonly at: number
  readonly month: number
  readonly count: number
}

/** Months of the year that is named beside them, else the latest that have begun. */
function monthsFrom(rest: Reading, { at, month, count }: Months, { today }: Calendar): PeriodRead {
  const year = yearIn(rest, at)
  const of = (number: number): Day => `${number}-${String(month).padStart(2, '0')}-01` as Day
  const current = Number(today.slice(0, 4))
  const from = year ? of(year.means) : of(current) > today ? of(current - 1) : of(current)
  const to = earlier(addDays(addMonths(from, count), -1), today)
  return { range: { from, to: to < from ? from : to }, rest: year ? without(rest, year) : rest }
}

function readYear(reading: Reading, { today }: Calendar): PeriodRead | undefined {
  const year = yearIn(reading, 0)
  if (year === undefined || `${year.means}` > today.slice(0, 4)) return undefined
  const to = earlier(`${year.means}-12-31` as Day, today)
  return { range: { from: `${year.means}-01-01` as Day, to }, rest: without(reading, year) }
}

/** The year nearest to a place. */
function yearIn({ words, taken }: Reading, near: number): Found<number> | undefined {
  const years = words.flatMap((word, at) =>
    /^20\d\d$/.test(word) && !taken.has(at) ? [{ means: Number(word), at, length: 1 }] : [],
  )
  return years.toSorted((a, b) => Math.abs(a.at - near) - Math.abs(b.at - near))[0]
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b
}

function startOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01` as Day
}

/** Monday = 1 … Sunday = 7. */
function isoWeekday(day: Day): number {
  return new Date(day).getUTCDay() || 7
}
