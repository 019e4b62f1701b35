import type { CouponRecord, CustomerRecord, ProductRecord, ProductVariant } from '../records.ts'
import { toCost } from './line-costs.ts'
import type { Mapped } from './order-record.ts'
import { isZero, Notes, scaleDecimal, toDecimal, toInstant, toOptionalText, toPlainText, toText } from './values.ts'
import type { WireCoupon, WireCustomer, WireProduct, WireVariation } from './wire.ts'

/** Fields that the mappings read. */
export const productFields =
  'id,name,type,status,sku,price,weight,virtual,manage_stock,date_modified_gmt,categories,images,variations,meta_data,cost_of_goods_sold'
export const variationFields = 'id,name,sku,price,weight,virtual,manage_stock,attributes,meta_data,cost_of_goods_sold'
export const customerFields = 'id,email,username,first_name,last_name,date_created_gmt,date_modified_gmt,billing'
export const couponFields = 'id,code,amount,discount_type,date_expires_gmt,date_modified_gmt'

/** How many kilograms a unit is, as a fraction. */
const kilograms: Readonly<Record<string, readonly [bigint, bigint]>> = {
  kg: [1n, 1n],
  g: [1n, 1_000n],
  lbs: [45_359_237n, 100_000_000n],
  oz: [28_349_523_125n, 1_000_000_000_000n],
}

// Where plug-ins kept the cost before WooCommerce did.
const costKeys = ['_wc_cog_cost', '_alg_wc_cog_cost', '_purchase_price']
const giftCardTypes = new Set(['gift-card', 'gift_card', 'pw-gift-card'])

/** Maps a product with its variations; `weightUnit` is the shop's. A simple product has one variant, itself. */
export function toProductRecord(
  product: WireProduct,
  variations: readonly WireVariation[],
  weightUnit: string,
): Mapped<ProductRecord> {
  const notes = new Notes()
  const title = toPlainText(toText(product.name))
  const context = { weightUnit, notes, ofProduct: product.manage_stock }
  return {
    record: {
      type: 'product',
      id: product.id,
      title,
      status: toText(product.status),
      giftCard:
        giftCardTypes.has(toText(product.type)) ||
        product.meta_data.some((entry) => entry.key === '_gift_card' && entry.value === 'yes'),
      categories: product.categories
        .map((category) => toPlainText(toText(category.name)))
        .filter((name) => name !== ''),
      imageUrl: toOptionalText(product.images[0]?.src),
      updatedAt: toInstant(product.date_modified_gmt),
      variants:
        variations.length === 0
          ? [toVariant({ ...product, attributes: [] }, title, context)]
          : variations.map((variation) => toVariant(variation, title, context)),
    },
    warnings: notes.about(`Product ${product.id}`),
  }
}

interface VariantContext {
  readonly weightUnit: string
  readonly notes: Notes
  /** Whether the product's stock is managed. */
  readonly ofProduct: unknown
}

function toVariant(item: WireVariation, productTitle: string, context: VariantContext): ProductVariant {
  const { weightUnit, notes, ofProduct } = context
  const options = item.attributes
    .map((attribute) => toPlainText(toText(attribute.option)))
    .filter((option) => option !== '')
  const stored = costKeys.map((wanted) => item.meta_data.find(({ key }) => key === wanted)?.value)
  const fallbackCost = stored.map((cost) => toCost(cost, notes)).find((cost) => cost !== null) ?? null
  const managed = item.manage_stock === 'parent' ? ofProduct : item.manage_stock
  const price = toOptionalText(item.price)
  return {
    id: item.id,
    sku: toOptionalText(item.sku),
    title:
      options.length === 0 ? toPlainText(toText(item.name)) || productTitle : `${productTitle} - ${options.join(', ')}`,
    price: price === null ? null : toDecimal(price, notes),
    cost: toCost(item.cost_of_goods_sold?.total_value, notes) ?? fallbackCost,
    weight: toKilograms(item.weight, weightUnit, notes),
    // What is only downloadable is sent as well: WooCommerce, too, asks for shipping unless a product is virtual.
    ...(item.virtual === true ? { physical: false } : {}),
    ...(typeof managed === 'boolean' ? { managesStock: managed } : {}),
  }
}

function toOptionalDecimal(value: unknown, notes: Notes): string | null {
  const text = toOptionalText(value)
  return text === null ? null : toDecimal(text, notes)
}

function toKilograms(value: unknown, unit: string, notes: Notes): string | null {
  const weight = toOptionalDecimal(value, notes)
  if (weight === null || isZero(weight)) return null
  const [numerator, denominator] = kilograms[unit] ?? [1n, 1n]
  return scaleDecimal(weight, numerator, denominator)
}

/** Maps a registered customer; guests exist only inside orders. */
export function toCustomerRecord(customer: WireCustomer): Mapped<CustomerRecord> {
  const name = `${toText(customer.first_name)} ${toText(customer.last_name)}`.trim()
  return {
    record: {
      type: 'customer',
      id: customer.id,
      email: toOptionalText(customer.email),
      name: name === '' ? toText(customer.username) : name,
      country: toOptionalText(customer.billing.country)?.toUpperCase() ?? null,
      createdAt: toInstant(customer.date_created_gmt),
      updatedAt: toInstant(customer.date_modified_gmt),
    },
    warnings: [],
  }
}

/** Maps a coupon. */
export function toCouponRecord(coupon: WireCoupon): Mapped<CouponRecord> {
  const notes = new Notes()
  return {
    record: {
      type: 'coupon',
      id: coupon.id,
      code: toText(coupon.code),
      kind: toText(coupon.discount_type),
      amount: toDecimal(coupon.amount, notes),
      expiresAt: toInstant(coupon.date_expires_gmt),
      updatedAt: toInstant(coupon.date_modified_gmt),
    },
    warnings: notes.about(`Coupon ${coupon.id}`),
  }
}
