import type { Clock } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import type { Db, ExportDefinitionRow, ExportRunRow, StoredMail } from '@tillsight/database'
import type { ConnectionContext } from '../connections/index.ts'
import type { LanguageCode } from '../inputs/index.ts'
import { deliver, listPeopleWhoMay } from '../notifications/index.ts'
import { emitEvent } from '../outbox/index.ts'
import { readDisplay } from '../preferences.ts'
import { type ExportDefinition, type ExportManifest, keptDays } from './definition.ts'
import { fileNameOf } from './files.ts'

/** What most mail servers take. */
const mostAttachedBytes = 10_000_000

/** What became of a run. */
type Outcome =
  | {
      readonly kind: 'ready'
      readonly rows: number
      /** The file is in the mail. */
      readonly isAttached: boolean
      /** The last day that the file is kept. */
      readonly until: string
    }
  | { readonly kind: 'failed'; readonly reason: string }

/** What a person is told about an export. */
export interface ExportNews {
  readonly language: LanguageCode
  readonly shop: { readonly domain: string; readonly name: string }
  /** The export's name. */
  readonly name: string
  readonly days: { readonly from: string; readonly to: string }
  readonly outcome: Outcome
  /** A path of this site. */
  readonly link: string
}

/** The news in words. */
export interface RenderedExport extends StoredMail {
  readonly title: string
  readonly body: string
}

/** Services that telling of runs needs. */
export interface TellServices {
  readonly clock: Clock
  /** Puts the news into words, in the language of its reader. */
  readonly renderNews: (news: ExportNews) => RenderedExport
}

/** One run on its way. */
export interface Work {
  readonly run: ExportRunRow
  readonly row: ExportDefinitionRow
  readonly definition: ExportDefinition
  readonly ctx: ConnectionContext
}

interface Made extends Work {
  readonly manifest: ExportManifest
  readonly at: Date
}

/** Tells programs that a file is there, and by mail whoever wanted it; in the transaction that ends the run. */
export async function tellOfFile(
  services: TellServices,
  queries: Db,
  { run, row, definition, ctx, manifest, at }: Made,
) {
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
  const isAttached = bytes <= mostAttachedBytes
  const until = addDays(dayOf(at, ctx.shop.zone), keptDays)
  const attached = isAttached ? [attachmentOf(run, row, definition)] : []
  await tellMaker(services, queries, { ctx, row, run, outcome: { kind: 'ready', rows, isAttached, until }, attached })
}

function attachmentOf(
  { id, fromDay, toDay }: ExportRunRow,
  { id: exported, name, shopId: shop }: ExportDefinitionRow,
  { what, format }: ExportDefinition,
) {
  const file = fileNameOf({ shop, export: exported, run: id, file: `${what}.${format}` })
  return { file, name: `${name} ${fromDay} to ${toDay}.${format}`.replaceAll(/[^\w. -]/g, '_') }
}

/** Tells whoever made the export that a run of it has failed for good; in the transaction that ends the run. */
export async function tellOfFailure(
  services: TellServices,
  queries: Db,
  { ctx, row, run, reason }: Pick<Work, 'ctx' | 'row' | 'run'> & { readonly reason: string },
): Promise<void> {
  await tellMaker(services, queries, { ctx, row, run, outcome: { kind: 'failed', reason }, attached: [] })
}

interface Told extends Pick<Work, 'ctx' | 'row' | 'run'> {
  readonly outcome: Outcome
  readonly attached: NonNullable<StoredMail['attached']>
}

/** Tells whoever made the export, as long as they may still have it; of a failure the shop's administrators where nobody did. */
async function tellMaker(
  { clock, renderNews }: TellServices,
  queries: Db,
  { ctx, row, run, outcome, attached }: Told,
): Promise<void> {
  const { shop } = ctx
  const where = { organisation: shop.organisation, shop: shop.id }
  const link = `/shop/${encodeURIComponent(shop.domain)}/settings/exports/${row.id}`
  const may = await listPeopleWhoMay(queries, 'exports:write', where)
  const maker = may.filter(({ id }) => id === row.personId)
  const isReady = outcome.kind === 'ready'
  const people = maker.length > 0 || isReady ? maker : await listPeopleWhoMay(queries, 'keys:write', where)
  for (const person of people) {
    const actor = { kind: 'person', id: person.id, role: 'viewer', shops: 'all' } as const
    const { language } = await readDisplay({ queries, shop, actor })
    const { title, body, ...mail } = renderNews({
      language,
      shop: { domain: shop.domain, name: shop.name },
      name: row.name,
      days: { from: run.fromDay, to: run.toDay },
      outcome,
      link,
    })
    await deliver({ queries, clock, zone: shop.zone }, person, {
      kind: isReady ? 'export' : 'export.failed',
      shopId: shop.id,
      shops: [shop.id],
      episode: run.id,
      title,
      body,
      link,
      mail: attached.length > 0 ? { ...mail, attached } : mail,
      isUrgent: false,
    })
  }
}
