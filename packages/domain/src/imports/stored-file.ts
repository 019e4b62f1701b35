import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { AppError, type PersonId, toPersonId } from '@tillsight/core'
import {
  createImport,
  type Db,
  deleteImport,
  findImportPart,
  type ImportFileKind,
  saveImportPart,
  sumWaitingFiles,
  updateImport,
} from '@tillsight/database'
import { type Actor, assertAllowed, type ShopContext } from '../context/index.ts'
import type { ImportSource } from '../files/index.ts'
import { largestUploadMb } from '../inputs/index.ts'

const partBytes = 512 * 1024

/** A limit on the unpacked size: a small file can unpack to one that would take hours. */
const mostUnpacked = 1024 ** 3
/** Number of parts between two checks of the limits. */
const partsBetweenLooks = 16

/** The location of a stored file. */
interface StoredPlace {
  readonly importId: string
  readonly kind: ImportFileKind
}

/** A file stored in the database, as a source for importing. */
export function storedFile(db: Db, place: StoredPlace, name: string): ImportSource {
  return { name, mostUnpacked, open: () => Readable.from(readParts(db, place), { objectMode: false }) }
}

/** Reads a small compressed file as text; empty if there is none. */
export async function readPacked(db: Db, place: StoredPlace): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of readParts(db, place)) parts.push(part)
  return parts.length === 0 ? '' : (await promisify(gunzip)(Buffer.concat(parts))).toString('utf8')
}

async function* readParts(db: Db, place: StoredPlace): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const bytes = await findImportPart(db, { ...place, part })
    if (bytes === undefined) return
    yield bytes
  }
}

/**
 * Stores a file, compressed, as it is received. Throws `invalid_input` for an empty or too large one, and what `assertRoom`
 * throws, which is called repeatedly.
 */
export async function storeFile(
  db: Db,
  place: StoredPlace,
  { bytes, assertRoom }: { readonly bytes: AsyncIterable<Uint8Array>; readonly assertRoom?: () => Promise<void> },
): Promise<void> {
  let part = 0
  for await (const piece of inParts(await packed(limited(bytes)))) {
    await saveImportPart(db, { ...place, part, bytes: piece })
    part += 1
    if (part % partsBetweenLooks === 0) await assertRoom?.()
  }
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > largestUploadMb * 1024 * 1024) {
      throw new AppError(
        'invalid_input',
        `The file is larger than ${largestUploadMb} MB. Pack it with gzip (.gz), export a shorter time, or let whoever runs this installation import it with “tillsight import orders”. Nothing was stored.`,
      )
    }
    yield chunk
  }
  if (size === 0) throw new AppError('invalid_input', 'The file is empty, or none was chosen. Choose the CSV file.')
}

/** Compresses the bytes unless they already are. */
async function packed(bytes: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await bytes.next()
  const all = withFirst(first.done ? new Uint8Array() : first.value, bytes)
  const isPacked = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b
  if (isPacked) return all
  // Propagates errors of the source to the reader of the compressed bytes.
  return Readable.from(all, { objectMode: false }).compose(createGzip({ level: 4 }))
}

async function* withFirst(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let open: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    open.push(chunk)
    size += chunk.byteLength
    if (size < partBytes) continue
    yield Buffer.concat(open)
    open = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(open)
}

/** A file being uploaded. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

const longestName = 120
const megabyte = 1024 * 1024

/** Limits on files waiting to be processed: all tenants share one disk. */
const mostWaiting = {
  shop: { files: 10, bytes: 500 * megabyte },
  organisation: { files: 30, bytes: 1000 * megabyte },
}

/**
 * Stores an uploaded file, to be checked before anything is imported. Throws `invalid_input` for an empty or too large one,
 * `limit_reached` if too many files are waiting; then nothing is stored.
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

/** Includes the file being uploaded, so that parallel uploads cannot evade the limit. */
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

/** Removes folders and control characters: some browsers send a whole path. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/\p{Cc}/gu, '').trim()
  return plain === '' ? 'orders.csv' : plain.slice(0, longestName)
}

/** A browser that disconnects during the upload is not our failure. */
function brokenOff(error: unknown): unknown {
  const isAborted = error instanceof Error && (error.name === 'AbortError' || error.message === 'aborted')
  if (!isAborted) return error
  return new AppError('invalid_input', 'The transfer broke off. Choose the file again.', { cause: error })
}
