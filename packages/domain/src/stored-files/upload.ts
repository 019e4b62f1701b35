import { randomUUID } from 'node:crypto'
import { findBucket, type NewObject, type ObjectRow, saveObject, type Tx } from '@tillsight/database'
import { acceptsType, type Bucket, checkName, type ObjectPlace, productBucket, StorageError } from '@tillsight/storage'
import { recordAudit } from '../audit/index.ts'
import { type FileContext, type Rights, rightsAt } from './access.ts'
import { assertRoom } from './own-files.ts'

/** A file on its way in. */
export interface Upload extends ObjectPlace {
  readonly bytes: AsyncIterable<Uint8Array>
  /** As the sender says. */
  readonly type: string
  /** As the sender says; undefined when it is not known before. */
  readonly length: number | undefined
  readonly cacheControl: string
  readonly userMetadata: Readonly<Record<string, unknown>>
  readonly upsert: boolean
}

/** Who may store a file, found out before a byte is read. */
interface Admission {
  readonly rights: Rights
  readonly largestBytes: number
}

const importsStayMs = 30 * 24 * 3_600_000
const typeShape = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[ -~]{0,200})?$/

/** Throws unless the caller may store this. Nothing is read yet. */
export async function admitUpload(
  ctx: FileContext,
  upload: ObjectPlace & { readonly type?: string | undefined; readonly length?: number | undefined },
): Promise<Admission> {
  checkName(upload.name)
  const rights = await rightsAt(ctx, upload)
  if (!rights.mayWrite) throw new StorageError('AccessDenied')
  const { bucket } = rights
  if (upload.type !== undefined) assertType(bucket, upload.type)
  const largestBytes = bucket.largestBytes ?? ctx.largestFile
  if ((upload.length ?? 0) > largestBytes) throw new StorageError('EntityTooLarge')
  return { rights, largestBytes }
}

/** Throws `InvalidMimeType` for what the bucket does not take, and for what is no type. */
export function assertType(bucket: Pick<Bucket, 'types'>, type: string): void {
  if (typeShape.test(type) && acceptsType(bucket, type)) return
  throw new StorageError(
    'InvalidMimeType',
    `mime type ${type.replaceAll(/[^ -~]/g, '?').slice(0, 100)} is not supported`,
  )
}

/**
 * Stores a file: the bytes first, then the row, which is the commit. Throws `KeyAlreadyExists` by the unique index, not by a look
 * before.
 */
export async function storeFile(ctx: FileContext, upload: Upload): Promise<ObjectRow> {
  const { rights, largestBytes } = await admitUpload(ctx, upload)
  const limited = upTo(largestBytes, upload.bytes)
  const content = await prepare(ctx, rights.bucket, { ...upload, bytes: limited })
  const version = randomUUID()
  const written = await ctx.store.put(version, content.bytes)
  try {
    const now = ctx.clock.now()
    const object: NewObject = {
      bucket: upload.bucket,
      name: upload.name,
      version,
      type: content.type,
      ...written,
      ...ownersOf(ctx, rights),
      cacheControl: upload.cacheControl,
      userMetadata: JSON.stringify(upload.userMetadata),
      createdAt: now,
      updatedAt: now,
      expiresAt: upload.bucket === 'imports' ? new Date(now.getTime() + importsStayMs) : null,
    }
    return await saveRow(ctx, rights, { object, upsert: upload.upsert })
  } catch (error) {
    // Nobody knows these bytes.
    await ctx.store.remove(version)
    throw error
  }
}

/** Who a new object belongs to, and who stored it. */
export function ownersOf(
  { caller }: FileContext,
  { shop, person }: Rights,
): Pick<NewObject, 'shopId' | 'personId' | 'owner'> {
  return {
    shopId: shop?.shop.id ?? null,
    personId: person ?? null,
    owner: caller.kind === 'person' ? caller.ctx.person : null,
  }
}

/** Writes the row of bytes that are there. Throws `KeyAlreadyExists`, `EntityTooLarge` beyond what the organisation may keep. */
export async function saveRow(
  ctx: FileContext,
  rights: Rights,
  { object, upsert }: { readonly object: NewObject; readonly upsert: boolean },
): Promise<ObjectRow> {
  return await ctx.db.transaction(async (queries) => {
    if (productBucket(object.bucket) === undefined && !(await findBucket(queries, object.bucket, 'read'))) {
      throw new StorageError('NoSuchBucket')
    }
    if (rights.shop !== undefined) {
      await assertRoom(queries, ctx, { organisation: rights.shop.organisation, size: object.size })
    }
    const saved = await saveObject(queries, object, upsert)
    if (saved === undefined) throw new StorageError('KeyAlreadyExists')
    await tellChange(ctx, rights, { queries, object: saved, action: 'file.store' })
    return saved
  })
}

interface Change {
  readonly queries: Tx
  readonly object: Pick<ObjectRow, 'id' | 'bucket' | 'name'>
  readonly action: 'file.store' | 'file.remove'
}

/** Writes down who changed a file of a shop. */
export async function tellChange(ctx: FileContext, { shop }: Pick<Rights, 'shop'>, change: Change): Promise<void> {
  if (shop === undefined) return
  const { queries, object, action } = change
  const name = `${object.bucket}/${object.name.slice(object.name.indexOf('/') + 1)}`
  await recordAudit({ ...shop, queries, clock: ctx.clock }, { action, target: { kind: 'file', id: object.id, name } })
}

/** What is stored for what was sent: pictures of the product are decoded and encoded again. */
async function prepare(
  { pictures }: FileContext,
  bucket: Bucket,
  { bytes, type }: Pick<Upload, 'bytes' | 'type'>,
): Promise<Pick<Upload, 'bytes' | 'type'>> {
  if (bucket.id !== 'avatars' && bucket.id !== 'shop-assets') return { bytes, type }
  const whole = await collect(bytes)
  const picture = bucket.id === 'avatars' ? await pictures.asAvatar(whole) : await pictures.cleaned(whole)
  assertType({ types: bucket.id === 'avatars' ? null : bucket.types }, picture.type)
  return { bytes: once(picture.bytes), type: picture.type }
}

async function* upTo(most: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.byteLength
    if (size > most) throw new StorageError('EntityTooLarge')
    yield piece
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Everything in memory: only for what is known to be small. */
export async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
