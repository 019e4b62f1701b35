import { divideRounded, printFixed, roundFixed } from '@tillsight/core'
import { addDays, addMonths, countDays, type Day, type DayRange } from '@tillsight/core/days'
import type { MetricValue } from '@tillsight/metrics'
import { z } from 'zod'

/** How a figure stands towards its target. Amounts are decimal text with six decimals; null where there is none to tell. */
export const GoalStanding = z.object({
  /** The days of the goal. */
  range: z.object({ from: z.string(), to: z.string() }),
  /** `met`: reached · `ahead`: on the way · `behind` · `over`: a limit that is exceeded · `unknown`: no figure or no target. */
  state: z.enum(['met', 'ahead', 'behind', 'over', 'unknown']),
  /** Of the target, as a fraction with three decimals; never 1 before it is reached. */
  reached: z.string().nullable(),
  /** What the days that are over should have brought. */
  expected: z.string().nullable(),
  /** What is left to reach. */
  left: z.string().nullable(),
  /** What each of the days left has to bring, today included. */
  perDay: z.string().nullable(),
  /** Days left, today included. */
  daysLeft: z.number().int(),
})
export type GoalStanding = z.infer<typeof GoalStanding>

/** A figure with its target. */
export interface GoalInput {
  readonly actual: MetricValue
  /** Decimal text; null: not set. */
  readonly target: string | null
  readonly range: DayRange
  readonly today: Day
  /** `lower`: the target is a limit. */
  readonly better: 'higher' | 'lower' | 'neither'
  /** Days add up to the range; nothing is expected of single days otherwise. */
  readonly additive: boolean
}

const decimals = 6

/** The days of a goal: the running month, or the days that are looked at. */
export function goalRange(per: 'month' | 'range', asked: DayRange, today: Day): DayRange {
  if (per === 'range') return { from: asked.from, to: asked.to }
  const from = addDays(today, 1 - Number(today.slice(8)))
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** The part of a goal's days that has come; null before it begins. */
export function goneDays({ from, to }: DayRange, today: Day): DayRange | null {
  if (from > today) return null
  return { from, to: to < today ? to : today }
}

/** Compares a figure with its target. */
export function standingOf({ actual, target, range, today, better, additive }: GoalInput): GoalStanding {
  const days = countDays(range)
  const over = range.from >= today ? 0 : Math.min(days, countDays({ from: range.from, to: today }) - 1)
  const daysLeft = days - over
  const goal = target === null ? 0n : roundFixed(target, decimals)
  const expected = additive && goal > 0n ? divideRounded(goal * BigInt(over), BigInt(days)) : null
  const common = { range, expected: expected === null ? null : printFixed(expected, decimals), daysLeft }
  if (actual === null || goal <= 0n) return { ...common, state: 'unknown', reached: null, left: null, perDay: null }
  const amount = roundFixed(String(actual), decimals)
  const left = goal > amount ? goal - amount : 0n
  return {
    ...common,
    state: stateOf({ amount, goal, expected, isLimit: better === 'lower', isOver: daysLeft === 0 }),
    reached: printFixed(floored(amount * 1000n, goal), 3),
    left: printFixed(left, decimals),
    perDay: additive && daysLeft > 0 ? printFixed(divideRounded(left, BigInt(daysLeft)), decimals) : null,
  }
}

function floored(over: bigint, by: bigint): bigint {
  const quotient = over / by
  return over < 0n && quotient * by !== over ? quotient - 1n : quotient
}

interface Compared {
  readonly amount: bigint
  readonly goal: bigint
  readonly expected: bigint | null
  readonly isLimit: boolean
  /** No day is left. */
  readonly isOver: boolean
}

function stateOf({ amount, goal, expected, isLimit, isOver }: Compared): GoalStanding['state'] {
  if (isLimit) return amount > goal ? 'over' : isOver ? 'met' : 'ahead'
  if (amount >= goal) return 'met'
  return !isOver && expected !== null && amount >= expected ? 'ahead' : 'behind'
}
