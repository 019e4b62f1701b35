import type { DayRange } from '@tillsight/core/days'
import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { type Span, spanOf } from './calendar.ts'
import {
  type CountMeasure,
  costStates,
  type Dimension,
  type Measure,
  type PeopleMeasure,
  type States,
} from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { datasets } from './catalogue/index.ts'
import { type Conversion, conversionOf } from './conversion.ts'
import { type Facts, type FactsOptions, type Marks, type Steps, sumOf } from './dataset-facts.ts'
import type { Period, PlannedFilter } from './plan.ts'
import type { Interval, Scope } from './query.ts'
import { type Binder, createBinder } from './statement.ts'

const { table, tenant, time } = datasets.ledger

/** Facts of order lines: dated by their instant on the shop's clock, in the shop's currency. */
export function ledgerFacts({ plan, period, dimensions, interval, binder }: FactsOptions): Facts {
  const scope: LedgerScope = { span: period.span, filters: plan.filters, conversion: plan.conversion }
  const level = levelOf(plan.filters, dimensions)
  return {
    clock: clockSql(scope, binder),
    source: sourceSql(scope, binder),
    bucket: bucketSql(interval, period, binder),
    groupBy: dimensions.map((_, index) => `key_${index}`),
    key: groupSql,
    name: nameSql,
    newest: `toUnixTimestamp(max(${time}))`,
    amount: (base) => aggregateSql(base, level, plan.conversion !== undefined),
    marks: (bases) => marksSql(bases, level, plan.conversion !== undefined),
    gaps: () => undefined,
    inSteps: (base) => stepsOf(base, level, plan.conversion !== undefined),
    onlyRows: (bases) => countedRows(bases, level),
  }
}

/** The start of a row's bucket: an instant for hours, else a day number. */
function bucketSql(interval: Interval | undefined, { buckets }: Period, binder: Binder): string {
  if (interval === 'hour') return 'greatest(zone_since, toUInt32(booked_second - local_second % 3600))'
  if (interval === undefined || interval === 'day') return 'local_day'
  return `roundDown(local_day, ${binder.bind('buckets', 'Array(UInt16)', buckets)})`
}

/** The newest name in a group; a value without a key (shipping has no product) has no name either. */
function nameSql(dimension: Dimension): string {
  const { name } = dimension
  return name ? `argMaxIf(toString(${name}), ${time}, ${groupSql(dimension)} != '')` : "''"
}

/** The ledger rows that a select reads. */
export interface LedgerScope {
  readonly span: Span
  readonly filters: readonly PlannedFilter[]
  readonly conversion: Conversion | undefined
}

/**
 * Names for a row's time, for the catalogue and the selects: `booked_second` since 1970, `zone_since` when the shop's clock
 * last changed, `local_second` on that clock, `local_day` since 1970, and `day_rate`.
 */
export function clockSql(
  { span, conversion }: Pick<LedgerScope, 'span' | 'conversion'>,
  binder: Binder,
  at: string = time,
): string {
  const since = binder.bind(
    'since',
    'Array(UInt32)',
    span.offsets.map((offset) => offset.since),
  )
  const offsets = binder.bind(
    'offsets',
    'Array(Int32)',
    span.offsets.map((offset) => offset.seconds),
  )
  const names = [
    `toUnixTimestamp(${at}) AS booked_second`,
    `roundDown(booked_second, ${since}) AS zone_since`,
    `toInt64(booked_second) + transform(zone_since, ${since}, ${offsets}, 0) AS local_second`,
    'toUInt16(intDiv(local_second, 86400)) AS local_day',
  ]
  if (conversion) names.push(`${rateSql('local_day', conversion, binder)} AS day_rate`)
  return `WITH ${names.join(', ')}`
}

/** The exchange rate of a day; 0 for a day without one, whose figures are left out of the result. */
export function rateSql(dayNumber: string, conversion: Conversion, binder: Binder): string {
  // Binding and folding one text is far cheaper for the engine than an array of texts.
  const rates = `CAST(splitByChar(',', ${binder.bind('rates', 'String', conversion.rates.join(','))}), 'Array(Decimal(38, 10))')`
  const first = binder.bind('rates_from', 'UInt16', conversion.firstDay)
  return `arrayElement(${rates}, ${dayNumber} - ${first} + 1)`
}

/** FROM and WHERE: the shop, the time and the filters. */
export function sourceSql({ span, filters }: LedgerScope, binder: Binder): string {
  const conditions = [
    `${tenant} = {shop:UUID}`,
    ...sinceUntil(time, span, binder),
    ...filters.map((filter) => filterSql(filter, binder)),
  ]
  return `FROM ${table} FINAL WHERE ${conditions.join(' AND ')}`
}

/** Conditions that restrict a column of instants to a span. */
export function sinceUntil(column: string, span: Span, binder: Binder): string[] {
  return [
    `${column} >= toDateTime(${binder.bind('from', 'UInt32', span.from)}, 'UTC')`,
    `${column} < toDateTime(${binder.bind('until', 'UInt32', span.until)}, 'UTC')`,
  ]
}

/** A filter as condition on its dimension's values. */
export function filterSql(
  { on, operator, values }: PlannedFilter,
  binder: Binder,
  expression: string = expressionOf(on),
): string {
  const wanted =
    on.type === 'number'
      ? binder.bind('filter', 'Array(UInt8)', values.map(Number))
      : binder.bind('filter', 'Array(String)', values)
  const matches =
    on.type === 'list'
      ? `(hasAny(${expression}, ${wanted})${values.includes('') ? ` OR empty(${expression})` : ''})`
      : `${expression} IN ${wanted}`
  return operator === 'is' ? matches : `NOT (${matches})`
}

function expressionOf({ id, on }: Dimension): string {
  if (on.ledger === undefined) throw new Error(`${id} is no dimension of orders`)
  return on.ledger
}

/** The value of a dimension to group by; a row with several values is in several groups. */
export function groupSql(dimension: Dimension): string {
  const expression = expressionOf(dimension)
  return dimension.type === 'list' ? `arrayJoin(if(empty(${expression}), [''], ${expression}))` : expression
}

/** How orders are counted when a query is about lines: only those with a matching line. */
export interface Level {
  readonly line: boolean
  /** Conditions for lines that have a value in the filtered dimensions; only these count. */
  readonly lines: readonly string[]
}

/** The level of a query, given its filters and breakdown. */
export function levelOf(filters: readonly PlannedFilter[], dimensions: readonly Dimension[]): Level {
  const filtered = filters.map(({ on }) => on)
  const lines = new Set(filtered.flatMap(({ lines }) => lines ?? []))
  return { line: [...filtered, ...dimensions].some(({ level }) => level === 'line'), lines: [...lines] }
}

/** Condition for the row that represents its order in a count. */
export function orderRows(where: string, level: Level): string {
  if (!level.line) return `head = 1 AND ${where}`
  return [`kind = 'order'`, ...level.lines, where].join(' AND ')
}

/** The aggregate of a measure. Money is converted by row, which with exact decimals equals converting by day. */
export function aggregateSql(base: BaseMetric, level: Level, converts: boolean): string {
  const measure: Measure = base.value
  switch (measure.aggregate) {
    case 'sum':
      return sumSql(amountSql(base, measure.of, converts), measure.where)
    case 'count':
    case 'uniq': {
      const different = differentOf(measure, level)
      const rows = orderRows(measure.where, level)
      return different === undefined ? `countIf(${rows})` : `uniqExactIf(${different}, ${rows})`
    }
    case 'told':
      throw new Error(`${base.id} is not read from orders`)
  }
}

/** A condition that always holds costs the engine as much as one that does not. */
function sumSql(of: string, where: string): string {
  return where === '1' ? `sum(${of})` : `sumIf(${of}, ${where})`
}

/** Marks in one aggregate. What asks the same rows for other states is one look-up: conditions of their own take twice as long. */
function marksSql(bases: readonly BaseMetric[], level: Level, converts: boolean): Marks {
  const read = bases.map((base) => ({ states: statesOf(base), rows: markedRows(base, level, converts) }))
  const lookUp = ({ states, rows }: (typeof read)[number]) => `${states.column}, ${rows}`
  const lookUps = [...new Map(read.map((each) => [lookUp(each), each]))]
  const firstBit = (place: number) => 2 ** (place * Object.keys(costStates).length)
  const found = lookUps.map(([, { states, rows }], place) => {
    const bit = `bitShiftLeft(toUInt64(${firstBit(place)}), toUInt8(${states.column}))`
    return rows === '' ? bit : `(${rows}) * ${bit}`
  })
  const bits = read.map((each) => {
    const first = firstBit(lookUps.findIndex(([key]) => key === lookUp(each)))
    return each.states.among.reduce((sum, state) => sum + first * 2 ** costStates[state], 0)
  })
  return { number: `groupBitOr(${found.join(' + ')})`, bits: bits.map(String) }
}

function statesOf({ id, states }: BaseMetric): States {
  if (states === undefined) throw new Error(`${id} is no mark`)
  return states
}

/** The condition on rows that add to the figure if their state is one that it is about; empty where all do. */
function markedRows(base: BaseMetric, level: Level, converts: boolean): string {
  const { rows } = statesOf(base)
  const { value } = base
  if (value.aggregate !== 'sum') return orderRows(rows ?? '1', level)
  const adds = value.of === '1' ? [] : [`${amountSql(base, value.of, converts)} != 0`]
  return [...(rows === undefined ? [] : [rows]), ...adds].join(' AND ')
}

/** The column whose different values are counted; undefined for a measure that counts rows. */
function differentOf(measure: CountMeasure | PeopleMeasure, level: Level): string | undefined {
  if (measure.aggregate === 'uniq') return measure.of
  return level.line ? 'order_id' : undefined
}

/** Who bought on two days is one person in both together. */
function stepsOf(base: BaseMetric, level: Level, converts: boolean): Steps {
  const { value } = base
  const isCounted = value.aggregate === 'count' || value.aggregate === 'uniq'
  const different = isCounted ? differentOf(value, level) : undefined
  if (different === undefined) return sumOf(aggregateSql(base, level, converts))
  return {
    bucket: `uniqExactStateIf(${different}, ${orderRows(value.where, level)})`,
    value: (column) => `finalizeAggregation(${column})`,
    whole: (column) => `uniqExactMerge(${column})`,
  }
}

/** Orders are a third of the rows, and those of people who come again fewer still; sums look at nearly all. */
function countedRows(bases: readonly BaseMetric[], level: Level): string | undefined {
  const counted = bases.filter(({ value }) => value.aggregate !== 'sum')
  if (counted.length < bases.length) return undefined
  return [...new Set(counted.map(({ value }) => `(${orderRows(value.where, level)})`))].join(' OR ')
}

/** What one row adds to a sum. */
export function amountSql(base: BaseMetric, of: string, converts: boolean): string {
  return converts && base.unit === 'money' ? `(${of}) * day_rate` : of
}

/** `WITH …` that defines `day_rate` for ledger rows, 0 where there is none, with its parameters. */
export interface DayRate {
  readonly clock: string
  readonly params: CompiledQuery['params']
}

/**
 * For other statements over the ledger: the rate of each row by its shop day, exactly as query results convert. Undefined
 * where nothing has to be converted.
 */
export function dayRate(
  range: DayRange,
  currency: string | undefined,
  scope: Pick<Scope, 'zone' | 'currency' | 'rates'>,
): DayRate | undefined {
  const conversion = conversionOf(currency === undefined ? {} : { currency }, scope, [range])
  if (!conversion) return undefined
  const binder = createBinder()
  const clock = clockSql({ span: spanOf(range, scope.zone), conversion }, binder)
  return { clock, params: binder.params }
}
