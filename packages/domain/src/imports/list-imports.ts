import { AppError } from '@tillsight/core'
import { findImport, findNamedImport, listImports as listRows, type NamedImportRow } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { FileHeader, StoredMapping } from './check-import.ts'
import { importFormats, readMapping, suggestFormat } from './formats.ts'
import { ImportReport, importStates } from './import-states.ts'
import { ImportPreview } from './preview-orders.ts'
import { readPacked } from './stored-file.ts'

/** The same error for an import that does not exist, a discarded one and one of another shop. */
export function importNotFound(): AppError {
  return new AppError(
    'not_found',
    'There is no such import in this shop. It may have been discarded, or was never finished and removed after 7 days.',
  )
}

/** Id of an import. A malformed id gives `not_found`, like any unknown one. */
export const ImportId = z.string().transform((id) => {
  if (z.uuid().safeParse(id).success) return id
  throw importNotFound()
})

/** An import as shown to people; without a report while it runs. */
export const ImportView = z.object({
  id: z.string(),
  /** Empty until the file has been checked. */
  format: z.string(),
  /** Display name; the id for a format that no longer exists. */
  formatLabel: z.string(),
  fileName: z.string(),
  state: z.enum(importStates),
  createdAt: z.iso.datetime(),
  /** Name of the person who started it in the browser; null for the command line and for deleted people. */
  by: z.string().nullable(),
  rowsGood: z.number(),
  rowsBad: z.number(),
  /** Whether its records are stored, so that it can be undone. */
  canUndo: z.boolean(),
  report: ImportReport.nullable(),
})
export type ImportView = z.infer<typeof ImportView>

/** Converts a stored import for display. */
function toImportView(row: NamedImportRow): ImportView {
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

/** The latest imports of the shop, newest first; without files that are still being uploaded. */
export const listImports = defineVerb({
  name: 'import.list',
  needs: 'imports:write',
  access: 'read',
  input: z.object({ limit: z.number().int().min(1).max(200).default(50) }),
  output: z.array(ImportView),
  async run({ queries, shop }, { limit }) {
    const rows = await listRows(queries, shop.id, limit)
    return rows.filter(({ state }) => state !== 'uploading').map(toImportView)
  },
})

const Problems = ImportReport.shape.problems

/** All problems found in the rows of an import's file, up to 100,000. Throws `not_found`. */
export const listImportProblems = defineVerb({
  name: 'import.problems',
  needs: 'imports:write',
  access: 'read',
  input: z.object({ import: ImportId }),
  output: z.object({ fileName: z.string(), problems: Problems }),
  async run({ queries, shop }, input) {
    const row = await findImport(queries, shop.id, input.import)
    if (!row) throw importNotFound()
    const { fileName } = row
    const text = await readPacked(queries, { importId: row.id, kind: 'problems' })
    // Imports from the command line only have the problems in their report.
    const problems = text === '' ? (ImportReport.safeParse(row.report).data?.problems ?? []) : JSON.parse(text)
    return { fileName, problems: Problems.parse(problems) }
  },
})

const Column = z.object({
  name: z.string(),
  required: z.boolean(),
  /** Whether the file needs only one of this and its alternatives. */
  alternative: z.boolean(),
  help: z.string(),
  /** The heading its values come from; null if the file has none. */
  heading: z.string().nullable(),
})

/** One import with everything needed to plan and confirm it. */
export const ImportDetail = ImportView.extend({
  formats: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Id of the format that fits the headings best. */
  suggested: z.string().nullable(),
  header: FileHeader,
  /** The format's columns; numbered ones that repeat are matched by name and left out. */
  columns: z.array(Column),
  /** Headings that are ignored. */
  ignored: z.array(z.string()),
  preview: ImportPreview.nullable(),
  /** Why the file cannot be read as it is. */
  problem: z.string().nullable(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

/** Shows one import. Throws `not_found`, also for one of another shop. */
export const showImport = defineVerb({
  name: 'import.show',
  needs: 'imports:write',
  access: 'read',
  input: z.object({ import: ImportId }),
  output: ImportDetail,
  async run({ queries, shop }, input) {
    const row = await findNamedImport(queries, shop.id, input.import)
    if (!row || row.state === 'uploading') throw importNotFound()
    const header = FileHeader.catch({ headings: [], samples: {} }).parse(row.header)
    return {
      ...toImportView(row),
      formats: importFormats.map(({ id, label }) => ({ id, label })),
      suggested: suggestFormat(header.headings) ?? null,
      header,
      ...columnsOf(row, header),
      preview: ImportPreview.safeParse(row.preview).data ?? null,
      problem: row.problem,
    }
  },
})

function columnsOf(row: NamedImportRow, { headings }: FileHeader): Pick<ImportDetail, 'columns' | 'ignored'> {
  const format = importFormats.find(({ id }) => id === row.format)
  if (!format || headings.length === 0) return { columns: [], ignored: [] }
  const found = readMapping(format, headings, StoredMapping.parse(row.mapping))
  const columns = format.columns
    .filter(({ numbered }) => !numbered)
    .map(({ name, required, help }) => ({
      name,
      required,
      alternative: (format.oneOf ?? []).some((names) => names.includes(name)),
      help,
      heading: found.headings.get(name) ?? null,
    }))
  return { columns, ignored: found.unknown }
}
