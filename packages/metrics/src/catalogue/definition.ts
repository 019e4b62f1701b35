import type { AdPlatformId } from '@tillsight/platforms'

/** A SQL fragment over the columns of a dataset; written only in the catalogue, never taken from a query. */
export type SqlExpression = string
/** Key of a metric without its platform: `sales`. */
export type MetricId = string
/** Names of the fact tables. */
export type DatasetId = 'ledger' | 'ads' | 'reach'

/** The unit of a figure; percentages are fractions. */
export type Unit = 'money' | 'count' | 'percent' | 'ratio' | 'days'
/** Which direction is good, for colours. */
export type Better = 'higher' | 'lower' | 'neither'

/** One metric with everything needed to compute, explain and colour it. */
export interface MetricDefinition {
  readonly id: MetricId
  readonly label: string
  /** One sentence for the shop's owner. */
  readonly description: string
  /** How it is computed, in words; tooltips and documentation print it. */
  readonly formula: string
  readonly unit: Unit
  readonly better: Better
  readonly value: Measure | Formula
  /** `orderRevenue` in its formula is replaced by the shop's ratio basis. */
  readonly onRatioBasis?: true
  /** Where its rows are those of some states: all that share `column` and `rows` are looked up at once. */
  readonly states?: States
}

/** The rows (of all, or those that meet `rows`) whose column has one of these states: as `where` of the metric's measure says. */
export interface States {
  readonly column: 'goods_state' | 'fees_state' | 'shipping_state'
  readonly among: readonly CostState[]
  readonly rows?: SqlExpression
}

/** How far the cost of a row is known: the numbers that the ledger writes. */
export const costStates = { none: 0, exact: 1, assumed: 2, unknown: 3 } as const
type CostState = keyof typeof costStates

/** Sum of `of` over the rows that meet `where`. */
export interface SumMeasure {
  readonly dataset: 'ledger' | 'ads'
  readonly aggregate: 'sum'
  readonly of: SqlExpression
  readonly where: SqlExpression
  /** Of ads: the one platform whose rows meet `where`. */
  readonly platform?: AdPlatformId
}

/** Number of orders placed that meet `where`, which may use order facts only: every row has them. */
export interface CountMeasure {
  readonly dataset: 'ledger'
  readonly aggregate: 'count'
  readonly where: SqlExpression
  /** Later events change the result for a past day. */
  readonly changesLater?: true
}

/** Number of distinct people behind the orders that meet `where`. */
export interface PeopleMeasure {
  readonly dataset: 'ledger'
  readonly aggregate: 'uniq'
  readonly of: 'customer_id'
  readonly where: SqlExpression
  /**
   * How days add up to ranges: `each_once` if a person meets `where` only once; else the column with the instant of the same
   * person's previous order that met it.
   */
  readonly acrossDays: 'each_once' | 'previous_paid_at' | 'previous_returning_at'
}

/**
 * People that a platform says it reached in exactly the requested days: known for some ranges only, and never added up over
 * days.
 */
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
   * Has no value when divided by zero. `unconverted`: both parts are money of the same rows and are divided in the platform's
   * currency, so that the quotient does not depend on the requested currency.
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
  /** When a row counts: an instant in UTC, or (`day`) a calendar day that no time zone shifts. */
  readonly time: string
  readonly dated: 'instant' | 'day'
  /** Its columns with their types. */
  readonly columns: Readonly<Record<string, string>>
  /**
   * Tables by shop day: of the shop as a whole, for queries without dimensions and filters, and of each value of the dimensions
   * that are rolled up.
   */
  readonly rollup?: { readonly whole: string; readonly parts: string }
}

/** A dimension for breakdowns and filters. */
export interface Dimension {
  readonly id: string
  readonly label: string
  readonly description: string
  /** `high` requires a limit. */
  readonly cardinality: 'low' | 'high'
  /** Whether a value belongs to the whole order, to one of its lines, or to a row of an ad account's day. */
  readonly level: 'order' | 'line' | 'ad'
  /** For `list`, an order can have any number of values at once. */
  readonly type: 'text' | 'list' | 'number'
  /** Whether the roll-up is kept for each of its values: of few, and exactly one for an order, the same on all its rows. */
  readonly isRolledUp?: true
  /** All possible values, where they are fixed. */
  readonly values?: readonly string[]
  /** Condition for lines with a value: an order is not counted for its other lines when this dimension filters. */
  readonly lines?: SqlExpression
  /** Display name of a value, from its newest row. */
  readonly name?: SqlExpression
  /** For ads: the level in the account; names come from the entity. */
  readonly place?: AdPlace
  /** Expression by dataset, for those that have the dimension. */
  readonly on: Readonly<Partial<Record<DatasetId, SqlExpression>>>
}

/** A level of ad accounts, with the columns that identify its entities. */
export interface AdPlace {
  readonly level: 'account' | 'campaign' | 'ad_set' | 'ad'
  readonly columns: readonly string[]
}
