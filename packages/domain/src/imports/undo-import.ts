import { AppError } from '@tillsight/core'
import { deleteImportFile, findImport, type ImportRow, updateImport } from '@tillsight/database'
import { assertAllowed, type ShopContext } from '../context/index.ts'
import { noteImportProblems } from '../health/index.ts'
import { recomputeCustomers, takeBack } from '../ledger/index.ts'
import { confirmedStates, lockImports } from './import-states.ts'
import { countRecords, forgetRecords, keepEarlierRecords, listRecordNames, readStatus } from './imported-records.ts'
import { importNotFound } from './list-imports.ts'

/** Which import to undo, and its callbacks. */
export interface UndoImport {
  readonly id: string
  readonly signal?: AbortSignal
  /** Called with numbers of records. */
  readonly onProgress?: (progress: { done: number; total: number; message: string }) => Promise<void> | void
}

/** Above this many records, customers are computed once at the end instead of with every step. */
const deferFrom = 5000

/**
 * Undoes a whole import: the figures become what they would be had it never happened. Records of the same orders from other
 * imports are restored, and what a connection has delivered since stays. If it is killed, repeating completes it. Throws
 * `not_found`, and `conflict` for an import that cannot be undone.
 */
export async function undoImport(ctx: ShopContext, { id, signal, onProgress }: UndoImport): Promise<void> {
  assertAllowed(ctx.actor, 'imports:write', 'import.undo_now')
  const tell = (done: number, total: number, message: string) => onProgress?.({ done, total, message })
  const onWait = () => tell(0, 0, 'Waiting for another import of this shop')
  await lockImports(ctx, { signal, onWait }, async () => {
    const row = await readUndoable(ctx, id)
    if (row.state === 'undone') return
    await keepEarlierRecords(ctx)
    await updateImport(ctx.db.kysely, id, { state: 'undoing' })
    const total = await countRecords(ctx, id)
    const deferCustomers = total > deferFrom
    let done = 0
    for await (const names of listRecordNames(ctx, id)) {
      signal?.throwIfAborted()
      await takeBack(ctx, { names, replacements: () => readStatus(ctx, names), deferCustomers })
      done += names.length
      await tell(done, total, 'Taking orders back')
    }
    if (deferCustomers) await recomputeCustomers(ctx)
    await forgetRecords(ctx, id)
    await finish(ctx, row)
  })
}

async function finish({ db, shop, clock }: ShopContext, { id, fileName }: ImportRow): Promise<void> {
  await deleteImportFile(db.kysely, id, 'file')
  await deleteImportFile(db.kysely, id, 'problems')
  await noteImportProblems(db.kysely, { shop: shop.id, fileName, rows: 0, at: clock.now() })
  await updateImport(db.kysely, id, { state: 'undone' })
}

/** Throws `not_found`, and `conflict` if there is nothing to undo or the import cannot be undone. */
export async function readUndoable({ queries, shop }: ShopContext, id: string): Promise<ImportRow> {
  const row = await findImport(queries, shop.id, id)
  if (!row) throw importNotFound()
  if (!confirmedStates.some((state) => state === row.state))
    throw new AppError('conflict', 'This file has not been imported, so there is nothing to undo.')
  if (row.keptApart) return row
  throw new AppError(
    'conflict',
    'This import was made by an earlier version of Tillsight, which did not note what it brought, so it cannot be undone. Import a mended file over it instead.',
  )
}
