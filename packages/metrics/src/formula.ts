import type { Formula, Measure, MetricDefinition, MetricId } from './catalogue/definition.ts'
import { type BaseMetric, findMetric } from './catalogue/index.ts'
import { dividedBy, type Exact, times } from './exact.ts'

/** Looks up a metric that the catalogue itself names. */
export function metricOf(id: MetricId): MetricDefinition {
  const metric = findMetric(id)
  if (!metric) throw new Error(`The catalogue names the metric ${id} and does not define it`)
  return metric
}

/** The base metrics that the given metrics are computed from, each once, in a fixed order. */
export function basesOf(metrics: readonly MetricDefinition[]): BaseMetric[] {
  const found = new Map<MetricId, BaseMetric>()
  for (const metric of metrics) {
    visitBases(metric, false, (base) => {
      found.set(base.id, base)
    })
  }
  return [...found.values()]
}

function visitBases(metric: MetricDefinition, unconverted: boolean, found: (base: BaseMetric) => void): void {
  const { value } = metric
  if ('aggregate' in value) found(baseOf(metric, value, unconverted))
  else for (const id of partsOf(value)) visitBases(metricOf(id), unconverted || isUnconverted(value), found)
}

function baseOf(metric: MetricDefinition, value: Measure, unconverted: boolean): BaseMetric {
  return unconverted ? { ...metric, id: baseId(metric.id, true), value, unconverted } : { ...metric, value }
}

/** Unconverted money is a base of its own, beside the same money converted. */
function baseId(id: MetricId, unconverted: boolean): MetricId {
  return unconverted ? `${id} unconverted` : id
}

function isUnconverted(formula: Formula): boolean {
  return 'divide' in formula && formula.unconverted === true
}

/** The metrics that a formula names. */
export function partsOf(formula: Formula): readonly MetricId[] {
  if ('divide' in formula) return formula.divide
  return 'add' in formula ? formula.add : formula.subtract
}

/** Whether the metric is a quotient, which has no value when its denominator is zero. */
export function isQuotient(metric: MetricDefinition): boolean {
  return 'divide' in metric.value
}

/** Divides the two parts of a quotient formula; null when the second is zero. */
export function quotientOf(formula: Formula, over: Exact, by: Exact): Exact | null {
  const factor = 'divide' in formula ? formula.times : undefined
  return dividedBy(factor === undefined ? over : times(over, factor), by)
}

/** A base metric and its sign in a sum. */
export interface Term {
  readonly base: BaseMetric
  readonly sign: 1 | -1
}

/** The sums of a metric: numerator and denominator of a quotient, else `over` alone. */
export interface Sums {
  readonly over: readonly Term[]
  /** Undefined unless the metric is a quotient. */
  readonly by: readonly Term[] | undefined
}

/** Splits a metric into its sums. */
export function sumsOf(metric: MetricDefinition): Sums {
  const { value } = metric
  if (!('divide' in value)) return { over: termsOf(metric), by: undefined }
  const [over, by] = value.divide.map((part) => termsOf(metricOf(part), value.unconverted))
  return { over: over ?? [], by }
}

/** A metric without quotients as signed sum of its bases. */
function termsOf(metric: MetricDefinition, unconverted = false, sign: 1 | -1 = 1): Term[] {
  const { value } = metric
  if ('aggregate' in value) return [{ base: baseOf(metric, value, unconverted), sign }]
  if ('divide' in value) throw new Error(`${metric.id} is a quotient and has no terms`)
  const opposite = sign === 1 ? -1 : 1
  return partsOf(value).flatMap((id, index) =>
    termsOf(metricOf(id), unconverted, 'subtract' in value && index > 0 ? opposite : sign),
  )
}

/** Replaces order revenue in a metric by the shop's ratio basis. */
export function onBasis(metric: MetricDefinition, basis: MetricId = usualBasis): MetricDefinition {
  const { value, onRatioBasis, formula } = metric
  if (!onRatioBasis || basis === usualBasis || !('divide' in value)) return metric
  const [over, by] = value.divide.map((id) => (id === usualBasis ? basis : id))
  if (over === undefined || by === undefined) throw new Error('A quotient has two parts')
  return {
    ...metric,
    formula: formula.replace(/order revenue/i, (found) => nameLike(found, metricOf(basis).label)),
    value: { ...value, divide: [over, by] },
  }
}

/** The default ratio basis of metrics that relate revenue to ad spend. */
export const usualBasis = 'orderRevenue'

function nameLike(found: string, name: string): string {
  return found.startsWith('O') ? name : name.toLowerCase()
}

/** Whether any of these metrics is computed from ad facts. */
export function asksAds(ids: readonly MetricId[]): boolean {
  return basesOf(ids.map(metricOf)).some(({ value }) => value.dataset !== 'ledger')
}

/** Platforms whose reported conversions any of these metrics uses; includes `all` if it uses those of every platform. */
export function asksClaims(ids: readonly MetricId[]): ReadonlySet<string> {
  const claims = basesOf(ids.map(metricOf)).flatMap(({ value }) =>
    value.aggregate === 'sum' && value.of.startsWith('purchase') ? [value.platform ?? 'all'] : [],
  )
  return new Set(claims)
}

/** Whether a metric is of all ad platforms together and holds more of what they tell than what was spent. */
export function isOfDelivery(id: MetricId): boolean {
  const metric = findMetric(id)
  const values = metric ? basesOf([metric]).map(({ value }) => value) : []
  return (
    values.every((value) => value.dataset === 'ads' && value.platform === undefined) &&
    values.some((value) => value.aggregate === 'sum' && value.of !== 'spend')
  )
}

/** Whether a metric tells new customers from others, which takes the whole history of a shop. */
export function isAboutCustomers(id: MetricId): boolean {
  return /customer/i.test(`${id} ${findMetric(id)?.label ?? ''}`) || id === 'repeatRate'
}
