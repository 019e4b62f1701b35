import { comparesWithUsual, type FigureRule } from './rule.ts'

/** A figure in one window, with the orders in it; null where it has no value. */
export interface Sample {
  readonly value: number | null
  readonly orders: number | null
}

/** A window beside the same ones of the weeks before, without noted days. */
export interface Compared extends Sample {
  readonly before: readonly Sample[]
}

/** What a rule says about a window. */
export interface Judgement {
  /**
   * `between`: no longer beyond the bound, but not yet back within 90 % of it; `unknown`: there is too little to say anything.
   */
  readonly verdict: 'beyond' | 'between' | 'within' | 'unknown'
  readonly value: number | null
  /** The median of the same windows before; null with too few of them. */
  readonly expected: number | null
  /** How many deviations it is away from that; null where nothing is usual. */
  readonly z: number | null
}

/** Fewer windows before say nothing about what is usual. */
const fewestBefore = 4
const zOfAnomaly = 4
const shareOfAnomaly = 0.2
const ordersOfAnomaly = 20
const backWithin = 0.9
/** Makes the median deviation of normally distributed values their standard deviation. */
const madScale = 1.4826
const leastSpread = 0.05

/** The median; undefined for none. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2
}

/** What is usual. */
export interface Usual {
  readonly median: number
  readonly spread: number
}

/** What is usual: the median and a robust deviation, which is never less than 5 % of the median. */
export function usualOf(values: readonly number[]): Usual | undefined {
  const median = medianOf(values)
  if (median === undefined || values.length < fewestBefore) return undefined
  const mad = medianOf(values.map((value) => Math.abs(value - median))) ?? 0
  return { median, spread: madScale * Math.max(mad, leastSpread * Math.abs(median)) }
}

/** Judges a window by a rule. */
export function judge(rule: FigureRule, window: Compared): Judgement {
  const { value, before } = window
  const usual = usualOf(before.flatMap((each) => each.value ?? []))
  const expected = usual?.median ?? null
  const z = usual && value !== null && usual.spread > 0 ? (value - usual.median) / usual.spread : null
  return { verdict: verdictOf(rule, window, usual), value, expected, z }
}

function verdictOf(rule: FigureRule, window: Compared, usual: Usual | undefined): Judgement['verdict'] {
  const { value } = window
  if (value === null || (comparesWithUsual(rule) && usual === undefined)) return 'unknown'
  const fewest = rule.kind === 'anomaly' ? ordersOfAnomaly : rule.minOrders
  if (fewest > 0 && (expectedOrders(window) ?? -1) < fewest) return 'unknown'
  return rule.kind === 'anomaly' ? anomalyVerdict(value, usual) : thresholdVerdict(rule, value, usual)
}

function thresholdVerdict(
  rule: Extract<FigureRule, { kind: 'threshold' }>,
  value: number,
  usual: Usual | undefined,
): Judgement['verdict'] {
  if ('value' in rule.bound) return boundVerdict(rule.op, value, Number(rule.bound.value))
  if (usual === undefined || usual.median <= 0) return 'unknown'
  return boundVerdict(rule.op, ((value - usual.median) / usual.median) * 100, Number(rule.bound.percent))
}

/** The orders that the window usually has; those in it where nothing is usual yet. */
function expectedOrders({ orders, before }: Compared): number | null {
  const known = before.flatMap((each) => each.orders ?? [])
  return known.length < fewestBefore ? orders : (medianOf(known) ?? null)
}

function anomalyVerdict(value: number, usual: Usual | undefined): Judgement['verdict'] {
  if (usual === undefined || usual.median === 0) return 'unknown'
  const { median, spread } = usual
  const off = Math.abs(value - median)
  const least = Math.max(zOfAnomaly * spread, shareOfAnomaly * Math.abs(median))
  if (off >= least) return 'beyond'
  return off <= least * backWithin ? 'within' : 'between'
}

function boundVerdict(op: 'below' | 'above', value: number, bound: number): Judgement['verdict'] {
  if (op === 'below' ? value < bound : value > bound) return 'beyond'
  // On the safe side of the bound: nearer to zero for what is too far from it, further away for what is too near.
  const isTowardsZero = op === 'below' ? bound < 0 : bound > 0
  const back = isTowardsZero ? bound * backWithin : bound / backWithin
  return (op === 'below' ? value >= back : value <= back) ? 'within' : 'between'
}
