import { isOfProfit } from '@tillsight/metrics'
import { z } from 'zod'
import { type ShopContext } from '../context/index.ts'
import { GoodsCostView } from '../costs/index.ts'
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
const Bounds = z.record(z.string(), z.enum(['exact', 'about', 'at_most', 'at_least']))

/** Products of a period with figures of the catalogue, by key. */
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
