import { createShopReads, type ShopContext } from '../context/index.ts'

/** The version of the shop's facts, as streams of changes tell it; figures asked for afterwards are as new, or newer. */
export async function readFactsVersion({
  reads,
  queries,
  shop,
}: Pick<ShopContext, 'queries' | 'shop' | 'reads'>): Promise<string> {
  return (await (reads ?? createShopReads(queries, shop.id)).factsState()).version.toString()
}
