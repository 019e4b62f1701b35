// Shops and their settings about figures. Knows nothing of orders, platforms or reports.

import { listOwnShops } from './find-shops.ts'
import { createOwnShop, createSampleShop } from './shops.ts'

/** The verbs on the shops of a person who names no organisation. */
export const ownShopVerbs = [createOwnShop, createSampleShop, listOwnShops] as const

export {
  enterShop,
  enterShopOfKey,
  getShop,
  listOwnShops,
  listShops,
  nameShopsFor,
  openShopFor,
  openShopsFor,
  type ShopStores,
} from './find-shops.ts'
export {
  chooseNamed,
  createOwnShop,
  createSampleShop,
  createShop,
  domainOf,
  Recalculation,
  readShopName,
  recalculationOf,
  type ShopName,
  ShopView,
  shopAddress,
  updateSettings,
} from './shops.ts'
