import { amountText, parseAmount, unitRate } from '@tillsight/core'
import { type Day, dayOf } from '@tillsight/core/days'
import { type CostedOrder, type SoldGoods, shippingOf } from '@tillsight/costs'
import { listCostRules } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { CostAmount } from '../cost-inputs.ts'
import { toCostRules } from '../cost-rules.ts'

const pieceUnit = 10_000n

const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/, 'Write the country as two letters: DE, AT, US, …')

/** An order that nobody placed. */
const TriedOrder = z.strictObject({
  country: Country.default('').meta({ description: 'Two letters; empty: anywhere', examples: ['AT'] }),
  /** A state or province of it, as orders name it. */
  region: z.string().trim().toUpperCase().max(40).default(''),
  /** Of all pieces; null: nobody weighed them. */
  grams: z
    .int('Write the weight as a number of kilograms, such as 2.3.')
    .min(0)
    .max(100_000_000)
    .nullable()
    .default(null)
    .meta({ description: 'Of all pieces; null: nobody weighed them', examples: [2300] }),
  pieces: z
    .int('Write a whole number of pieces.')
    .min(1)
    .max(100_000)
    .default(1)
    .meta({ examples: [2] }),
  method: z
    .string()
    .trim()
    .max(120)
    .default('')
    .meta({ examples: ['flat_rate'] }),
  /** What the buyer pays for shipping, without tax, in the shop's currency. */
  charged: CostAmount.default('0.000000'),
})
type TriedOrder = z.output<typeof TriedOrder>

/** What carriers would charge for it today. */
export const TriedShipping = z.object({
  currency: z.string(),
  /** Null: no rule fits, so that nobody knows. */
  amount: z.string().nullable(),
  state: z.enum(['none', 'exact', 'assumed', 'unknown']),
  /** The rule that decides; null without one. */
  rule: z.string().nullable(),
})
export type TriedShipping = z.infer<typeof TriedShipping>

/** Works out what shipping a made-up order would cost today, by the rules that orders are booked with. */
export const tryShipping = defineVerb({
  name: 'costs.tryShipping',
  needs: 'costs:read',
  access: 'read',
  input: TriedOrder,
  output: TriedShipping,
  async run({ queries, shop, clock, db }: ShopContext, tried): Promise<TriedShipping> {
    const day = dayOf(clock.now(), shop.zone)
    const stored = { goods: [], rules: await listCostRules(queries, shop.id), orders: [] }
    const rules = await toCostRules({ db, shop }, stored, { days: [day], currencies: [] })
    const { parts, state } = shippingOf(toOrder(tried, { day, currency: shop.currency }), rules)
    const [part] = parts
    return {
      currency: shop.currency,
      amount: part === undefined || state === 'unknown' ? null : amountText(part.amount),
      state,
      rule: part?.rule || null,
    }
  },
})

function toOrder(tried: TriedOrder, { day, currency }: { readonly day: Day; readonly currency: string }): CostedOrder {
  const { country, region, grams, pieces, method, charged } = tried
  const line = (key: string, quantity: number, weight: number | null): SoldGoods => ({
    key,
    event: 'order',
    productId: key,
    variantId: key,
    supplier: '',
    categories: [],
    quantity: BigInt(quantity) * pieceUnit,
    net: parseAmount('0'),
    physical: true,
    grams: weight === null ? null : BigInt(weight),
    storeCost: null,
    manualCost: null,
    bundleOf: '',
    isBundle: false,
  })
  return {
    day,
    currency,
    rate: unitRate,
    country,
    region,
    rows: [
      {
        rowId: 'shipping',
        kind: 'order',
        side: 'sale',
        lineType: 'shipping',
        event: 'order',
        soldLine: '',
        productId: '',
        variantId: '',
        quantity: pieceUnit,
        net: parseAmount(charged),
        restocked: 0n,
      },
    ],
    // The weight is that of all pieces: one of them has it.
    lines: grams === null ? [line('all', pieces, null)] : [line('one', 1, grams), line('others', pieces - 1, 0)],
    payments: [],
    giveBacks: [],
    labels: [],
    shippingMethods: method === '' ? [] : [method],
    leftHouse: true,
    pickedUp: false,
    paid: true,
    pointOfSale: false,
    disputes: [],
  }
}
