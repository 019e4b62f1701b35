/** A fragment over the columns of a dataset; only the catalogue writes these, never a question. */
export type SqlExpression = string
/** Key of a metric without its platform: `sales`. */
export type MetricId = string
/** Names of the fact tables. */
export type DatasetId = 'ledger'

/** What a figure is measured in; percentages are fractions. */
export type Unit = 'money' | 'count' | 'percent' | 'ratio' | 'days'
/** Which direction is good, for colours. */
export type Better = 'higher' | 'lower' | 'neither'

/** One figure with everything any door needs to compute, explain and colour it. */
export interface MetricDefinition {
  readonly id: MetricId
  readonly label: string
  /** One sentence for an owner. */
  readonly description: string
  /** How it is computed, in words; tooltips and documentation print it. */
  readonly formula: string
  readonly unit: Unit
  readonly better: Better
  readonly value: Measure | Formula
}

/** Σ `of` over the rows that meet `where`. */
export interface SumMeasure {
  readonly dataset: DatasetId
  readonly aggregate: 'sum'
  readonly of: SqlExpression
  readonly where: SqlExpression
}

/** Number of orders placed that meet `where`, which may name order facts only: they stand on every row. */
export interface CountMeasure {
  readonly dataset: DatasetId
  readonly aggregate: 'count'
  readonly where: SqlExpression
  /** Later events change the answer for a past day, so that only the facts themselves may be asked. */
  readonly changesLater?: true
}

/** Number of different people behind the orders that meet `where`. */
export interface PeopleMeasure {
  readonly dataset: DatasetId
  readonly aggregate: 'uniq'
  readonly of: 'customer_id'
  readonly where: SqlExpression
  /**
   * How days add up to ranges: `each_once` when nobody meets `where` twice; else the column with the instant of the same
   * person's previous order that met it.
   */
  readonly acrossDays: 'each_once' | 'previous_paid_at' | 'previous_returning_at'
}

/** How a figure is read from facts. */
export type Measure = SumMeasure | CountMeasure | PeopleMeasure

/** Computed from the figures of the same bucket, so a ratio is always one of sums. */
export type Formula =
  /** Divided by zero it has no value. */
  | { readonly divide: readonly [over: MetricId, by: MetricId] }
  | { readonly add: readonly MetricId[] }
  | { readonly subtract: readonly [from: MetricId, ...taken: MetricId[]] }

/** A fact table: what the compiler needs to scope and date its rows. */
export interface Dataset {
  readonly id: DatasetId
  readonly table: string
  readonly tenant: string
  /** When a row counts, in UTC. */
  readonly time: string
  /** The columns that the catalogue names, with their types. */
  readonly columns: Readonly<Record<string, string>>
  /** One row per shop day and measure; answers questions without dimensions and filters. */
  readonly rollup: string
}

/** A way to break figures down and to filter them. */
export interface Dimension {
  readonly id: string
  readonly label: string
  readonly description: string
  /** `high` needs a limit. */
  readonly cardinality: 'low' | 'high'
  /** Whether a value belongs to the whole order or to one of its lines. */
  readonly level: 'order' | 'line'
  /** An order has any number of values of a `list` at once. */
  readonly type: 'text' | 'list' | 'number'
  /** All possible values, where they are fixed. */
  readonly values?: readonly string[]
  /** Lines that have a value at all: orders are not counted for their other lines when this dimension filters. */
  readonly lines?: SqlExpression
  /** What to call a value, from its newest row. */
  readonly name?: SqlExpression
  readonly on: Readonly<Record<DatasetId, SqlExpression>>
}
