// Products with their figures, their costs and what is bought with them. Must not know how orders are booked, nor who shows the
// answers.

export { listProductAds } from './credit-ads.ts'
export { getProduct } from './get-product.ts'
export { listProducts } from './list-products.ts'
export { ProductList, ProductResult } from './outputs.ts'
export { listProductNames, type ProductName } from './product-names.ts'
