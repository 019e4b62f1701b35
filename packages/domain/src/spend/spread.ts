import { type Amount, zeroAmount } from '@tillsight/core'
import { addDays, addMonths, countDays, type Day, type DayRange, parseDay } from '@tillsight/core/days'

/** How often an amount is spent: once over its days, or once in every one of these periods. */
export const repetitions = ['never', 'day', 'week', 'month', 'quarter', 'year'] as const
/** One of {@link repetitions}. */
export type Repetition = (typeof repetitions)[number]
/** The ones that come again. */
type Period = Exclude<Repetition, 'never'>

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

/** What is spent, and when: `amount` is that of all its days, or of each period. */
export interface Spending {
  readonly repeats: Repetition
  readonly amount: Amount
  readonly firstDay: Day
  /** Null: of what comes again no end; of the rest the first day alone. */
  readonly lastDay: Day | null
}

interface SpentDay {
  readonly day: Day
  readonly amount: Amount
}

/** A stretch whose whole amount lies on its days evenly, and the part of it that counts. */
interface Stretch {
  readonly whole: DayRange
  readonly counted: DayRange
}

/**
 * The last day that has something when everything is worked out through `through`: what has an end is known to its end,
 * also where that is in the future.
 */
export function lastDayOf({ repeats, firstDay, lastDay }: Spending, through: Day): Day {
  if (lastDay !== null) return lastDay
  return repeats === 'never' ? firstDay : through
}

/**
 * What lies on each day, in order; of what has no end through `through`. The days of a whole stretch add up to its amount
 * exactly: each of them is the same to a millionth, and so is every part from its beginning to what that part is worth.
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

/** What lies on all days of a range together, without looking at each of them. */
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
  // Holds because parts of an amount are counted in its own unit.
  return millionths as Amount
}
