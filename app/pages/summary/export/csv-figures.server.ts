import { divideDecimals } from '@tillsight/core'
import type { MetricRow, MetricValue, MetricValues, SeriesPoint } from '@tillsight/metrics'
import { labelOf } from '../../../blocks/figures-page/dimension-labels.server.ts'
import { type Cell, toCsv } from '../../../csv.server.ts'
import { boundsOf } from '../../../format/index.ts'
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
  const cellsOf = (now: Place | undefined, then: Place | undefined) =>
    metrics.flatMap(({ key }) => [...figureCells(key, now, answer), ...(before ? figureCells(key, then, answer) : [])])
  const line = (point: SeriesPoint | undefined, other: SeriesPoint | undefined): Cell[] => [
    point?.at ?? null,
    ...(before ? [other?.at ?? null] : []),
    ...cellsOf(point, other),
  ]
  // Hours are instants; longer intervals begin on a shop day.
  const zone = series[0]?.at.endsWith('Z') ? 'UTC' : answer.timezone
  const length = Math.max(series.length, before?.length ?? 0)
  return [
    [`Period (${zone})`, ...(before ? ['Compared with'] : []), ...heads],
    ['Total', ...(before ? ['Total'] : []), ...cellsOf(...totalsOf(answer))],
    ...Array.from({ length }, (_, index) => line(series[index], before?.[index])),
  ]
}

function breakdownLines({ metrics, answer, rows, further = [] }: CsvTable, dimension: DimensionView): Cell[][] {
  const isCompared = answer.compare !== undefined
  const [first] = metrics
  const hasShare = first?.additive === true
  const cellsOf = (now: Place | undefined, then: MetricValues | undefined) =>
    metrics.flatMap(({ key }) => [...figureCells(key, now, answer), ...(isCompared ? [then?.[key] ?? null] : [])])
  const shareOf = (values: MetricValues) =>
    hasShare ? [quotient(values[first.key] ?? null, answer.totals[first.key] ?? null)] : []
  return [
    [
      dimension.label,
      `${dimension.label} (key)`,
      ...further.map(({ label }) => label),
      ...metrics.flatMap((metric) => columnsOf(metric, answer, isCompared ? 'without bounds' : false)),
      ...(hasShare ? [`Share of ${first.label}`] : []),
    ],
    [
      'Total',
      null,
      ...further.map(() => null),
      ...cellsOf(totalsOf(answer)[0], answer.compare?.totals),
      ...shareOf(answer.totals),
    ],
    ...rows.map(({ dimensions, names, values, bounds, before }) => {
      const value = dimensions[dimension.key] ?? ''
      const label = labelOf({ dimension: dimension.key, value, given: names?.[dimension.key], language: 'en' })
      const rest = further.map(({ key }) => dimensions[key] ?? '')
      return [label, value, ...rest, ...cellsOf({ values, bounds }, before), ...shareOf(values)]
    }),
  ]
}

/** A total, a bucket or a row. */
interface Place {
  readonly values: MetricValues
  readonly bounds?: MetricRow['bounds']
}

function totalsOf({ compare, ...answer }: Result): [Place, Place | undefined] {
  const place = (one: Pick<Result, 'totals' | 'quality'>) => ({ values: one.totals, bounds: boundsOf(one) })
  return [place(answer), compare && place(compare)]
}

/** A figure, and where costs are in it whether it is exact. */
function figureCells(key: string, place: Place | undefined, { quality }: Result): Cell[] {
  const value = place?.values[key] ?? null
  if (quality?.[key] === undefined) return [value]
  return [value, value === null ? null : (place?.bounds?.[key] ?? 'exact')]
}

/** Column headings: `Sales (EUR)`, beside it its bound where it has one, and the comparison; that of rows has no bounds. */
function columnsOf(
  { key, label, unit }: MetricView,
  { currency, quality }: Result,
  compared: boolean | 'without bounds',
): string[] {
  const measure = unit === 'money' ? ` (${currency})` : unit === 'percent' ? ' (fraction)' : ''
  const bound = quality?.[key] === undefined ? [] : [`${label} bound`]
  const before = [
    `${label} before${measure}`,
    ...(compared === true && bound.length > 0 ? [`${label} before bound`] : []),
  ]
  return [`${label}${measure}`, ...bound, ...(compared === false ? [] : before)]
}

const shareDecimals = 6

/** Quotient with six decimals; null for a division by zero. */
function quotient(over: MetricValue, by: MetricValue): string | null {
  if (over === null || by === null) return null
  return divideDecimals(String(over), String(by), shareDecimals)
}
