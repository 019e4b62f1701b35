import { listImports as listRows } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { ImportReport } from './import-report.ts'

/** An import as shown to people; without a report while it runs. */
export const ImportView = z.object({
  id: z.string(),
  format: z.string(),
  fileName: z.string(),
  state: z.string(),
  createdAt: z.iso.datetime(),
  report: ImportReport.nullable(),
})
export type ImportView = z.infer<typeof ImportView>

/** The latest imports of the shop, the newest first. */
export const listImports = defineVerb({
  name: 'import.list',
  needs: 'imports:write',
  access: 'read',
  input: z.object({ limit: z.number().int().min(1).max(200).default(50) }),
  output: z.array(ImportView),
  async run({ queries, shop }, { limit }) {
    const rows = await listRows(queries, shop.id, limit)
    return rows.map(({ id, format, fileName, state, createdAt, report }) => ({
      id,
      format,
      fileName,
      state,
      createdAt: createdAt.toISOString(),
      report: ImportReport.safeParse(report).data ?? null,
    }))
  },
})
