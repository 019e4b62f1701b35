import type { Day, DayRange } from '@tillsight/core/days'
import type { Interval } from '@tillsight/metrics'

/** Relative ranges, in the order of the menu. "Last N days" end yesterday. */
export const presets = [
  'today',
  'yesterday',
  '7d',
  '28d',
  '30d',
  '90d',
  '12m',
  'wtd',
  'mtd',
  'qtd',
  'ytd',
  'last_month',
  'all',
] as const

export type Preset = (typeof presets)[number]
export type RangeChoice = Preset | 'custom'

/** Single-key shortcuts of presets, active while no field has the focus. */
export const presetKeys: Readonly<Partial<Record<Preset, string>>> = { today: 'D', '7d': 'W', mtd: 'M', ytd: 'Y' }

export type CompareChoice = 'previous' | 'year' | 'none' | 'custom'

export const intervals = ['hour', 'day', 'week', 'month'] as const satisfies readonly Interval[]

/** Whether the comparison is aligned by weekday by default. */
export function matchesWeekdayByDefault(range: RangeChoice, compare: CompareChoice): boolean {
  if (compare === 'year') return true
  return compare === 'previous' && (range === '7d' || range === '28d' || range === '90d')
}

// Runs in the browser too, so it calculates its few dates itself: core's calendar depends on a library.

/**
 * The period directly before: as many days, or as many calendar months where the range consists of whole ones. `months` sets
 * the length where the days do not determine it: month, quarter or year to date.
 */
export function periodBefore(range: DayRange, months = calendarMonths(range)): DayRange {
  const from = months === undefined ? addDays(range.from, -countDays(range)) : addMonths(range.from, -months)
  return { from, to: addDays(range.from, -1) }
}

/** The period directly after, up to today; undefined when it would begin after that. */
export function periodAfter(range: DayRange, today: Day, months = calendarMonths(range)): DayRange | undefined {
  const from = addDays(range.to, 1)
  if (from > today) return undefined
  const to = months === undefined ? addDays(range.to, countDays(range)) : addDays(addMonths(from, months), -1)
  return { from, to: to > today ? today : to }
}

const dayMs = 86_400_000

/** 1, 3 or 12 when the range is exactly that many calendar months. */
function calendarMonths({ from, to }: DayRange): number | undefined {
  if (!from.endsWith('-01')) return undefined
  return [1, 3, 12].find((months) => addDays(addMonths(from, months), -1) === to)
}

function countDays({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

function addDays(day: Day, days: number): Day {
  return toDay(Date.parse(day) + days * dayMs)
}

/** From the first day of a month to that of another. */
function addMonths(first: Day, months: number): Day {
  return toDay(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)) - 1 + months, 1))
}

/** Safe because the date part of an ISO instant is a valid date. */
function toDay(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10) as Day
}
