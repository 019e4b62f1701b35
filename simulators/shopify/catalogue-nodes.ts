import { connection } from './connection.ts'
import type { ShopProduct, ShopVariant } from './history.ts'
import { decimalText, micros, moneyV2 } from './money.ts'
import type { PageArgs } from './page-args.ts'
import { type Call, gid, type NodeWorld } from './world.ts'

/** A product of the catalogue. */
export class ProductNode {
  readonly __typename = 'Product'
  readonly #product: ShopProduct
  readonly #world: NodeWorld

  constructor(product: ShopProduct, world: NodeWorld) {
    this.#product = product
    this.#world = world
  }

  get id() {
    return gid('Product', this.#product.id)
  }
  get legacyResourceId() {
    return String(this.#product.id)
  }
  get title() {
    return this.#product.title
  }
  get handle() {
    return handleOf(this.#product)
  }
  get status() {
    return this.#product.status ?? 'ACTIVE'
  }
  get vendor() {
    return this.#product.vendor ?? this.#world.site.name
  }
  get productType() {
    return this.#product.type ?? ''
  }
  get tags() {
    return this.#product.tags ?? []
  }
  get isGiftCard() {
    return this.#product.giftCard ?? false
  }
  get createdAt() {
    return this.#product.createdAt
  }
  get updatedAt() {
    return this.#product.updatedAt ?? this.#product.createdAt
  }
  get publishedAt() {
    return this.status === 'ACTIVE' ? this.#product.createdAt : null
  }
  get descriptionHtml() {
    return ''
  }
  get onlineStoreUrl() {
    return this.status === 'ACTIVE' ? `https://${this.#world.site.primaryDomain}/products/${this.handle}` : null
  }
  get totalInventory() {
    return this.#product.variants.reduce((sum, variant) => sum + (variant.quantity ?? 0), 0)
  }
  get hasOnlyDefaultVariant() {
    return this.#product.variants.length === 1
  }
  get variantsCount() {
    return { count: this.#product.variants.length, precision: 'EXACT' }
  }
  get featuredMedia() {
    const { imageUrl, id } = this.#product
    if (!imageUrl) return null
    return {
      __typename: 'MediaImage',
      id: gid('MediaImage', id),
      alt: '',
      mediaContentType: 'IMAGE',
      status: 'READY',
      preview: { status: 'READY', image: { url: imageUrl, altText: null } },
      image: { url: imageUrl, altText: null },
    }
  }

  variants(args: PageArgs, call: Call) {
    const make = (variant: ShopVariant) => new VariantNode(variant, this.#product, this.#world)
    return connection(this.#product.variants, args, { call, make })
  }
}

/** The product's part of its address. */
export function handleOf(product: ShopProduct): string {
  return (
    product.handle ??
    product.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  )
}

/** One variant of a product. */
export class VariantNode {
  readonly __typename = 'ProductVariant'
  readonly #variant: ShopVariant
  readonly #product: ShopProduct
  readonly #world: NodeWorld

  constructor(variant: ShopVariant, product: ShopProduct, world: NodeWorld) {
    this.#variant = variant
    this.#product = product
    this.#world = world
  }

  get id() {
    return gid('ProductVariant', this.#variant.id)
  }
  get legacyResourceId() {
    return String(this.#variant.id)
  }
  get sku() {
    return this.#variant.sku
  }
  get title() {
    return variantTitle(this.#variant)
  }
  get displayName() {
    return `${this.#product.title} - ${this.title}`
  }
  get barcode() {
    return this.#variant.barcode ?? null
  }
  get price() {
    return decimalTextOf(this.#variant.price)
  }
  get compareAtPrice() {
    const { compareAtPrice } = this.#variant
    return compareAtPrice ? decimalTextOf(compareAtPrice) : null
  }
  get inventoryQuantity() {
    return this.#variant.quantity ?? 0
  }
  get taxable() {
    return this.#variant.taxable ?? true
  }
  get availableForSale() {
    return true
  }
  get position() {
    return this.#product.variants.indexOf(this.#variant) + 1
  }
  get createdAt() {
    return this.#product.createdAt
  }
  get updatedAt() {
    return this.#variant.updatedAt ?? this.#product.updatedAt ?? this.#product.createdAt
  }
  get selectedOptions() {
    return Object.entries(this.#variant.options ?? { Title: 'Default Title' }).map(([name, value]) => ({ name, value }))
  }
  get product() {
    return new ProductNode(this.#product, this.#world)
  }
  get inventoryItem() {
    return new InventoryItemNode(this.#variant, this.#product, this.#world)
  }
}

/** The title that Shopify gives a variant: its option values. */
export function variantTitle(variant: ShopVariant): string {
  return variant.title ?? (variant.options ? Object.values(variant.options).join(' / ') : 'Default Title')
}

/** The stocked item behind a variant; its cost is the current one. */
export class InventoryItemNode {
  readonly __typename = 'InventoryItem'
  readonly #variant: ShopVariant
  readonly #product: ShopProduct
  readonly #world: NodeWorld

  constructor(variant: ShopVariant, product: ShopProduct, world: NodeWorld) {
    this.#variant = variant
    this.#product = product
    this.#world = world
  }

  get id() {
    return gid('InventoryItem', this.#variant.inventoryItemId)
  }
  get legacyResourceId() {
    return String(this.#variant.inventoryItemId)
  }
  get sku() {
    return this.#variant.sku
  }
  get tracked() {
    return this.#variant.tracked ?? true
  }
  get requiresShipping() {
    return !this.#product.giftCard
  }
  get createdAt() {
    return this.#product.createdAt
  }
  get updatedAt() {
    return itemUpdatedAt(this.#variant, this.#product)
  }
  get measurement() {
    return { id: gid('InventoryItemMeasurement', this.#variant.inventoryItemId), weight: this.#variant.weight ?? null }
  }
  get duplicateSkuCount() {
    return 0
  }
  get unitCost() {
    const { cost } = this.#variant
    const { site } = this.#world
    return cost && site.mayViewCosts ? moneyV2(micros(cost), site.currency) : null
  }
  get variant() {
    return new VariantNode(this.#variant, this.#product, this.#world)
  }

  variants(args: PageArgs, call: Call) {
    return connection([this.variant], { ...args, first: args.first ?? args.last ?? 10 }, { call, make: (node) => node })
  }
}

/** When an inventory item changed last. */
export function itemUpdatedAt(variant: ShopVariant, product: ShopProduct): string {
  return variant.itemUpdatedAt ?? product.createdAt
}

/** Prices of variants are plain `Money`: always with two digits. */
function decimalTextOf(text: string): string {
  return decimalText(micros(text), 'EUR').replace(/\.(\d)$/, '.$10')
}
