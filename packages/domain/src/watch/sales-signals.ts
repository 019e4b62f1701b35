import { addDays, type Day } from '@tillsight/core/days'

/** Orders of one hour; `at` is its UTC instant. */
export interface HourOfOrders {
  readonly at: string
  /** Null: not loaded. */
  readonly orders: number | null
}

/** No order for so long that chance does not explain it. */
export interface Silence {
  /** Since then at least: the end of the last hour with an order, if that is among the hours looked at. */
  readonly since: string
  /** Orders that the same hours of the four weeks before brought on average. */
  readonly usual: number
}

const hoursOfWeek = 168
const weeksBefore = 4
/** Where eight are usual, none at all comes by chance once in three thousand times (e⁻⁸, Poisson). */
const orderCountOfSilence = 8
/** A longer silence is judged by its last two days. */
const hoursJudged = 48

/**
 * Whether a shop has gone silent: as many whole hours without an order as usually bring eight or more. `hours` are whole
 * ones without gaps, oldest first, of thirty days at least. Undefined while any hour that is needed is not loaded.
 */
export function findSilence(hours: readonly HourOfOrders[]): Silence | undefined {
  const last = hours.findLastIndex(({ orders }) => orders !== null && orders > 0)
  const began = hours[last + 1]
  if (!began || began.orders === null) return undefined
  let sum = 0
  for (let index = Math.max(last + 1, hours.length - hoursJudged); index < hours.length; index++) {
    for (let week = 1; week <= weeksBefore; week++) {
      const before = hours[index - week * hoursOfWeek]
      if (before === undefined || before.orders === null) return undefined
      sum += before.orders
    }
  }
  const usual = sum / weeksBefore
  if (usual < orderCountOfSilence) return undefined
  return { since: began.at, usual: Math.round(usual) }
}

/** Orders of one shop day. */
export interface DayOfOrders {
  readonly day: Day
  /** Null: not loaded. */
  readonly orders: number | null
}

/** A day with far fewer orders than the same weekday usually has. */
export interface Drop {
  readonly day: Day
  readonly orders: number
  /** Median of the same weekday in the eight weeks before. */
  readonly usual: number
}

const weekdaysCompared = 8
/** Below that a weekday says little: a few orders more or less are chance. */
const fewestOrders = 20

/**
 * Whether a day fell out of the usual: less than half of the median of the same weekday, and less than each of them, where
 * that weekday has at least twenty orders. Undefined while one of the nine days is not loaded.
 */
export function findDrop(days: readonly DayOfOrders[], day: Day): Drop | undefined {
  const byDay = new Map(days.map((entry) => [entry.day, entry.orders]))
  const orders = byDay.get(day)
  if (orders === undefined || orders === null) return undefined
  const before: number[] = []
  for (let week = 1; week <= weekdaysCompared; week++) {
    const count = byDay.get(addDays(day, -7 * week))
    if (count === undefined || count === null) return undefined
    before.push(count)
  }
  const sorted = before.toSorted((one, other) => one - other)
  const usual = ((sorted[weekdaysCompared / 2 - 1] ?? 0) + (sorted[weekdaysCompared / 2] ?? 0)) / 2
  if (usual < fewestOrders || orders * 2 >= usual || orders >= Math.min(...before)) return undefined
  return { day, orders, usual: Math.round(usual) }
}
