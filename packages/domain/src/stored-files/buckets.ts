import * as tables from '@tillsight/database'
import { type Bucket, checkBucketName, productBucket, productBuckets, StorageError } from '@tillsight/storage'
import { z } from 'zod'
import type { FileContext } from './access.ts'

/** A bucket as it is shown. */
export interface BucketView extends Bucket {
  /** Empty: the installation. */
  readonly owner: string
  /** Null for the buckets of the product, which are as old as the installation. */
  readonly createdAt: Date | null
  readonly updatedAt: Date | null
}

const units = { b: 1, kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3 } as const
const sizeShape = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)$/i

/** `20MB` in bytes. */
const Size = z.union([z.number().int().nonnegative(), z.string()]).transform((given) => {
  if (typeof given === 'number') return given
  const [, count, unit] = sizeShape.exec(given.trim()) ?? []
  if (count === undefined || unit === undefined) {
    throw new StorageError('InvalidParameter', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  return Math.floor(Number(count) * units[unit.toLowerCase() as keyof typeof units])
})

/** What may be set of a bucket: absent stays as it is, null takes the limit away. */
export const BucketInput = z.object({
  public: z.boolean().optional(),
  file_size_limit: Size.nullish(),
  allowed_mime_types: z.array(z.string().max(200)).max(100).nullish(),
})
/** See {@link BucketInput}. */
export type BucketInput = z.infer<typeof BucketInput>

const ours: readonly BucketView[] = Object.values(productBuckets).map((bucket) => ({
  ...bucket,
  owner: '',
  createdAt: null,
  updatedAt: null,
}))

/** All buckets that the caller may see, by name. */
export async function listFileBuckets({ caller, db }: FileContext): Promise<BucketView[]> {
  const made = caller.kind === 'service' ? await tables.listBuckets(db.kysely) : []
  return [...ours, ...made].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** A bucket that the caller may see. Throws `NoSuchBucket`. */
export async function readFileBucket(ctx: FileContext, id: string): Promise<BucketView> {
  const found = (await listFileBuckets(ctx)).find((bucket) => bucket.id === id)
  if (found === undefined) throw new StorageError('NoSuchBucket')
  return found
}

/** Makes a bucket. Throws `BucketAlreadyExists`, and `AccessDenied` for people. */
export async function makeFileBucket(ctx: FileContext, id: string, input: BucketInput): Promise<void> {
  assertService(ctx)
  checkBucketName(id)
  const now = ctx.clock.now()
  const isMade =
    productBucket(id) === undefined &&
    (await tables.createBucket(ctx.db.kysely, {
      id,
      isPublic: input.public ?? false,
      largestBytes: input.file_size_limit ?? null,
      types: input.allowed_mime_types ?? null,
      createdAt: now,
      updatedAt: now,
    }))
  if (!isMade) throw new StorageError('BucketAlreadyExists')
}

/** Changes a bucket that was made. */
export async function changeFileBucket(ctx: FileContext, id: string, input: BucketInput): Promise<void> {
  await assertMade(ctx, id)
  await tables.updateBucket(ctx.db.kysely, id, {
    ...(input.public === undefined ? {} : { isPublic: input.public }),
    ...(input.file_size_limit === undefined ? {} : { largestBytes: input.file_size_limit }),
    ...(input.allowed_mime_types === undefined ? {} : { types: input.allowed_mime_types }),
    updatedAt: ctx.clock.now(),
  })
}

/** Deletes an empty bucket. Throws `ResourceNotEmpty`. */
export async function removeFileBucket(ctx: FileContext, id: string): Promise<void> {
  await assertMade(ctx, id)
  await ctx.db.transaction(async (queries) => {
    await tables.findBucket(queries, id, 'write')
    if (await tables.holdsObjects(queries, id)) throw new StorageError('ResourceNotEmpty')
    await tables.deleteBucket(queries, id)
  })
}

/** Throws unless it is a bucket that was made, and the caller may change it. */
export async function assertMade(ctx: FileContext, id: string): Promise<void> {
  assertService(ctx)
  if (productBucket(id) !== undefined)
    throw new StorageError('AccessDenied', 'The buckets of the product stay as they are.')
  if ((await tables.findBucket(ctx.db.kysely, id)) === undefined) throw new StorageError('NoSuchBucket')
}

function assertService({ caller }: FileContext): void {
  if (caller.kind !== 'service') throw new StorageError('AccessDenied')
}
