import type { Better, Dimension, Formula, Measure, MetricDefinition, Unit } from './catalogue/definition.ts'
import { type BaseMetric, dimensions, metrics } from './catalogue/index.ts'
import { type CountingRule, countingRulesOf } from './counting.ts'
import { basesOf, isQuotient, metricOf, onBasis, partsOf, usualBasis } from './formula.ts'
import { canExceedTotal } from './overlap.ts'
import { isKnownBy } from './plan.ts'
import type { RatioBasis } from './query.ts'

/** A metric as the interface, the API and the documentation show it. */
export interface MetricDescription {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly formula: string
  readonly unit: Unit
  readonly better: Better
  /** Whether the parts of a range add up to it; false for quotients and counts of people. */
  readonly additive: boolean
  /** Metrics named in the formula; empty for one that is read from facts. */
  readonly from: readonly string[]
  /** The same with each metric's operator, in order. */
  readonly terms: readonly MetricTerm[]
  /** Rules on what it counts and leaves out. */
  readonly counting: readonly CountingRule[]
  /** Which facts it is computed from. */
  readonly about: 'orders' | 'ads' | 'both'
  /** Dimensions available for breakdowns and filters. */
  readonly dimensions: readonly string[]
}

/** A metric in a formula with its operator: `orderRevenue +`, `returns -`; `orderRevenue +`, `orders /`. */
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
  readonly level: 'order' | 'line' | 'ad'
  /**
   * Whether something can be in several rows of a breakdown by it, which then exceed the total. For a line dimension this
   * applies to metrics that count orders or customers; a result lists its own.
   */
  readonly overlapping: boolean
  readonly values: readonly string[] | null
}

/** The whole catalogue as data. */
export interface CatalogueDescription {
  readonly metrics: readonly MetricDescription[]
  readonly dimensions: readonly DimensionDescription[]
}

/** The catalogue for pages, the API and the documentation, with formulas in a shop's ratio basis. */
export function describeCatalogue(basis: RatioBasis = usualBasis): CatalogueDescription {
  const known = described.get(basis)
  if (known) return known
  const catalogue = {
    metrics: metrics.map((defined) => describeMetric(defined, basis)),
    dimensions: dimensions.map(describeDimension),
  }
  described.set(basis, catalogue)
  return catalogue
}

const described = new Map<RatioBasis, CatalogueDescription>()

function describeMetric(defined: MetricDefinition, basis: RatioBasis): MetricDescription {
  const metric = onBasis(defined, basis)
  const bases = basesOf([metric])
  return {
    key: metric.id,
    label: metric.label,
    description: metric === defined ? metric.description : `${metric.description} Here: of ${basisName(basis)}.`,
    formula: metric.formula,
    unit: metric.unit,
    better: metric.better,
    additive: !isQuotient(metric) && bases.every(({ value }) => addsUp(value)),
    from: 'aggregate' in metric.value ? [] : partsOf(metric.value),
    terms: 'aggregate' in metric.value ? [] : describeTerms(metric.value),
    counting: countingRulesOf(metric),
    about: aboutOf(bases),
    dimensions: dimensions.filter((each) => bases.every((base) => isKnownBy(base, [each]))).map(({ id }) => id),
  }
}

function aboutOf(bases: readonly BaseMetric[]): MetricDescription['about'] {
  const ofOrders = bases.filter(({ value }) => value.dataset === 'ledger').length
  if (ofOrders === 0) return 'ads'
  return ofOrders === bases.length ? 'orders' : 'both'
}

function basisName(basis: RatioBasis): string {
  return metricOf(basis).label.toLowerCase()
}

function addsUp(measure: Measure): boolean {
  if (measure.aggregate === 'told') return false
  return measure.aggregate !== 'uniq' || measure.acrossDays === 'each_once'
}

function describeDimension(dimension: Dimension): DimensionDescription {
  return {
    key: dimension.id,
    label: dimension.label,
    description: dimension.description,
    cardinality: dimension.cardinality,
    level: dimension.level,
    overlapping: canExceedTotal(dimension),
    values: dimension.values ?? null,
  }
}

function describeTerms(formula: Formula): MetricTerm[] {
  const further = 'divide' in formula ? '/' : 'add' in formula ? '+' : '-'
  return partsOf(formula).map((metric, index) => ({ metric, operator: index === 0 ? '+' : further }))
}
