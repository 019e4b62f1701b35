import { additiveModels } from '@tillsight/attribution'
import { z } from 'zod'

/** Why a touch of an order earns nothing under the windows and scope asked for. */
export const ineligibleReasons = ['click_window', 'view_window', 'previous_order'] as const

/** A touch of an order, with why it is what it is. Texts are empty where there is none. */
export const OrderTouch = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['click', 'view', 'engaged_view']),
  channel: z.string(),
  /** What the visit by itself was taken for, before the ad behind it was known. */
  channelByRule: z.string(),
  paid: z.boolean(),
  platform: z.string(),
  accountId: z.string(),
  campaign: z.object({ id: z.string(), name: z.string() }),
  adSet: z.object({ id: z.string(), name: z.string() }),
  ad: z.object({ id: z.string(), name: z.string() }),
  /** By what the ad was found. */
  joined: z.string(),
  source: z.string(),
  medium: z.string(),
  term: z.string(),
  url: z.string(),
  referrer: z.string(),
  evidence: z.string(),
  /** `order`: what the order says of itself; `gone`: the visit itself is not kept any more. */
  origin: z.enum(['pixel', 'server', 'order', 'import', 'gone']),
  /** Null: it can earn. */
  ineligible: z.enum(ineligibleReasons).nullable(),
})
export type OrderTouch = z.infer<typeof OrderTouch>

/** What one model gives. The touch `(unattributed)` stands for nobody. */
export const OrderModel = z.object({
  model: z.enum(additiveModels),
  credit: z.array(
    z.object({
      touchId: z.string(),
      /** Of all weights: `2/5`. */
      weight: z.string(),
      /** Among the touches that earn something. */
      position: z.enum(['only', 'first', 'middle', 'last', 'none']),
      /** Exact decimals in shop currency; `orders` is a part of one. */
      gross: z.string(),
      net: z.string(),
      orders: z.string(),
    }),
  ),
})

/** The journey of one order, and who earned it under every model. */
export const OrderJourney = z.object({
  orderId: z.string(),
  orderName: z.string(),
  placedAt: z.string(),
  currency: z.string(),
  /** `customer`: known by name; `device`: by the device only; `nobody`. */
  person: z.enum(['customer', 'device', 'nobody']),
  cancelled: z.boolean(),
  /** It has no touch because its buyer did not agree to be recognised. */
  consentGap: z.boolean(),
  previousOrderAt: z.string().nullable(),
  milestoneAt: z.string().nullable(),
  survey: z.string().nullable(),
  /** What is shared out, and what is left of it after returns. */
  value: z.string(),
  net: z.string(),
  /** The oldest first. */
  touches: z.array(OrderTouch),
  models: z.array(OrderModel),
})
export type OrderJourney = z.infer<typeof OrderJourney>

/** One order: what the store says, and what the ledger made of it. Who bought is not told. */
export const OrderAnswer = z.object({
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
  /** Why it is in no figure. */
  uncountedReason: z.string().nullable(),
  customerClass: z.enum(['none', 'new', 'returning', 'unidentified']).nullable(),
  refunds: z.array(z.object({ id: z.string(), at: z.string(), amount: z.string(), reason: z.string() })),
  /** Amounts in shop currency. */
  rows: z.array(
    z.object({
      rowId: z.string(),
      bookedAt: z.string(),
      kind: z.enum(['order', 'edit', 'refund', 'cancel']),
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
    }),
  ),
  /** Its journey and what each model gives, under the rules that the shop has set; null for an order that does not count. */
  attribution: OrderJourney.nullable(),
})
export type OrderAnswer = z.infer<typeof OrderAnswer>
