import { randomUUID } from 'node:crypto'
import type { OrganisationId, ShopId } from '@tillsight/core'
import { lockStoredBytes, type NewObject, type ObjectRow, saveObject, type Tx } from '@tillsight/database'
import { type ObjectPlace, StorageError } from '@tillsight/storage'
import type { FileServices } from './access.ts'

/** What keeping files of the product itself needs. */
export type KeepingServices = Pick<FileServices, 'db' | 'store' | 'clock' | 'largestTotal'>

/** A file of the product itself, for a shop. */
export interface OwnFile extends ObjectPlace {
  readonly shop: { readonly id: ShopId; readonly organisation: OrganisationId }
  readonly type: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** Null: stays. */
  readonly expiresAt: Date | null
}

/** Keeps a file in place of one of the same name: the bytes first, then the row. Checks nothing but the organisation's room. */
export async function keepFile(files: KeepingServices, file: OwnFile): Promise<ObjectRow> {
  const { db, store } = files
  const { bucket, name, shop } = file
  const object = await writeOwnFile(files, { ...file, shop: shop.id })
  try {
    const saved = await db.transaction(async (queries) => {
      await assertRoom(queries, files, { organisation: shop.organisation, size: object.size })
      return await saveObject(queries, object, true)
    })
    if (saved === undefined) throw new Error(`the file ${bucket}/${name} was not replaced`)
    return saved
  } catch (error) {
    // Nobody knows these bytes.
    await store.remove(object.version)
    throw error
  }
}

/** Writes the bytes of a file; what is returned is still to be saved, which is the commit. */
export async function writeOwnFile(
  { store, clock }: Pick<KeepingServices, 'store' | 'clock'>,
  { shop, bytes, ...file }: Omit<OwnFile, 'shop'> & { readonly shop: ShopId },
): Promise<NewObject> {
  const version = randomUUID()
  const written = await store.put(version, bytes)
  const now = clock.now()
  return {
    ...written,
    ...file,
    version,
    shopId: shop,
    owner: null,
    cacheControl: 'no-cache',
    userMetadata: '{}',
    createdAt: now,
    updatedAt: now,
  }
}

/** Throws `EntityTooLarge` beyond what the organisation may keep; others of it who store wait until the transaction ends. */
export async function assertRoom(
  queries: Tx,
  { largestTotal }: Pick<FileServices, 'largestTotal'>,
  { organisation, size }: { readonly organisation: OrganisationId; readonly size: number },
): Promise<void> {
  if ((await lockStoredBytes(queries, organisation)) + size <= largestTotal) return
  throw new StorageError('EntityTooLarge', 'Your organisation keeps as much as it may. Remove files, then try again.')
}
