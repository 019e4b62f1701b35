import type { MetricRow, MetricValues } from '@tillsight/metrics'
import type { OwnColumn } from '../../blocks/breakdown-table/columns.ts'
import { type Cell, toCsv } from '../../csv.server.ts'
import type { Result } from '../../services.ts'
import type { AdMetric } from './query.server.ts'

/** A row with its labels. */
export interface CsvRow {
  /** One per name column. */
  readonly names: readonly string[]
  readonly row: Pick<MetricRow, 'values' | 'before'>
  /** One per column of our own attribution, and one more after each of profit. */
  readonly own: readonly Cell[]
}

interface CsvTable {
  /** Headings of the name columns. */
  readonly heads: readonly string[]
  readonly metrics: readonly AdMetric[]
  readonly answer: Pick<Result, 'totals' | 'compare' | 'currency'>
  readonly rows: readonly CsvRow[]
  /** Columns of the shop's own attribution, which the catalogue does not have. */
  readonly own: {
    readonly columns: readonly (Pick<OwnColumn, 'unit' | 'isOfProfit'> & { readonly label: string })[]
    readonly totals: readonly Cell[]
  }
  /** Caveats about the figures, beside the totals. */
  readonly notes: readonly string[]
}

/**
 * The table as CSV: raw figures, a header row, the totals on top. Missing values are empty cells, percentages are fractions;
 * text that a spreadsheet would run as a formula is defused.
 */
export function printCampaignsCsv({ heads, metrics, answer, rows, own, notes }: CsvTable): string {
  const isCompared = answer.compare !== undefined
  const valuesOf = (now: MetricValues, then: MetricValues | undefined): Cell[] =>
    metrics.flatMap(({ key }) => [now[key] ?? null, ...(isCompared ? [then?.[key] ?? null] : [])])
  const lines: Cell[][] = [
    [
      ...heads,
      ...metrics.flatMap((metric) => headsOf(metric, answer.currency, isCompared)),
      ...own.columns.flatMap((column) => [
        ...headsOf(column, answer.currency, false),
        ...(column.isOfProfit ? [`${column.label} bound`] : []),
      ]),
      'Notes',
    ],
    [
      'Total',
      ...heads.slice(1).map(() => null),
      ...valuesOf(answer.totals, answer.compare?.totals),
      ...own.totals,
      notes.join(' '),
    ],
    ...rows.map(({ names, row, own: cells }) => [...names, ...valuesOf(row.values, row.before), ...cells, null]),
  ]
  return toCsv(lines)
}

function headsOf({ label, unit }: Pick<AdMetric, 'label' | 'unit'>, currency: string, isCompared: boolean): string[] {
  const measure = unit === 'money' ? ` (${currency})` : unit === 'percent' ? ' (fraction)' : ''
  return [`${label}${measure}`, ...(isCompared ? [`${label} before${measure}`] : [])]
}
