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

/** Reads `YYYY-MM-DD`; throws `invalid_input` for dates that do not exist. */
export function parseDay(text: string): Day {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    try {
      return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() as Day
    } catch {
      // Falls through: the one message below says what a day is.
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

/** The local date of an instant. */
export function dayOf(instant: Date, zone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString() as Day
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString() as Day
}

export function addMonths(day: Day, months: number): Day {
  return Temporal.PlainDate.from(day).add({ months }).toString() as Day
}

/** Number of days in the range, both ends included. */
export function countDays({ from, to }: DayRange): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days + 1
}

/** Every day of the range, in order. */
export function listDays(range: DayRange): Day[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index))
}
