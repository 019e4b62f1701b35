import type { Dimension } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import type { Period, Plan } from './plan.ts'
import type { Interval } from './query.ts'
import type { Binder } from './statement.ts'

/** Options for the rows of a dataset that a select reads. */
export interface FactsOptions {
  readonly plan: Plan
  readonly period: Period
  /**
   * The period that it is compared with, where it has no day of the same and is read at once: `period_index` tells them apart.
   * Only ads are read so.
   */
  readonly compared?: Period | undefined
  /** The dimensions that rows are grouped by. */
  readonly dimensions: readonly Dimension[]
  /** Whether figures are grouped into the buckets of the period. */
  readonly interval: Interval | undefined
  readonly binder: Binder
}

/** How rows of one dataset become figures, as pieces of SQL; all differences between datasets are here. */
export interface Facts {
  /** `WITH …`: names that the other expressions use. */
  readonly clock: string
  /** FROM and WHERE: restricts to the shop, the days and the filters. */
  readonly source: string
  /** Start of a row's bucket: an instant for hours, else a day number. */
  readonly bucket: string
  /** Expressions to group by, so that every key is one group. */
  readonly groupBy: readonly string[]
  /** The value of a dimension, for each group. */
  key(dimension: Dimension): string
  /** The display name of the value, from the rows themselves. */
  name(dimension: Dimension): string
  /** When the newest row of a group was booked, as a number. */
  readonly newest: string
  /** Aggregate of a base metric. */
  amount(base: BaseMetric): string
  /** Which of these bases the rows of a group add to; only for datasets that have marks. */
  marks?(bases: readonly BaseMetric[]): Marks
  /**
   * Number of missing inputs (an exchange rate, for instance) that make the figure unknown; undefined when there can be none.
   */
  gaps(base: BaseMetric): string | undefined
  /**
   * The same by bucket, as arrays with one entry per bucket of the period; only for datasets that can compute it alongside.
   */
  byBucket?(base: BaseMetric, interval: Interval): { readonly amounts: string; readonly gaps: string | undefined }
  /** The aggregate in two steps, for datasets that are added up by bucket. */
  readonly inSteps?: (base: BaseMetric) => Steps
  /** A condition on the rows that these bases look at; undefined where it would spare nothing. */
  onlyRows?(bases: readonly BaseMetric[]): string | undefined
}

/** Whether the rows of a group add to some bases, in one number. */
export interface Marks {
  /** Aggregate of the number, whose bits may be joined by OR. */
  readonly number: string
  /** By base, the bits that it has: it is marked where any is set. */
  readonly bits: readonly string[]
}

/** An aggregate of each bucket, and what is made of the column that holds it. */
export interface Steps {
  readonly bucket: string
  /** The figure of a bucket. */
  readonly value: (column: string) => string
  /** The figure of all buckets together. */
  readonly whole: (column: string) => string
}

/** What adds up. */
export function sumOf(bucket: string): Steps {
  return { bucket, value: (column) => column, whole: (column) => `sum(${column})` }
}

/** A figure as text, empty where an input of it is unknown. */
export function amountText(facts: Facts, base: BaseMetric): string {
  const gaps = facts.gaps(base)
  return gaps === undefined ? facts.amount(base) : `if(${gaps} > 0, '', toString(${facts.amount(base)}))`
}
