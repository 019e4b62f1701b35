import { listShops, nextWriteVersion, reopenAllSurveyAnswers, skipWriteVersions } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import { toShop } from '../context/index.ts'
import { rebookShop, rebuildDaily } from '../ledger/index.ts'

/** More writes than can happen between copying one store and the other. */
const skippedVersions = 1_000_000_000n

/**
 * Makes two stores that were copied a moment apart agree again: new writes become newer than all restored facts, and the
 * ledger and its daily summary are derived anew from the records, because a write may have been caught half way.
 */
export async function healAfterRestore(
  db: ShopContext['db'],
  openShop: (shop: ShopContext['shop']) => ShopContext,
  onShop: (progress: { done: number; total: number }) => void = () => undefined,
): Promise<void> {
  await skipWriteVersions(db.kysely, skippedVersions)
  await reopenAllSurveyAnswers(db.kysely, await nextWriteVersion(db.kysely))
  const shops = (await listShops(db.kysely)).map(toShop)
  for (const [index, shop] of shops.entries()) {
    const ctx = openShop(shop)
    await rebookShop(ctx)
    await rebuildDaily(ctx)
    onShop({ done: index + 1, total: shops.length })
  }
}
