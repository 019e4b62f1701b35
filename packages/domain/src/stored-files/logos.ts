import { AppError, type ShopId } from '@tillsight/core'
import { findObject, findObjects } from '@tillsight/database'
import { type ObjectPlace, type Picture, StorageError } from '@tillsight/storage'
import type { ActorContext } from '../context/index.ts'
import { asSigner, type FileServices, rightsAt } from './access.ts'
import { removeObjects } from './objects.ts'
import { collect, storeFile } from './upload.ts'

const bucket = 'shop-assets'
const file = 'logo'
const shownSide = 192

/** A shop's logo is the file of this name, whoever put it there. */
const placeOf = (shop: ShopId): ObjectPlace => ({ bucket, name: `${shop}/${file}` })

/** Changes with every other logo. */
const fingerprintOf = (sha256: string) => sha256.slice(0, 16)

/** Fingerprints of the shops' logos; of those that have one. Checks nothing. */
export async function findLogos(
  { db }: Pick<FileServices, 'db'>,
  shops: readonly ShopId[],
): Promise<ReadonlyMap<string, string>> {
  const names = shops.map((shop) => placeOf(shop).name)
  const found = names.length === 0 ? [] : await findObjects(db.kysely, bucket, names)
  return new Map(found.map(({ name, sha256 }) => [name.slice(0, name.indexOf('/')), fingerprintOf(sha256)]))
}

/** The logo with this fingerprint, small; undefined where there is none, or another by now. Checks nothing: doors do. */
export async function showLogo(
  { db, store, pictures }: Pick<FileServices, 'db' | 'store' | 'pictures'>,
  shop: ShopId,
  fingerprint: string,
): Promise<Picture | undefined> {
  const object = await findObject(db.kysely, placeOf(shop))
  if (object === undefined || fingerprintOf(object.sha256) !== fingerprint) return undefined
  const bytes = await store.get(object.version)
  if (bytes === undefined) return undefined
  const size = { width: shownSide, height: shownSide, resize: 'contain', format: 'webp' } as const
  return await pictures.transformed(await collect(bytes), size)
}

interface NewLogo {
  readonly shop: ShopId
  readonly bytes: Uint8Array
  readonly type: string
}

/** Stores the logo as anybody would who may change files of the shop. Throws `invalid_input` for what is no picture, and `forbidden`. */
export async function saveLogo(
  files: FileServices,
  actor: ActorContext['actor'],
  { shop, bytes, type }: NewLogo,
): Promise<void> {
  const upload = { ...placeOf(shop), type, length: bytes.byteLength, cacheControl: 'max-age=3600', userMetadata: {} }
  async function* once() {
    yield bytes
  }
  await asProduct(
    async () => void (await storeFile(signedBy(files, actor), { ...upload, bytes: once(), upsert: true })),
  )
}

/** Removes the logo, if there is one. Throws `forbidden`. */
export async function removeLogo(files: FileServices, actor: ActorContext['actor'], shop: ShopId): Promise<void> {
  const ctx = signedBy(files, actor)
  const place = placeOf(shop)
  await asProduct(async () => {
    if (!(await rightsAt(ctx, place)).mayRemove) throw new StorageError('AccessDenied')
    await removeObjects(ctx, bucket, [place.name])
  })
}

function signedBy(files: FileServices, actor: ActorContext['actor']) {
  if (actor.kind !== 'person') throw new AppError('forbidden', 'Only people change the logo of a shop here.')
  return asSigner(files, actor.id)
}

/** What the protocol of files says, in the product's words. */
async function asProduct(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'AccessDenied') {
      throw new AppError('forbidden', 'Your role may see the logo of this shop, not change it.', { cause: error })
    }
    const message =
      error.code === 'EntityTooLarge' && !error.message.startsWith('The object')
        ? error.message
        : 'This is not a picture that can be used: send a JPEG, PNG or WebP of at most 2 MB.'
    throw new AppError(error.code === 'SlowDown' ? 'limit_reached' : 'invalid_input', message, {
      details: { field: 'logo' },
      cause: error,
    })
  }
}
