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

/** A CSV file to download; it is somebody's own, and nobody else keeps it. */
export function csvFile(name: string, text: string): Response {
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
