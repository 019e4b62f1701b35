import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { GoodsParts } from '../cost-inputs.ts'
import { nameVariants, searchVariants } from './files/goods-names.ts'
import { priceParts } from './made-of.ts'

const mostFound = 12

const Asked = z.strictObject({
  /** Finds goods to choose from, by a part of their name or SKU. */
  search: z
    .string()
    .trim()
    .max(80)
    .default('')
    .meta({ examples: ['tea'] }),
  /** What something would be made of; left out for nothing yet. */
  madeOf: GoodsParts.optional().meta({ examples: [[{ variant: '1001', quantity: 2 }]] }),
})

/** A variant with what a piece of it costs today; null: nobody knows. */
const PricedPart = z.object({
  variant: z.string(),
  sku: z.string(),
  title: z.string(),
  cost: z.string().nullable(),
})

/** What something would cost today that is made of other goods, and goods that it could be made of. */
export const FoundParts = z.object({
  currency: z.string(),
  found: z.array(PricedPart),
  /** As asked; each with what all its pieces cost. */
  parts: z.array(PricedPart.extend({ quantity: z.number() })),
  /** Of a piece of the whole; null: the cost of a part is unknown, or nothing was asked. */
  cost: z.string().nullable(),
})
export type FoundParts = z.infer<typeof FoundParts>

/** Adds up what parts cost today, and searches the shop's variants for others. Nothing is written. */
export const findParts = defineVerb({
  name: 'costs.parts',
  needs: 'costs:read',
  access: 'read',
  input: Asked,
  output: FoundParts,
  async run(ctx: ShopContext, { search, madeOf = [] }): Promise<FoundParts> {
    const [found, names] = await Promise.all([
      search === '' ? [] : searchVariants(ctx, search, mostFound),
      nameVariants(
        ctx,
        madeOf.map(({ variant }) => variant),
      ),
    ])
    const single = ({ variant }: { readonly variant: string }) => [{ variant, quantity: 1 }]
    const price = await priceParts(ctx, [madeOf, found.flatMap(single)])
    return {
      currency: ctx.shop.currency,
      found: found.map(({ variant, sku, title }) => ({ variant, sku, title, cost: price(single({ variant })) })),
      parts: madeOf.map((part) => ({
        ...part,
        ...(names.get(part.variant) ?? { sku: '', title: '' }),
        cost: price([part]),
      })),
      cost: madeOf.length === 0 ? null : price(madeOf),
    }
  },
})
