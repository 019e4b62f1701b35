import { rateDecimals } from '@tillsight/core'
import type { MetricDefinition, MetricId } from './catalogue/definition.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import type { Coverage } from './coverage.ts'
import {
  type Exact,
  minus,
  plus,
  quotientDecimals,
  quotientText,
  readDecimal,
  relativeChange,
  signOf,
  sumNumber,
  sumText,
  zero,
} from './exact.ts'
import { basesOf, isQuotient, metricOf, quotientOf, sumsOf, type Term } from './formula.ts'
import type { MetricChange, MetricValue, MetricValues } from './query.ts'

/** Unrounded values of some metrics, in their order; null for no value. */
export type ExactValues = readonly (Exact | null)[]

/** What was read for bases in one place, in their order: null where an input is unknown, undefined where nothing was read. */
export type Amounts = (Exact | null | undefined)[]

/** Computes metrics from the amounts of these bases. */
export interface Formulas {
  readonly metrics: readonly MetricDefinition[]
  /** The bases that were queried; others have no value. */
  readonly bases: readonly BaseMetric[]
  readonly sums: readonly Sum[]
}

/** A metric as sums over indexes of bases. */
interface Sum {
  readonly metric: MetricDefinition
  readonly over: readonly Summand[]
  readonly by: readonly Summand[] | undefined
}

interface Summand {
  readonly index: number
  readonly sign: Term['sign']
}

/** Resolves the bases of metrics once for all places. */
export function formulasOf(metrics: readonly MetricDefinition[], bases: readonly BaseMetric[]): Formulas {
  const indexes = new Map(bases.map(({ id }, index) => [id, index]))
  const resolve = ({ base, sign }: Term): Summand => ({ index: indexes.get(base.id) ?? -1, sign })
  const sums = metrics.map((metric) => {
    const { over, by } = sumsOf(metric)
    return { metric, over: over.map(resolve), by: by?.map(resolve) }
  })
  return { metrics, bases, sums }
}

/**
 * Adds the amounts of a result row to those of its place. The row's part was read for the bases with these indexes; -1 for one
 * that nobody asks for.
 */
export function readAmounts(
  amounts: Amounts,
  indexes: readonly number[],
  row: { readonly places: readonly number[]; readonly amounts: readonly string[] },
): void {
  row.amounts.forEach((text, place) => {
    const index = indexes[row.places[place] ?? place] ?? -1
    if (index >= 0) amounts[index] = readAmount(text)
  })
}

/** The same of a row's courses, for the places of its buckets. */
export function readCourses(
  places: readonly Amounts[],
  indexes: readonly number[],
  row: { readonly places: readonly number[]; readonly courses?: readonly (readonly string[])[] },
): void {
  row.courses?.forEach((texts, place) => {
    const index = indexes[row.places[place] ?? place] ?? -1
    if (index < 0) return
    texts.forEach((text, bucket) => {
      const amounts = places[bucket]
      if (amounts) amounts[index] = readAmount(text)
    })
  })
}

function readAmount(text: string): Exact | null {
  return text === '' ? null : readDecimal(text)
}

/** Which bases have a value there: an absent amount of these is 0. */
export function coveredBases(bases: readonly BaseMetric[], coverage: (base: BaseMetric) => Coverage): boolean[] {
  return bases.map((base) => {
    const { loaded, unrated } = coverage(base)
    return loaded !== 'none' && (unrated.length === 0 || base.unit !== 'money')
  })
}

/** Computes the metrics of one place. */
export function valuesOf({ sums }: Formulas, amounts: Amounts, covered: readonly boolean[]): ExactValues {
  return sums.map((sum) => valueOf(sum, amounts, covered))
}

function valueOf({ metric: { value }, over, by }: Sum, amounts: Amounts, covered: readonly boolean[]): Exact | null {
  const whole = add(over, amounts, covered)
  if (by === undefined || !('divide' in value) || whole === null) return whole
  const divisor = add(by, amounts, covered)
  return divisor === null ? null : quotientOf(value, whole, divisor)
}

function add(summands: readonly Summand[], amounts: Amounts, covered: readonly boolean[]): Exact | null {
  let sum = zero
  for (const { index, sign } of summands) {
    if (covered[index] !== true) return null
    const amount = amounts[index]
    if (amount === null) return null
    if (amount !== undefined) sum = sign === 1 ? plus(sum, amount) : minus(sum, amount)
  }
  return sum
}

/** Formats values the way all interfaces show them. */
export function valueTexts({ metrics }: Pick<Formulas, 'metrics'>, values: ExactValues): MetricValues {
  const texts: Record<MetricId, MetricValue> = {}
  metrics.forEach((metric, index) => {
    texts[metric.id] = valueText(metric, values[index] ?? null)
  })
  return texts
}

/** Formats one value the way all interfaces show it. */
export function valueText(metric: MetricDefinition, value: Exact | null): MetricValue {
  if (value === null) return null
  const decimals = metric.unit === 'money' ? 2 : 0
  if (isQuotient(metric)) return quotientText(value, decimals)
  return metric.unit === 'count' ? sumNumber(value) : sumText(value, decimals)
}

/** The changes from one period to another. */
export function changesOf(
  metrics: readonly MetricDefinition[],
  now: ExactValues,
  before: ExactValues,
): Record<MetricId, MetricChange> {
  return Object.fromEntries(
    metrics.map(({ id }, index) => [id, changeOf(now[index] ?? null, before[index] ?? null)] as const),
  )
}

/** The change from one value to another. */
export function changeOf(now: Exact | null, before: Exact | null): MetricChange {
  if (now === null || before === null) return { relative: null, isNew: false }
  const relative = relativeChange(now, before)
  return { relative: relative && quotientText(relative, 0), isNew: signOf(before) === 0 && signOf(now) !== 0 }
}

/** The most decimals that a value of the metric can have in a result in the shop's own currency; 0 for whole numbers. */
export function mostDecimals(id: MetricId): number {
  const metric = metricOf(id)
  return isQuotient(metric) ? quotientDecimals : Math.max(...basesOf([metric]).map(decimalsOfSum))
}

function decimalsOfSum({ unit, value }: BaseMetric): number {
  if (value.aggregate !== 'sum') return 0
  const scales = Object.entries(datasets[value.dataset].columns).map(([column, type]) =>
    new RegExp(`\\b${column}\\b`).test(value.of) ? Number(/Decimal\(\d+, (\d+)\)/.exec(type)?.[1] ?? 0) : 0,
  )
  // Orders are stored in the shop's currency, ads in their account's.
  const isConverted = unit === 'money' && value.dataset === 'ads'
  return Math.max(0, ...scales) + (isConverted ? rateDecimals : 0)
}
