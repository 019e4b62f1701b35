import { plainCell } from '@tillsight/core'
import type { MetricRow, MetricValues } from '@tillsight/metrics'
import { stringify } from 'csv-stringify/sync'
import type { Answer } from '../../services.ts'
import type { AdMetric } from './question.server.ts'

type Cell = string | number | null

/** A row with what people call it. */
export interface CsvRow {
  /** One for each heading. */
  readonly names: readonly string[]
  readonly row: Pick<MetricRow, 'values' | 'before'>
}

interface CsvTable {
  /** Of the columns of names. */
  readonly heads: readonly string[]
  readonly metrics: readonly AdMetric[]
  readonly answer: Pick<Answer, 'totals' | 'compare' | 'currency'>
  readonly rows: readonly CsvRow[]
  /** What people should know before they trust the figures, beside the totals. */
  readonly notes: readonly string[]
}

/**
 * The table as a spreadsheet takes it: raw figures, a header row, the totals on top. What is missing is an empty cell,
 * percentages are fractions; names that a spreadsheet would take for formulas are made plain.
 */
export function printCampaignsCsv({ heads, metrics, answer, rows, notes }: CsvTable): string {
  const isCompared = answer.compare !== undefined
  const valuesOf = (now: MetricValues, then: MetricValues | undefined): Cell[] =>
    metrics.flatMap(({ key }) => [now[key] ?? null, ...(isCompared ? [then?.[key] ?? null] : [])])
  const lines: Cell[][] = [
    [...heads, ...metrics.flatMap((metric) => headsOf(metric, answer.currency, isCompared)), 'Notes'],
    ['Total', ...heads.slice(1).map(() => null), ...valuesOf(answer.totals, answer.compare?.totals), notes.join(' ')],
    ...rows.map(({ names, row }) => [...names, ...valuesOf(row.values, row.before), null]),
  ]
  return stringify(lines, { bom: true, record_delimiter: 'windows', cast: { string: plainCell } })
}

function headsOf({ label, unit }: AdMetric, currency: string, isCompared: boolean): string[] {
  const measure = unit === 'money' ? ` (${currency})` : unit === 'percent' ? ' (fraction)' : ''
  return [`${label}${measure}`, ...(isCompared ? [`${label} before${measure}`] : [])]
}
