import type { ShopProduct, ShopVariant } from '../../simulators/index.ts'
import { centsText } from '../shop/cents.ts'

/** One thing on sale, in one variant. Prices are US cents without tax. */
export interface Ware {
  readonly productId: number
  readonly variantId: number
  readonly sku: string
  readonly title: string
  readonly variantTitle: string | null
  readonly vendor: string
  readonly price: bigint
  /** The duty abroad, in percent. */
  readonly dutyPercent: number
  readonly popularity: number
  readonly giftCard: boolean
}

interface Blueprint {
  readonly title: string
  readonly type: string
  readonly price: number
  readonly sizes?: readonly string[]
  readonly popularity: number
  readonly dutyPercent: number
  /** The merchant has entered no costs. */
  readonly costUnknown?: boolean
  /** Was once sold and is no longer in the catalogue. */
  readonly isGone?: boolean
}

const sizes = ['S', 'M', 'L', 'XL']
const wear = { type: 'Knitwear', sizes, popularity: 3, dutyPercent: 12 }
const camp = { type: 'Camp', popularity: 2, dutyPercent: 4 }
const home = { type: 'Home', popularity: 2, dutyPercent: 6 }
const larder = { type: 'Larder', popularity: 4, dutyPercent: 8 }

const blueprints: readonly Blueprint[] = [
  { title: 'Fisherman Sweater', price: 14_800, ...wear },
  { title: 'Lambswool Beanie', price: 3200, ...wear, popularity: 5 },
  { title: 'Ragg Wool Socks', price: 1850, ...wear, popularity: 6 },
  { title: 'Quilted Vest', price: 11_900, ...wear },
  { title: 'Flannel Shirt', price: 8900, ...wear },
  { title: 'Rain Shell', price: 17_900, ...wear, popularity: 1.5 },
  { title: 'Enamel Mug', price: 1600, ...camp, popularity: 6 },
  { title: 'Enamel Kettle', price: 5400, ...camp },
  { title: 'Camp Blanket', price: 12_500, ...camp, popularity: 3 },
  { title: 'Waxed Canvas Tote', price: 7800, ...camp },
  { title: 'Pocket Knife', price: 4600, ...camp },
  { title: 'Lantern', price: 6900, ...camp },
  { title: 'Dry Bag', price: 3900, ...camp, costUnknown: true },
  { title: 'Balsam Pillow', price: 2400, ...home, popularity: 4 },
  { title: 'Beeswax Candle', price: 1950, ...home, popularity: 5 },
  { title: 'Linen Towel', price: 2800, ...home },
  { title: 'Braided Rug', price: 18_900, ...home, popularity: 0.8, costUnknown: true },
  { title: 'Tide Clock', price: 9900, ...home, popularity: 0.8 },
  { title: 'Driftwood Frame', price: 3400, ...home, popularity: 1, isGone: true },
  { title: 'Blueberry Jam', price: 1150, ...larder },
  { title: 'Maple Syrup', price: 2250, ...larder, popularity: 5 },
  { title: 'Sea Salt', price: 890, ...larder },
  { title: 'Saltwater Taffy', price: 990, ...larder, costUnknown: true },
  { title: 'Spruce Tea', price: 1390, ...larder, popularity: 3 },
]

const vendor = 'Pine & Harbor'
const firstProduct = 8_100_001
/** Ids of variants and inventory items follow from the product's. */
const perProduct = 10

/** Everything the shop sells or sold; `since` is when it opened. */
export function buildCatalogue(since: string): {
  readonly products: readonly ShopProduct[]
  readonly wares: readonly Ware[]
} {
  const products: ShopProduct[] = [giftCardProduct(since)]
  const wares: Ware[] = [giftCard]
  for (const [at, blueprint] of blueprints.entries()) {
    const own = waresOf(blueprint, firstProduct + at)
    wares.push(...own)
    if (!blueprint.isGone) products.push(toProduct(blueprint, own, since))
  }
  return { products, wares }
}

const giftCard: Ware = {
  productId: firstProduct - 1,
  variantId: (firstProduct - 1) * perProduct,
  sku: 'GIFT-50',
  title: 'Gift Card',
  variantTitle: '$50.00',
  vendor,
  price: 5000n,
  dutyPercent: 0,
  popularity: 0,
  giftCard: true,
}

function giftCardProduct(createdAt: string): ShopProduct {
  const { productId, variantId, sku, title, variantTitle } = giftCard
  const variant = { id: variantId, inventoryItemId: variantId + 1_000_000, sku, title: variantTitle ?? title }
  return {
    id: productId,
    title,
    vendor,
    type: 'Gift cards',
    giftCard: true,
    createdAt,
    variants: [{ ...variant, price: '50.00', taxable: false }],
  }
}

function waresOf({ title, price, popularity, dutyPercent, sizes = [''] }: Blueprint, productId: number): Ware[] {
  const code = title.replaceAll(/[^A-Z]/g, '')
  return sizes.map((size, at) => ({
    productId,
    variantId: productId * perProduct + at,
    sku: [`PH-${code}${productId % 100}`, size].filter((part) => part !== '').join('-'),
    title,
    variantTitle: size === '' ? null : size,
    vendor,
    price: BigInt(price + (size === 'XL' ? 600 : 0)),
    dutyPercent,
    popularity: popularity / sizes.length,
    giftCard: false,
  }))
}

function toProduct({ title, type, costUnknown = false }: Blueprint, own: readonly Ware[], createdAt: string) {
  const variants = own.map(
    ({ variantId, sku, variantTitle, price }): ShopVariant => ({
      id: variantId,
      inventoryItemId: variantId + 1_000_000,
      sku,
      price: centsText(price),
      cost: costUnknown ? null : centsText((price * 44n) / 100n),
      tracked: true,
      quantity: 40,
      ...(variantTitle === null ? {} : { title: variantTitle, options: { Size: variantTitle } }),
    }),
  )
  const [first] = own
  return { id: first?.productId ?? 0, title, vendor, type, tags: [type.toLowerCase()], createdAt, variants }
}
