import { additiveModels } from '@tillsight/attribution'
import { z } from 'zod'

/** Why a touch of an order earns nothing under the requested windows and scope. */
export const ineligibleReasons = ['click_window', 'view_window', 'previous_order'] as const

/** A touch of an order, with the reasons for its channel. Texts are empty if unknown. */
export const OrderTouch = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['click', 'view', 'engaged_view']),
  channel: z.string(),
  /** The channel of the visit by itself, before its ad was known. */
  channelByRule: z.string(),
  paid: z.boolean(),
  platform: z.string(),
  accountId: z.string(),
  campaign: z.object({ id: z.string(), name: z.string() }),
  adSet: z.object({ id: z.string(), name: z.string() }),
  ad: z.object({ id: z.string(), name: z.string() }),
  /** The kind of key by which the ad was found. */
  joined: z.string(),
  source: z.string(),
  medium: z.string(),
  term: z.string(),
  url: z.string(),
  referrer: z.string(),
  evidence: z.string(),
  /** `order`: from the order's own data; `gone`: the visit itself is no longer stored. */
  origin: z.enum(['pixel', 'server', 'order', 'import', 'gone']),
  /** Null if it is eligible. */
  ineligible: z.enum(ineligibleReasons).nullable(),
})
export type OrderTouch = z.infer<typeof OrderTouch>

/** The credit of one model. The touch `(unattributed)` stands for credit without a touch. */
export const OrderModel = z.object({
  model: z.enum(additiveModels),
  credit: z.array(
    z.object({
      touchId: z.string(),
      /** As a fraction of all weights: `2/5`. */
      weight: z.string(),
      /** Position among the touches with credit. */
      position: z.enum(['only', 'first', 'middle', 'last', 'none']),
      /** Exact decimals in shop currency; `orders` is a fraction of one order. */
      gross: z.string(),
      net: z.string(),
      orders: z.string(),
    }),
  ),
})

/** The journey of one order, and its credit under every model. */
export const OrderJourney = z.object({
  orderId: z.string(),
  orderName: z.string(),
  placedAt: z.string(),
  currency: z.string(),
  /** `customer`: identified; `device`: only the device is known; `nobody`. */
  person: z.enum(['customer', 'device', 'nobody']),
  cancelled: z.boolean(),
  /** Whether it has no touches because the buyer declined consent. */
  consentGap: z.boolean(),
  previousOrderAt: z.string().nullable(),
  milestoneAt: z.string().nullable(),
  survey: z.string().nullable(),
  /** The value to distribute, and what is left of it after returns. */
  value: z.string(),
  net: z.string(),
  /** The oldest first. */
  touches: z.array(OrderTouch),
  models: z.array(OrderModel),
})
export type OrderJourney = z.infer<typeof OrderJourney>

const Money = z.string()
const State = z.enum(['none', 'exact', 'assumed', 'unknown'])

/** One cost of an order and why it is what it is, by what the shop has told now. */
export const OrderCost = z.object({
  part: z.enum(['goods', 'fee', 'shipping', 'handling', 'return', 'expense']),
  /** What it was booked with: `order`, `edit:id`, `refund:id`, `cancel`, `dispute:id`, `dispute:id:won`. */
  event: z.string(),
  /** Of goods: the `rowId` of the line's sale; else empty. */
  line: z.string(),
  amount: Money,
  state: State,
  /** Where it comes from: the store, a source of entries, or the kind of rule; empty if nothing tells it. */
  source: z.string(),
  /** Id of the entry or rule; empty for none. */
  rule: z.string(),
})
export type OrderCost = z.infer<typeof OrderCost>

/**
 * From what the buyer paid to what is left, in shop currency, as figures have it: the contributions of the order to the metrics of
 * these names. `paid` − `returned` − `tax` − `notRevenue` = `netRevenue`.
 */
export const OrderProfit = z.object({
  /** All lines after discounts, with tax. */
  paid: Money,
  /** Given back of it. */
  returned: Money,
  /** Of what was kept. */
  tax: Money,
  /** Gift cards and tips that were kept: owed, or passed on. */
  notRevenue: Money,
  netRevenue: Money,
  cogs: Money,
  handlingCost: Money,
  shippingCost: Money,
  gatewayFees: Money,
  returnCosts: Money,
  orderExpenses: Money,
  cm2: Money,
  /** `at_most`: a cost is not known; `about`: one is assumed. */
  bound: z.enum(['exact', 'about', 'at_most']),
})
export type OrderProfit = z.infer<typeof OrderProfit>

/** One order: the store's data and its booking in the ledger. Excludes the buyer. */
export const OrderResult = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  standing: z.string(),
  placedAt: z.string(),
  paidAt: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  updatedAt: z.string(),
  currency: z.string(),
  total: z.string().nullable(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  gateway: z.string().nullable(),
  salesChannel: z.string().nullable(),
  coupons: z.array(z.string()),
  tags: z.array(z.string()),
  source: z.string(),
  counted: z.boolean(),
  /** Why it does not count. */
  uncountedReason: z.string().nullable(),
  customerClass: z.enum(['none', 'new', 'returning', 'unidentified']).nullable(),
  refunds: z.array(z.object({ id: z.string(), at: z.string(), amount: z.string(), reason: z.string() })),
  /** What the buyer's bank demanded back; `amount` is null where it took all that was left. */
  disputes: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      amount: z.string().nullable(),
      outcome: z.enum(['open', 'lost', 'won']),
      wonAt: z.string().nullable(),
    }),
  ),
  /** Amounts in shop currency. */
  rows: z.array(
    z.object({
      rowId: z.string(),
      bookedAt: z.string(),
      kind: z.enum(['order', 'edit', 'refund', 'cancel', 'dispute']),
      side: z.enum(['sale', 'return']),
      lineType: z.enum(['product', 'gift_card', 'shipping', 'charge', 'tip', 'adjustment']),
      productId: z.string(),
      variantId: z.string(),
      sku: z.string(),
      title: z.string(),
      quantity: z.string(),
      gross: z.string(),
      discount: z.string(),
      tax: z.string(),
      /** Cost of the goods, below zero where they came back into stock; null for whoever may not see costs. */
      cost: Money.nullable(),
      costState: State,
    }),
  ),
  /** Null for an order that does not count, and for whoever may not see costs. */
  profit: OrderProfit.nullable(),
  costs: z.array(OrderCost),
  /** Its journey and each model's credit, by the shop's default settings; null for one that does not count. */
  attribution: OrderJourney.nullable(),
})
export type OrderResult = z.infer<typeof OrderResult>

/** Orders of a period, the newest first. Amounts are of the whole order up to now, in shop currency. */
export const OrderList = z.object({
  currency: Money,
  orders: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      placedAt: z.string(),
      /** The platform's own word. */
      status: z.string(),
      salesChannel: z.string(),
      country: z.string(),
      gateway: z.string(),
      customerClass: z.enum(['none', 'new', 'returning', 'unidentified']),
      units: z.string(),
      /** All lines after discounts, with tax, and what was given back of it: as in `OrderProfit`. */
      paid: Money,
      returned: Money,
      netRevenue: Money,
      /** Null for whoever may not see costs. */
      cogs: Money.nullable(),
      cm2: Money.nullable(),
      /** `cm2` ÷ `netRevenue` as a fraction; null without net revenue, too. */
      margin: z.string().nullable(),
      /** Whether `cm2` and `margin` are exact: as in `OrderProfit`. */
      bound: z.enum(['exact', 'about', 'at_most']).nullable(),
    }),
  ),
  cursor: z.string().exactOptional(),
})
export type OrderList = z.infer<typeof OrderList>
