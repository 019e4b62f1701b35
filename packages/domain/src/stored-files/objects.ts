import { deleteObjects, findObject, findObjects, moveObject, type ObjectRow } from '@tillsight/database'
import { checkName, type ObjectPlace, StorageError } from '@tillsight/storage'
import { run } from '../context/index.ts'
import { openExportRun } from '../scheduled-exports/index.ts'
import { type FileContext, openBucket, rightsAt, runOfExport } from './access.ts'
import { assertType, storeFile, tellChange } from './upload.ts'

/** The file, if the caller may read it. Throws `NoSuchKey`, `NoSuchBucket`: what belongs to others does not exist. */
export async function readObject(ctx: FileContext, place: ObjectPlace): Promise<ObjectRow> {
  const { mayRead } = await rightsAt(ctx, place)
  const object = await findObject(ctx.db.kysely, place)
  if (object === undefined || !mayRead) throw new StorageError('NoSuchKey')
  return object
}

/** Writes down who takes the file of an export. */
export async function noteReading(ctx: FileContext, object: ObjectRow): Promise<void> {
  if (object.bucket !== 'exports' || ctx.caller.kind === 'service') return
  const { shop } = await rightsAt(ctx, object)
  if (shop !== undefined) await run(openExportRun, shop, { run: runOfExport(object.name) })
}

/** A file that anybody may read. Throws `NoSuchBucket` for a bucket that is not public. */
export async function readPublicObject(ctx: Parameters<typeof openBucket>[0], place: ObjectPlace): Promise<ObjectRow> {
  const { isPublic } = await openBucket(ctx, place.bucket)
  if (!isPublic) throw new StorageError('NoSuchBucket')
  const object = await findObject(ctx.db.kysely, place)
  if (object === undefined) throw new StorageError('NoSuchKey')
  return object
}

/** Those of these files that the caller may read, by name. */
export async function readObjects(
  ctx: FileContext,
  bucket: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, ObjectRow>> {
  const found = await findObjects(ctx.db.kysely, bucket, names)
  const allowed = await filterBy(ctx, found, 'mayRead')
  return new Map(allowed.map((object) => [object.name, object]))
}

/** Removes files; answers those that went. Others are passed over in silence. */
export async function removeObjects(ctx: FileContext, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
  for (const name of names) checkName(name)
  await rightsAt(ctx, { bucket, name: names[0] ?? '' })
  const found = await findObjects(ctx.db.kysely, bucket, names)
  const allowed = await filterBy(ctx, found, 'mayRemove')
  return await ctx.db.transaction(async (queries) => {
    const gone = await deleteObjects(
      queries,
      bucket,
      allowed.map(({ name }) => name),
    )
    for (const object of gone) {
      const rights = await rightsAt(ctx, object)
      await tellChange(ctx, rights, { queries, object, action: 'file.remove' })
    }
    return gone
  })
}

async function filterBy(
  ctx: FileContext,
  objects: readonly ObjectRow[],
  right: 'mayRead' | 'mayRemove',
): Promise<ObjectRow[]> {
  const owners = new Map<string, boolean>()
  const allowed: ObjectRow[] = []
  for (const object of objects) {
    // Exports of a shop are not all for the same people.
    const owner = object.bucket === 'exports' ? object.name : (object.name.split('/')[0] ?? '')
    const may = owners.get(owner) ?? (await rightsAt(ctx, object))[right]
    owners.set(owner, may)
    if (may) allowed.push(object)
  }
  return allowed
}

/** From where to where, and what becomes different on the way. */
export interface Transfer {
  readonly from: ObjectPlace
  readonly to: ObjectPlace
  readonly upsert: boolean
  /** In place of those of the source. */
  readonly userMetadata?: Readonly<Record<string, unknown>> | undefined
}

/** Reads the source and checks both ends. */
async function admitTransfer(ctx: FileContext, { from, to }: Transfer, isMove: boolean): Promise<ObjectRow> {
  checkName(from.name)
  checkName(to.name)
  const source = await readObject(ctx, from)
  const [rightsFrom, rightsTo] = [await rightsAt(ctx, from), await rightsAt(ctx, to)]
  const isAllowed = rightsTo.mayWrite && (!isMove || rightsFrom.mayRemove)
  // Within one shop, and a picture stays what it was decoded as.
  const isWithin = rightsFrom.shop?.shop.id === rightsTo.shop?.shop.id && rightsFrom.person === rightsTo.person
  const isPlain = to.bucket !== 'avatars' && to.bucket !== 'shop-assets'
  if (!isAllowed || !isWithin || !isPlain) throw new StorageError('AccessDenied')
  assertType(rightsTo.bucket, source.type)
  if (source.size > (rightsTo.bucket.largestBytes ?? ctx.largestFile)) throw new StorageError('EntityTooLarge')
  return source
}

/** Gives a file another name. Throws `KeyAlreadyExists`. */
export async function moveFile(ctx: FileContext, transfer: Transfer): Promise<ObjectRow> {
  const source = await admitTransfer(ctx, transfer, true)
  const to = { ...transfer.to, updatedAt: ctx.clock.now() }
  const moved = await ctx.db
    .transaction((queries) => moveObject(queries, source.id, to))
    .catch((error: unknown) => {
      throw isTaken(error) ? new StorageError('KeyAlreadyExists') : error
    })
  if (moved === undefined) throw new StorageError('KeyAlreadyExists')
  return moved
}

/** Copies a file, bytes and all. Throws `KeyAlreadyExists` unless it may be replaced. */
export async function copyFile(ctx: FileContext, transfer: Transfer): Promise<ObjectRow> {
  const source = await admitTransfer(ctx, transfer, false)
  const bytes = await ctx.store.get(source.version)
  if (bytes === undefined) throw new StorageError('NoSuchKey')
  return await storeFile(ctx, {
    ...transfer.to,
    bytes,
    type: source.type,
    length: source.size,
    cacheControl: source.cacheControl,
    upsert: transfer.upsert,
    userMetadata: transfer.userMetadata ?? (JSON.parse(source.userMetadata) as Record<string, unknown>),
  })
}

/** The unique index refused a second object of the name. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
