import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { AdPicturesTable } from '../ads-schema.ts'
import type { Db } from '../schema.ts'

/** A picture of an ad as stored. */
export type AdPictureRow = Selectable<AdPicturesTable>

/** The picture, if it was ever looked for. */
export async function findAdPicture(db: Db, shop: ShopId, key: string): Promise<AdPictureRow | undefined> {
  return db.selectFrom('adPictures').selectAll().where('shopId', '=', shop).where('key', '=', key).executeTakeFirst()
}

/** What was looked for of a platform, without the pictures themselves. */
export async function listAdPictures(
  db: Db,
  shop: ShopId,
  platform: string,
): Promise<(Pick<AdPictureRow, 'key' | 'source' | 'fetchedAt'> & { readonly isThere: boolean })[]> {
  return db
    .selectFrom('adPictures')
    .select(['key', 'source', 'fetchedAt'])
    .select((column) => column('bytes', 'is not', null).as('isThere'))
    .where('shopId', '=', shop)
    .where('key', 'like', `${platform}.%`)
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, isThere: Boolean(row.isThere) })))
}

/** Keeps a picture, or that there is none, in the place of what was known. */
export async function saveAdPicture(db: Db, picture: AdPictureRow): Promise<void> {
  const { shopId: _shop, key: _key, ...content } = picture
  await db
    .insertInto('adPictures')
    .values(picture)
    .onConflict((conflict) => conflict.columns(['shopId', 'key']).doUpdateSet(content))
    .execute()
}

/** Forgets the pictures whose keys begin so. */
export async function deleteAdPictures(db: Db, shop: ShopId, begin: string): Promise<void> {
  await db.deleteFrom('adPictures').where('shopId', '=', shop).where('key', 'like', `${begin}%`).execute()
}
