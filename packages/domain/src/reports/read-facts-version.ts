import { findFactVersions } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'

/** The version of the shop's facts, as streams of changes tell it; figures asked for afterwards are as new, or newer. */
export async function readFactsVersion({ queries, shop }: Pick<ShopContext, 'queries' | 'shop'>): Promise<string> {
  return ((await findFactVersions(queries, [shop.id])).get(shop.id) ?? 0n).toString()
}
