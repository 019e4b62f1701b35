import type { ShopServices } from '../../services.ts'

/** Where the picture of a product is shown from. */
export function pictureAddress(domain: string, product: string): string {
  return `/shop/${domain}/products/picture/${encodeURIComponent(product)}`
}

/** Addresses of the pictures of these products, by id; those without one are left out. */
export async function loadPictures(
  { run, shop }: Pick<ShopServices, 'run' | 'shop'>,
  products: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(products)].filter((id) => id !== '')
  const listed = ids.length === 0 ? [] : await run('product.names', { ids })
  return new Map(listed.flatMap(({ id, hasPicture }) => (hasPicture ? [[id, pictureAddress(shop.domain, id)]] : [])))
}
