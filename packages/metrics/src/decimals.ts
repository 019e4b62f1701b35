import type { MetricId } from './catalogue/definition.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import { quotientDecimals } from './exact.ts'
import { basesOf, isQuotient, metricOf } from './formula.ts'

/** Digits behind the point that exchange rates have. */
const rateDecimals = 10

/**
 * The most digits behind the point that a value of a metric can have in an answer in the shop's own currency; 0 for whole
 * numbers.
 */
export function mostDecimals(id: MetricId): number {
  const metric = metricOf(id)
  return isQuotient(metric) ? quotientDecimals : Math.max(...basesOf([metric]).map(decimalsOfSum))
}

function decimalsOfSum({ unit, value }: BaseMetric): number {
  if (value.aggregate !== 'sum') return 0
  const scales = Object.entries(datasets[value.dataset].columns).map(([column, type]) =>
    new RegExp(`\\b${column}\\b`).test(value.of) ? Number(/Decimal\(\d+, (\d+)\)/.exec(type)?.[1] ?? 0) : 0,
  )
  // Orders are kept in the shop's currency, ads in their account's.
  const isConverted = unit === 'money' && value.dataset === 'ads'
  return Math.max(0, ...scales) + (isConverted ? rateDecimals : 0)
}
