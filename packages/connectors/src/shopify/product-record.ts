import { z } from 'zod'
import type { ProductRecord, ProductVariant } from '../records.ts'
import { PageInfo } from './catalogue-pages.ts'
import { toDecimal, toId, toInstant, toMillionths, toOptionalText } from './values.ts'

const text = z.string().nullish()
const decimal = z.string().regex(/^-?\d+(?:\.\d*)?$/)

const variant = z.object({
  id: z.string(),
  sku: text,
  title: z.string(),
  price: decimal.nullish(),
  inventoryItem: z
    .object({
      unitCost: z.object({ amount: decimal }).nullish(),
      measurement: z.object({ weight: z.object({ unit: z.string(), value: z.number() }).nullish() }).nullish(),
    })
    .nullish(),
})
export type WireVariant = z.infer<typeof variant>

/** A product with some of its variants. */
export const WireProduct = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  productType: text,
  isGiftCard: z.boolean(),
  updatedAt: z.iso.datetime({ offset: true }),
  featuredMedia: z.object({ preview: z.object({ image: z.object({ url: text }).nullish() }).nullish() }).nullish(),
  variants: z.object({ pageInfo: PageInfo, nodes: z.array(variant) }),
})
export type WireProduct = z.infer<typeof WireProduct>

/** Maps a product with all its variants. */
export function toProductRecord(product: WireProduct, variants: readonly WireVariant[]): ProductRecord {
  const type = toOptionalText(product.productType)
  return {
    type: 'product',
    id: toId(product.id),
    title: product.title,
    status: product.status.toLowerCase(),
    giftCard: product.isGiftCard,
    categories: type === null ? [] : [type],
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    updatedAt: toInstant(product.updatedAt),
    variants: variants.map(toVariant),
  }
}

function toVariant({ id, sku, title, price, inventoryItem }: WireVariant): ProductVariant {
  const cost = inventoryItem?.unitCost?.amount
  const weight = inventoryItem?.measurement?.weight
  return {
    id: toId(id),
    sku: toOptionalText(sku),
    // Shopify's name for the only variant of a product that has none.
    title: title === 'Default Title' ? '' : title,
    price: price ? toDecimal(toMillionths(price)) : null,
    cost: cost ? toDecimal(toMillionths(cost)) : null,
    weight: weight ? toKilograms(weight) : null,
  }
}

const milligrams: Readonly<Record<string, number>> = {
  KILOGRAMS: 1_000_000,
  GRAMS: 1_000,
  POUNDS: 453_592.37,
  OUNCES: 28_349.523_125,
}

/** A weight is measured, not counted, and comes as a float. */
function toKilograms({ unit, value }: { unit: string; value: number }): string | null {
  const factor = milligrams[unit]
  return factor === undefined || value < 0 ? null : toDecimal(BigInt(Math.round(value * factor)))
}
