import type { AdPlace, Dimension, MetricDefinition, MetricId } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import type { Facts } from './dataset-facts.ts'
import { factsOf } from './facts.ts'
import { metricOf, partsOf } from './formula.ts'
import type { Breakdown, Plan } from './plan.ts'
import { answerColumns } from './result-row.ts'
import { partFacts } from './rollup-sql.ts'
import { areNamedLater } from './row-names.ts'
import type { Binder } from './statement.ts'

/**
 * One page of the rows of a breakdown, both periods side by side, in the requested order; where the rows yield the totals,
 * these are returned with the page, independent of the search text.
 */
export function breakdownSelect(plan: Plan, breakdown: Breakdown, binder: Binder): string {
  const { bases, dimensions } = breakdown
  const keys = dimensions.map((_, index) => `key_${index}`)
  const names = entityNames(dimensions)
  const gaps = gapIndices(plan, breakdown, binder)
  const merged = [
    ...keys,
    `${plan.onePass.totals ? 'grouping(key_0)' : '0'} AS is_total`,
    'max(name_at) AS newest_at',
    ...dimensions.map((_, index) => `argMax(name_${index}, (name_at, -period_index)) AS newest_name_${index}`),
    ...['now', 'before'].flatMap((prefix, period) => [
      ...bases.map((_, index) => `sumIf(base_${index}, period_index = ${period}) AS ${prefix}_${index}`),
      ...gaps.map((index) => `sumIf(gap_${index}, period_index = ${period}) AS ${prefix}_gap_${index}`),
    ]),
    ...mergedSeries(plan),
  ]
  const groups = plan.periods.flatMap((_, index) => periodGroups(plan, breakdown, { index, gaps, binder }))
  const rows = `SELECT *${names.columns} FROM (SELECT ${merged.join(', ')} FROM (${groups.join(' UNION ALL ')}) GROUP BY ${plan.onePass.totals ? `GROUPING SETS ((), (${keys.join(', ')}))` : keys.join(', ')}) AS merged${names.joins}`
  const order = [...orderSql(plan, breakdown), ...keys].join(', ')
  const ranked = `SELECT *, row_number() OVER (PARTITION BY is_total ORDER BY ${order}) AS place FROM (${rows})${searchSql(breakdown, binder)}`
  const first = binder.bind('rows_after', 'UInt32', breakdown.offset)
  // One row more than the page shows whether there is a next page.
  const last = binder.bind('rows_through', 'UInt32', breakdown.offset + breakdown.limit + 1)
  const amounts = (prefix: string) =>
    bases.map((_, index) =>
      gaps.includes(index) ? `if(${prefix}_gap_${index} > 0, '', toString(${prefix}_${index}))` : `${prefix}_${index}`,
    )
  const columns = answerColumns({
    part: 'breakdown',
    period: 0,
    total: 'is_total',
    position: 'place',
    keys,
    names: dimensions.map((_, index) => `shown_name_${index}`),
    newest: 'newest_at',
    amounts: amounts('now'),
    before: plan.periods.length > 1 ? amounts('before') : [],
    courses: seriesTexts(plan),
  })
  return `SELECT ${columns} FROM (${ranked}) WHERE is_total = 1 OR (place > ${first} AND place <= ${last})`
}

function periodGroups(
  plan: Plan,
  breakdown: Breakdown,
  at: { readonly index: number; readonly gaps: readonly number[]; readonly binder: Binder },
): string[] {
  const { dimensions, bases, daily } = breakdown
  const period = plan.periods[at.index]
  if (!period) throw new Error(`The plan has no period ${at.index}`)
  const from = { plan, period, dimensions, interval: undefined, binder: at.binder }
  const read = bases.filter((base) => !daily.includes(base))
  const isNamed = !areNamedLater(breakdown)
  const sources = [
    ...(daily.length > 0 ? [{ facts: partFacts(from), theirs: daily }] : []),
    ...[...Map.groupBy(read, ({ value }) => value.dataset)].map(([dataset, theirs]) => {
      return { facts: factsOf(dataset, from), theirs }
    }),
  ]
  return sources.map(({ facts, theirs }) => {
    const own = (base: BaseMetric | undefined): base is BaseMetric => base !== undefined && theirs.includes(base)
    const list = [
      `toInt8(${at.index}) AS period_index`,
      ...dimensions.map((dimension, index) => `${facts.key(dimension)} AS key_${index}`),
      ...dimensions.map((dimension, index) => `${isNamed ? facts.name(dimension) : "''"} AS name_${index}`),
      `${facts.newest} AS name_at`,
      ...bases.map((base, index) => `${own(base) ? facts.amount(base) : '0'} AS base_${index}`),
      ...at.gaps.map((index) => {
        const base = bases[index]
        return `${(own(base) ? facts.gaps(base) : undefined) ?? 'toUInt64(0)'} AS gap_${index}`
      }),
      ...seriesColumns(plan, facts, at.index),
    ]
    return `${facts.clock} SELECT ${list.join(', ')} ${facts.source} GROUP BY ${facts.groupBy.join(', ')}`
  })
}

/** Indexes of the base metrics whose value can be unknown. */
function gapIndices(plan: Plan, { bases, daily, dimensions }: Breakdown, binder: Binder): number[] {
  const [period] = plan.periods
  if (!period) throw new Error('A plan has at least one period')
  return bases.flatMap((base, index) => {
    if (daily.includes(base)) return []
    const facts = factsOf(base.value.dataset, { plan, period, dimensions, interval: undefined, binder })
    return facts.gaps(base) === undefined ? [] : [index]
  })
}

/** Rows without a value or name sort last, in either direction. */
function orderSql(plan: Plan, { bases, dimensions, order }: Breakdown): string[] {
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
  const rank = rankSql(metric, new Map(bases.map(({ id }, index) => [id, `now_${index}`])))
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

/** Names of rows as SQL: `shown_name_…` for each dimension, and the joins they need. */
function entityNames(dimensions: readonly Dimension[]): { readonly columns: string; readonly joins: string } {
  const columns = dimensions.map(({ place }, index) =>
    place ? `, entity_name_${index} AS shown_name_${index}` : `, newest_name_${index} AS shown_name_${index}`,
  )
  const joins = dimensions.flatMap(({ place }, index) => (place ? [joinSql(place, index)] : []))
  return { columns: columns.join(''), joins: joins.join('') }
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
