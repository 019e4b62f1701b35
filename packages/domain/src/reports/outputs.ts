import { z } from 'zod'
import { OrderJourney } from '../attribution/order/outputs.ts'
import { ClaimRuleView } from './claim-rules.ts'

const Value = z.union([z.string(), z.number()]).nullable()
const Values = z.record(z.string(), Value)
const Range = z.object({ from: z.string(), to: z.string() })
const Point = z.object({ at: z.string(), values: Values })
const Freshness = z.record(z.string(), z.string())

/** The answer to a question, as every door gives it. */
export const MetricAnswer = z.object({
  range: Range,
  timezone: z.string(),
  currency: z.string(),
  totals: Values,
  partial: z.boolean(),
  /** Which metrics that holds for; absent when it holds for none. */
  partialMetrics: z.array(z.string()).optional(),
  compare: z
    .object({
      range: Range,
      totals: Values,
      partial: z.boolean(),
      partialMetrics: z.array(z.string()).optional(),
      changes: z.record(z.string(), z.object({ relative: z.string().nullable(), isNew: z.boolean() })),
      series: z.array(Point).optional(),
    })
    .optional(),
  series: z.array(Point).optional(),
  rows: z
    .array(
      z.object({
        dimensions: z.record(z.string(), z.string()),
        names: z.record(z.string(), z.string()).optional(),
        values: Values,
        before: Values.optional(),
        /** With `rowSeries`: the first metric by bucket, in the order of time. */
        course: z.array(Value).optional(),
      }),
    )
    .optional(),
  /** With rows: metrics whose rows add up to more than the total, because an order or customer is in several of them. */
  overlapping: z.array(z.string()).optional(),
  cursor: z.string().optional(),
  /** By source: when it was last read to its end. */
  freshness: Freshness,
  /** By platform, the rule that its claims are counted by where the question names another than the platform's own. */
  claims: z.record(z.string(), ClaimRuleView).optional(),
  /** Days whose claimed purchases can still grow: the first on any platform, and on each. */
  maturing: z
    .object({ from: z.string(), platforms: z.array(z.string()), since: z.record(z.string(), z.string()) })
    .optional(),
  warnings: z.array(z.string()),
})
export type MetricAnswer = z.infer<typeof MetricAnswer>

/** The rows behind one figure; their contributions, on all pages, add up to it. */
export const FigureAnswer = z.object({
  metric: z.string(),
  value: Value,
  contribution: z.string(),
  denominator: z.string().optional(),
  count: z.number(),
  rows: z.array(
    z.object({
      bookedAt: z.string(),
      orderId: z.string(),
      orderName: z.string(),
      rowId: z.string(),
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
      orderCurrency: z.string(),
      orderStatus: z.string(),
      customerClass: z.enum(['none', 'new', 'returning', 'unidentified']),
      contribution: z.string(),
      denominator: z.string().optional(),
    }),
  ),
  /** Days of ads, which follow the rows of orders; amounts are in the currency of the account. */
  ads: z
    .array(
      z.object({
        day: z.string(),
        platform: z.string(),
        channel: z.string(),
        accountId: z.string(),
        campaignId: z.string(),
        campaignName: z.string(),
        adSetId: z.string(),
        adSetName: z.string(),
        adId: z.string(),
        adName: z.string(),
        currency: z.string(),
        spend: z.string(),
        impressions: z.number(),
        clicks: z.number(),
        views: z.number(),
        purchases: z.string(),
        purchaseValue: z.string(),
        contribution: z.string().nullable(),
        denominator: z.string().nullable().optional(),
      }),
    )
    .optional(),
  cursor: z.string().optional(),
  /** As in an answer: by which rules what platforms claim is counted. */
  claims: z.record(z.string(), ClaimRuleView).optional(),
  warnings: z.array(z.string()),
})
export type FigureAnswer = z.infer<typeof FigureAnswer>

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
