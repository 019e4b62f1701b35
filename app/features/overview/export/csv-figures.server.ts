import { divideRounded, plainCell } from '@tillsight/core'
import type { MetricRow, MetricValue, MetricValues, SeriesPoint } from '@tillsight/metrics'
import { stringify } from 'csv-stringify/sync'
import type { Answer, DimensionView, MetricView } from '../../../services.ts'
import { labelOf } from '../dimension-labels.server.ts'

interface CsvTable {
  /** What it shows, in the order of the columns. */
  readonly metrics: readonly MetricView[]
  readonly answer: Answer
  /** Undefined for a course over time. */
  readonly dimension: DimensionView | undefined
  /** What tells a row from others of the same value: the variant and the SKU of a product. */
  readonly further?: readonly DimensionView[]
  /** Of a breakdown, in their order. */
  readonly rows: readonly MetricRow[]
}

type Cell = string | number | null

/**
 * The figures of an answer as a spreadsheet takes them: raw numbers, ISO days, a header row, the totals on top. What is
 * missing is an empty cell, percentages are fractions.
 */
export function printCsv(table: CsvTable): string {
  const lines = table.dimension ? breakdownLines(table, table.dimension) : courseLines(table)
  return stringify([...lines], { bom: true, record_delimiter: 'windows', cast: { string: plainCell } })
}

function courseLines({ metrics, answer }: CsvTable): Cell[][] {
  const { series = [], compare } = answer
  const before = compare?.series
  const heads = metrics.flatMap((metric) => columnsOf(metric, answer, before !== undefined))
  const valuesOf = (now: MetricValues | undefined, then: MetricValues | undefined) =>
    metrics.flatMap(({ key }) => [now?.[key] ?? null, ...(before ? [then?.[key] ?? null] : [])])
  const line = (point: SeriesPoint | undefined, other: SeriesPoint | undefined): Cell[] => [
    point?.at ?? null,
    ...(before ? [other?.at ?? null] : []),
    ...valuesOf(point?.values, other?.values),
  ]
  // Hours are instants; everything longer begins on a day of the shop.
  const zone = series[0]?.at.endsWith('Z') ? 'UTC' : answer.timezone
  const length = Math.max(series.length, before?.length ?? 0)
  return [
    [`Period (${zone})`, ...(before ? ['Compared with'] : []), ...heads],
    ['Total', ...(before ? ['Total'] : []), ...valuesOf(answer.totals, compare?.totals)],
    ...Array.from({ length }, (_, index) => line(series[index], before?.[index])),
  ]
}

function breakdownLines({ metrics, answer, rows, further = [] }: CsvTable, dimension: DimensionView): Cell[][] {
  const isCompared = answer.compare !== undefined
  const [first] = metrics
  const hasShare = first?.additive === true
  const valuesOf = (now: MetricValues, then: MetricValues | undefined) =>
    metrics.flatMap(({ key }) => [now[key] ?? null, ...(isCompared ? [then?.[key] ?? null] : [])])
  const shareOf = (values: MetricValues) =>
    hasShare ? [quotient(values[first.key] ?? null, answer.totals[first.key] ?? null)] : []
  return [
    [
      dimension.label,
      `${dimension.label} (key)`,
      ...further.map(({ label }) => label),
      ...metrics.flatMap((metric) => columnsOf(metric, answer, isCompared)),
      ...(hasShare ? [`Share of ${first.label}`] : []),
    ],
    [
      'Total',
      null,
      ...further.map(() => null),
      ...valuesOf(answer.totals, answer.compare?.totals),
      ...shareOf(answer.totals),
    ],
    ...rows.map(({ dimensions, names, values, before }) => {
      const value = dimensions[dimension.key] ?? ''
      const label = labelOf({ dimension: dimension.key, value, given: names?.[dimension.key], language: 'en' })
      const rest = further.map(({ key }) => dimensions[key] ?? '')
      return [label, value, ...rest, ...valuesOf(values, before), ...shareOf(values)]
    }),
  ]
}

/** `Sales (EUR)`, and beside it what it was before. */
function columnsOf({ label, unit }: MetricView, { currency }: Answer, isCompared: boolean): string[] {
  const measure = unit === 'money' ? ` (${currency})` : unit === 'percent' ? ' (fraction)' : ''
  return [`${label}${measure}`, ...(isCompared ? [`${label} before${measure}`] : [])]
}

const shareDecimals = 6

/** Exact up to its sixth decimal; null when there is nothing to divide by. */
function quotient(over: MetricValue, by: MetricValue): string | null {
  if (over === null || by === null) return null
  const digits = Math.max(decimalsOf(over), decimalsOf(by))
  const [part, whole] = [scaled(over, digits), scaled(by, digits)]
  if (whole === 0n) return null
  const sign = part < 0n !== whole < 0n ? '-' : ''
  const size = divideRounded(abs(part) * 10n ** BigInt(shareDecimals), abs(whole))
  const text = size.toString().padStart(shareDecimals + 1, '0')
  return `${size === 0n ? '' : sign}${text.slice(0, -shareDecimals)}.${text.slice(-shareDecimals)}`
}

function decimalsOf(value: string | number): number {
  return String(value).split('.')[1]?.length ?? 0
}

function scaled(value: string | number, digits: number): bigint {
  const [whole = '0', fraction = ''] = String(value).split('.')
  return BigInt(whole + fraction.padEnd(digits, '0'))
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value
}
