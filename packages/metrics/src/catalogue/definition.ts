import type { AdPlatformId } from '@tillsight/platforms'

/** A fragment over the columns of a dataset; only the catalogue writes these, never a question. */
export type SqlExpression = string
/** Key of a metric without its platform: `sales`. */
export type MetricId = string
/** Names of the fact tables. */
export type DatasetId = 'ledger' | 'ads' | 'reach'

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
  /** `orderRevenue` in its formula stands for what the shop measures its ads against. */
  readonly onRatioBasis?: true
}

/** Σ `of` over the rows that meet `where`. */
export interface SumMeasure {
  readonly dataset: 'ledger' | 'ads'
  readonly aggregate: 'sum'
  readonly of: SqlExpression
  readonly where: SqlExpression
  /** Of ads: the one platform whose rows meet `where`. */
  readonly platform?: AdPlatformId
}

/** Number of orders placed that meet `where`, which may name order facts only: they stand on every row. */
export interface CountMeasure {
  readonly dataset: 'ledger'
  readonly aggregate: 'count'
  readonly where: SqlExpression
  /** Later events change the answer for a past day, so that only the facts themselves may be asked. */
  readonly changesLater?: true
}

/** Number of different people behind the orders that meet `where`. */
export interface PeopleMeasure {
  readonly dataset: 'ledger'
  readonly aggregate: 'uniq'
  readonly of: 'customer_id'
  readonly where: SqlExpression
  /**
   * How days add up to ranges: `each_once` when nobody meets `where` twice; else the column with the instant of the same
   * person's previous order that met it.
   */
  readonly acrossDays: 'each_once' | 'previous_paid_at' | 'previous_returning_at'
}

/** People whom a platform says it reached on exactly the asked days: known for some ranges, and never added up over days. */
export interface ReachMeasure {
  readonly dataset: 'reach'
  readonly aggregate: 'told'
  readonly where: SqlExpression
  readonly platform: AdPlatformId
}

/** How a figure is read from facts. */
export type Measure = SumMeasure | CountMeasure | PeopleMeasure | ReachMeasure

/** Computed from the figures of the same bucket, so a ratio is always one of sums. */
export type Formula =
  /**
   * Divided by zero it has no value. `unconverted`: both parts are money of the same rows, and are divided as the platform
   * knows them, so that the quotient is the same in whatever currency is asked for.
   */
  | {
      readonly divide: readonly [over: MetricId, by: MetricId]
      readonly times?: number
      readonly unconverted?: true
    }
  | { readonly add: readonly MetricId[] }
  | { readonly subtract: readonly [from: MetricId, ...taken: MetricId[]] }

/** A fact table: what the compiler needs to scope and date its rows. */
export interface Dataset {
  readonly id: DatasetId
  readonly table: string
  readonly tenant: string
  /** When a row counts: an instant in UTC, or (`day`) a day that no zone shifts. */
  readonly time: string
  readonly dated: 'instant' | 'day'
  /** Its columns with their types. */
  readonly columns: Readonly<Record<string, string>>
  /** One row per shop day and measure; answers questions without dimensions and filters. */
  readonly rollup?: string
}

/** A way to break figures down and to filter them. */
export interface Dimension {
  readonly id: string
  readonly label: string
  readonly description: string
  /** `high` needs a limit. */
  readonly cardinality: 'low' | 'high'
  /** Whether a value belongs to the whole order, to one of its lines, or to a row of an ad account's day. */
  readonly level: 'order' | 'line' | 'ad'
  /** An order has any number of values of a `list` at once. */
  readonly type: 'text' | 'list' | 'number'
  /** All possible values, where they are fixed. */
  readonly values?: readonly string[]
  /** Lines that have a value at all: orders are not counted for their other lines when this dimension filters. */
  readonly lines?: SqlExpression
  /** What to call a value, from its newest row. */
  readonly name?: SqlExpression
  /** Of ads: where in an account it stands; its names are those of the place. */
  readonly place?: AdPlace
  /** By dataset that has it. */
  readonly on: Readonly<Partial<Record<DatasetId, SqlExpression>>>
}

/** A level of ad accounts, with the columns that tell its places apart. */
export interface AdPlace {
  readonly level: 'account' | 'campaign' | 'ad_set' | 'ad'
  readonly columns: readonly string[]
}
