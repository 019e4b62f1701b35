import { type Amount, zeroAmount } from '@tillsight/core'
import { addDays, addMonths, countDays, type Day, type DayRange, parseDay } from '@tillsight/core/days'

/** How often an amount is spent: once over all its days, or once per period. */
export const repetitions = ['never', 'day', 'week', 'month', 'quarter', 'year'] as const
/** One of {@link repetitions}. */
export type Repetition = (typeof repetitions)[number]
/** The recurring ones. */
type Period = Exclude<Repetition, 'never'>

/** The calendar period that contains a day; weeks begin on Monday. */
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

/** An amount and its days: `amount` is the total of all its days, or of each period. */
export interface Spending {
  readonly repeats: Repetition
  readonly amount: Amount
  readonly firstDay: Day
  /** If null, a recurring amount has no end, and any other is for the first day only. */
  readonly lastDay: Day | null
}

/** What is spent on a shop day. */
export interface SpentDay {
  readonly day: Day
  readonly amount: Amount
}

/** A range over which an amount is distributed evenly, and the part of it that counts. */
interface Stretch {
  readonly whole: DayRange
  readonly counted: DayRange
}

/**
 * The last day with an amount if days are computed up to `through`: one with an end is computed to its end, even in the
 * future.
 */
export function lastDayOf({ repeats, firstDay, lastDay }: Spending, through: Day): Day {
  if (lastDay !== null) return lastDay
  return repeats === 'never' ? firstDay : through
}

/**
 * The amount of each day, in order; up to `through` if there is no end. The days of a complete range add up to its amount
 * exactly: days are equal to within a millionth, and so are the sums of the first days and their share of the amount.
 */
export function* spreadOverDays(spending: Spending, through: Day): Generator<SpentDay> {
  for (const { whole, counted } of stretchesOf(spending, lastDayOf(spending, through))) {
    const days = BigInt(countDays(whole))
    let at = countBefore(whole, counted.from)
    let before = (spending.amount * at) / days
    for (let day = counted.from; day <= counted.to; day = addDays(day, 1)) {
      at += 1n
      const after = (spending.amount * at) / days
      yield { day, amount: toAmount(after - before) }
      before = after
    }
  }
}

/** The total of all days in a range, without iterating over them. */
export function spentWithin(spending: Spending, { from, to }: DayRange): Amount {
  const end = earlier(lastDayOf(spending, to), to)
  let sum: bigint = zeroAmount
  for (const { whole, counted } of stretchesOf(spending, end)) {
    const part = { from: later(counted.from, from), to: earlier(counted.to, end) }
    if (part.from > part.to) continue
    const days = BigInt(countDays(whole))
    const start = countBefore(whole, part.from)
    const stop = start + BigInt(countDays(part))
    sum += (spending.amount * stop) / days - (spending.amount * start) / days
  }
  return toAmount(sum)
}

function* stretchesOf(spending: Spending, end: Day): Generator<Stretch> {
  const { repeats, firstDay, lastDay } = spending
  if (repeats === 'never') {
    const whole = { from: firstDay, to: lastDay ?? firstDay }
    yield { whole, counted: whole }
    return
  }
  yield* periodsWithin({ from: firstDay, to: end }, repeats)
}

function* periodsWithin(range: DayRange, period: Period): Generator<Stretch> {
  for (let day = range.from; day <= range.to; ) {
    const whole = periodAround(day, period)
    yield { whole, counted: { from: day, to: earlier(whole.to, range.to) } }
    day = addDays(whole.to, 1)
  }
}

function countBefore({ from }: DayRange, day: Day): bigint {
  return day === from ? 0n : BigInt(countDays({ from, to: addDays(day, -1) }))
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b
}

function toAmount(millionths: bigint): Amount {
  // Holds because parts of an amount have the amount's unit.
  return millionths as Amount
}
