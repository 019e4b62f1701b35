import type { AdPlace, Dimension } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import type { Facts } from './dataset-facts.ts'
import { factsOf } from './facts.ts'
import type { Breakdown, Plan, PlannedPeriod } from './plan.ts'
import { partFacts } from './rollup-sql.ts'
import { areNamedLater } from './row-names.ts'
import type { Binder } from './statement.ts'

/** What the statement of a breakdown knows of its bases: indexes of those that can be unknown, and those that only mark rows. */
export interface BaseKinds {
  readonly gaps: readonly number[]
  readonly marks: readonly BaseMetric[]
  /** The bits of each mark in the number of marks. */
  readonly bits: readonly string[]
  readonly binder: Binder
}

/** Tells which bases can be unknown or only mark rows; those in a roll-up are read as figures. */
export function kindsOf(plan: Plan, { bases, daily, dimensions }: Breakdown, binder: Binder): BaseKinds {
  const [period] = plan.periods
  if (!period) throw new Error('A plan has at least one period')
  const from = { plan, period, dimensions, interval: undefined, binder }
  const gaps = bases.flatMap((base, index) =>
    daily.includes(base) || factsOf(base.value.dataset, from).gaps(base) === undefined ? [] : [index],
  )
  const marks = bases.filter((base) => base.isMark && !daily.includes(base))
  return { gaps, marks, bits: (marks.length > 0 && factsOf('ledger', from).marks?.(marks).bits) || [], binder }
}

/**
 * All rows with their names: `now_…` and `before_…`. Where one period of one dataset has all figures, its groups are the rows:
 * merging them again takes a fifth longer, most of it the engine's reading of the statement.
 */
export function rowsSelect(plan: Plan, breakdown: Breakdown, kinds: BaseKinds): string {
  const { bases, dimensions } = breakdown
  const { onePass, periods } = plan
  const groups = periods.flatMap((period, index) => groupsOf(plan, breakdown, { period, index, binder: kinds.binder }))
  const [only, ...others] = groups
  if (only && others.length === 0 && !onePass.totals && onePass.courses.length === 0)
    return withEntityNames(
      dimensions,
      groupSelect(breakdown, only, { ...kinds, prefix: 'now', further: ['0 AS is_total'] }),
    )
  const parts = groups.map((group) => {
    const further = [`toInt8(${group.index}) AS period_index`, ...seriesColumns(plan, group)]
    return groupSelect(breakdown, group, { ...kinds, prefix: 'base', further })
  })
  const keys = dimensions.map((_, index) => `key_${index}`)
  const newest = (_: Dimension, index: number) => `argMax(parts.shown_name_${index}, (parts.newest_at, -period_index))`
  const merged = [
    ...keys,
    `${onePass.totals ? 'grouping(key_0)' : '0'} AS is_total`,
    'max(parts.newest_at) AS newest_at',
    ...namesOf(dimensions, newest),
    ...['now', 'before']
      .slice(0, periods.length)
      .flatMap((prefix, period) => [
        ...bases.flatMap((base, index) =>
          kinds.marks.includes(base) ? [] : [`sumIf(base_${index}, period_index = ${period}) AS ${prefix}_${index}`],
        ),
        ...kinds.gaps.map((index) => `sumIf(base_gap_${index}, period_index = ${period}) AS ${prefix}_gap_${index}`),
        ...(kinds.marks.length > 0 ? [`groupBitOrIf(base_marks, period_index = ${period}) AS ${prefix}_marks`] : []),
      ]),
    ...mergedSeries(plan),
  ]
  const groupBy = onePass.totals ? `GROUPING SETS ((), (${keys.join(', ')}))` : keys.join(', ')
  const rows = `SELECT ${merged.join(', ')} FROM (${parts.join(' UNION ALL ')}) AS parts GROUP BY ${groupBy}`
  return withEntityNames(dimensions, rows)
}

/** `shown_name_…` of the dimensions whose rows bring their own names. */
function namesOf(dimensions: readonly Dimension[], nameOf: (dimension: Dimension, index: number) => string): string[] {
  return dimensions.flatMap((dimension, index) =>
    dimension.place ? [] : [`${nameOf(dimension, index)} AS shown_name_${index}`],
  )
}

/** The facts of one dataset, or of the roll-up, in one period, with the bases that they have. */
interface Group {
  /** Of the period. */
  readonly index: number
  readonly facts: Facts
  readonly theirs: readonly BaseMetric[]
}

function groupsOf(
  plan: Plan,
  { dimensions, bases, daily }: Breakdown,
  { period, index, binder }: PlannedPeriod & { readonly binder: Binder },
): Group[] {
  const from = { plan, period, dimensions, interval: undefined, binder }
  const read = bases.filter((base) => !daily.includes(base))
  return [
    ...(daily.length > 0 ? [{ index, facts: partFacts(from), theirs: daily }] : []),
    ...[...Map.groupBy(read, ({ value }) => value.dataset)].map(([dataset, theirs]) => {
      return { index, facts: factsOf(dataset, from), theirs }
    }),
  ]
}

/** How the columns of a group are called, and which it has besides keys, names and figures. */
interface GroupColumns extends BaseKinds {
  readonly prefix: string
  readonly further: readonly string[]
}

/** One row for each key of a group; a base that its facts do not have is 0. */
function groupSelect(breakdown: Breakdown, { facts, theirs }: Group, columns: GroupColumns): string {
  const { dimensions, bases } = breakdown
  const { prefix, gaps, marks } = columns
  const isNamed = !areNamedLater(breakdown)
  const own = (base: BaseMetric | undefined): base is BaseMetric => base !== undefined && theirs.includes(base)
  const list = [
    ...columns.further,
    ...dimensions.map((dimension, index) => `${facts.key(dimension)} AS key_${index}`),
    ...namesOf(dimensions, (dimension) => (isNamed ? facts.name(dimension) : "''")),
    `${facts.newest} AS newest_at`,
    ...bases.flatMap((base, index) =>
      marks.includes(base) ? [] : [`${own(base) ? facts.amount(base) : '0'} AS ${prefix}_${index}`],
    ),
    ...gaps.map((index) => {
      const base = bases[index]
      return `${(own(base) ? facts.gaps(base) : undefined) ?? 'toUInt64(0)'} AS ${prefix}_gap_${index}`
    }),
    ...(marks.length > 0
      ? [`${(marks.some(own) && facts.marks?.(marks).number) || 'toUInt64(0)'} AS ${prefix}_marks`]
      : []),
  ]
  return `${facts.clock} SELECT ${list.join(', ')} ${facts.source} GROUP BY ${facts.groupBy.join(', ')}`
}

/** The rows with `shown_name_…` of ads, too. */
function withEntityNames(dimensions: readonly Dimension[], rows: string): string {
  const placed = dimensions.flatMap(({ place }, index) => (place ? [{ place, index }] : []))
  if (placed.length === 0) return rows
  const names = placed.map(({ index }) => `entity_name_${index} AS shown_name_${index}`)
  return `SELECT *, ${names.join(', ')} FROM (${rows}) AS merged${placed.map(({ place, index }) => joinSql(place, index)).join('')}`
}

/** Names of ads are stored with the ads, not with their days. */
function joinSql({ level, columns }: AdPlace, index: number): string {
  const key = `concat(${columns.join(", '/', ")})`
  return ` GLOBAL ANY LEFT JOIN (SELECT ${key} AS entity_${index}, name AS entity_name_${index} FROM ad_entities FINAL WHERE shop_id = {shop:UUID} AND level = '${level}') AS entities_${index} ON key_${index} = entity_${index}`
}

/** The time series of a group of rows, as columns of its select; empty for the comparison period. */
function seriesColumns({ interval, onePass }: Plan, { facts, index: period }: Group): string[] {
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
