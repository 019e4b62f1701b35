import { findImport } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { ImportId, importNotFound } from './import-not-found.ts'
import { ImportReport } from './import-report.ts'
import { readPacked } from './stored-file.ts'

const Problems = ImportReport.shape.problems

/** Everything that was found wrong with the rows of an import's file, up to 100,000 problems. Throws `not_found`. */
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
    // Imports from the command line keep those of their report only.
    const problems = text === '' ? (ImportReport.safeParse(row.report).data?.problems ?? []) : JSON.parse(text)
    return { fileName, problems: Problems.parse(problems) }
  },
})
