import type { Day } from '@tillsight/core/days'
import type { FigureRows, MetricResult } from '@tillsight/metrics'
import { z } from 'zod'
import { ClaimRuleView } from './claim-rules.ts'

const Value = z.union([z.string(), z.number()]).nullable()
const Values = z.record(z.string(), Value)
/** A shop day; its schema only checks that it is a text. */
const ShopDay = z.string() as unknown as z.ZodType<Day>
const Range = z.object({ from: ShopDay, to: ShopDay })
const Bound = z.enum(['exact', 'about', 'at_most', 'at_least'])
const Bounds = z.record(z.string(), Bound).exactOptional()
const Shares = z.object({ exact: z.string(), assumed: z.string(), unknown: z.string() }).nullable().exactOptional()
/** How far the costs in figures are known, by metric. */
const Qualities = z
  .record(z.string(), z.object({ bound: Bound, goods: Shares, fees: Shares, shipping: Shares }))
  .exactOptional()
const Point = z.object({ at: z.string(), values: Values, bounds: Bounds })
const Freshness = z.record(z.string(), z.string())

/** A metric result, with what people need to know to trust it. */
export interface MetricAnswer extends MetricResult {
  /** By source: when it was last read completely. */
  readonly freshness: Readonly<Record<string, string>>
  /** Changed costs are still being booked: costs and profit may still change. */
  readonly restating?: true
  /** By platform, the rule of its reported conversions, if the query requests another than the platform's own. */
  readonly claims?: Readonly<Record<string, ClaimRuleView>>
  /** Days whose reported purchases can still grow: the first on any platform, and on each. */
  readonly maturing?: {
    readonly from: string
    readonly platforms: readonly string[]
    readonly since: Readonly<Record<string, string>>
  }
}

/** The result of a query as all interfaces return it. */
export const MetricAnswer: z.ZodType<MetricAnswer> = z.object({
  range: Range,
  timezone: z.string(),
  currency: z.string(),
  totals: Values,
  partial: z.boolean(),
  /** The metrics concerned; absent if there are none. */
  partialMetrics: z.array(z.string()).exactOptional(),
  quality: Qualities,
  compare: z
    .object({
      range: Range,
      totals: Values,
      partial: z.boolean(),
      partialMetrics: z.array(z.string()).exactOptional(),
      quality: Qualities,
      changes: z.record(z.string(), z.object({ relative: z.string().nullable(), isNew: z.boolean() })),
      series: z.array(Point).exactOptional(),
    })
    .exactOptional(),
  series: z.array(Point).exactOptional(),
  rows: z
    .array(
      z.object({
        dimensions: z.record(z.string(), z.string()),
        names: z.record(z.string(), z.string()).exactOptional(),
        values: Values,
        bounds: Bounds,
        before: Values.exactOptional(),
        /** With `rowSeries`: the first metric by bucket, in chronological order. */
        course: z.array(Value).exactOptional(),
      }),
    )
    .exactOptional(),
  /** Metrics whose rows add up to more than the total, because an order or customer is in several of them. */
  overlapping: z.array(z.string()).exactOptional(),
  cursor: z.string().exactOptional(),
  freshness: Freshness,
  restating: z.literal(true).exactOptional(),
  claims: z.record(z.string(), ClaimRuleView).exactOptional(),
  maturing: z
    .object({ from: z.string(), platforms: z.array(z.string()), since: z.record(z.string(), z.string()) })
    .exactOptional(),
  warnings: z.array(z.string()),
})

/** The rows behind one figure; their contributions, on all pages, add up to it. */
export interface FigureResult extends FigureRows {
  /** As in a metric result: the rules of reported conversions. */
  readonly claims?: Readonly<Record<string, ClaimRuleView>>
}

/** The schema of the interface above. */
export const FigureResult: z.ZodType<FigureResult> = z.object({
  metric: z.string(),
  value: Value,
  contribution: z.string(),
  denominator: z.string().exactOptional(),
  count: z.number(),
  rows: z.array(
    z.object({
      bookedAt: z.string(),
      orderId: z.string(),
      orderName: z.string(),
      rowId: z.string(),
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
      orderCurrency: z.string(),
      orderStatus: z.string(),
      customerClass: z.enum(['none', 'new', 'returning', 'unidentified']),
      contribution: z.string(),
      denominator: z.string().exactOptional(),
    }),
  ),
  /** Ad days, which follow the order rows; amounts are in the account's currency. */
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
        denominator: z.string().nullable().exactOptional(),
      }),
    )
    .exactOptional(),
  cursor: z.string().exactOptional(),
  claims: z.record(z.string(), ClaimRuleView).exactOptional(),
  warnings: z.array(z.string()),
})
