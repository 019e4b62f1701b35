import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { download, fingerprint, type KnownPicture, lookedAtDays } from './download-picture.ts'

/** Pictures of products are kept beside those of ads, under keys that no platform begins. */
export const productPictures = 'product'

/** Where the picture of a product is kept. */
export function productPictureKey(id: string): string {
  return `${productPictures}.${id}`
}

const Product = z.object({ id: z.string(), image_url: z.string() })

/** Products of a store with a picture, most pieces sold lately first. */
export async function listProductsWithPictures(shop: ShopContext, platform: string): Promise<KnownPicture[]> {
  const products = await shop.warehouse.read(
    {
      sql: `SELECT id, image_url FROM (
          SELECT id, JSONExtractString(body, 'imageUrl') AS image_url FROM records FINAL
          WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '' AND source = {platform:String} AND image_url != ''
        ) AS products
        LEFT JOIN (
          SELECT product_id, sum(quantity) AS pieces FROM ledger
          WHERE shop_id = {shop:UUID} AND product_id != '' AND booked_at > now() - INTERVAL ${lookedAtDays} DAY GROUP BY product_id
        ) AS sold ON products.id = sold.product_id
        ORDER BY pieces DESC, id`,
      params: { platform },
    },
    Product,
  )
  return products.map(({ id, image_url: url }) => ({
    key: productPictureKey(id),
    source: fingerprint(url),
    find: (fetching) => download(fetching, url),
  }))
}

const Source = z.object({ source: z.string() })

/** The store whose catalogue has a picture of this product; undefined if none has. */
export async function sourceOfProduct({ warehouse }: ShopContext, id: string): Promise<string | undefined> {
  const [found] = await warehouse.read(
    {
      sql: `SELECT toString(records.source) AS source FROM records FINAL WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = ''
        AND id = {id:String} AND JSONExtractString(body, 'imageUrl') != ''`,
      params: { id },
    },
    Source,
  )
  return found?.source
}
