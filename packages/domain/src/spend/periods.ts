import { addDays, addMonths, type Day, type DayRange, parseDay } from '@tillsight/core/days'

/** How often an amount is spent: once over its days, or once in every one of these periods. */
export const repetitions = ['never', 'day', 'week', 'month', 'quarter', 'year'] as const
/** One of {@link repetitions}. */
export type Repetition = (typeof repetitions)[number]
/** The ones that come again. */
export type Period = Exclude<Repetition, 'never'>

/** The period of the calendar that a day lies in; weeks begin on Monday. */
export function periodAround(day: Day, period: Period): DayRange {
  switch (period) {
    case 'day':
      return { from: day, to: day }
    case 'week': {
      const from = addDays(day, -((weekdayOf(day) + 6) % 7))
      return { from, to: addDays(from, 6) }
    }
    case 'month':
      return monthsFrom(firstOfMonth(day, monthOf(day)), 1)
    case 'quarter':
      return monthsFrom(firstOfMonth(day, monthOf(day) - ((monthOf(day) - 1) % 3)), 3)
    case 'year':
      return monthsFrom(firstOfMonth(day, 1), 12)
  }
}

function monthsFrom(from: Day, months: number): DayRange {
  return { from, to: addDays(addMonths(from, months), -1) }
}

function monthOf(day: Day): number {
  return Number(day.slice(5, 7))
}

function firstOfMonth(day: Day, month: number): Day {
  return parseDay(`${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`)
}

/** Sunday is 0. */
function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
