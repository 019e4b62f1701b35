import { Readable } from 'node:stream'
import { findExportRun } from '@tillsight/database'
import { fileGone, openExportRun, run, runNotFound } from '@tillsight/domain'
import type { DoorContexts } from '../../contexts.ts'
import type { Runtime } from '../../runtime.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The file of a run of an export. A run of a shop that is not the caller's is not there. */
export async function answerExportFile(
  { stores, exportFiles }: Pick<Runtime, 'stores' | 'exportFiles'>,
  contexts: Pick<DoorContexts, 'anyShop' | 'shop'>,
  id: string,
): Promise<Response> {
  // Before anything is looked up: whoever is not signed in learns nothing.
  await contexts.anyShop()
  const found = uuid.test(id) ? await findExportRun(stores.database.kysely, id) : undefined
  if (found === undefined) throw runNotFound()
  const ctx = await contexts.shop(found.definition.shopId).catch(() => {
    throw runNotFound()
  })
  const { file, name, type, bytes } = await run(openExportRun, ctx, { run: id })
  const stream = await exportFiles.open(file)
  if (stream === undefined) throw fileGone()
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      'content-type': type,
      'content-length': String(bytes),
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
