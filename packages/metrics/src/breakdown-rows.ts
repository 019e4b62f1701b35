import type { AdPlace, Dimension } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import type { Facts } from './dataset-facts.ts'
import { factsOf } from './facts.ts'
import { type Breakdown, comparedAtOnce, type Period, type Plan } from './plan.ts'
import { partFacts } from './rollup-sql.ts'
import { areNamedLater } from './row-names.ts'
import type { Binder } from './statement.ts'

/** What the statement of a breakdown knows of its bases: how they are read, which can be unknown and which only mark rows. */
export interface BaseKinds {
  readonly groups: readonly Group[]
  /**
   * For each base the index of the one whose column it shares: spend, say, is a figure and a part of two others. Each column
   * costs the engine more to plan than to sum up.
   */
  readonly places: readonly number[]
  /** Indexes of the columns that can be unknown. */
  readonly gaps: readonly number[]
  readonly marks: readonly BaseMetric[]
  /** The bits of each mark in the number of marks. */
  readonly bits: readonly string[]
  /** Indexes of the time series that can have unknown buckets. */
  readonly courseGaps: readonly number[]
  /** Whether somebody asks when the newest fact of a row was: for the name that it had then. */
  readonly isDated: boolean
}

/** Tells how bases are read, and which can be unknown or only mark rows; those in a roll-up are read as figures. */
export function kindsOf(plan: Plan, breakdown: Breakdown, binder: Binder): BaseKinds {
  const { bases, daily, dimensions } = breakdown
  const [period] = plan.periods
  if (!period) throw new Error('A plan has at least one period')
  const groups = groupsOf(plan, breakdown, binder)
  const marks = bases.filter((base) => base.isMark && !daily.includes(base))
  const texts = bases.map((base) =>
    marks.includes(base)
      ? `mark ${base.id}`
      : JSON.stringify(
          groups.map((group) => group.theirs.includes(base) && [group.facts.amount(base), gapOf(group, base)]),
        ),
  )
  const places = texts.map((text) => texts.indexOf(text))
  const gaps = bases.flatMap((base, index) =>
    places[index] === index && groups.some((group) => gapOf(group, base) !== undefined) ? [index] : [],
  )
  const from = { plan, period, dimensions, interval: undefined, binder }
  const bits = (marks.length > 0 && factsOf('ledger', from).marks?.(marks).bits) || []
  const courseGaps = plan.onePass.courses.flatMap((base, index) =>
    groups.some((group) => courseOf(plan, group, base)?.gaps !== undefined) ? [index] : [],
  )
  const isDated = dimensions.some(({ place }) => place === undefined)
  return { groups, places, gaps, marks, bits, courseGaps, isDated }
}

/** Counts the rows whose part of a base is unknown; undefined where none can be. */
function gapOf({ facts, theirs, isRead }: Group, base: BaseMetric): string | undefined {
  return isRead && theirs.includes(base) ? facts.gaps(base) : undefined
}

/**
 * All rows with what they are called, as far as they know: `now_…` and `before_…`. Where one period of one dataset has all
 * figures, its groups are the rows: merging them again takes a fifth longer, most of it the engine's reading of the statement.
 */
export function rowsSelect(plan: Plan, breakdown: Breakdown, kinds: BaseKinds): string {
  const { dimensions } = breakdown
  const { onePass, periods } = plan
  const { groups } = kinds
  const [only, ...others] = groups
  if (only && others.length === 0 && periods.length === 1 && !onePass.totals && onePass.courses.length === 0)
    return groupSelect(breakdown, only, { ...kinds, prefix: 'now', further: ['0 AS is_total'] })
  const parts = groups.map((group) => {
    const further = [
      group.index === undefined ? 'period_index' : `toInt8(${group.index}) AS period_index`,
      ...seriesColumns(plan, group, kinds),
    ]
    return groupSelect(breakdown, group, { ...kinds, prefix: 'base', further })
  })
  const keys = dimensions.map((_, index) => `key_${index}`)
  const newest = (_: Dimension, index: number) => `argMax(parts.shown_name_${index}, (parts.newest_at, -period_index))`
  const merged = [
    ...keys,
    `${onePass.totals ? 'grouping(key_0)' : '0'} AS is_total`,
    ...(kinds.isDated ? ['max(parts.newest_at) AS newest_at'] : []),
    ...namesOf(dimensions, newest),
    ...['now', 'before']
      .slice(0, periods.length)
      .flatMap((prefix, period) => [
        ...columnsOf(breakdown, kinds).map(
          ({ index }) => `sumIf(base_${index}, period_index = ${period}) AS ${prefix}_${index}`,
        ),
        ...kinds.gaps.map((index) => `sumIf(base_gap_${index}, period_index = ${period}) AS ${prefix}_gap_${index}`),
        ...(kinds.marks.length > 0 ? [`groupBitOrIf(base_marks, period_index = ${period}) AS ${prefix}_marks`] : []),
      ]),
    ...mergedSeries(plan, kinds),
  ]
  const groupBy = onePass.totals ? `GROUPING SETS ((), (${keys.join(', ')}))` : keys.join(', ')
  return `SELECT ${merged.join(', ')} FROM (${parts.join(' UNION ALL ')}) AS parts GROUP BY ${groupBy}`
}

/** The bases with a column of their own. */
function columnsOf({ bases }: Breakdown, { places, marks }: BaseKinds): { base: BaseMetric; index: number }[] {
  return bases.flatMap((base, index) => (places[index] !== index || marks.includes(base) ? [] : [{ base, index }]))
}

/** `shown_name_…` of the dimensions whose rows bring their own names. */
function namesOf(dimensions: readonly Dimension[], nameOf: (dimension: Dimension, index: number) => string): string[] {
  return dimensions.flatMap((dimension, index) =>
    dimension.place ? [] : [`${nameOf(dimension, index)} AS shown_name_${index}`],
  )
}

/** The facts of one dataset, or of the roll-up, in one period or in both, with the bases that they have. */
interface Group {
  /** Of the period; undefined for both. */
  readonly index: number | undefined
  readonly facts: Facts
  readonly theirs: readonly BaseMetric[]
  /** Whether the facts themselves are read, whose amounts can be unknown. */
  readonly isRead: boolean
}

function groupsOf(plan: Plan, { dimensions, bases, daily }: Breakdown, binder: Binder): Group[] {
  const from = (period: Period) => ({ plan, period, dimensions, interval: undefined, binder })
  const read = Map.groupBy(
    bases.filter((base) => !daily.includes(base)),
    ({ value }) => value.dataset,
  )
  const [now] = plan.periods
  const compared = comparedAtOnce(plan.periods)
  const ads = read.get('ads')
  const atOnce = ads && now && compared && { theirs: ads, facts: factsOf('ads', { ...from(now), compared }) }
  if (atOnce) read.delete('ads')
  const apart = plan.periods.flatMap((period, index): Group[] => [
    ...(daily.length > 0 ? [{ index, facts: partFacts(from(period)), theirs: daily, isRead: false }] : []),
    ...[...read].map(([dataset, theirs]) => ({ index, facts: factsOf(dataset, from(period)), theirs, isRead: true })),
  ])
  return atOnce ? [...apart, { ...atOnce, index: undefined, isRead: true }] : apart
}

/** How the columns of a group are called, and which it has besides keys, names and figures. */
interface GroupColumns extends BaseKinds {
  readonly prefix: string
  readonly further: readonly string[]
}

/** One row for each key of a group; a base that its facts do not have is 0. */
function groupSelect(breakdown: Breakdown, group: Group, columns: GroupColumns): string {
  const { dimensions, bases } = breakdown
  const { facts, theirs } = group
  const { prefix, gaps, marks } = columns
  const isNamed = !areNamedLater(breakdown)
  const own = (base: BaseMetric) => theirs.includes(base)
  const list = [
    ...columns.further,
    ...dimensions.map((dimension, index) => `${facts.key(dimension)} AS key_${index}`),
    ...namesOf(dimensions, (dimension) => (isNamed ? facts.name(dimension) : "''")),
    ...(columns.isDated ? [`${facts.newest} AS newest_at`] : []),
    ...columnsOf(breakdown, columns).map(
      ({ base, index }) => `${own(base) ? facts.amount(base) : '0'} AS ${prefix}_${index}`,
    ),
    ...gaps.map((index) => {
      const base = bases[index]
      return `${(base && gapOf(group, base)) ?? 'toUInt64(0)'} AS ${prefix}_gap_${index}`
    }),
    ...(marks.length > 0
      ? [`${(marks.some(own) && facts.marks?.(marks).number) || 'toUInt64(0)'} AS ${prefix}_marks`]
      : []),
  ]
  return `${facts.clock} SELECT ${list.join(', ')} ${facts.source} GROUP BY ${facts.groupBy.join(', ')}`
}

/** The rows with `shown_name_…` of ads, too, unless whoever asks knows them already. */
export function withEntityNames({ dimensions, naming }: Breakdown, rows: string): string {
  const placed = dimensions.flatMap(({ place }, index) => (place ? [{ place, index }] : []))
  if (placed.length === 0 || naming === 'known') return rows
  const names = placed.map(({ index }) => `entity_name_${index} AS shown_name_${index}`)
  const joins = placed.map(({ place, index }) => joinSql(place, index))
  return `SELECT *, ${names.join(', ')} FROM (${rows}) AS merged${joins.join('')}`
}

/** Names of ads are stored with the ads, not with their days. */
function joinSql({ level, columns }: AdPlace, index: number): string {
  const key = `concat(${columns.join(", '/', ")})`
  return ` GLOBAL ANY LEFT JOIN (SELECT ${key} AS entity_${index}, name AS entity_name_${index} FROM ad_entities FINAL WHERE shop_id = {shop:UUID} AND level = '${level}') AS entities_${index} ON key_${index} = entity_${index}`
}

/** The time series of a base in a group; undefined for the comparison period, and for other facts than ads. */
function courseOf({ interval }: Plan, { facts, index: period }: Group, base: BaseMetric) {
  const isReported = interval !== undefined && base.value.dataset === 'ads' && period !== 1
  return isReported ? facts.byBucket?.(base, interval) : undefined
}

/** The time series of a group of rows, as columns of its select. */
function seriesColumns(plan: Plan, group: Group, { courseGaps }: BaseKinds): string[] {
  return plan.onePass.courses.flatMap((base, index) => {
    const told = courseOf(plan, group, base)
    const gaps = `${told?.gaps ?? "CAST([], 'Array(UInt64)')"} AS course_gap_${index}`
    return [`${told?.amounts ?? '[]'} AS course_${index}`, ...(courseGaps.includes(index) ? [gaps] : [])]
  })
}

/** The same for a row of the breakdown, merged from its groups. */
function mergedSeries({ onePass }: Plan, { courseGaps }: BaseKinds): string[] {
  const merged = (column: string) => `sumForEach(${column}) AS whole_${column}`
  return onePass.courses.flatMap((_, index) => [
    merged(`course_${index}`),
    ...(courseGaps.includes(index) ? [merged(`course_gap_${index}`)] : []),
  ])
}
