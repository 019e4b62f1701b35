import { divideDecimals } from '@tillsight/core'
import type { MetricRow, MetricValue, MetricValues, SeriesPoint } from '@tillsight/metrics'
import { labelOf } from '../../../blocks/figures-page/dimension-labels.server.ts'
import { type Cell, toCsv } from '../../../csv.server.ts'
import type { DimensionView, MetricView, Result } from '../../../services.ts'

interface CsvTable {
  /** Its metrics, in the order of the columns. */
  readonly metrics: readonly MetricView[]
  readonly answer: Result
  /** Undefined for a time series. */
  readonly dimension: DimensionView | undefined
  /** Dimensions that distinguish rows of the same value: the variant and the SKU of a product. */
  readonly further?: readonly DimensionView[]
  /** Rows of a breakdown, in order. */
  readonly rows: readonly MetricRow[]
  /** Caveats about the figures: sentences, in a column of their own beside the totals. */
  readonly notes: readonly string[]
}

/**
 * A result as CSV for spreadsheets: raw numbers, ISO days, a header row, the totals on top. Missing values are empty cells,
 * percentages are fractions. Without notes there is no column for them.
 */
export function printCsv(table: CsvTable): string {
  const [heads = [], totals = [], ...lines] = table.dimension
    ? breakdownLines(table, table.dimension)
    : seriesLines(table)
  const hasNotes = table.notes.length > 0
  const withNotes = (cells: Cell[], text: Cell) => (hasNotes ? [...cells, text] : cells)
  const all = [
    withNotes(heads, 'Notes'),
    withNotes(totals, table.notes.join(' ')),
    ...lines.map((cells) => withNotes(cells, null)),
  ]
  return toCsv(all)
}

function seriesLines({ metrics, answer }: CsvTable): Cell[][] {
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
  // Hours are instants; longer intervals begin on a shop day.
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

/** Column headings: `Sales (EUR)`, and beside it the comparison. */
function columnsOf({ label, unit }: MetricView, { currency }: Result, isCompared: boolean): string[] {
  const measure = unit === 'money' ? ` (${currency})` : unit === 'percent' ? ' (fraction)' : ''
  return [`${label}${measure}`, ...(isCompared ? [`${label} before${measure}`] : [])]
}

const shareDecimals = 6

/** Quotient with six decimals; null for a division by zero. */
function quotient(over: MetricValue, by: MetricValue): string | null {
  if (over === null || by === null) return null
  return divideDecimals(String(over), String(by), shareDecimals)
}
