import { AppError, isAppError } from '@tillsight/core'
import { createImport, deleteImportFile, hasHistoryMark, updateImport, updateImportIn } from '@tillsight/database'
import type { PlatformRecord } from '@tillsight/platforms/connectors'
import { assertAllowed, type ShopContext } from '../context/index.ts'
import type { ImportSource } from '../files/index.ts'
import { noteImportProblems } from '../health/index.ts'
import { importSource, recomputeCustomers, writeRecords } from '../ledger/index.ts'
import { emitEvent } from '../outbox/index.ts'
import { buildRecords } from './build-records.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import { findTakenOrders } from './check-import.ts'
import { type ColumnMapping, importFormat } from './formats.ts'
import { type ImportReport, lockImports, statusStates, toReport } from './import-states.ts'
import { keepEarlierRecords, keepRecords } from './imported-records.ts'

/** An import's file, format and callbacks. */
export interface ImportOrders {
  readonly source: ImportSource
  /** Id of a format. */
  readonly format: string
  /** The heading for each column, where names do not match. */
  readonly mapping?: ColumnMapping
  /** Id of the prepared import; absent for a new one. */
  readonly importId?: string
  /** Checks only: nothing is stored. */
  readonly preview?: boolean
  readonly signal?: AbortSignal
  /** Called with numbers of rows. */
  readonly onProgress?: (progress: { done: number; total: number | null; message: string }) => Promise<void> | void
}

/** Above this many orders, customers are computed once at the end instead of with every batch. */
const deferFromGroups = 2000

/**
 * Imports orders from a file. Valid orders are stored; an order with an invalid row is left out as a whole and reported; the
 * same file twice changes nothing. Throws `invalid_input` for a file of another format; after a failure only whole orders are
 * stored, and importing again completes it.
 */
export async function importOrders(ctx: ShopContext, input: ImportOrders): Promise<ImportReport> {
  assertAllowed(ctx.actor, 'imports:write', 'import.orders')
  const format = importFormat(input.format)
  const checked = await checkFile({
    source: input.source,
    format,
    shop: { currency: ctx.shop.currency, zone: ctx.shop.zone, now: ctx.clock.now() },
    ...(input.mapping === undefined ? {} : { mapping: input.mapping }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
    findTaken: (groups) => findTakenOrders(ctx.warehouse, groups),
    onRows: (done) => input.onProgress?.({ done, total: null, message: 'Checking rows' }),
  })
  const report = toReport(ctx.shop, { fileName: input.source.name, preview: input.preview ?? false, format, checked })
  if (input.preview) return report
  const onWait = () => input.onProgress?.({ done: 0, total: null, message: 'Waiting for another import of this shop' })
  return lockImports(ctx, { signal: input.signal, onWait }, () => store(ctx, { input, checked, report }))
}

interface Storing {
  readonly input: ImportOrders
  readonly checked: CheckedFile
  readonly report: ImportReport
}

async function store(ctx: ShopContext, { input, checked, report }: Storing): Promise<ImportReport> {
  const { db, shop, clock } = ctx
  await keepEarlierRecords(ctx)
  const id = await begin(ctx, { input, report })
  const done = { rows: 0, stored: 0, unchanged: 0, outdated: 0 }
  try {
    await writeAll(ctx, { id, input, checked, done })
  } catch (error) {
    const failed = withRecords({ ...report, failure: failureText(error) }, done)
    // If the database itself is the problem, nothing can be recorded; the first error is the one to report.
    await updateImport(db.kysely, id, {
      state: 'failed',
      rowsGood: done.rows,
      rowsBad: checked.rowsBad,
      report: failed,
    }).catch(() => undefined)
    throw interrupted(error, done.rows)
  }
  const finished = withRecords(report, done)
  const { rowsGood, rowsBad } = checked
  await db.transaction(async (tx) => {
    await updateImport(tx, id, { state: 'done', rowsGood, rowsBad, report: finished })
    const rows = { good: rowsGood, leftOut: rowsBad }
    const data = { import: id, format: report.format, rows, stored: finished.records.stored }
    await emitEvent(tx, shop.id, { type: 'import.finished', data, at: clock.now() })
  })
  await noteImportProblems(db.kysely, {
    shop: shop.id,
    fileName: report.fileName,
    rows: checked.rowsBad,
    at: clock.now(),
  })
  await deleteImportFile(db.kysely, id, 'file')
  return finished
}

/** Marks the import as running: from now on its records are among the facts. */
async function begin({ db, shop }: ShopContext, { input, report }: Omit<Storing, 'checked'>): Promise<string> {
  const { importId } = input
  if (importId === undefined) {
    const { format, fileName } = report
    return (await createImport(db.kysely, { shopId: shop.id, format, fileName, state: 'running', keptApart: true })).id
  }
  const states = statusStates.filter((state) => state !== 'done')
  const row = await updateImportIn(db.kysely, { id: importId, states, change: { state: 'running', keptApart: true } })
  if (row) return row.id
  throw new AppError('conflict', 'This import was finished, undone or discarded meanwhile. Nothing was imported.')
}

interface Done {
  rows: number
  stored: number
  unchanged: number
  outdated: number
}

async function writeAll(
  ctx: ShopContext,
  { id, input, checked, done }: { id: string; input: ImportOrders; checked: CheckedFile; done: Done },
): Promise<void> {
  const deferCustomers = checked.groups.size > deferFromGroups
  try {
    for await (const batch of oneAhead(buildRecords(checked))) {
      input.signal?.throwIfAborted()
      const records = batch.records.map(dateCancellation)
      await keepRecords(ctx, id, records)
      const outcome = await writeRecords(ctx, { source: importSource, records, deferCustomers })
      done.stored += outcome.stored
      done.unchanged += outcome.unchanged
      done.outdated += outcome.outdated
      done.rows = batch.rowsDone
      await input.onProgress?.({ done: batch.rowsDone, total: checked.rowsGood, message: 'Storing orders' })
    }
  } finally {
    // That this import stored nothing is no proof: an earlier one may have died between its last order and here.
    if (deferCustomers && (done.stored > 0 || (await hasHistoryMark(ctx.db.kysely, ctx.shop.id))))
      await recomputeCustomers(ctx)
  }
}

/** Reads the next batch while the previous one is being written. */
async function* oneAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next()
  try {
    for (let batch = await next; !batch.done; batch = await next) {
      next = batches.next()
      // If writing fails first, nobody awaits this promise any more.
      next.catch(() => undefined)
      yield batch.value
    }
  } finally {
    await batches.return(undefined)
  }
}

/**
 * For connections the date of first seeing an order cancelled is kept; an order from a file already contains everything
 * known.
 */
function dateCancellation(record: PlatformRecord): PlatformRecord {
  if (record.type !== 'order' || record.standing !== 'cancelled' || record.cancelledAt !== null) return record
  return { ...record, cancelledAt: record.updatedAt }
}

function withRecords(report: ImportReport, { stored, unchanged, outdated }: Done): ImportReport {
  return { ...report, records: { stored, unchanged, outdated } }
}

function failureText(error: unknown): string {
  return isAppError(error) ? error.message : 'An unexpected failure; the log of this installation says more.'
}

/** Describes what a failure during the import means for the data. */
function interrupted(error: unknown, rows: number): unknown {
  if (!isAppError(error)) return error
  const { code, details } = error
  const stored =
    rows === 0 ? 'Nothing was imported' : `The orders of ${rows} rows were stored before, each of them whole`
  return new AppError(
    code,
    `${error.message} ${stored}; import the file again when this is mended, nothing is counted twice.`,
    {
      details: { ...details, rows },
      cause: error,
    },
  )
}
