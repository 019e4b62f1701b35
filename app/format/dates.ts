import type { Interval } from '@tillsight/metrics'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  formats.set(timeZone, format)
  return format
}

/** A shop day has no zone: read as UTC and printed in UTC it stays what it is. */
function atMidnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** `Fri 20 Nov 2026` */
export function dayText(day: string): string {
  return `${partsOf(atMidnight(day), 'UTC').weekday} ${dateText(day)}`
}

/** `1 – 20 Nov 2026`, `22 Oct – 20 Nov 2026`, `30 Dec 2025 – 2 Jan 2026`; a single day once. */
export function rangeText({ from, to }: { readonly from: string; readonly to: string }): string {
  if (from === to) return dayText(from)
  const { day, month } = partsOf(atMidnight(from), 'UTC')
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${dateText(from)} – ${dateText(to)}`
  return `${from.slice(0, 7) === to.slice(0, 7) ? day : `${day} ${month}`} – ${dateText(to)}`
}

/** `20 Nov 2026, 14:05` in the shop's zone. */
export function instantText(instant: string, zone: string): string {
  const { day, month, year, time } = partsOf(new Date(instant), zone)
  return `${day} ${month} ${year}, ${time}`
}

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`. Both are instants. */
export function ageText(instant: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ago`
  return `${Math.floor(hours / 24)} days ago`
}

/** A bucket of a series: short for the axis, long for the card. Hours are instants, all others shop days. */
export function bucketLabel(
  at: string,
  interval: Interval,
  zone: string,
): { readonly short: string; readonly long: string } {
  switch (interval) {
    case 'hour': {
      const { weekday, day, month, time } = partsOf(new Date(at), zone)
      return { short: time, long: `${weekday} ${day} ${month}, ${time}` }
    }
    case 'day':
      return { short: shortDay(at), long: dayText(at) }
    case 'week':
      return { short: shortDay(at), long: `Week of ${dayText(at)}` }
    case 'month': {
      const { month, year } = partsOf(atMidnight(at), 'UTC')
      return { short: `${month} ${year}`, long: `${month} ${year}` }
    }
  }
}

function shortDay(at: string): string {
  const { day, month } = partsOf(atMidnight(at), 'UTC')
  return `${day} ${month}`
}

function dateText(at: string): string {
  const { day, month, year } = partsOf(atMidnight(at), 'UTC')
  return `${day} ${month} ${year}`
}

interface DateParts {
  readonly weekday: string
  readonly day: string
  readonly month: string
  readonly year: string
  /** `14:05` */
  readonly time: string
}

/** Put together by hand: the order of a locale and its punctuation differ between versions of its data. */
function partsOf(at: Date, zone: string): DateParts {
  const parts = formatIn(zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return {
    weekday: part('weekday'),
    day: part('day'),
    month: part('month'),
    year: part('year'),
    time: `${part('hour')}:${part('minute')}`,
  }
}
