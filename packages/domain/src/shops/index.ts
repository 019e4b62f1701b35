// Shops and what each decides about its figures. Knows nothing of orders, platforms or reports.

export { createOwnShop } from './create-own-shop.ts'
export { createShop } from './create-shop.ts'
export { enterShop, type ShopStores } from './enter-shop.ts'
export { getShop } from './get-shop.ts'
export { listOwnShops } from './list-own-shops.ts'
export { listShops } from './list-shops.ts'
export { openShopFor, openShopsFor } from './open-shop-for.ts'
export { ShopView } from './shop.ts'
export { chooseNamed, domainOf, readShopName, type ShopName, shopAddress } from './shop-name.ts'
export { Recalculation, recalculationOf, updateSettings } from './update-settings.ts'
