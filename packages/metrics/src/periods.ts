import { addDays, addMonths, countDays, type Day, type DayRange, parseDay } from '@tillsight/core/days'
import { toDayNumber, weekdayOf } from './calendar.ts'
import type { Comparison, Interval } from './query.ts'

/** Named date ranges. “Last N days” end yesterday, because today is incomplete; “to date” ends today. */
export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_28_days: 'Last 28 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  last_12_months: 'Last 12 months',
  week_to_date: 'Week to date',
  month_to_date: 'Month to date',
  quarter_to_date: 'Quarter to date',
  year_to_date: 'Year to date',
  last_month: 'Last month',
  all_time: 'All time',
} as const
/** Key of a named range. */
export type Preset = keyof typeof presets

/** What resolving a preset needs to know about a shop. */
export interface PresetContext {
  /** Today in the shop's time zone. */
  readonly today: Day
  /** Monday = 1 … Sunday = 7. */
  readonly weekStartsOn: number
  /** First day of the shop's history. */
  readonly since: Day
}

type RangeOf = (context: PresetContext) => DayRange

const rangesOf: Readonly<Record<Preset, RangeOf>> = {
  today: toDate(({ today }) => today),
  yesterday: untilYesterday((today) => addDays(today, -1)),
  last_7_days: untilYesterday((today) => addDays(today, -7)),
  last_28_days: untilYesterday((today) => addDays(today, -28)),
  last_30_days: untilYesterday((today) => addDays(today, -30)),
  last_90_days: untilYesterday((today) => addDays(today, -90)),
  last_12_months: untilYesterday((today) => addMonths(today, -12)),
  week_to_date: toDate(({ today, weekStartsOn }) => startOfWeek(today, weekStartsOn)),
  month_to_date: toDate(({ today }) => startOfMonth(today)),
  quarter_to_date: toDate(({ today }) => startOfQuarter(today)),
  year_to_date: toDate(({ today }) => parseDay(`${today.slice(0, 4)}-01-01`)),
  last_month: ({ today }) => ({ from: addMonths(startOfMonth(today), -1), to: addDays(startOfMonth(today), -1) }),
  all_time: toDate(({ today, since }) => (since < today ? since : today)),
}

/** The days of a preset, both ends included. */
export function presetRange(preset: Preset, context: PresetContext): DayRange {
  return rangesOf[preset](context)
}

function toDate(from: (context: PresetContext) => Day): RangeOf {
  return (context) => ({ from: from(context), to: context.today })
}

function untilYesterday(from: (today: Day) => Day): RangeOf {
  return ({ today }) => ({ from: from(today), to: addDays(today, -1) })
}

function startOfWeek(day: Day, weekStartsOn: number): Day {
  return addDays(day, -((weekdayOf(toDayNumber(day)) - weekStartsOn + 7) % 7))
}

function startOfMonth(day: Day): Day {
  return parseDay(`${day.slice(0, 7)}-01`)
}

function startOfQuarter(day: Day): Day {
  const month = Number(day.slice(5, 7))
  return addMonths(startOfMonth(day), -((month - 1) % 3))
}

/**
 * The period to compare a range with. With `alignWeekdays` a relative one begins on the range's own weekday: a year is 364
 * days, and a previous period moves further back to whole weeks.
 */
export function compareRange(range: DayRange, comparison: Comparison, alignWeekdays = false): DayRange {
  if (typeof comparison === 'object') return comparison
  if (comparison === 'previous_year') {
    if (alignWeekdays) return shiftRange(range, -364)
    return { from: addMonths(range.from, -12), to: addMonths(range.to, -12) }
  }
  const days = countDays(range)
  return shiftRange(range, -(alignWeekdays ? Math.ceil(days / 7) * 7 : days))
}

function shiftRange({ from, to }: DayRange, days: number): DayRange {
  return { from: addDays(from, days), to: addDays(to, days) }
}

/** The bucket length for a readable chart: hours for up to 2 days, days up to 92, weeks up to a year. */
export function defaultInterval(range: DayRange): Interval {
  const days = countDays(range)
  if (days <= 2) return 'hour'
  if (days <= 92) return 'day'
  return days <= 366 ? 'week' : 'month'
}
