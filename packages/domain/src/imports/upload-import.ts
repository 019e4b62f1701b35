import { AppError, type PersonId, toPersonId } from '@tillsight/core'
import { createImport, deleteImport, sumWaitingFiles, updateImport } from '@tillsight/database'
import { type Actor, assertAllowed, type ShopContext } from '../context/index.ts'
import { storeFile } from './stored-file.ts'

/** A file as it comes in. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

const longestName = 120
const megabyte = 1024 * 1024

/** What may wait for somebody to go on with it: all tenants share one disk. */
const mostWaiting = {
  shop: { files: 10, bytes: 500 * megabyte },
  organisation: { files: 30, bytes: 1000 * megabyte },
}

/**
 * Keeps a file that somebody sends, to be looked at before anything of it is imported. Throws `invalid_input` for one
 * that is empty or too large, `limit_reached` where too much waits already; then nothing is kept.
 */
export async function uploadImport(ctx: ShopContext, file: UploadedFile): Promise<{ readonly id: string }> {
  assertAllowed(ctx.actor, 'imports:write', 'import.upload')
  const { db, shop } = ctx
  const { id } = await createImport(db.kysely, {
    shopId: shop.id,
    format: '',
    fileName: plainName(file.name),
    state: 'uploading',
    personId: personOf(ctx.actor),
    keptApart: true,
  })
  try {
    await assertRoom(ctx)
    await storeFile(db.kysely, { importId: id, kind: 'file' }, { bytes: file.bytes, assertRoom: () => assertRoom(ctx) })
    await assertRoom(ctx)
    await updateImport(db.kysely, id, { state: 'checking' })
  } catch (error) {
    await deleteImport(db.kysely, id, ['uploading'])
    throw brokenOff(error)
  }
  ctx.log.info({ audit: 'import.upload', shop: shop.id, import: id }, 'done')
  return { id }
}

/** Counts the file that is coming in too, so that many at once are no way around it. */
async function assertRoom({ db, shop }: ShopContext): Promise<void> {
  for (const [whose, of] of [
    ['shop', { shop: shop.id }],
    ['organisation', { organisation: shop.organisation }],
  ] as const) {
    const { files, bytes } = await sumWaitingFiles(db.kysely, of)
    const most = mostWaiting[whose]
    if (files <= most.files && bytes <= most.bytes) continue
    throw new AppError(
      'limit_reached',
      `Too many files of this ${whose} wait to be imported: there may be ${most.files}, with ${most.bytes / megabyte} MB packed. Import or discard some of them first.`,
    )
  }
}

function personOf(actor: Actor): PersonId | null {
  return actor.kind === 'person' ? toPersonId(actor.id) : null
}

/** Without folders and control characters: some browsers send a whole path. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/\p{Cc}/gu, '').trim()
  return plain === '' ? 'orders.csv' : plain.slice(0, longestName)
}

/** A browser that goes away in the middle is no failure of ours. */
function brokenOff(error: unknown): unknown {
  const isAborted = error instanceof Error && (error.name === 'AbortError' || error.message === 'aborted')
  if (!isAborted) return error
  return new AppError('invalid_input', 'The transfer broke off. Choose the file again.', { cause: error })
}
