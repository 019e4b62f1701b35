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
  const { db, store, clock } = files
  const { bucket, name, shop, type, expiresAt } = file
  const version = randomUUID()
  const written = await store.put(version, file.bytes)
  const now = clock.now()
  const object: NewObject = {
    ...written,
    bucket,
    name,
    version,
    type,
    shopId: shop.id,
    owner: null,
    cacheControl: 'no-cache',
    userMetadata: '{}',
    createdAt: now,
    updatedAt: now,
    expiresAt,
  }
  try {
    const saved = await db.transaction(async (queries) => {
      await assertRoom(queries, files, { organisation: shop.organisation, size: written.size })
      return await saveObject(queries, object, true)
    })
    if (saved === undefined) throw new Error(`the file ${bucket}/${name} was not replaced`)
    return saved
  } catch (error) {
    // Nobody knows these bytes.
    await store.remove(version)
    throw error
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
