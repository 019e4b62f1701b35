// Shops and their settings about figures. Knows nothing of orders, platforms or reports.

export {
  enterShop,
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
