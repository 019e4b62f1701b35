import type { Formula, MetricDefinition, MetricId } from './catalogue/definition.ts'
import { type BaseMetric, findMetric } from './catalogue/index.ts'
import { dividedBy, type Exact, minus, plus, zero } from './exact.ts'

/** Looks up a metric that the catalogue itself names. */
export function metricOf(id: MetricId): MetricDefinition {
  const metric = findMetric(id)
  if (!metric) throw new Error(`The catalogue names the metric ${id} and does not define it`)
  return metric
}

/** The metrics read from the warehouse that these are computed from, each once, in a fixed order. */
export function basesOf(metrics: readonly MetricDefinition[]): BaseMetric[] {
  const found = new Map<MetricId, BaseMetric>()
  const visit = (metric: MetricDefinition): void => {
    const { value } = metric
    if ('aggregate' in value) found.set(metric.id, { ...metric, value })
    else for (const id of partsOf(value)) visit(metricOf(id))
  }
  for (const metric of metrics) visit(metric)
  return [...found.values()]
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

/** The value of a metric from those of its bases; null where it has none. */
export function evaluate(metric: MetricDefinition, base: (id: MetricId) => Exact | null): Exact | null {
  const { value } = metric
  if ('aggregate' in value) return base(metric.id)
  const parts: Exact[] = []
  for (const id of partsOf(value)) {
    const part = evaluate(metricOf(id), base)
    if (part === null) return null
    parts.push(part)
  }
  const [first = zero, ...rest] = parts
  if ('divide' in value) return dividedBy(first, rest[0] ?? zero)
  return rest.reduce('add' in value ? plus : minus, first)
}

/** A base metric with the sign it enters a sum with. */
export interface Term {
  readonly base: BaseMetric
  readonly sign: 1 | -1
}

/** A metric without quotients as signed sum of its bases. */
export function termsOf(metric: MetricDefinition, sign: 1 | -1 = 1): Term[] {
  const { value } = metric
  if ('aggregate' in value) return [{ base: { ...metric, value }, sign }]
  if ('divide' in value) throw new Error(`${metric.id} is a quotient and has no terms`)
  const opposite = sign === 1 ? -1 : 1
  return partsOf(value).flatMap((id, index) =>
    termsOf(metricOf(id), 'subtract' in value && index > 0 ? opposite : sign),
  )
}
