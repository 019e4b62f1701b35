import type { Better, Formula, Unit } from './catalogue/definition.ts'
import { dimensions, metrics } from './catalogue/index.ts'
import { type CountingRule, countingRulesOf } from './counting.ts'
import { basesOf, isQuotient, partsOf } from './formula.ts'
import { canExceedTotal } from './overlap.ts'

/** A metric as the interface, the API and the documentation show it. */
export interface MetricDescription {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly formula: string
  readonly unit: Unit
  readonly better: Better
  /** Whether parts of a range add up to it; quotients and people do not. */
  readonly additive: boolean
  /** Metrics that the formula names; empty for one that is read from facts. */
  readonly from: readonly string[]
  /** The same with the operator that each enters with, in order. */
  readonly terms: readonly MetricTerm[]
  /** What it counts and leaves out. */
  readonly counting: readonly CountingRule[]
  /** Dimensions that it can be broken down and filtered by. */
  readonly dimensions: readonly string[]
}

/** A metric that a formula names: `orderRevenue +`, `returns -`; `orderRevenue +`, `orders /`. */
export interface MetricTerm {
  readonly metric: string
  readonly operator: '+' | '-' | '/'
}

/** A dimension as the interface, the API and the documentation show it. */
export interface DimensionDescription {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly cardinality: 'low' | 'high'
  readonly level: 'order' | 'line'
  /**
   * Something can be in several rows of a breakdown by it, which then exceed the total. Of a dimension of lines that holds
   * for figures that count orders or customers; an answer names its own.
   */
  readonly overlapping: boolean
  readonly values: readonly string[] | null
}

/** The whole catalogue as data. */
export interface CatalogueDescription {
  readonly metrics: readonly MetricDescription[]
  readonly dimensions: readonly DimensionDescription[]
}

/** The catalogue for pages, the API and the documentation. */
export function describeCatalogue(): CatalogueDescription {
  return {
    metrics: metrics.map((metric) => ({
      key: metric.id,
      label: metric.label,
      description: metric.description,
      formula: metric.formula,
      unit: metric.unit,
      better: metric.better,
      additive:
        !isQuotient(metric) &&
        basesOf([metric]).every(({ value }) => value.aggregate !== 'uniq' || value.acrossDays === 'each_once'),
      from: 'aggregate' in metric.value ? [] : partsOf(metric.value),
      terms: 'aggregate' in metric.value ? [] : describeTerms(metric.value),
      counting: countingRulesOf(metric),
      dimensions: dimensions.map(({ id }) => id),
    })),
    dimensions: dimensions.map((dimension) => ({
      key: dimension.id,
      label: dimension.label,
      description: dimension.description,
      cardinality: dimension.cardinality,
      level: dimension.level,
      overlapping: canExceedTotal(dimension),
      values: 'values' in dimension ? dimension.values : null,
    })),
  }
}

function describeTerms(formula: Formula): MetricTerm[] {
  const further = 'divide' in formula ? '/' : 'add' in formula ? '+' : '-'
  return partsOf(formula).map((metric, index) => ({ metric, operator: index === 0 ? '+' : further }))
}
