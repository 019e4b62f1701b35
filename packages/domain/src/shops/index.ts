// Shops and what each decides about its figures. Knows nothing of orders, platforms or reports.
export { createShop } from './create-shop.ts'
export { enterShop, type ShopStores } from './enter-shop.ts'
export { getShop } from './get-shop.ts'
export { CreateShopInput, ShopDomain, UpdateSettingsInput } from './inputs.ts'
export { listShops } from './list-shops.ts'
export { CurrencyMetaKey, GiftCardRules, Pattern, ShopSettings, ShopSettingsChange, TestRules } from './settings.ts'
export { ShopView, toShop } from './shop.ts'
export { Recalculation, updateSettings } from './update-settings.ts'
