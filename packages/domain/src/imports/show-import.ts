import { findNamedImport, type NamedImportRow } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { FileHeader, StoredMapping } from './check-import.ts'
import { importFormats, readMapping, suggestFormat } from './formats.ts'
import { ImportId, importNotFound } from './import-not-found.ts'
import { ImportView, toImportView } from './import-view.ts'
import { ImportPreview } from './preview-orders.ts'

const Column = z.object({
  name: z.string(),
  required: z.boolean(),
  /** One of several of which the file needs at least one. */
  alternative: z.boolean(),
  help: z.string(),
  /** Where its values come from; null when the file has nothing for it. */
  heading: z.string().nullable(),
})

/** One import with everything that it is planned and decided by. */
export const ImportDetail = ImportView.extend({
  formats: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Id of the format that the headings fit best. */
  suggested: z.string().nullable(),
  header: FileHeader,
  /** Of the format; those that stand several times with numbers go by their names and are left out. */
  columns: z.array(Column),
  /** Headings that are not read. */
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
