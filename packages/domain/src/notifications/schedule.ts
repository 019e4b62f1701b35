import { addDays, addMonths, type Day, type DayRange, dayOf, instantAt } from '@tillsight/core/days'
import type { DigestPeriod } from '../inputs/index.ts'

/** A time of day on the clock of a zone. */
export interface ClockTime {
  /** `hh:mm` */
  readonly at: string
  readonly zone: string
}

/** The last time that a clock showed the time, now included. */
export function latestTime(now: Date, { at, zone }: ClockTime): Date {
  const today = dayOf(now, zone)
  const found = instantAt(today, at, zone)
  return found <= now ? found : instantAt(addDays(today, -1), at, zone)
}

/** The next time that a clock shows the time, after now. */
export function nextTime(now: Date, { at, zone }: ClockTime): Date {
  const today = dayOf(now, zone)
  const found = instantAt(today, at, zone)
  return found > now ? found : instantAt(addDays(today, 1), at, zone)
}

/** Hours without mails. */
export interface QuietHours {
  readonly from: string
  readonly until: string
}

/** The end of the quiet hours that an instant lies in; undefined outside of them. */
export function endOfQuiet(now: Date, quiet: QuietHours | null, zone: string): Date | undefined {
  if (quiet === null) return undefined
  const began = latestTime(now, { at: quiet.from, zone })
  const ends = nextTime(began, { at: quiet.until, zone })
  return ends > now ? ends : undefined
}

/** The last whole day, week or month before a day. */
export function lastPeriod(every: DigestPeriod, today: Day, weekStartsOn: number): DayRange {
  switch (every) {
    case 'day': {
      const yesterday = addDays(today, -1)
      return { from: yesterday, to: yesterday }
    }
    case 'week': {
      const into = (weekdayOf(today) - weekStartsOn + 7) % 7
      const to = addDays(today, -into - 1)
      return { from: addDays(to, -6), to }
    }
    case 'month': {
      const first = firstOfMonth(today)
      return { from: addMonths(first, -1), to: addDays(first, -1) }
    }
  }
}

/** What a period is compared with: the same weekday, the week or the month before. */
export function comparedWith(every: DigestPeriod, { from, to }: DayRange): DayRange {
  if (every === 'month') return { from: addMonths(from, -1), to: addDays(from, -1) }
  return { from: addDays(from, -7), to: addDays(to, -7) }
}

/** Monday = 1 … Sunday = 7. */
function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay() || 7
}

function firstOfMonth(day: Day): Day {
  return addDays(day, 1 - Number(day.slice(8)))
}
