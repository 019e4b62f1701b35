import type { NamedImportRow } from '@tillsight/database'
import { z } from 'zod'
import { importFormats } from './formats.ts'
import { ImportReport } from './import-report.ts'
import { importStates } from './import-states.ts'

/** An import as shown to people; without a report while it runs. */
export const ImportView = z.object({
  id: z.string(),
  /** Empty while the file has not been looked at. */
  format: z.string(),
  /** For people; the id for a format that is no longer known. */
  formatLabel: z.string(),
  fileName: z.string(),
  state: z.enum(importStates),
  createdAt: z.iso.datetime(),
  /** Who began it in the browser; null for the command line and for people who are gone. */
  by: z.string().nullable(),
  rowsGood: z.number(),
  rowsBad: z.number(),
  /** Whether what it brought is known, so that it can be taken back. */
  canUndo: z.boolean(),
  report: ImportReport.nullable(),
})
export type ImportView = z.infer<typeof ImportView>

/** Translates what is stored. */
export function toImportView(row: NamedImportRow): ImportView {
  return {
    id: row.id,
    format: row.format,
    formatLabel: importFormats.find(({ id }) => id === row.format)?.label ?? row.format,
    fileName: row.fileName,
    state: z.enum(importStates).parse(row.state),
    createdAt: row.createdAt.toISOString(),
    by: row.personName,
    rowsGood: row.rowsGood,
    rowsBad: row.rowsBad,
    canUndo: row.keptApart && ['running', 'done', 'failed', 'undoing'].includes(row.state),
    report: ImportReport.safeParse(row.report).data ?? null,
  }
}
