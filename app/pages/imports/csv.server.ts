import { plainCell } from '@tillsight/core'
import type { RowProblem } from '@tillsight/domain'
import { stringify } from 'csv-stringify/sync'

/** What is wrong with the rows of a file, for a spreadsheet beside it. */
export function printProblemsCsv(problems: readonly RowProblem[]): string {
  const rows = problems.map(({ row, field, value, problem, remedy }) => [String(row), field, value, problem, remedy])
  const header = ['row', 'field', 'value', 'problem', 'remedy']
  return stringify([header, ...rows], { bom: true, record_delimiter: 'windows', cast: { string: plainCell } })
}
