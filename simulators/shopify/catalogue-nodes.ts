import { connection } from './connection.ts'
import type { ShopProduct, ShopVariant } from './history.ts'
import { decimalText, micros, moneyV2 } from './money.ts'
import { type GraphNode, nodeType } from './node.ts'
import { gid, type NodeWorld } from './world.ts'

interface OfProduct {
  readonly product: ShopProduct
  readonly world: NodeWorld
}

interface OfVariant extends OfProduct {
  readonly variant: ShopVariant
}

/** A product of the catalogue. */
export const productNode = nodeType<OfProduct>('Product', {
  id: ({ product }) => gid('Product', product.id),
  legacyResourceId: ({ product }) => String(product.id),
  title: ({ product }) => product.title,
  handle: ({ product }) => handleOf(product),
  status: ({ product }) => product.status ?? 'ACTIVE',
  vendor: ({ product, world }) => product.vendor ?? world.site.name,
  productType: ({ product }) => product.type ?? '',
  tags: ({ product }) => product.tags ?? [],
  isGiftCard: ({ product }) => product.giftCard ?? false,
  createdAt: ({ product }) => product.createdAt,
  updatedAt: ({ product }) => product.updatedAt ?? product.createdAt,
  publishedAt: ({ product }) => (isActive(product) ? product.createdAt : null),
  descriptionHtml: () => '',
  onlineStoreUrl: ({ product, world }) =>
    isActive(product) ? `https://${world.site.primaryDomain}/products/${handleOf(product)}` : null,
  totalInventory: ({ product }) => product.variants.reduce((sum, variant) => sum + (variant.quantity ?? 0), 0),
  hasOnlyDefaultVariant: ({ product }) => product.variants.length === 1,
  variantsCount: ({ product }) => ({ count: product.variants.length, precision: 'EXACT' }),
  featuredMedia: ({ product: { id, imageUrl } }) => {
    if (!imageUrl) return null
    const image = { url: imageUrl, altText: null }
    const preview = { status: 'READY', image }
    const media = { __typename: 'MediaImage', id: gid('MediaImage', id), mediaContentType: 'IMAGE' }
    return { ...media, alt: '', status: 'READY', preview, image }
  },
  variants: ({ product, world }, args, call) => {
    const make = (variant: ShopVariant) => variantNode({ variant, product, world })
    return connection(product.variants, args, { call, make })
  },
})

function isActive({ status = 'ACTIVE' }: ShopProduct): boolean {
  return status === 'ACTIVE'
}

/** The product's handle in addresses. */
export function handleOf({ handle, title }: ShopProduct): string {
  const plain = title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return handle ?? plain.replace(/^-|-$/g, '')
}

/** One variant of a product. */
export const variantNode: (of: OfVariant) => GraphNode = nodeType<OfVariant>('ProductVariant', {
  id: ({ variant }) => gid('ProductVariant', variant.id),
  legacyResourceId: ({ variant }) => String(variant.id),
  sku: ({ variant }) => variant.sku,
  title: ({ variant }) => variantTitle(variant),
  displayName: ({ product, variant }) => `${product.title} - ${variantTitle(variant)}`,
  barcode: ({ variant }) => variant.barcode ?? null,
  price: ({ variant }) => plainMoney(variant.price),
  compareAtPrice: ({ variant }) => (variant.compareAtPrice ? plainMoney(variant.compareAtPrice) : null),
  inventoryQuantity: ({ variant }) => variant.quantity ?? 0,
  taxable: ({ variant }) => variant.taxable ?? true,
  availableForSale: () => true,
  position: ({ product, variant }) => product.variants.indexOf(variant) + 1,
  createdAt: ({ product }) => product.createdAt,
  updatedAt: ({ variant, product }) => variant.updatedAt ?? product.updatedAt ?? product.createdAt,
  selectedOptions: ({ variant }) =>
    Object.entries(variant.options ?? { Title: 'Default Title' }).map(([name, value]) => ({ name, value })),
  product: productNode,
  inventoryItem: (of) => inventoryItemNode(of),
})

/** The title that Shopify gives a variant: its option values. */
export function variantTitle(variant: ShopVariant): string {
  return variant.title ?? (variant.options ? Object.values(variant.options).join(' / ') : 'Default Title')
}

/** The stocked item behind a variant; its cost is the current one. */
export const inventoryItemNode = nodeType<OfVariant>('InventoryItem', {
  id: ({ variant }) => gid('InventoryItem', variant.inventoryItemId),
  legacyResourceId: ({ variant }) => String(variant.inventoryItemId),
  sku: ({ variant }) => variant.sku,
  tracked: ({ variant }) => variant.tracked ?? true,
  requiresShipping: ({ variant, product }) => variant.requiresShipping ?? !product.giftCard,
  createdAt: ({ product }) => product.createdAt,
  updatedAt: ({ variant, product }) => itemUpdatedAt(variant, product),
  measurement: ({ variant }) => ({
    id: gid('InventoryItemMeasurement', variant.inventoryItemId),
    weight: variant.weight ?? null,
  }),
  duplicateSkuCount: () => 0,
  unitCost: ({ variant: { cost }, world: { site } }) =>
    cost && site.mayViewCosts ? moneyV2(micros(cost), site.currency) : null,
  variant: variantNode,
  variants: (of, args, call) =>
    connection([of], { ...args, first: args.first ?? args.last ?? 10 }, { call, make: variantNode }),
})

/** When an inventory item was last changed. */
export function itemUpdatedAt(variant: ShopVariant, product: ShopProduct): string {
  return variant.itemUpdatedAt ?? product.createdAt
}

/** Variant prices are plain `Money`: always with two decimals. */
function plainMoney(text: string): string {
  return decimalText(micros(text), 'EUR').replace(/\.(\d)$/, '.$10')
}
