import { AppError } from '@tillsight/core'
import { deleteImport, findImport, type ImportRow, updateImportIn } from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { importFormat } from './formats.ts'
import { areImportsBusy, planningStates } from './import-states.ts'
import { ImportId, importNotFound } from './list-imports.ts'
import { readUndoable } from './undo-import.ts'

const OneImport = z.object({ import: ImportId })
const Done = z.object({})

async function readImport({ queries, shop }: ShopContext, id: string): Promise<ImportRow> {
  const row = await findImport(queries, shop.id, id)
  if (!row) throw importNotFound()
  return row
}

/**
 * Sets how a file is read: its format, and the heading for each column (empty for none). The file is then checked again.
 * Throws `not_found`, and `conflict` once the import has begun.
 */
export const planImport = defineVerb({
  name: 'import.plan',
  needs: 'imports:write',
  access: 'write',
  input: OneImport.extend({
    format: z.string(),
    mapping: z.record(z.string().max(100), z.string().max(1000)).default({}),
  }),
  output: Done,
  async run(ctx, input) {
    const { id } = await readImport(ctx, input.import)
    const format = importFormat(input.format)
    const known = new Set(format.columns.map(({ name }) => name))
    const mapping = Object.fromEntries(Object.entries(input.mapping).filter(([name]) => known.has(name)))
    const change = { state: 'checking', format: format.id, mapping, problem: null }
    const row = await updateImportIn(ctx.queries, { id, states: planningStates, change })
    if (!row) throw alreadyBegun()
    return {}
  },
})

/** Confirms the import of a previewed file. Throws `not_found`; `conflict` for one that is not ready. */
export const startImport = defineVerb({
  name: 'import.start',
  needs: 'imports:write',
  access: 'write',
  input: OneImport,
  output: Done,
  async run(ctx, input) {
    const row = await readImport(ctx, input.import)
    const { id, state, header } = row
    if (state === 'running' || state === 'done') return {}
    // Sample values were kept for choosing columns; they may contain personal data.
    const change = { state: 'running', header: { ...header, samples: {} } }
    if (await updateImportIn(ctx.queries, { id, states: ['ready', 'failed'], change })) {
      await recordAudit(ctx, { action: 'import.start', target: { kind: 'import', id, name: row.fileName } })
      return {}
    }
    throw new AppError(
      'conflict',
      'This file is not ready to be imported: it is still being checked, or cannot be read as it is. Nothing was imported.',
    )
  },
})

/** Requests that an import be undone. Throws `not_found`; `conflict` while it runs and for one that cannot be undone. */
export const requestUndo = defineVerb({
  name: 'import.undo',
  needs: 'imports:write',
  access: 'write',
  input: OneImport,
  output: Done,
  async run(ctx, input) {
    const { id, state, fileName } = await readUndoable(ctx, input.import)
    if (state === 'running' && (await areImportsBusy(ctx))) {
      throw new AppError('conflict', 'This import is still running. Undo it when it has ended.')
    }
    await updateImportIn(ctx.queries, { id, states: ['running', 'done', 'failed'], change: { state: 'undoing' } })
    await recordAudit(ctx, { action: 'import.undo', target: { kind: 'import', id, name: fileName } })
    return {}
  },
})

/** Discards a file that has not been imported. Throws `not_found`; `conflict` once the import has begun. */
export const discardImport = defineVerb({
  name: 'import.discard',
  needs: 'imports:write',
  access: 'write',
  input: OneImport,
  output: Done,
  async run(ctx, input) {
    const { id, state } = await readImport(ctx, input.import)
    if (!planningStates.some((known) => known === state)) throw alreadyBegun()
    await deleteImport(ctx.queries, id, planningStates)
    return {}
  },
})

function alreadyBegun(): AppError {
  return new AppError('conflict', 'This import has begun already. Undo it if it should not have.')
}
