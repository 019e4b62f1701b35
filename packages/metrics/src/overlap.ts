import type { Dimension, Measure, MetricDefinition } from './catalogue/definition.ts'
import { basesOf, isQuotient } from './formula.ts'

/**
 * Whether the rows of a breakdown add up to more than the total, because what the metric counts is in several of them: an
 * order has lines of many products, a customer several orders. Money and quantities of a line are in one row only.
 */
export function exceedsTotal(metric: MetricDefinition, dimensions: readonly Dimension[]): boolean {
  if (isQuotient(metric)) return false
  return basesOf([metric]).some(({ value }) => dimensions.some((dimension) => isInSeveral(value, dimension)))
}

/** Whether rows of any metric by this dimension can exceed its total. */
export function canExceedTotal({ type, level }: Pick<Dimension, 'type' | 'level'>): boolean {
  return type === 'list' || level === 'line'
}

function isInSeveral(measure: Measure, { type, level }: Dimension): boolean {
  if (type === 'list') return true
  if (measure.aggregate === 'sum') return false
  return level === 'line' || (measure.aggregate === 'uniq' && measure.acrossDays !== 'each_once')
}
