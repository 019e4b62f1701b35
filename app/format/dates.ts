import type { Interval } from '@tillsight/metrics'
import type { Language } from '../language/languages.ts'

/** `Fri 20 Nov 2026`, or as the language writes it. */
export function dayText(day: string, language: Language = 'en'): string {
  const at = atMidnight(day)
  if (language !== 'en') return formatIn(language, 'weekday').format(at)
  return `${partsOf(at, 'UTC').weekday} ${dateText(day)}`
}

/** `1 – 20 Nov 2026`, `22 Oct – 20 Nov 2026`, `30 Dec 2025 – 2 Jan 2026`; a single day once. */
export function rangeText(
  { from, to }: { readonly from: string; readonly to: string },
  language: Language = 'en',
): string {
  if (from === to) return dayText(from, language)
  if (language !== 'en') return formatIn(language, 'date').formatRange(atMidnight(from), atMidnight(to))
  const { day, month } = partsOf(atMidnight(from), 'UTC')
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${dateText(from)} – ${dateText(to)}`
  return `${from.slice(0, 7) === to.slice(0, 7) ? day : `${day} ${month}`} – ${dateText(to)}`
}

/** `20 Nov 2026, 14:05` in the shop's zone. */
export function instantText(instant: string, zone: string, language: Language = 'en'): string {
  if (language !== 'en') return formatIn(language, 'instant', zone).format(new Date(instant))
  const { day, month, year, time } = partsOf(new Date(instant), zone)
  return `${day} ${month} ${year}, ${time}`
}

/** `20 Nov 2026, 00:00 – 14:05`; of several days, both are named. */
export function spanText(
  { from, until }: { readonly from: string; readonly until: string },
  zone: string,
  language: Language = 'en',
): string {
  if (language !== 'en') return formatIn(language, 'instant', zone).formatRange(new Date(from), new Date(until))
  const [first, last] = [instantText(from, zone), instantText(until, zone)]
  const [day = '', time] = last.split(', ')
  return `${first} – ${first.startsWith(day) ? time : last}`
}

/** `20 Nov 2026`: the day of an instant in a zone. */
export function dateOfText(instant: string, zone: string, language: Language = 'en'): string {
  if (language !== 'en') return formatIn(language, 'date', zone).format(new Date(instant))
  const { day, month, year } = partsOf(new Date(instant), zone)
  return `${day} ${month} ${year}`
}

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`. Both are instants. */
export function ageText(instant: string, now: string, language: Language = 'en'): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(instant)) / 60_000)
  if (minutes < 1) return language === 'en' ? 'just now' : ageFormat(language).format(0, 'second')
  const [amount, unit, english] = largestUnit(minutes)
  return language === 'en' ? `${amount} ${english} ago` : ageFormat(language).format(-amount, unit)
}

interface BucketPlace {
  /** Hourly buckets are instants; all others begin on a shop day. */
  readonly at: string
  readonly interval: Interval
  readonly zone: string
  readonly language?: Language
}

const labels = new Map<string, BucketLabel>()
/** Some years of days in a few languages. */
const mostLabels = 5_000

/** Labels of a time bucket: short for the axis, long for the tooltip. All charts of a page, and all pages, have the same days. */
export function bucketLabel(place: BucketPlace): BucketLabel {
  const key = `${place.language} ${place.interval} ${place.zone} ${place.at}`
  const known = labels.get(key)
  if (known) return known
  const label = makeLabel(place)
  if (labels.size >= mostLabels) labels.clear()
  labels.set(key, label)
  return label
}

function makeLabel({ at, interval, zone, language = 'en' }: BucketPlace): BucketLabel {
  switch (interval) {
    case 'hour':
      return hourLabel(at, zone, language)
    case 'day':
      return { short: shortDay(at, language), long: dayText(at, language) }
    case 'week':
      return { short: shortDay(at, language), long: weekOf[language].replace('{day}', dayText(at, language)) }
    case 'month': {
      const text = monthText(at, language)
      return { short: text, long: text }
    }
  }
}

interface BucketLabel {
  readonly short: string
  readonly long: string
}

const weekOf = {
  en: 'Week of {day}',
  de: 'Woche ab {day}',
  fr: 'Semaine du {day}',
  es: 'Semana del {day}',
  nl: 'Week van {day}',
  ar: 'أسبوع {day}',
} as const satisfies Record<Language, string>

function hourLabel(at: string, zone: string, language: Language): BucketLabel {
  const { weekday, day, month, time } = partsOf(new Date(at), zone)
  const long =
    language === 'en' ? `${weekday} ${day} ${month}, ${time}` : formatIn(language, 'hour', zone).format(new Date(at))
  return { short: time, long }
}

function monthText(at: string, language: Language): string {
  if (language !== 'en') return formatIn(language, 'month').format(atMidnight(at))
  const { month, year } = partsOf(atMidnight(at), 'UTC')
  return `${month} ${year}`
}

function shortDay(at: string, language: Language): string {
  if (language !== 'en') return formatIn(language, 'day').format(atMidnight(at))
  const { day, month } = partsOf(atMidnight(at), 'UTC')
  return `${day} ${month}`
}

function dateText(at: string): string {
  const { day, month, year } = partsOf(atMidnight(at), 'UTC')
  return `${day} ${month} ${year}`
}

function largestUnit(minutes: number): [amount: number, unit: 'minute' | 'hour' | 'day', english: string] {
  if (minutes < 60) return [minutes, 'minute', 'min']
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? [hours, 'hour', 'h'] : [Math.floor(hours / 24), 'day', 'days']
}

/** A shop day has no time zone: parsing and printing it in UTC preserves it. */
function atMidnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

interface DateParts {
  readonly weekday: string
  readonly day: string
  readonly month: string
  readonly year: string
  /** `14:05` */
  readonly time: string
}

/** English is put together by hand: it is neither American nor British, and its punctuation changes between versions. */
function partsOf(at: Date, zone: string): DateParts {
  const parts = formatIn('en', 'parts', zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return {
    weekday: part('weekday'),
    day: part('day'),
    month: part('month'),
    year: part('year'),
    time: `${part('hour')}:${part('minute')}`,
  }
}

const day = { day: 'numeric', month: 'short' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const shapes = {
  day,
  date: { ...day, year: 'numeric' },
  weekday: { ...day, year: 'numeric', weekday: 'short' },
  month: { month: 'short', year: 'numeric' },
  hour: { ...day, ...time, weekday: 'short' },
  instant: { ...day, ...time, year: 'numeric' },
  parts: { ...day, ...time, year: 'numeric', weekday: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(language: Language, shape: keyof typeof shapes, timeZone = 'UTC'): Intl.DateTimeFormat {
  const key = `${language} ${shape} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(localeOf(language), { ...shapes[shape], timeZone })
  formats.set(key, format)
  return format
}

const ageFormats = new Map<Language, Intl.RelativeTimeFormat>()

function ageFormat(language: Language): Intl.RelativeTimeFormat {
  const known = ageFormats.get(language)
  if (known) return known
  // `auto` says "now" and "yesterday"; ages in days begin at two.
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto', style: 'short' })
  ageFormats.set(language, format)
  return format
}

/** Arabic uses the same digits as the figures beside it. */
function localeOf(language: Language): string {
  if (language === 'en') return 'en-US'
  return language === 'ar' ? 'ar-u-ca-gregory-nu-latn' : language
}
