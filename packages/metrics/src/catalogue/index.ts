// Everything that can be queried, as data: one entry holds every aspect of a metric or dimension. Knows nothing of queries,
// SQL statements or stores.
import { ads } from './ads.ts'
import { blended } from './blended.ts'
import { customers } from './customers.ts'
import type { Dimension, Measure, MetricDefinition } from './definition.ts'
import { dimensions } from './dimensions.ts'
import { orders } from './orders.ts'
import { platformStats } from './platform-stats.ts'
import { knowledge, profit } from './profit.ts'
import { returns } from './returns.ts'
import { revenue } from './revenue.ts'

const definitions: readonly MetricDefinition[] = [
  ...revenue,
  ...returns,
  ...orders,
  ...customers,
  ...blended,
  ...profit,
  ...knowledge,
  ...ads,
  ...platformStats,
]
const metricsById = new Map(definitions.map((metric) => [metric.id, metric]))
const dimensionsById = new Map<string, Dimension>(dimensions.map((dimension) => [dimension.id, dimension]))

/** Every metric, in the order of the catalogue. */
export const metrics = definitions

const profitIds: ReadonlySet<string> = new Set([...profit, ...knowledge].map(({ id }) => id))

/** Whether the metric tells what a shop's costs are, or what is left of its revenue after them. */
export function isOfProfit(id: string): boolean {
  return profitIds.has(id)
}

/** Finds a metric by an id that may be user input. */
export function findMetric(id: string): MetricDefinition | undefined {
  return metricsById.get(id)
}

/** Finds a dimension by an id that may be user input. */
export function findDimension(id: string): Dimension | undefined {
  return dimensionsById.get(id)
}

/**
 * A metric that is read from a dataset rather than computed from others. `unconverted`: its money stays in the platform's
 * currency whatever the query requests, under an id of its own. `isMark`: nobody sees the figure, only whether it is 0, so that
 * orders may be counted more than once.
 */
export type BaseMetric = MetricDefinition & {
  readonly value: Measure
  readonly unconverted?: boolean
  readonly isMark?: boolean
}

export { datasets } from './datasets.ts'
export { type PlaceLevel, placeColumns, placeLevels } from './dimensions.ts'
export { type OrderValue, orderValueIds, orderValues, usualOrderValue, valueReturnIds } from './rows.ts'

/** Every dimension, in the order of the catalogue. */
const allDimensions: readonly Dimension[] = dimensions

export { allDimensions as dimensions }
