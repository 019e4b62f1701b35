import { orderValueIds, valueReturnIds } from '@tillsight/metrics'
import { z } from 'zod'
import { attributionLevels } from './attribution-query.ts'

/** Exact decimal text; null if unknown. Money has at least two decimals, order counts up to six. */
const Figure = z.string().nullable()
const Range = z.object({ from: z.string(), to: z.string() })

/** What credited orders contribute, and what is left of it after ads; only where it is asked for. */
const ContributionFigures = z.object({
  /**
   * What the orders contribute before marketing (CM2), as far as they are credited here: everything booked of them so far. Null
   * where no cost of their goods is known.
   */
  credited_cm2: Figure,
  /** Credited CM2 less the spend of the row; null where either is unknown. */
  profit: Figure,
  /** Credited CM2 per unit of spend; null without spend. */
  poas: Figure,
  /** How exact these three are: `at_most` where a cost is unknown, `about` where one is assumed. */
  bound: z.enum(['exact', 'about', 'at_most']),
})
export type ContributionFigures = z.infer<typeof ContributionFigures>

/** Credit figures of a row, of the untracked rest, or of the total. */
export const CreditFigures = z.object({
  /** Ad spend of the days, in the result's currency; null if unknown. */
  spend: Figure,
  /** Clicks as counted by the ad platforms. */
  clicks: z.number().nullable(),
  /** Fractional orders, exact to the millionth. */
  orders: z.string(),
  /** Order value at the time of purchase. */
  revenue: z.string(),
  /** Revenue less later refunds of these orders; with `refund_date`, less the refunds booked in these days for any order. */
  net_revenue: z.string(),
  /** Orders by new customers; `returning_orders` by returning ones. Free and unidentified orders are neither. */
  new_orders: z.string(),
  new_revenue: z.string(),
  returning_orders: z.string(),
  /** Revenue per unit of spend; null without spend. */
  roas: Figure,
  /** Spend per credited order; null without spend or orders. */
  cpa: Figure,
  cost_per_new_customer: Figure,
  /** New orders as a fraction of the orders by identified customers. */
  new_share: Figure,
  ...ContributionFigures.partial().shape,
})
export type CreditFigures = z.infer<typeof CreditFigures>

/** One channel, campaign, ad set or ad. Parts below the level are null; unknown ids are ''. */
export const AttributionRow = CreditFigures.extend({
  /** Unique within the level: channel, platform, account, campaign, ad set and ad, joined by `/`. */
  key: z.string(),
  channel: z.string(),
  /** `metaads`, `googleads`, `tiktokads`, `custom`, or the platform named in visits without a connector; '' for none. */
  platform: z.string().nullable(),
  account_id: z.string().nullable(),
  campaign_id: z.string().nullable(),
  ad_set_id: z.string().nullable(),
  ad_id: z.string().nullable(),
  /** Display name; null where the platform has not reported one, or there is none. */
  name: z.string().nullable(),
  /** Share of all revenue in the result, untracked included, as a fraction. */
  share: Figure,
  /** Conversions that the ad platform reports for the same days, by its own rules; null without a connected platform. */
  claimed_orders: Figure,
  claimed_revenue: Figure,
  /** With a comparison: the same row in that period; null if it was absent. */
  before: CreditFigures.nullable().optional(),
})
export type AttributionRow = z.infer<typeof AttributionRow>

/** Reconciliation of credited CM2 with the shop's: `booked` is the exact sum of the fields below it, to the millionth. */
const ContributionParts = z.object({
  /** The catalogue's metric, of the same days and customers. */
  metric: z.literal('cm2'),
  booked: z.string(),
  credited: z.string(),
  not_tracked: z.string(),
  /** Of orders of the days that were cancelled later: what they cost nevertheless. */
  cancelled: z.string(),
  /** What is booked in these days of other days' orders, less what is booked of these days' orders on other days. */
  other_days: z.string(),
  /** As below. */
  other_touch_days: z.string(),
  pending: z.string(),
})
export type ContributionParts = z.infer<typeof ContributionParts>

/** Reconciliation of credit with booked revenue: `booked` is the exact sum of the fields below it, to the millionth. */
export const Closing = z.object({
  /** The catalogue's metric, of the same days and customers. */
  metric: z.enum(orderValueIds),
  booked: z.string(),
  credited: z.string(),
  not_tracked: z.string(),
  /** Orders of the days that were cancelled later: they get no credit. */
  cancelled: z.string(),
  /** Edits of other days' orders booked in these days, less edits of these days' orders booked on other days. */
  other_days: z.string(),
  /**
   * With `date: touch`: credit of these days' orders dated outside the days, less credit dated in the days from orders placed
   * outside.
   */
  other_touch_days: z.string(),
  /** Orders whose journey is still being computed. */
  pending: z.string(),
  /** Only where contribution is asked for, and the cost of some goods is known. */
  contribution: ContributionParts.optional(),
  /** With `refund_date`: refunds booked in the days; `booked` is the sum of the fields below it. */
  refunds: z
    .object({
      /** The catalogue's metric, of the same days and customers. */
      metric: z.enum(valueReturnIds),
      booked: z.string(),
      /** Deducted from credited net revenue; `not_tracked` from the untracked. */
      credited: z.string(),
      not_tracked: z.string(),
      /** Refunds of orders cancelled later: these have no net revenue to lower. */
      cancelled: z.string(),
      /** Refunds in excess of the order's value. */
      beyond_value: z.string(),
      /** Refunds of orders whose journey is still being computed. */
      pending: z.string(),
    })
    .optional(),
})
export type Closing = z.infer<typeof Closing>

/** The complete configuration that a result was computed with. */
export const UsedConfig = z.object({
  click_window_days: z.number().nullable(),
  view_window_days: z.number(),
  direct_policy: z.enum(['include', 'exclude_unless_only']),
  journey_scope: z.enum(['window', 'since_previous_order']),
  half_life_days: z.number(),
  survey_share: z.string(),
  survey_base: z.string(),
  markov_order: z.number(),
  date: z.enum(['order', 'touch']),
  refund_basis: z.enum(['order_date', 'refund_date']),
  value: z.enum(orderValueIds),
  customers: z.enum(['all', 'new', 'returning']),
})

/** One bucket of a series. */
const SeriesPoint = z.object({
  /** First shop day of the bucket. */
  at: z.string(),
  spend: Figure,
  orders: z.string(),
  revenue: z.string(),
  net_revenue: z.string(),
  new_orders: z.string(),
  not_tracked: z.string(),
  /** Credited revenue by channel; channels without any are left out. */
  channels: z.record(z.string(), z.string()),
  /** With `date: touch`: whether later orders can still add to it. */
  incomplete: z.boolean(),
})

/** The data behind a fitted model, and whether it is sufficient (attribution.md §10, §14). */
export const FitFacts = z.object({
  conversions: z.number(),
  lost: z.number(),
  is_enough: z.boolean(),
  /** Explains what is missing, or what to keep in mind. */
  sentence: z.string(),
})
export type FitFacts = z.infer<typeof FitFacts>

/** The result of `attribution.query` in all interfaces. */
export const AttributionResult = z.object({
  range: Range,
  timezone: z.string(),
  currency: z.string(),
  model: z.string(),
  level: z.enum(attributionLevels),
  config: UsedConfig,
  rows: z.array(AttributionRow),
  /** Number of rows on all pages. */
  row_count: z.number(),
  cursor: z.string().optional(),
  /** Orders that no touch earned; spend and its ratios are null. */
  not_tracked: CreditFigures.extend({ share: Figure }),
  /** All rows and the untracked rest; spend covers every channel. */
  totals: CreditFigures,
  compare: z
    .object({ range: Range, totals: CreditFigures, not_tracked: CreditFigures.extend({ share: Figure }) })
    .optional(),
  series: z.array(SeriesPoint).optional(),
  closing: Closing,
  /** Tracked share of the revenue of counted orders, as a fraction; `orders` likewise by number. */
  tracked_share: z.object({ revenue: Figure, orders: Figure }),
  /** Orders without any touch for lack of consent. */
  consent_gap: z.object({ orders: z.number(), revenue: z.string() }),
  /** Customers seen on more than 50 devices (staff, tills, click farms): their orders get no touches. */
  left_out: z.object({ people: z.number(), orders: z.number(), revenue: z.string() }),
  /** With `date: touch`: the first day that later orders can still add to; null if there is none. */
  incomplete_from: z.string().nullable(),
  /** For fitted models only. */
  fit: FitFacts.optional(),
  /** For fitted models: 90 % interval of each channel's orders and revenue, by channel. */
  intervals: z
    .record(
      z.string(),
      z.object({ orders: z.tuple([z.number(), z.number()]), revenue: z.tuple([z.number(), z.number()]) }),
    )
    .optional(),
  /** By source: when it was last read completely. */
  freshness: z.record(z.string(), z.string()),
  warnings: z.array(z.string()),
})
export type AttributionResult = z.infer<typeof AttributionResult>

/** The orders behind one row, with its share of each; the shares of all pages add up to the row exactly. */
export const AttributionOrders = z.object({
  currency: z.string(),
  model: z.string(),
  /** Sums over all pages. */
  orders: z.string(),
  revenue: z.string(),
  net_revenue: z.string(),
  count: z.number(),
  rows: z.array(
    z.object({
      order_id: z.string(),
      order_name: z.string(),
      /** ISO 8601, UTC. */
      placed_at: z.string(),
      customer_class: z.enum(['none', 'new', 'returning', 'unidentified']),
      /** Value of the whole order. */
      value: z.string(),
      orders: z.string(),
      revenue: z.string(),
      net_revenue: z.string(),
      /** Number of the order's touches that share this credit. */
      touches: z.number(),
    }),
  ),
  cursor: z.string().optional(),
})
export type AttributionOrders = z.infer<typeof AttributionOrders>
