import { AppError, type Clock, isAppError, type ShopId } from '@tillsight/core'
import { type DayRange, dayOf, parseDay } from '@tillsight/core/days'
import {
  changeExportRun,
  type Database,
  type Db,
  type ExportDefinitionRow,
  type ExportRunRow,
  findExportRun,
  type StoredMail,
} from '@tillsight/database'
import type { Log, ShopContext } from '../context/index.ts'
import { run as runVerb } from '../context/index.ts'
import { deliver, listPeopleWhoMay } from '../notifications/index.ts'
import { emitEvent } from '../outbox/index.ts'
import { readFactsVersion, runQuery } from '../reports/index.ts'
import { type ExportDefinition, type ExportManifest, readDefinition } from './definition.ts'
import { type ExportFiles, writeTable } from './files.ts'
import { readExport } from './kinds.ts'

/** What a person is told about an export. */
export interface ExportNews {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly title: string
  readonly advice: string
  /** A path of this site. */
  readonly link: string
}

/** Services that making exports needs. */
export interface ExportServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly files: ExportFiles
  /** The shop, for background work. */
  readonly openShop: (id: ShopId) => Promise<ShopContext>
  /** Puts the news into a mail. */
  readonly composeMail: (news: ExportNews) => StoredMail
}

const mostFailures = 3
const firstPauseMs = 60_000
/** What most mail servers take. */
const mostAttachedBytes = 10_000_000

/** One run on its way. */
interface Work {
  readonly run: ExportRunRow
  readonly row: ExportDefinitionRow
  readonly definition: ExportDefinition
  readonly ctx: ShopContext
}

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
  const fileName = `${run.id}.${work.definition.format}`
  try {
    const manifest = await writeFile(work, { files, fileName, signal })
    await db.transaction(async (queries) => {
      const again = await findExportRun(queries, id, 'locked')
      if (again?.run.state !== 'waiting') return
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
}

async function writeFile({ run, definition, ctx }: Work, { files, fileName, signal }: Place): Promise<ExportManifest> {
  const range: DayRange = { from: parseDay(run.fromDay), to: parseDay(run.toDay) }
  const factsVersion = await readFactsVersion(ctx)
  const madeAt = ctx.clock.now()
  const { freshness, partial } = await runVerb(runQuery, ctx, { metrics: ['sales'], ...range })
  const table = await readExport(ctx, range, definition)
  const written = await writeTable(table, { files, name: fileName, format: definition.format, signal })
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

interface Made extends Work {
  readonly manifest: ExportManifest
  readonly at: Date
}

/** In the transaction that ends the run. */
async function tellOfFile(services: ExportServices, queries: Db, { run, row, definition, ctx, manifest, at }: Made) {
  const { rows, bytes, sha256, range, partial } = manifest
  await emitEvent(queries, ctx.shop.id, {
    type: 'export.finished',
    key: run.id,
    at,
    data: {
      export: row.id,
      run: run.id,
      name: row.name,
      what: definition.what,
      format: definition.format,
      from: range.from,
      to: range.to,
      rows,
      bytes,
      sha256,
      partial,
      file: `/api/v1/exports/runs/${run.id}/file`,
    },
  })
  if (definition.to.kind !== 'mail') return
  const attached = bytes <= mostAttachedBytes
  const how = attached ? 'It is attached.' : 'It is too large for a mail: open the export to download it.'
  const title = `Export “${row.name}” is ready`
  const advice = `It has ${rows} rows, from ${range.from} to ${range.to}. ${how}`
  const news = { title, advice, kind: 'export', attached: attached ? [attachmentOf(run, row, definition)] : [] }
  await tellMaker(services, queries, { ctx, row, run, news })
}

function attachmentOf(
  { id, fromDay, toDay }: ExportRunRow,
  { name }: ExportDefinitionRow,
  { format }: ExportDefinition,
) {
  return { file: `${id}.${format}`, name: `${name} ${fromDay} to ${toDay}.${format}`.replaceAll(/[^\w. -]/g, '_') }
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
    if (again?.run.state !== 'waiting') return
    if (failures < mostFailures && !isFinal(error)) {
      const dueAt = new Date(at.getTime() + firstPauseMs * 5 ** (failures - 1))
      await changeExportRun(queries, run.id, { failures, dueAt, reason })
      return
    }
    await changeExportRun(queries, run.id, { failures, state: 'failed', endedAt: at, reason })
    const title = `Export “${row.name}” could not be made`
    const advice = `Its days ${run.fromDay} to ${run.toDay} are missing: ${reason} Run it again once that is mended.`
    await tellMaker(services, queries, { ctx, row, run, news: { title, advice, kind: 'export.failed', attached: [] } })
  })
}

/** What another attempt cannot change. */
function isFinal(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'invalid_input' || error.code === 'forbidden')
}

interface Told extends Pick<Work, 'ctx' | 'row' | 'run'> {
  readonly news: Pick<ExportNews, 'title' | 'advice'> & {
    readonly kind: string
    readonly attached: NonNullable<StoredMail['attached']>
  }
}

/** Tells whoever made the export, as long as they may still have it; of a failure the shop's administrators where nobody did. */
async function tellMaker(
  { clock, composeMail }: ExportServices,
  queries: Db,
  { ctx, row, run, news }: Told,
): Promise<void> {
  const { shop } = ctx
  const { title, advice, kind, attached } = news
  const where = { organisation: shop.organisation, shop: shop.id }
  const link = `/shop/${encodeURIComponent(shop.domain)}/settings/exports/${row.id}`
  const may = await listPeopleWhoMay(queries, 'exports:write', where)
  const maker = may.filter(({ id }) => id === row.personId)
  const people = maker.length > 0 || kind === 'export' ? maker : await listPeopleWhoMay(queries, 'keys:write', where)
  const mail = composeMail({ shop: { domain: shop.domain, name: shop.name }, title, advice, link })
  for (const person of people) {
    await deliver({ queries, clock, zone: shop.zone }, person, {
      kind,
      shopId: shop.id,
      shops: [shop.id],
      episode: run.id,
      title,
      body: advice,
      link,
      mail: attached.length > 0 ? { ...mail, attached } : mail,
      isUrgent: false,
    })
  }
}
