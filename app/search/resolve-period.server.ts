import { addDays, addMonths, countDays, type Day, type DayRange, parseDay } from '@tillsight/core/days'
import type { Interval } from '@tillsight/metrics'
import { type Preset, periodAfter, periodBefore, type RangeChoice } from './period.ts'
import type { SearchState } from './state.ts'

/** The shop's part in resolving a period. */
export interface PeriodScope {
  readonly today: Day
  readonly firstDay: Day | null
  /** Monday = 1 … Sunday = 7. */
  readonly weekStartsOn: number
}

/** Why the requested days were adjusted: invalid, or too many. */
export type PeriodProblem = 'days' | 'length' | 'compare_days' | 'compare_length'

export interface ResolvedPeriod {
  readonly range: DayRange
  /** Reasons why the days differ from the requested ones. */
  readonly problems: readonly PeriodProblem[]
  readonly compare: DayRange | undefined
  readonly interval: Interval
  /** Intervals suited to the length of the range. */
  readonly intervals: readonly Interval[]
  /** The range includes today, so its figures still grow. */
  readonly running: boolean
  /** The previous and the next period; `next` is undefined when it would begin after today. */
  readonly previous: DayRange
  readonly next: DayRange | undefined
}

/** Figures are available for up to ten years at once. */
const longestMonths = 120

/** Earlier than any online sale; the warehouse counts its days from here. */
const oldestDay = '1970-01-01'

/**
 * Resolves a choice to shop days. Days in the URL that are invalid or reversed fall back to the last 30 days; of more than
 * ten years the first ten are kept.
 */
export function resolvePeriod(state: SearchState, scope: PeriodScope): ResolvedPeriod {
  const asked = resolveRange(state, scope)
  const range = shorten(asked ?? ranges['30d'](scope), scope)
  const requestedComparison = resolveComparison(state, range, scope)
  const compare = requestedComparison && shorten(requestedComparison, scope)
  const problems: readonly (readonly [PeriodProblem, boolean])[] = [
    ['days', asked === undefined],
    ['length', asked !== undefined && range.to !== asked.to],
    ['compare_days', lacksComparison(state, scope)],
    ['compare_length', compare?.to !== requestedComparison?.to],
  ]
  const length = countDays(range)
  const allowed = intervalsFor(length)
  const automatic = automaticInterval(length)
  return {
    range,
    compare,
    problems: problems.flatMap(([problem, isPresent]) => (isPresent ? [problem] : [])),
    interval: state.interval && allowed.includes(state.interval) ? state.interval : automatic,
    intervals: allowed,
    running: range.to >= scope.today,
    ...neighbours(state, range, scope),
  }
}

/** The first year with records, for a shop whose last orders are long ago; undefined when it begins within `range`. */
export function firstYear({ firstDay, today }: PeriodScope, range: DayRange): DayRange | undefined {
  if (!firstDay || firstDay >= range.from) return undefined
  const to = addDays(addMonths(firstDay, 12), -1)
  return { from: firstDay, to: to > today ? today : to }
}

/** Undefined for invalid days in the URL. */
function resolveRange(state: SearchState, scope: PeriodScope): DayRange | undefined {
  if (state.range === 'custom') return customRange(state.from, state.to, scope.today)
  return ranges[state.range](scope)
}

/** Limits a range to ten years, starting at the shop's first record if that is later. */
function shorten(range: DayRange, { firstDay }: PeriodScope): DayRange {
  if (range.to <= lastDayFrom(range.from)) return range
  const from = firstDay && firstDay > range.from && firstDay <= range.to ? firstDay : range.from
  const last = lastDayFrom(from)
  return { from, to: range.to > last ? last : range.to }
}

function lastDayFrom(from: Day): Day {
  return addDays(addMonths(from, longestMonths), -1)
}

function lacksComparison(state: SearchState, { today }: PeriodScope): boolean {
  if (state.compare !== 'custom' || state.range === 'all') return false
  return customRange(state.compareFrom, state.compareTo, today) === undefined
}

function customRange(from: string | undefined, to: string | undefined, today: Day): DayRange | undefined {
  const range = { from: existingDay(from), to: existingDay(to) }
  if (!range.from || !range.to || range.from > range.to || range.from > today) return undefined
  return { from: range.from, to: range.to > today ? today : range.to }
}

function existingDay(text: string | undefined): Day | undefined {
  if (!text || text < oldestDay) return undefined
  try {
    return parseDay(text)
  } catch {
    // An invalid day in the address counts as missing.
    return undefined
  }
}

const ranges: Readonly<Record<Preset, (scope: PeriodScope) => DayRange>> = {
  today: ({ today }) => ({ from: today, to: today }),
  yesterday: ({ today }) => lastDays(today, 1),
  '7d': ({ today }) => lastDays(today, 7),
  '28d': ({ today }) => lastDays(today, 28),
  '30d': ({ today }) => lastDays(today, 30),
  '90d': ({ today }) => lastDays(today, 90),
  '12m': ({ today }) => ({ from: addMonths(today, -12), to: addDays(today, -1) }),
  wtd: ({ today, weekStartsOn }) => ({ from: addDays(today, -((weekday(today) - weekStartsOn + 7) % 7)), to: today }),
  mtd: ({ today }) => ({ from: startOfMonth(today), to: today }),
  qtd: ({ today }) => ({ from: addMonths(startOfMonth(today), -((monthOf(today) - 1) % 3)), to: today }),
  ytd: ({ today }) => ({ from: addMonths(startOfMonth(today), 1 - monthOf(today)), to: today }),
  last_month: ({ today }) => ({ from: addMonths(startOfMonth(today), -1), to: addDays(startOfMonth(today), -1) }),
  all: ({ today, firstDay }) => ({ from: firstDay && firstDay < today ? firstDay : today, to: today }),
}

function lastDays(today: Day, days: number): DayRange {
  return { from: addDays(today, -days), to: addDays(today, -1) }
}

/** To-date ranges are compared with the same stretch of the unit before; all others with the days directly before. */
function resolveComparison(state: SearchState, range: DayRange, scope: PeriodScope): DayRange | undefined {
  if (state.compare === 'none' || state.range === 'all') return undefined
  if (state.compare === 'custom') {
    const custom = customRange(state.compareFrom, state.compareTo, scope.today)
    if (custom) return custom
  }
  if (state.compare === 'year') {
    if (state.matchWeekday) return shift(range, -364)
    return { from: addMonths(range.from, -12), to: addMonths(range.to, -12) }
  }
  const months = unitMonths[state.range]
  if (months !== undefined) return sameStretch(range, months)
  if (state.range === 'wtd') return shift(range, -7)
  const length = countDays(range)
  return shift(range, state.matchWeekday ? -Math.ceil(length / 7) * 7 : -length)
}

const unitMonths: Readonly<Partial<Record<RangeChoice, number>>> = { mtd: 1, qtd: 3, ytd: 12 }

function sameStretch(range: DayRange, months: number): DayRange {
  const from = addMonths(range.from, -months)
  const to = addDays(from, countDays(range) - 1)
  const endOfUnit = addDays(range.from, -1)
  return { from, to: to > endOfUnit ? endOfUnit : to }
}

function neighbours(
  state: SearchState,
  range: DayRange,
  { today }: PeriodScope,
): Pick<ResolvedPeriod, 'previous' | 'next'> {
  const months = state.range === 'last_month' ? 1 : unitMonths[state.range]
  return {
    previous: periodBefore(range, months),
    next: periodAfter(range, today, months),
  }
}

function automaticInterval(days: number): Interval {
  if (days <= 2) return 'hour'
  if (days <= 92) return 'day'
  return days <= 366 ? 'week' : 'month'
}

/** Intervals that result in 2 to about 400 points, so that a chart stays readable and light. */
function intervalsFor(days: number): Interval[] {
  const allowed: Interval[] = []
  if (days <= 14) allowed.push('hour')
  if (days >= 2 && days <= 400) allowed.push('day')
  if (days >= 14 && days <= 2000) allowed.push('week')
  if (days >= 59) allowed.push('month')
  return allowed
}

function shift({ from, to }: DayRange, days: number): DayRange {
  return { from: addDays(from, days), to: addDays(to, days) }
}

/** Monday = 1 … Sunday = 7. */
function weekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

function monthOf(day: Day): number {
  return Number(day.slice(5, 7))
}

function startOfMonth(day: Day): Day {
  return addDays(day, 1 - Number(day.slice(8)))
}
