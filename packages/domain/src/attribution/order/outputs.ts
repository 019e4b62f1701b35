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
