import { roundAmount } from '@tillsight/core'
import {
  CurrencyInput,
  checkRange,
  DayInput,
  type Filter,
  type MetricRow,
  type MetricValue,
  moneyText,
} from '@tillsight/metrics'
import { z } from 'zod'
import { type ProductAds, type ProductAdsAsk, readProductAds } from '../attribution/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { requestedModels } from '../credit/index.ts'
import { seesProfit } from '../reports/index.ts'
import { AdsCredit } from './outputs.ts'

/** The attribution model under which ads are credited to products; the shop's where it is absent. */
export const ModelInput = z
  .enum(requestedModels)
  .optional()
  .meta({ description: 'Attribution model that credits ads; the shop’s when absent', examples: ['linear_all'] })

/** Filters as they are asked for. */
export const FiltersInput = z.array(
  z.object({ dimension: z.string(), operator: z.enum(['is', 'is_not']), values: z.array(z.string()) }),
)

/** Figures of a product, or of several together, and how exact they are. */
type Figures = Pick<MetricRow, 'values' | 'bounds'>

/** Ads credited to products, to be set beside their figures. */
export interface CreditedAds {
  readonly summary: AdsCredit
  /** Adds what ads the products are credited with and, for those who see profit, what is contributed after it. */
  readonly beside: <Row extends Figures>(figures: Row, isMeant: (id: string) => boolean) => Row
}

/** Credits the ad spend of some days to products. */
export async function creditAds(ctx: ShopContext, ask: ProductAdsAsk): Promise<CreditedAds> {
  const ads = await readProductAds(ctx, ask)
  const seesLeft = seesProfit(ctx)
  return {
    summary: toSummary(ads),
    beside: (row, isMeant) => {
      const credited = ads.spend === null ? null : sumOf(ads, isMeant)
      const adsCredited = credited === null ? null : moneyText(credited)
      if (!seesLeft) return { ...row, values: { ...row.values, adsCredited } }
      const contributionAfterAds = leftAfter(row.values['cm2'], credited)
      const bound = row.bounds?.['cm2']
      return {
        ...row,
        values: { ...row.values, adsCredited, contributionAfterAds },
        ...(bound && { bounds: { ...row.bounds, contributionAfterAds: bound } }),
      }
    },
  }
}

function leftAfter(contribution: MetricValue | undefined, credited: bigint | null): string | null {
  const isKnown = contribution !== null && contribution !== undefined && credited !== null
  return isKnown ? moneyText(roundAmount(String(contribution)) - credited) : null
}

/** Which products filters leave; undefined where they also choose among the orders of a product, whose ads are not told apart. */
export function productsMeant(filters: readonly Filter[] = []): ((id: string) => boolean) | undefined {
  if (filters.some(({ dimension }) => dimension !== 'product')) return undefined
  return (id) => filters.every(({ operator, values }) => values.includes(id) === (operator === 'is'))
}

function toSummary(ads: ProductAds): AdsCredit {
  const { model, spend, notAttributable } = ads
  const isKnown = spend !== null
  return {
    model,
    spend: isKnown ? moneyText(spend) : null,
    credited: isKnown ? moneyText(sumOf(ads, () => true)) : null,
    notAttributable: isKnown ? moneyText(notAttributable) : null,
  }
}

function sumOf({ products }: ProductAds, isMeant: (id: string) => boolean): bigint {
  return [...products].reduce((sum, [id, part]) => (isMeant(id) ? sum + part : sum), 0n)
}

const ProductAdsResult = AdsCredit.extend({
  products: z.array(z.object({ id: z.string(), credited: z.string() })),
}).nullable()

/**
 * Credits the ad spend of some days to products: what tables set beside their figures. Null where filters also choose among the
 * orders of a product.
 */
export const listProductAds = defineVerb({
  name: 'product.ads',
  needs: 'metrics:read',
  access: 'read',
  input: z
    .strictObject({
      from: DayInput,
      to: DayInput,
      currency: CurrencyInput.optional(),
      model: ModelInput,
      filters: FiltersInput.optional(),
    })
    .superRefine(checkRange),
  output: ProductAdsResult,
  async run(ctx, { filters, ...asked }): Promise<z.infer<typeof ProductAdsResult>> {
    const isMeant = productsMeant(filters)
    if (isMeant === undefined) return null
    const ads = await readProductAds(ctx, asked)
    return {
      ...toSummary(ads),
      products: [...ads.products]
        .filter(([id]) => isMeant(id))
        .map(([id, credited]) => ({ id, credited: moneyText(credited) })),
    }
  },
})
