import { plainCell } from '@tillsight/core'
import { stringify } from 'csv-stringify/sync'

/** The content of a CSV cell. */
export type Cell = string | number | null

/**
 * Serialises rows as CSV that spreadsheets open: missing values become empty cells, and text that a spreadsheet would run as
 * a formula is defused.
 */
export function toCsv(lines: readonly (readonly Cell[])[], ending: 'windows' | 'unix' = 'windows'): string {
  return stringify([...lines], { bom: true, record_delimiter: ending, cast: { string: plainCell } })
}
