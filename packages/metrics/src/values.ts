import { rateDecimals } from '@tillsight/core'
import type { MetricDefinition, MetricId } from './catalogue/definition.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import type { Coverage } from './coverage.ts'
import { type Exact, quotientDecimals, quotientText, readDecimal, relativeChange, sumText, zero } from './exact.ts'
import { basesOf, evaluate, isQuotient, metricOf } from './formula.ts'
import type { MetricChange, MetricValue, MetricValues } from './query.ts'

/** Unrounded values by metric. */
export type ExactValues = ReadonlyMap<MetricId, Exact | null>

/** Maps the amounts of a result row to the metrics they were read for; null where an input is unknown. */
export function amountsOf(
  bases: readonly BaseMetric[],
  { places, amounts }: { readonly places: readonly number[]; readonly amounts: readonly string[] },
): [MetricId, Exact | null][] {
  return amounts.flatMap((text, index): [MetricId, Exact | null][] => {
    const base = bases[places[index] ?? index]
    return base ? [[base.id, text === '' ? null : readDecimal(text)]] : []
  })
}

/** What was read for the bases of some metrics. */
export interface Known {
  readonly amounts: ExactValues
  /** The bases that were queried; others have no value. */
  readonly bases: ReadonlyMap<MetricId, BaseMetric>
  readonly coverage: (base: BaseMetric) => Coverage
}

/** Computes metrics from the amounts of their bases: an absent amount is 0 where days are loaded, else there is no value. */
export function valuesOf(metrics: readonly MetricDefinition[], { amounts, bases, coverage }: Known): ExactValues {
  const find = (id: MetricId): Exact | null => {
    const base = bases.get(id)
    if (!base) return null
    const { loaded, unrated } = coverage(base)
    if (loaded === 'none' || (unrated.length > 0 && base.unit === 'money')) return null
    const amount = amounts.get(id)
    return amount === undefined ? zero : amount
  }
  return new Map(metrics.map((metric) => [metric.id, evaluate(metric, find)]))
}

/** Formats values the way all interfaces show them. */
export function valueTexts(metrics: readonly MetricDefinition[], values: ExactValues): MetricValues {
  return Object.fromEntries(metrics.map((metric) => [metric.id, valueText(metric, values.get(metric.id) ?? null)]))
}

/** Formats one value the way all interfaces show it. */
export function valueText(metric: MetricDefinition, value: Exact | null): MetricValue {
  if (value === null) return null
  const decimals = metric.unit === 'money' ? 2 : 0
  if (isQuotient(metric)) return quotientText(value, decimals)
  return metric.unit === 'count' ? Number(sumText(value, decimals)) : sumText(value, decimals)
}

/** The changes from one period to another. */
export function changesOf(
  metrics: readonly MetricDefinition[],
  now: ExactValues,
  before: ExactValues,
): Record<MetricId, MetricChange> {
  return Object.fromEntries(
    metrics.map(({ id }) => [id, changeOf(now.get(id) ?? null, before.get(id) ?? null)] as const),
  )
}

function changeOf(now: Exact | null, before: Exact | null): MetricChange {
  if (now === null || before === null) return { relative: null, isNew: false }
  const relative = relativeChange(now, before)
  return { relative: relative && quotientText(relative, 0), isNew: before.over === 0n && now.over !== 0n }
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
