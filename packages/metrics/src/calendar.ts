import { type Day, type DayRange, endOfDay, listOffsets, startOfDay, type ZoneOffset } from '@tillsight/core/days'
import type { Interval } from './query.ts'

const dayMs = 86_400_000

/** Days since 1 January 1970, as the warehouse counts dates. */
export function toDayNumber(day: Day): number {
  return Date.parse(day) / dayMs
}

const knownDays = new Map<number, Day>()
const mostDays = 10_000

/** The inverse of `toDayNumber`. Long series name the same days again and again, so they are cached. */
export function fromDayNumber(number: number): Day {
  const known = knownDays.get(number)
  if (known) return known
  if (knownDays.size >= mostDays) knownDays.clear()
  // Holds because the date part of an instant's text is a valid date; parsing it again costs time in long series.
  const day = new Date(number * dayMs).toISOString().slice(0, 10) as Day
  knownDays.set(number, day)
  return day
}

/** Instants as seconds since 1970: `from` is included, `until` is not. */
export interface Span {
  readonly from: number
  readonly until: number
  /** UTC offsets of the zone within the span. */
  readonly offsets: readonly { readonly since: number; readonly seconds: number }[]
}

const knownSpans = new Map<string, Span>()
const mostSpans = 500

/**
 * When a range of shop days begins and ends, and the shop's UTC offsets in between. Planning a query needs the same few spans
 * again and again, and computing one takes a millisecond, so they are cached.
 */
export function spanOf(range: DayRange, zone: string): Span {
  const key = `${range.from} ${range.to} ${zone}`
  const known = knownSpans.get(key)
  if (known) return known
  if (knownSpans.size >= mostSpans) knownSpans.clear()
  const span = findSpan(range, zone)
  knownSpans.set(key, span)
  return span
}

function findSpan(range: DayRange, zone: string): Span {
  const from = startOfDay(range.from, zone)
  const until = endOfDay(range.to, zone)
  return {
    from: seconds(from),
    until: seconds(until),
    offsets: listOffsets(zone, from, until).map(toSeconds),
  }
}

function toSeconds(offset: ZoneOffset): { since: number; seconds: number } {
  return { since: seconds(offset.since), seconds: offset.seconds }
}

/** The warehouse counts from 1970 on, but the first day began before that east of Greenwich. */
function seconds(instant: Date): number {
  return Math.max(0, instant.getTime() / 1000)
}

/**
 * First days of the buckets of a range as day numbers; the first bucket starts where the range does, also in the middle
 * of its week or month.
 */
export function bucketDays(range: DayRange, interval: Exclude<Interval, 'hour'>, weekStartsOn: number): number[] {
  const last = toDayNumber(range.to)
  const starts: number[] = []
  for (let day = toDayNumber(range.from); day <= last; day = nextBucket(day, interval, weekStartsOn)) starts.push(day)
  return starts
}

function nextBucket(day: number, interval: Exclude<Interval, 'hour'>, weekStartsOn: number): number {
  switch (interval) {
    case 'day':
      return day + 1
    case 'week':
      return day + 7 - ((weekdayOf(day) - weekStartsOn + 7) % 7)
    case 'month': {
      const date = new Date(day * dayMs)
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMs
    }
  }
}

/** Weekday of a day number, Monday = 1 … Sunday = 7; 1 January 1970 was a Thursday. */
export function weekdayOf(dayNumber: number): number {
  return ((dayNumber + 3) % 7) + 1
}

/**
 * First instants of the hours of a span, in seconds. Hours follow the shop's clock, so that they fit its days in zones with
 * half-hour offsets; an hour that occurs twice when the clock is set back is two buckets.
 */
export function bucketHours(span: Span): number[] {
  const starts: number[] = []
  for (const [index, { since, seconds: offset }] of span.offsets.entries()) {
    const end = span.offsets[index + 1]?.since ?? span.until
    for (let at = since; at < end; at += 3600 - ((at + offset) % 3600)) starts.push(at)
  }
  return starts
}

/** Days of a bucket or range as day numbers, both ends included. */
export interface DaySpan {
  readonly first: number
  readonly last: number
}

/** The day number of an instant inside a span. */
export function dayNumberAt(second: number, span: Span): number {
  const offset = span.offsets.findLast(({ since }) => since <= second)?.seconds ?? 0
  return Math.floor((second + offset) / 86_400)
}
