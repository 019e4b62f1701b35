// The list of shops and the form that creates one. Knows no connection and no single shop's screens.
export { CreateShopForm } from '../../blocks/shop/create-shop-form.tsx'
export { ShopCard, ShopCardSkeleton } from './shop-card.tsx'
