// What was told about single orders: what a line, a parcel or a payment cost, and what a buyer's bank took.
import { listOrderCosts } from '@tillsight/database'
import { z } from 'zod'
import type { WriteContext } from './context/index.ts'
import { CostAmount, CostCurrency, CostDay, OpenDay } from './cost-inputs.ts'
import type { StoredCosts } from './cost-rules.ts'

/** Identifies what was told about an order: there is one of each order, part and `ref`. */
export const OrderCostKey = z.strictObject({
  /** The platform's id. */
  order: z.string().trim().min(1).max(200),
  part: z.enum(['line', 'label', 'fee', 'dispute']),
  /** Of a line the `rowId` of its sale; of a label its parcel; of a fee the payment method or the id of the payment, empty for the first; of a dispute its id. */
  ref: z.string().trim().max(200).default(''),
})
export type OrderCostKey = z.output<typeof OrderCostKey>

const told = {
  ...OrderCostKey.shape,
  currency: CostCurrency.optional(),
  note: z.string().trim().max(500).default(''),
}

const CostOfOrder = z.strictObject({
  ...told,
  part: OrderCostKey.shape.part.exclude(['dispute']),
  amount: CostAmount,
  /** Of a line: of all its pieces, or of each. */
  per: z.enum(['line', 'piece']).default('line'),
})

const DisputeOfOrder = z
  .strictObject({
    ...told,
    part: z.literal('dispute'),
    /** What the buyer's bank took, with tax; null: all that was left of the order. */
    amount: CostAmount.nullable().default(null),
    /** What the payment provider keeps for it; null: not known. */
    fee: CostAmount.nullable().default(null),
    began: CostDay,
    /** The day of the decision. */
    ended: OpenDay,
    outcome: z.enum(['open', 'lost', 'won'], 'Write open, lost or won.').default('lost'),
  })
  .superRefine(({ began, ended, outcome }, ctx) => {
    const problem =
      outcome === 'won' && ended === null
        ? 'The day on which it was won is missing: what was taken comes back on it.'
        : ended !== null && ended < began
          ? 'It ended before it began.'
          : undefined
    if (problem !== undefined) ctx.addIssue({ code: 'custom', path: ['ended'], message: problem })
  })

/** What an order itself cost or lost, whatever stores, entries and rules say. */
export const OrderCostInput = z.discriminatedUnion('part', [CostOfOrder, DisputeOfOrder])
export type OrderCostInput = z.output<typeof OrderCostInput>

/** A stored cost of an order, in a currency of its own or the shop's. */
export function readOrderCost(body: unknown, shopCurrency: string): OwnCost {
  const cost = OrderCostInput.parse(body)
  return { ...cost, currency: cost.currency ?? shopCurrency }
}

/** A cost of an order itself, or a dispute of it. */
export type OwnCost = OrderCostInput & { readonly currency: string }

/** What was told about orders themselves, by order. */
export type OwnCosts = ReadonlyMap<string, readonly OwnCost[]>

/** Reads what was told about these orders; `change` shows what would be if the shop had told something else. */
export async function readOwnCosts(
  { db, shop }: Pick<WriteContext, 'db' | 'shop'>,
  orders: readonly string[],
  change: (stored: StoredCosts) => StoredCosts = (stored) => stored,
): Promise<OwnCosts> {
  const wanted = new Set(orders)
  const stored = change({ goods: [], rules: [], orders: await listOrderCosts(db.kysely, shop.id, orders) })
  const own = stored.orders.map(({ body }) => readOrderCost(body, shop.currency))
  return Map.groupBy(
    own.filter(({ order }) => wanted.has(order)),
    ({ order }) => order,
  )
}
