import { isOfProfit } from '@tillsight/metrics'
import { z } from 'zod'
import { type ShopContext } from '../context/index.ts'
import { GoodsCostView } from '../costs/index.ts'
import { requestedModels } from '../credit/index.ts'
import { MetricAnswer, seesProfit } from '../reports/index.ts'

const figures = [
  'netSales',
  'unitsSold',
  'unitsReturned',
  'goods',
  'refundRateValue',
  'cogs',
  'grossProfit',
  'cm2',
  'cm2Margin',
]
const buyers = ['newCustomerOrders', 'returningCustomerOrders', 'unidentifiedOrders', 'orders']

/** The figures of a product that the actor sees, the one that rows are sorted by first. */
export function figuresFor(ctx: Pick<ShopContext, 'actor' | 'shop'>): string[] {
  return figures.filter((key) => seesProfit(ctx) || !isOfProfit(key))
}

/** The same with the orders of new and returning buyers that contain it. */
export function figuresWithBuyersFor(ctx: Pick<ShopContext, 'actor' | 'shop'>): string[] {
  return [...figuresFor(ctx), ...buyers]
}

const Value = z.union([z.string(), z.number()]).nullable()
const Values = z.record(z.string(), Value)
const Bound = z.enum(['exact', 'about', 'at_most', 'at_least'])
const Bounds = z.record(z.string(), Bound)

/** Ad spend of the days, credited to products under a model: credited and not attributable add up to it. */
export const AdsCredit = z
  .object({
    model: z.enum(requestedModels),
    /** Null where no ad platform is connected and no spend entered. */
    spend: z.string().nullable(),
    credited: z.string().nullable(),
    /** Spend that no order of the days gives credit to. */
    notAttributable: z.string().nullable(),
  })
  .meta({
    examples: [{ model: 'last_non_direct', spend: '37.50', credited: '30.00', notAttributable: '7.50' }],
  })
export type AdsCredit = z.infer<typeof AdsCredit>

/**
 * Products of a period with figures of the catalogue, by key, and two of products alone: `adsCredited`, the ad spend that
 * their orders earn, and `contributionAfterAds`, what they contribute after delivery (cm2) less that.
 */
export const ProductList = z.object({
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  totals: Values,
  products: z.array(
    z.object({
      /** Empty for what is not tied to a product. */
      id: z.string(),
      title: z.string(),
      values: Values,
      /** Figures that are not exact. */
      bounds: Bounds.exactOptional(),
    }),
  ),
  /** Null where filters are of anything but products: the ads of some orders of a product are not told apart. */
  ads: AdsCredit.nullable(),
  cursor: z.string().exactOptional(),
})
export type ProductList = z.infer<typeof ProductList>

/** One product: what the store says about it, its figures, and what is bought with it. */
export const ProductResult = z.object({
  id: z.string(),
  title: z.string(),
  /** Null where the store's catalogue does not have it, or not any more. */
  listing: z
    .object({
      status: z.string(),
      imageUrl: z.string().nullable(),
      categories: z.array(z.string()),
      supplier: z.string().nullable(),
    })
    .nullable(),
  /** The product's figures, as a metric query answers them. */
  figures: MetricAnswer,
  /** Ad spend that its orders earn under the model, and what is left of its contribution after it. */
  ads: z.object({
    model: z.enum(requestedModels),
    /** Null where no ad platform is connected and no spend entered. */
    credited: z.string().nullable(),
    /** Absent for those who do not see profit. */
    contribution: z.string().nullable().exactOptional(),
    bound: Bound.exactOptional(),
  }),
  /** Its variants that were sold or given back, and all that the store lists. */
  variants: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      sku: z.string(),
      /** In the store now. */
      price: z.string().nullable(),
      values: Values,
      bounds: Bounds.exactOptional(),
    }),
  ),
  /** Dated costs of the product and its variants, the oldest first; none for whoever may not see costs. */
  costs: z.array(GoodsCostView),
  /** Products that at least ten orders of the period have together with it, most above chance first. */
  boughtWith: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** Orders with both. */
      orders: z.number(),
      /** How many times as often as by chance: P(A ∧ B) ÷ (P(A) · P(B)) over orders with products. */
      lift: z.string(),
    }),
  ),
})
export type ProductResult = z.infer<typeof ProductResult>
