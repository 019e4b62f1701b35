import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { deepestIds } from './ads-sql.ts'
import { type DaySpan, toDayNumber } from './calendar.ts'
import type { DatasetId, Dimension } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { coverageFor } from './coverage.ts'
import { amountText } from './dataset-facts.ts'
import { factsOf } from './facts.ts'
import type { Breakdown, Period, Plan } from './plan.ts'
import { planQuery } from './plan-query.ts'
import type { MetricQuery, MetricResult, MetricRow, MetricValue, Scope } from './query.ts'
import type { ResultRow } from './result-row.ts'
import { answerColumns } from './result-row.ts'
import { type Binder, createBinder } from './statement.ts'
import { type Amounts, coveredBases, formulasOf, readAmounts, valuesOf, valueText } from './values.ts'

interface SeriesPlan {
  readonly plan: Plan
  readonly breakdown: Breakdown
  readonly period: Period
  readonly bases: readonly BaseMetric[]
}

/** Plans the first metric of the query alone, in buckets; undefined where rows have no value of it. */
function planSeries(query: MetricQuery, scope: Scope): SeriesPlan | undefined {
  const { compare: _compare, cursor: _cursor, order: _order, seriesOf: _seriesOf, ...asked } = query
  const interval = query.interval ?? 'day'
  const plan = planQuery(
    { ...asked, metrics: query.metrics.slice(0, 1), interval },
    { ...scope, dailyIsCurrent: false },
  )
  const { breakdown } = plan
  const [period] = plan.periods
  if (!breakdown || !period || breakdown.bases.length === 0) return undefined
  return { plan, breakdown, period, bases: breakdown.bases }
}

/** One statement for the time series of a page's rows; undefined where the rows already include them. */
export function compileSeries(query: MetricQuery, scope: Scope, rows: readonly MetricRow[]): CompiledQuery | undefined {
  const found = query.rowSeries && rows.length > 0 ? planSeries(query, scope) : undefined
  if (!found || planQuery(query, scope).onePass.courses.length > 0) return undefined
  const binder = createBinder()
  const datasets = [...new Set(found.bases.map(({ value }) => value.dataset))]
  return {
    sql: datasets.map((each) => seriesSelect(found, each, { rows, binder })).join('\nUNION ALL\n'),
    params: binder.params,
  }
}

interface Page {
  readonly rows: readonly MetricRow[]
  readonly binder: Binder
}

function seriesSelect(
  { plan, breakdown, period, bases }: SeriesPlan,
  dataset: DatasetId,
  { rows, binder }: Page,
): string {
  const { dimensions } = breakdown
  const facts = factsOf(dataset, { plan, period, dimensions, interval: plan.interval, binder })
  const own = bases.flatMap((base, index) => (base.value.dataset === dataset ? [{ base, index }] : []))
  const keys = dimensions.map((dimension) => facts.key(dimension))
  const only = dimensions.flatMap((dimension, index) => {
    const values = [...new Set(rows.map((row) => row.dimensions[dimension.id] ?? ''))]
    return onlyValues(dimension, { key: keys[index] ?? '', values, ofAds: dataset === 'ads' }, binder)
  })
  const list = answerColumns({
    part: 'course',
    period: 0,
    total: '0',
    position: 'bucket',
    keys: keys.map((_, index) => `key_${index}`),
    amounts: {
      places: `[${own.map(({ index }) => index).join(', ')}]`,
      texts: `[${own.map((_, index) => `text_${index}`).join(', ')}]`,
    },
  })
  const texts = own.map(({ base }, index) => `toString(${amountText(facts, base)}) AS text_${index}`)
  const groups = [...new Set([...facts.groupBy, 'bucket'])].join(', ')
  const names = facts.clock === '' ? 'WITH' : `${facts.clock},`
  const where = only.map((condition) => ` AND ${condition}`).join('')
  const inner = `${names} ${facts.bucket} AS bucket SELECT bucket, ${keys.map((key, index) => `${key} AS key_${index}`).join(', ')}, ${texts.join(', ')} ${facts.source}${where} GROUP BY ${groups}`
  return `SELECT ${list} FROM (${inner})`
}

interface OnlyValues {
  readonly key: string
  readonly values: readonly string[]
  readonly ofAds: boolean
}

/** Restricts to the rows of the page; impossible for rows with several values at once, which one key does not identify. */
function onlyValues(dimension: Dimension, { key, values, ofAds }: OnlyValues, binder: Binder): string[] {
  if (dimension.type === 'list') return []
  const wanted = `toString(${key}) IN ${binder.bind('page', 'Array(String)', values)}`
  return ofAds ? [...deepestIds(dimension, values, binder), wanted] : [wanted]
}

/** Adds its time series to each row of the result. */
export function withSeries(
  query: MetricQuery,
  scope: Scope,
  { result, rows }: { readonly result: MetricResult; readonly rows: readonly ResultRow[] },
): MetricResult {
  const found = planSeries(query, scope)
  const [metric] = found?.plan.metrics ?? []
  if (!found || !metric) return result
  const { plan, breakdown, period, bases } = found
  const formulas = formulasOf([metric], bases)
  const indexes = bases.map((_, index) => index)
  const byRow = Map.groupBy(rows, ({ keys }) => JSON.stringify(keys))
  const covered = period.buckets.map((_, place) =>
    coveredBases(bases, coverageFor(spanOf(period, place), scope, plan.conversion)),
  )
  const courseOf = (row: MetricRow): MetricValue[] => {
    const keys = JSON.stringify(breakdown.dimensions.map(({ id }) => row.dimensions[id] ?? ''))
    const places = new Map<number, Amounts>()
    for (const each of byRow.get(keys) ?? []) {
      const amounts = places.get(each.position) ?? []
      places.set(each.position, amounts)
      readAmounts(amounts, indexes, each)
    }
    return period.buckets.map((bucket, place) => {
      const [value = null] = valuesOf(formulas, places.get(bucket) ?? [], covered[place] ?? [])
      return valueText(metric, value)
    })
  }
  return { ...result, rows: (result.rows ?? []).map((row) => ({ ...row, course: courseOf(row) })) }
}

function spanOf({ buckets, range }: Period, place: number): DaySpan {
  const next = buckets[place + 1]
  return { first: buckets[place] ?? 0, last: next === undefined ? toDayNumber(range.to) : next - 1 }
}
