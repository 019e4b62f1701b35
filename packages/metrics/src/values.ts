import type { MetricDefinition, MetricId } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import type { Coverage } from './coverage.ts'
import { type Exact, quotientText, readDecimal, relativeChange, sumText, zero } from './exact.ts'
import { evaluate, isQuotient, metricOf } from './formula.ts'
import type { MetricChange, MetricValue, MetricValues } from './query.ts'

/** Unrounded values by metric. */
export type ExactValues = ReadonlyMap<MetricId, Exact | null>

/** Pairs what an answer row holds with the metrics it was read for. */
export function amountsOf(
  bases: readonly BaseMetric[],
  { places, amounts }: { readonly places: readonly number[]; readonly amounts: readonly string[] },
): [MetricId, Exact][] {
  return amounts.flatMap((text, index) => {
    const base = bases[places[index] ?? index]
    return base ? [[base.id, readDecimal(text)]] : []
  })
}

/** Values of metrics from the amounts of their bases: an absent one is 0 where days are loaded, else it has no value. */
export function valuesOf(
  metrics: readonly MetricDefinition[],
  amounts: ReadonlyMap<MetricId, Exact>,
  { loaded, unrated }: Coverage,
): ExactValues {
  const base = (id: MetricId): Exact | null => {
    if (loaded === 'none' || (unrated.length > 0 && metricOf(id).unit === 'money')) return null
    return amounts.get(id) ?? zero
  }
  return new Map(metrics.map((metric) => [metric.id, evaluate(metric, base)]))
}

/** Values as every door shows them. */
export function valueTexts(metrics: readonly MetricDefinition[], values: ExactValues): MetricValues {
  return Object.fromEntries(metrics.map((metric) => [metric.id, valueText(metric, values.get(metric.id) ?? null)]))
}

/** One value as every door shows it. */
export function valueText(metric: MetricDefinition, value: Exact | null): MetricValue {
  if (value === null) return null
  const decimals = metric.unit === 'money' ? 2 : 0
  if (isQuotient(metric)) return quotientText(value, decimals)
  return metric.unit === 'count' ? Number(sumText(value, decimals)) : sumText(value, decimals)
}

/** What changed from one period to another. */
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
