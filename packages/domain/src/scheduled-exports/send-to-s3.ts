import { AppError } from '@tillsight/core'
import { type DayRange, listDays, parseDay } from '@tillsight/core/days'
import type { SealedColumn } from '@tillsight/database'
import type { S3Bucket } from '@tillsight/storage/s3'
import type { ConnectionContext } from '../connections/index.ts'
import { withBucket } from './bucket.ts'
import type { ExportDefinition, ExportManifest, S3Place } from './definition.ts'
import { type ExportFiles, writeTable } from './files.ts'
import { isByDay, readExport } from './kinds.ts'

/** What a secret is sealed for: it opens for its shop only. */
export function bucketContext(shop: string): string {
  return `export ${shop}`
}

/** A run whose rows go to a bucket. */
export interface Sending {
  readonly ctx: ConnectionContext
  readonly runId: string
  readonly definition: ExportDefinition
  readonly place: S3Place
  readonly sealed: Buffer | null
  readonly manifest: ExportManifest
  readonly files: ExportFiles
  readonly signal: AbortSignal
}

/**
 * Puts the rows into the bucket, an object for each day where rows are of a day, each in place of the one before, and the manifest
 * last: whoever follows it never sees half a day. Broken off, it is simply done again.
 */
export async function sendToS3(sending: Sending): Promise<void> {
  const { ctx, definition, place, sealed, manifest, signal } = sending
  if (sealed === null)
    throw new AppError('invalid_input', 'The secret of the bucket is gone. Save the export with it again.')
  const secretAccessKey = ctx.services.secrets.open(sealed, bucketContext(ctx.shop.id))
  await withBucket(ctx, { place, secretAccessKey }, async (bucket) => {
    const folder = `${definition.what}/shop=${ctx.shop.domain}`
    const range: DayRange = { from: parseDay(manifest.range.from), to: parseDay(manifest.range.to) }
    const parts = (await isByDay(ctx, definition))
      ? listDays(range).map((day) => ({ range: { from: day, to: day }, key: `${folder}/day=${day}` }))
      : [{ range, key: folder }]
    const objects: object[] = []
    for (const part of parts) {
      signal.throwIfAborted()
      objects.push(await putPart(bucket, sending, { ...part, key: `${part.key}/part-0.${definition.format}` }))
    }
    const body = Buffer.from(`${JSON.stringify({ ...manifest, shop: ctx.shop.domain, objects }, null, 2)}\n`)
    await bucket.put(`${folder}/manifest.json`, body, { type: 'application/json', signal })
  })
}

async function putPart(
  bucket: S3Bucket,
  { ctx, runId, definition, files, signal }: Sending,
  { range, key }: { readonly range: DayRange; readonly key: string },
): Promise<object> {
  const { format } = definition
  const name = `${runId}-${range.from}.${format}`
  try {
    const table = await readExport(ctx, range, definition)
    const { rows, bytes, sha256 } = await writeTable(table, { files, name, format, signal })
    const content = await files.open(name)
    if (content === undefined) throw new AppError('internal', `the file ${name} is gone`)
    await bucket.put(key, content, { type: 'application/octet-stream', signal })
    return { key, ...range, rows, bytes, sha256 }
  } finally {
    await files.remove(name)
  }
}

/** Sealed credentials of destinations. */
export const sealedByExports: readonly SealedColumn[] = [
  { table: 'exports', column: 'sealed', key: ['id', 'shop_id'], context: (of) => bucketContext(of('shop_id')) },
]
