import type { Dimension } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import type { Period, Plan } from './plan.ts'
import type { Interval } from './query.ts'
import type { Binder } from './statement.ts'

/** Which rows of a dataset a select is about. */
export interface FactsWish {
  readonly plan: Plan
  readonly period: Period
  /** What the rows are grouped by. */
  readonly dimensions: readonly Dimension[]
  /** Whether figures are grouped into the buckets of the period. */
  readonly interval: Interval | undefined
  readonly binder: Binder
}

/** How rows of one dataset become figures, as pieces of SQL: what datasets differ in, and nothing else. */
export interface Facts {
  /** `WITH …`: names that the other pieces use. */
  readonly clock: string
  /** FROM and WHERE: the shop, the days and the filters. */
  readonly source: string
  /** Start of a row's bucket: an instant for hours, else a day number. */
  readonly bucket: string
  /** What to group by so that every key is one group. */
  readonly groupBy: readonly string[]
  /** The value of a dimension, for each group. */
  key(dimension: Dimension): string
  /** What people call the value, from the rows themselves. */
  name(dimension: Dimension): string
  /** When the newest row of a group counted, as a number. */
  readonly newest: string
  /** Aggregate of a base metric. */
  amount(base: BaseMetric): string
  /** Number of things without which the figure is not known; undefined when there can be none. */
  gaps(base: BaseMetric): string | undefined
  /** The same by bucket of the period, as arrays as long as it has buckets; where a dataset can tell them beside the others. */
  byBucket?(base: BaseMetric, interval: Interval): { readonly amounts: string; readonly gaps: string | undefined }
}

/** A figure as text, empty where something that belongs to it is not known. */
export function amountText(facts: Facts, base: BaseMetric): string {
  const gaps = facts.gaps(base)
  return gaps === undefined ? facts.amount(base) : `if(${gaps} > 0, '', toString(${facts.amount(base)}))`
}
