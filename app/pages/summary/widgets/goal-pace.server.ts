import { divideRounded, printFixed, roundFixed } from '@tillsight/core'
import { addDays, addMonths, type Day, type DayRange, endOfDay, startOfDay } from '@tillsight/core/days'
import type { MetricValue } from '@tillsight/metrics'

/** Period of a goal. */
export type GoalPer = 'week' | 'month' | 'quarter' | 'year'

/**
 * `met`: reached · `ahead`: on track or better · `behind`: below that · `over`: beyond a limit · `unknown`: the metric has no
 * value.
 */
export type GoalStatus = 'met' | 'ahead' | 'behind' | 'over' | 'unknown'

export interface GoalInput {
  readonly actual: MetricValue
  /** Positive decimal text, in the metric's unit. */
  readonly target: string
  /** First to last day of the period. */
  readonly span: DayRange
  /** The present instant. */
  readonly now: string
  readonly zone: string
  /** For `lower` the target is an upper limit. */
  readonly better: 'higher' | 'lower' | 'neither'
  /** The metric adds up over time; otherwise there is neither an expected value nor a projection. */
  readonly additive: boolean
}

/** Decimal texts are exact to six decimals; null where unknown. */
export interface GoalPace {
  readonly standing: GoalStatus
  /** Of the target, as a fraction with three decimals; never rounded up to 1 before it is reached. */
  readonly reached: string | null
  /** Value needed by now to be on track, at a constant rate. */
  readonly expected: string | null
  /** Projected value at the end of the period; not before a full day has passed. */
  readonly projected: string | null
  /** Share of the span that has gone by, 0 to 1; for positions only. */
  readonly elapsed: number
}

const decimals = 6
const dayMs = 86_400_000n

/** The week, month, quarter or year that holds `today`. */
export function goalSpan(per: GoalPer, { today, weekStartsOn }: { today: Day; weekStartsOn: number }): DayRange {
  if (per === 'week') {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7
    const from = addDays(today, -((weekday - weekStartsOn + 7) % 7))
    return { from, to: addDays(from, 6) }
  }
  const month = Number(today.slice(5, 7))
  const months = { month: 1, quarter: 3, year: 12 }[per]
  const from = addMonths(addDays(today, 1 - Number(today.slice(8))), -((month - 1) % months))
  return { from, to: addDays(addMonths(from, months), -1) }
}

/** Compares a value with its goal. */
export function paceOf({ actual, target, span, now, zone, better, additive }: GoalInput): GoalPace {
  const goal = roundFixed(target, decimals)
  const begin = startOfDay(span.from, zone).getTime()
  const whole = BigInt(endOfDay(span.to, zone).getTime() - begin)
  const gone = clamp(BigInt(Date.parse(now) - begin), whole)
  const elapsed = Number((gone * 10_000n) / whole) / 10_000
  const expected = divideRounded(goal * gone, whole)
  const pace = { expected: additive ? printFixed(expected, decimals) : null, elapsed }
  if (actual === null || goal <= 0n) return { ...pace, standing: 'unknown', reached: null, projected: null }
  const amount = roundFixed(String(actual), decimals)
  const isTelling = additive && gone >= dayMs
  return {
    ...pace,
    standing: statusOf({ amount, goal, expected: additive ? expected : goal, isLimit: better === 'lower' }),
    reached: printFixed((amount * 1000n) / goal, 3),
    projected: isTelling ? printFixed(divideRounded(amount * whole, gone), decimals) : null,
  }
}

interface Status {
  readonly amount: bigint
  readonly goal: bigint
  readonly expected: bigint
  readonly isLimit: boolean
}

function statusOf({ amount, goal, expected, isLimit }: Status): GoalStatus {
  if (isLimit) return amount > goal ? 'over' : amount > expected ? 'behind' : 'ahead'
  return amount >= goal ? 'met' : amount >= expected ? 'ahead' : 'behind'
}

function clamp(value: bigint, most: bigint): bigint {
  return value < 0n ? 0n : value > most ? most : value
}
