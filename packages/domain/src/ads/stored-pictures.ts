import { Readable } from 'node:stream'
import type { ShopId } from '@tillsight/core'
import {
  type AdPictureRow,
  findObject,
  listOldAdPictures,
  lockOldAdPicture,
  markAdPictureMoved,
  saveObject,
} from '@tillsight/database'
import type { Shop } from '../context/index.ts'
import { collect, type KeepingServices, keepFile, writeOwnFile } from '../stored-files/index.ts'
import { fingerprint } from './download-picture.ts'

const bucket = 'ad-pictures'
const type = 'image/webp'
const longestPart = 80

/**
 * The file of a picture: `<shop>/<platform>.<account>.<ad>`, and `<shop>/product.catalogue.<id>`. What names of files cannot have is
 * written as its bytes.
 */
export function pictureFile(shop: ShopId, key: string): string {
  const [first = '', ...rest] = key.split('.')
  const [middle, last] = first === 'product' ? ['catalogue', rest.join('.')] : [rest[0] ?? '', rest.slice(1).join('.')]
  return `${shop}/${[first, middle, last].map(toPart).join('.')}`
}

function toPart(text: string): string {
  const part = text.replaceAll(/[^A-Za-z0-9_-]/gu, (letter) =>
    [...Buffer.from(letter)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  return part.length > longestPart ? fingerprint(text) : part
}

/** Keeps a picture in the place of an earlier one; returns the id of the file. Throws `EntityTooLarge` beyond the organisation's room. */
export async function keepPicture(
  files: KeepingServices,
  {
    shop,
    key,
    bytes,
  }: { readonly shop: Pick<Shop, 'id' | 'organisation'>; readonly key: string; readonly bytes: Uint8Array },
): Promise<string> {
  const name = pictureFile(shop.id, key)
  const content = Readable.from([bytes], { objectMode: false })
  return (await keepFile(files, { bucket, name, type, shop, bytes: content, expiresAt: null })).id
}

/** The bytes of a picture; undefined where there are none. */
export async function readPicture(
  { store }: Pick<KeepingServices, 'store'>,
  { version, bytes }: Pick<AdPictureRow, 'version' | 'bytes'>,
): Promise<Uint8Array | undefined> {
  if (bytes) return bytes
  const stored = version === null ? undefined : await store.get(version)
  return stored && collect(stored)
}

const movedAtOnce = 200

/** Moves the pictures that earlier versions kept in their table. A picture that was fetched since is newer, and stays. */
export async function moveOldAdPictures(files: KeepingServices, signal: AbortSignal): Promise<void> {
  for (;;) {
    const found = await listOldAdPictures(files.db.kysely, movedAtOnce)
    if (found.length === 0) return
    for (const old of found) {
      signal.throwIfAborted()
      await files.db.transaction(async (queries) => {
        const picture = await lockOldAdPicture(queries, old)
        if (!picture?.bytes) return
        const name = pictureFile(old.shopId, old.key)
        const content = Readable.from([picture.bytes], { objectMode: false })
        const file = { bucket, name, type: picture.type, shop: old.shopId, bytes: content, expiresAt: null }
        const saved = await saveObject(queries, await writeOwnFile(files, file), false)
        const object = saved ?? (await findObject(queries, { bucket, name }))
        if (object) await markAdPictureMoved(queries, old, object.id)
      })
    }
  }
}
