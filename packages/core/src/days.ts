import { Temporal } from 'temporal-polyfill'
import { AppError } from './errors.ts'

declare const dayKind: unique symbol

/** A calendar date `YYYY-MM-DD`, without a zone of its own: a shop day is one in the shop's IANA zone. */
export type Day = string & { readonly [dayKind]: true }

/** Both ends included. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

const dayMs = 86_400_000

function toDay(date: Temporal.PlainDate): Day {
  // Safe, because a plain date in the ISO calendar is formatted as YYYY-MM-DD.
  return date.toString() as Day
}

/** Reads `YYYY-MM-DD`; throws `invalid_input` for dates that do not exist. */
export function parseDay(text: string): Day {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    try {
      return toDay(Temporal.PlainDate.from(text, { overflow: 'reject' }))
    } catch {
      // Falls through: the single message below explains the format.
    }
  }
  throw new AppError(
    'invalid_input',
    `“${text.slice(0, 40)}” is not a day: expected an existing date such as 2026-03-31.`,
  )
}

/** Whether this is an IANA zone or a fixed offset such as `+02:00` that dates can be computed in. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

/** The first instant whose local date in `zone` is `day`: some zones skip midnight, so never a sum of hours. */
export function startOfDay(day: Day, zone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)
}

/** The first instant after `day`. */
export function endOfDay(day: Day, zone: string): Date {
  return startOfDay(addDays(day, 1), zone)
}

/**
 * When a clock in `zone` first shows the time `hh:mm` on `day`. A time that clocks skip is the moment in which they do; of a time
 * that comes twice it is the first.
 */
export function instantAt(day: Day, time: string, zone: string): Date {
  const wanted = Temporal.PlainTime.from(time)
  const found = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: wanted })
  if (found.toPlainTime().equals(wanted)) return new Date(found.epochMilliseconds)
  const skipped = found.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return new Date((skipped ?? found).epochMilliseconds)
}

/** The local date of an instant. */
export function dayOf(instant: Date, zone: string): Day {
  return toDay(Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate())
}

/** Adds calendar days; negative values go back. */
export function addDays(day: Day, days: number): Day {
  // Safe, because the date part of an ISO instant is a valid date; the calendar library takes twenty times as long.
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10) as Day
}

/** Adds calendar months; one month after 31 January is the last day of February. */
export function addMonths(day: Day, months: number): Day {
  return toDay(Temporal.PlainDate.from(day).add({ months }))
}

/** Number of days in the range, both ends included. */
export function countDays({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** Every day of the range, in order. */
export function listDays(range: DayRange): Day[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index))
}

/** A UTC offset, and the instant from which it applies. */
export interface ZoneOffset {
  readonly since: Date
  readonly seconds: number
}

/** The offsets of `zone` between two instants: the one in force at `from`, then every change before `until`. */
export function listOffsets(zone: string, from: Date, until: Date): ZoneOffset[] {
  let at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone)
  const offsets = [{ since: from, seconds: at.offsetNanoseconds / 1e9 }]
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= until.getTime()) return offsets
    offsets.push({ since: new Date(next.epochMilliseconds), seconds: next.offsetNanoseconds / 1e9 })
    at = next
  }
}
