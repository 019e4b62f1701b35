import { listImports as listRows } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { ImportView, toImportView } from './import-view.ts'

/** The latest imports of the shop, the newest first; files that are still coming in are left out. */
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
