import type { Clock } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import type { Db, ExportDefinitionRow, ExportRunRow, StoredMail } from '@tillsight/database'
import type { ConnectionContext } from '../connections/index.ts'
import { deliver, listPeopleWhoMay } from '../notifications/index.ts'
import { emitEvent } from '../outbox/index.ts'
import { type ExportDefinition, type ExportManifest, keptDays } from './definition.ts'

/** What most mail servers take. */
const mostAttachedBytes = 10_000_000

/** What a person is told about an export. */
export interface ExportNews {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly title: string
  readonly advice: string
  /** A path of this site. */
  readonly link: string
}

/** Services that telling of runs needs. */
export interface TellServices {
  readonly clock: Clock
  /** Puts the news into a mail. */
  readonly composeMail: (news: ExportNews) => StoredMail
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
  const attached = bytes <= mostAttachedBytes
  const until = addDays(dayOf(at, ctx.shop.zone), keptDays)
  const how = attached
    ? `It is attached, and stays with the export until ${until}.`
    : `It is too large for a mail: open the export to download it, until ${until}.`
  const title = `Export “${row.name}” is ready`
  const advice = `It has ${rows.toLocaleString('en')} rows, from ${range.from} to ${range.to}. ${how}`
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

/** Tells whoever made the export that a run of it has failed for good; in the transaction that ends the run. */
export async function tellOfFailure(
  services: TellServices,
  queries: Db,
  { ctx, row, run, reason }: Pick<Work, 'ctx' | 'row' | 'run'> & { readonly reason: string },
): Promise<void> {
  const title = `Export “${row.name}” could not be made`
  const advice = `Its days ${run.fromDay} to ${run.toDay} are missing: ${reason} Run it again once that is mended.`
  await tellMaker(services, queries, { ctx, row, run, news: { title, advice, kind: 'export.failed', attached: [] } })
}

interface Told extends Pick<Work, 'ctx' | 'row' | 'run'> {
  readonly news: Pick<ExportNews, 'title' | 'advice'> & {
    readonly kind: string
    readonly attached: NonNullable<StoredMail['attached']>
  }
}

/** Tells whoever made the export, as long as they may still have it; of a failure the shop's administrators where nobody did. */
async function tellMaker(
  { clock, composeMail }: TellServices,
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
