import type { AdPlace, Dimension, MetricDefinition, MetricId } from './catalogue/definition.ts'
import type { Facts } from './dataset-facts.ts'
import { factsOf } from './facts.ts'
import { metricOf, partsOf } from './formula.ts'
import type { Breakdown, Plan } from './plan.ts'
import { answerColumns } from './result-row.ts'
import { partFacts } from './rollup-sql.ts'
import type { Binder } from './statement.ts'

/**
 * One page of the rows of a breakdown, both periods side by side, in the requested order; where the rows yield the totals,
 * these are returned with the page, independent of the search text.
 */
export function breakdownSelect(plan: Plan, breakdown: Breakdown, binder: Binder): string {
  const { bases, dimensions, naming } = breakdown
  const keys = dimensions.map((_, index) => `key_${index}`)
  const groups = plan.periods.flatMap((_, index) => groupsOf(plan, breakdown, { index, binder }))
  const places = bases.map((_, index) => firstAlike(groups, index))
  const columns = [...new Set(places)]
  const gaps = columns.filter((index) => groups.some((group) => group.gaps[index] !== undefined))
  const merged = [
    ...keys,
    `${plan.onePass.totals ? 'grouping(key_0)' : '0'} AS is_total`,
    ...dimensions.flatMap(({ place }, index) =>
      place ? [] : [`argMax(name_${index}, (name_at, -period_index)) AS newest_name_${index}`],
    ),
    ...['now', 'before'].flatMap((prefix, period) => [
      ...columns.map((index) => `sumIf(base_${index}, period_index = ${period}) AS ${prefix}_${index}`),
      ...gaps.map((index) => `sumIf(gap_${index}, period_index = ${period}) AS ${prefix}_gap_${index}`),
    ]),
    ...mergedSeries(plan),
  ]
  const selects = groups.map((group) => groupSelect(plan, breakdown, { group, columns, gaps }))
  const rows = `SELECT ${merged.join(', ')} FROM (${selects.join(' UNION ALL ')}) GROUP BY ${plan.onePass.totals ? `GROUPING SETS ((), (${keys.join(', ')}))` : keys.join(', ')}`
  const order = [...orderSql(plan, breakdown, places), ...keys].join(', ')
  const ranked = `SELECT *, row_number() OVER (PARTITION BY is_total ORDER BY ${order}) AS place FROM (${naming === 'all' ? named(rows, dimensions) : rows})${searchSql(breakdown, binder)}`
  const first = binder.bind('rows_after', 'UInt32', breakdown.offset)
  // One row more than the page shows whether there is a next page.
  const last = binder.bind('rows_through', 'UInt32', breakdown.offset + breakdown.limit + 1)
  const page = `SELECT * FROM (${ranked}) WHERE is_total = 1 OR (place > ${first} AND place <= ${last})`
  const amounts = (prefix: string) =>
    places.map((index) =>
      gaps.includes(index) ? `if(${prefix}_gap_${index} > 0, '', toString(${prefix}_${index}))` : `${prefix}_${index}`,
    )
  const list = answerColumns({
    part: 'breakdown',
    period: 0,
    total: 'is_total',
    position: 'place',
    keys,
    names: dimensions.map(({ place }, index) => nameOf(naming, place, index)),
    amounts: amounts('now'),
    before: plan.periods.length > 1 ? amounts('before') : [],
    courses: seriesTexts(plan),
  })
  return `SELECT ${list} FROM (${naming === 'shown' ? named(page, dimensions) : page})`
}

/** The rows of one period that one source has, with a figure for each of the breakdown's bases. */
interface Group {
  readonly period: number
  readonly facts: Facts
  readonly amounts: readonly string[]
  /** Undefined where no part of a figure can be unknown. */
  readonly gaps: readonly (string | undefined)[]
}

function groupsOf(
  plan: Plan,
  { dimensions, bases, daily }: Breakdown,
  { index, binder }: { readonly index: number; readonly binder: Binder },
): Group[] {
  const period = plan.periods[index]
  if (!period) throw new Error(`The plan has no period ${index}`)
  const from = { plan, period, dimensions, interval: undefined, binder }
  const read = bases.filter((base) => !daily.includes(base))
  const sources = [
    ...(daily.length > 0 ? [{ facts: partFacts(from), theirs: daily, isRead: false }] : []),
    ...[...Map.groupBy(read, ({ value }) => value.dataset)].map(([dataset, theirs]) => {
      return { facts: factsOf(dataset, from), theirs, isRead: true }
    }),
  ]
  return sources.map(({ facts, theirs, isRead }) => ({
    period: index,
    facts,
    amounts: bases.map((base) => (theirs.includes(base) ? facts.amount(base) : '0')),
    gaps: bases.map((base) => (isRead && theirs.includes(base) ? facts.gaps(base) : undefined)),
  }))
}

/**
 * The first base that is read like this one: spend, say, is a figure and a part of two others. Each column costs the engine
 * more to plan than to sum up.
 */
function firstAlike(groups: readonly Group[], base: number): number {
  const amounts = groups[0]?.amounts ?? []
  const isAlike = (_: string, other: number) =>
    groups.every((group) => group.amounts[other] === group.amounts[base] && group.gaps[other] === group.gaps[base])
  return amounts.findIndex(isAlike)
}

interface GroupColumns {
  readonly group: Group
  /** Indexes of the bases that are read, and of those whose value can be unknown. */
  readonly columns: readonly number[]
  readonly gaps: readonly number[]
}

function groupSelect(plan: Plan, { dimensions }: Breakdown, { group, columns, gaps }: GroupColumns): string {
  const { facts, period } = group
  const named = dimensions.flatMap((dimension, index) =>
    dimension.place ? [] : [`${facts.name(dimension)} AS name_${index}`],
  )
  const list = [
    `toInt8(${period}) AS period_index`,
    ...dimensions.map((dimension, index) => `${facts.key(dimension)} AS key_${index}`),
    ...named,
    ...(named.length > 0 ? [`${facts.newest} AS name_at`] : []),
    ...columns.map((index) => `${group.amounts[index]} AS base_${index}`),
    ...gaps.map((index) => `${group.gaps[index] ?? 'toUInt64(0)'} AS gap_${index}`),
    ...seriesColumns(plan, facts, period),
  ]
  return `${facts.clock} SELECT ${list.join(', ')} ${facts.source} GROUP BY ${facts.groupBy.join(', ')}`
}

/** Rows without a value or name sort last, in either direction. */
function orderSql(plan: Plan, { bases, dimensions, order }: Breakdown, places: readonly number[]): string[] {
  const way = order.direction === 'ascending' ? 'ASC' : 'DESC'
  const dimension = dimensions.findIndex(({ id }) => id === order.by)
  if (dimension >= 0) {
    const key = `key_${dimension}`
    if (dimensions[dimension]?.type === 'number') return [`${key} ${way}`]
    const name = `if(shown_name_${dimension} = '', toString(${key}), shown_name_${dimension})`
    return [
      `shown_name_${dimension} = '' AND endsWith(concat('/', toString(${key})), '/')`,
      `lowerUTF8(${name}) ${way}`,
    ]
  }
  const metric = plan.metrics.find(({ id }) => id === order.by)
  const rank = rankSql(metric, new Map(bases.map(({ id }, index) => [id, `now_${places[index]}`])))
  return rank === undefined ? [] : [`isNull(${rank})`, `${rank} ${way}`]
}

function searchSql({ dimensions, search }: Breakdown, binder: Binder): string {
  if (search === undefined) return ''
  const text = binder.bind('search', 'String', search)
  const found = dimensions.map((_, index) => {
    const shown = `concat(shown_name_${index}, '\\n', toString(key_${index}))`
    return `positionCaseInsensitiveUTF8(${shown}, ${text}) > 0`
  })
  return ` WHERE is_total = 1 OR ${found.join(' OR ')}`
}

/** A metric computed from its bases, precise enough for ranking; null without a value, undefined for all rows. */
function rankSql(
  metric: MetricDefinition | undefined,
  columns: ReadonlyMap<MetricId, string>,
  unconverted = false,
): string | undefined {
  if (!metric) return undefined
  const { value } = metric
  if ('aggregate' in value) return columns.get(unconverted ? `${metric.id} unconverted` : metric.id)
  const isOwn = unconverted || ('divide' in value && value.unconverted === true)
  const parts = partsOf(value).map((id) => rankSql(metricOf(id), columns, isOwn))
  if (parts.includes(undefined)) return undefined
  if ('divide' in value) return `toFloat64(${parts[0]}) / nullIf(toFloat64(${parts[1]}), 0)`
  return `(${parts.join('add' in value ? ' + ' : ' - ')})`
}

function nameOf(naming: Breakdown['naming'], place: AdPlace | undefined, index: number): string {
  if (naming !== 'none') return `shown_name_${index}`
  return place ? "''" : `newest_name_${index}`
}

/** Rows with their names as `shown_name_…` for each dimension. */
function named(rows: string, dimensions: readonly Dimension[]): string {
  const columns = dimensions.map(({ place }, index) =>
    place ? `, entity_name_${index} AS shown_name_${index}` : `, newest_name_${index} AS shown_name_${index}`,
  )
  const joins = dimensions.flatMap(({ place }, index) => (place ? [joinSql(place, index)] : []))
  return `SELECT *${columns.join('')} FROM (${rows}) AS merged${joins.join('')}`
}

/** Names of ads are stored with the ads, not with their days. */
function joinSql({ level, columns }: AdPlace, index: number): string {
  const key = `concat(${columns.join(", '/', ")})`
  return ` GLOBAL ANY LEFT JOIN (SELECT ${key} AS entity_${index}, name AS entity_name_${index} FROM ad_entities FINAL WHERE shop_id = {shop:UUID} AND level = '${level}') AS entities_${index} ON key_${index} = entity_${index}`
}

/** The time series of a group of rows, as columns of its select; empty for the comparison period. */
function seriesColumns({ interval, onePass }: Plan, facts: Facts, period: number): string[] {
  return onePass.courses.flatMap((base, index) => {
    const isReported = interval !== undefined && base.value.dataset === 'ads' && period === 0
    const told = isReported ? facts.byBucket?.(base, interval) : undefined
    return [
      `${told?.amounts ?? '[]'} AS course_${index}`,
      `${told?.gaps ?? "CAST([], 'Array(UInt64)')"} AS course_gap_${index}`,
    ]
  })
}

/** The same for a row of the breakdown, merged from its groups. */
function mergedSeries({ onePass }: Plan): string[] {
  return onePass.courses.flatMap((_, index) =>
    ['course', 'course_gap'].map((column) => `sumForEach(${column}_${index}) AS whole_${column}_${index}`),
  )
}

/** Merged time series as texts; empty where a part is unknown. */
function seriesTexts({ onePass }: Plan): string[] {
  return onePass.courses.map((_, index) => {
    const [amounts, gaps] = [`whole_course_${index}`, `whole_course_gap_${index}`]
    return `arrayMap((amount, place) -> if(${gaps}[place] > 0, '', toString(amount)), ${amounts}, arrayEnumerate(${amounts}))`
  })
}
