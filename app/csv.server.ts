import { plainCell } from '@tillsight/core'
import { stringify } from 'csv-stringify/sync'

/** What a cell of a file holds. */
export type Cell = string | number | null

/**
 * Lines as a spreadsheet takes them: what is missing is an empty cell, and names that a spreadsheet would take for formulas
 * are made plain.
 */
export function toCsv(lines: readonly (readonly Cell[])[], ending: 'windows' | 'unix' = 'windows'): string {
  return stringify([...lines], { bom: true, record_delimiter: ending, cast: { string: plainCell } })
}
