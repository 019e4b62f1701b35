import { type BaseKinds, kindsOf, rowsSelect, withEntityNames } from './breakdown-rows.ts'
import type { MetricDefinition, MetricId } from './catalogue/definition.ts'
import { metricOf, partsOf } from './formula.ts'
import type { Breakdown, Plan } from './plan.ts'
import { answerColumns } from './result-row.ts'
import type { Binder } from './statement.ts'

/**
 * One page of the rows of a breakdown, both periods side by side, in the requested order; where the rows yield the totals,
 * these are returned with the page, independent of the search text.
 */
export function breakdownSelect(plan: Plan, breakdown: Breakdown, binder: Binder): string {
  const { bases, dimensions } = breakdown
  const keys = dimensions.map((_, index) => `key_${index}`)
  const kinds = kindsOf(plan, breakdown, binder)
  const { places, gaps, marks, bits } = kinds
  const decides = breakdown.naming === 'all'
  const unnamed = rowsSelect(plan, breakdown, kinds)
  const rows = decides ? withEntityNames(breakdown, unnamed) : unnamed
  const order = [...orderSql(plan, breakdown, places), ...keys].join(', ')
  // A partition that everything is in costs a tenth of the rest.
  const apart = plan.onePass.totals ? 'PARTITION BY is_total ' : ''
  const ranked = `SELECT *, row_number() OVER (${apart}ORDER BY ${order}) AS place FROM (${rows})${searchSql(breakdown, binder)}`
  const first = binder.bind('rows_after', 'UInt32', breakdown.offset)
  // One row more than the page shows whether there is a next page.
  const last = binder.bind('rows_through', 'UInt32', breakdown.offset + breakdown.limit + 1)
  const amounts = (prefix: string) =>
    bases.map((base, index) => {
      if (marks.includes(base)) return `bitAnd(${prefix}_marks, ${bits[marks.indexOf(base)]}) != 0`
      const place = places[index] ?? index
      const amount = `${prefix}_${place}`
      return gaps.includes(place) ? `if(${prefix}_gap_${place} > 0, '', toString(${amount}))` : amount
    })
  const columns = answerColumns({
    part: 'breakdown',
    period: 0,
    total: 'is_total',
    position: 'place',
    keys,
    names: dimensions.map(({ place }, index) => (place && breakdown.naming === 'known' ? "''" : `shown_name_${index}`)),
    ...(kinds.isDated ? { newest: 'newest_at' } : {}),
    amounts: amounts('now'),
    before: plan.periods.length > 1 ? amounts('before') : [],
    courses: seriesTexts(plan, kinds),
  })
  const page = `SELECT * FROM (${ranked}) WHERE is_total = 1 OR (place > ${first} AND place <= ${last})`
  return `SELECT ${columns} FROM (${decides ? page : withEntityNames(breakdown, page)})`
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

/** Merged time series as texts; empty where a part is unknown. */
function seriesTexts({ onePass }: Plan, { courseGaps }: BaseKinds): string[] {
  return onePass.courses.map((_, index) => {
    const [amounts, gaps] = [`whole_course_${index}`, `whole_course_gap_${index}`]
    if (!courseGaps.includes(index)) return `arrayMap(amount -> toString(amount), ${amounts})`
    return `arrayMap((amount, place) -> if(${gaps}[place] > 0, '', toString(amount)), ${amounts}, arrayEnumerate(${amounts}))`
  })
}
