import { AppError, isAppError, type ShopId } from '@tillsight/core'
import { type DayRange, dayOf, parseDay } from '@tillsight/core/days'
import { changeExportRun, type Database, findExportRun } from '@tillsight/database'
import type { ConnectionContext } from '../connections/index.ts'
import type { Log } from '../context/index.ts'
import { run as runVerb } from '../context/index.ts'
import { readFactsVersion, runQuery } from '../reports/index.ts'
import { type ExportManifest, readDefinition } from './definition.ts'
import { type ExportFiles, fileNameOf, writeTable } from './files.ts'
import { readExport } from './kinds.ts'
import { sendToS3 } from './send-to-s3.ts'
import { sendToSheets } from './send-to-sheets.ts'
import { type TellServices, tellOfFailure, tellOfFile, type Work } from './tell-of-runs.ts'

/** Services that making exports needs. */
export interface ExportServices extends TellServices {
  readonly db: Database
  readonly log: Log
  readonly files: ExportFiles
  /** Told now and then how many rows of a run are written. */
  readonly onRows?: ((rows: number) => Promise<void>) | undefined
  /** The shop, for background work. */
  readonly openShop: (id: ShopId) => Promise<ConnectionContext>
}

const mostFailures = 3
const firstPauseMs = 60_000

/**
 * Makes the file of a run and says so, once however often it is called: whoever stops in between leaves nothing but a file that the
 * next attempt replaces. A failure is noted with the run; after the third there is no further attempt, and whoever made the export
 * is told. Throws where one of our own stores is away, or when it is to stop.
 */
export async function makeExportRun(services: ExportServices, id: string, signal: AbortSignal): Promise<void> {
  const { db, files, clock } = services
  const found = await findExportRun(db.kysely, id)
  if (found === undefined || found.run.state !== 'waiting') return
  const { run, definition: row } = found
  const work: Work = { run, row, definition: readDefinition(row), ctx: await services.openShop(row.shopId) }
  const { what, format } = work.definition
  const fileName = fileNameOf({ shop: row.shopId, export: row.id, run: run.id, file: `${what}.${format}` })
  try {
    const manifest = await writeFile(work, { files, fileName, signal, onRows: services.onRows })
    // The shop may go while its file is made; nothing of it leaves after that.
    if ((await findExportRun(db.kysely, id)) === undefined) return await files.remove(fileName)
    const { to: place } = work.definition
    if (place.kind === 's3') {
      await sendToS3({ ...work, runId: run.id, place, sealed: row.sealed, manifest, files, signal })
    }
    if (place.kind === 'sheets') await sendToSheets({ ...work, place, sealed: row.sealed, manifest, signal })
    await db.transaction(async (queries) => {
      const again = await findExportRun(queries, id, 'locked')
      if (again === undefined) return await files.remove(fileName)
      if (again.run.state !== 'waiting') return
      const at = clock.now()
      const done = { state: 'done', endedAt: at, fileName, manifest: JSON.stringify(manifest), reason: '' } as const
      await changeExportRun(queries, id, done)
      await tellOfFile(services, queries, { ...work, manifest, at })
    })
  } catch (error) {
    signal.throwIfAborted()
    if (isAppError(error) && error.code === 'unavailable') throw error
    await noteFailure(services, work, error)
  }
}

interface Place {
  readonly files: ExportFiles
  readonly fileName: string
  readonly signal: AbortSignal
  readonly onRows: ExportServices['onRows']
}

async function writeFile({ run, definition, ctx }: Work, { fileName: name, ...place }: Place): Promise<ExportManifest> {
  const range: DayRange = { from: parseDay(run.fromDay), to: parseDay(run.toDay) }
  const factsVersion = await readFactsVersion(ctx)
  const madeAt = ctx.clock.now()
  const { freshness, partial } = await runVerb(runQuery, ctx, { metrics: ['sales'], ...range })
  const table = await readExport(ctx, range, definition)
  const written = await writeTable(table, { ...place, name, format: definition.format })
  return {
    what: definition.what,
    format: definition.format,
    columns: Object.entries(table.columns).map(([name, type]) => ({ name, type })),
    rows: written.rows,
    bytes: written.bytes,
    sha256: written.sha256,
    range,
    timezone: ctx.shop.zone,
    currency: ctx.shop.currency,
    freshness,
    partial: partial || range.to >= dayOf(madeAt, ctx.shop.zone),
    factsVersion,
    madeAt: madeAt.toISOString(),
  }
}

async function noteFailure(services: ExportServices, work: Work, error: unknown): Promise<void> {
  const { db, clock, log } = services
  const { run, row, ctx } = work
  const failures = run.failures + 1
  const reason = isAppError(error) ? error.message : 'Something unexpected went wrong; the log has the details.'
  log.warn({ err: error, run: run.id, export: row.id, failures }, 'an export could not be made')
  const at = clock.now()
  await db.transaction(async (queries) => {
    const again = await findExportRun(queries, run.id, 'locked')
    if (again === undefined)
      return await services.files.remove(
        fileNameOf({
          shop: row.shopId,
          export: row.id,
          run: run.id,
          file: `${work.definition.what}.${work.definition.format}`,
        }),
      )
    if (again.run.state !== 'waiting') return
    if (failures < mostFailures && !isFinal(error)) {
      const dueAt = new Date(at.getTime() + firstPauseMs * 5 ** (failures - 1))
      await changeExportRun(queries, run.id, { failures, dueAt, reason })
      return
    }
    await changeExportRun(queries, run.id, { failures, state: 'failed', endedAt: at, reason })
    await tellOfFailure(services, queries, { ctx, row, run, reason })
  })
}

/** What another attempt cannot change. */
function isFinal(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'invalid_input' || error.code === 'forbidden')
}
