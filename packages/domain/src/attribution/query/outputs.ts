import { orderValueIds, valueReturnIds } from '@tillsight/metrics'
import { z } from 'zod'
import { attributionLevels } from './question.ts'

/** Exact decimal text; null: not known. Money has two decimals at least, counts of orders up to six. */
const Figure = z.string().nullable()
const Range = z.object({ from: z.string(), to: z.string() })

/** Figures of credit: of a row, of what no touch earned, of everything. */
export const CreditFigures = z.object({
  /** Of the days, in the currency of the answer; null where nothing of it is known. */
  spend: Figure,
  /** Clicks as the ad platforms count them. */
  clicks: z.number().nullable(),
  /** Fractional orders, exact to the millionth. */
  orders: z.string(),
  /** What orders came to when they were placed. */
  revenue: z.string(),
  /** The same less what came back of these orders since; with `refund_date` less what came back in these days, of whatever order. */
  net_revenue: z.string(),
  /** Of orders that made a customer; `returning_orders` those of known ones. Free and unidentified orders are neither. */
  new_orders: z.string(),
  new_revenue: z.string(),
  returning_orders: z.string(),
  /** Revenue for each unit spent; null without spend. */
  roas: Figure,
  /** Spend for each credited order; null without spend or orders. */
  cpa: Figure,
  cost_per_new_customer: Figure,
  /** New orders among those with a known customer, as a fraction. */
  new_share: Figure,
})
export type CreditFigures = z.infer<typeof CreditFigures>

/** One channel, campaign, ad set or ad. Parts that its level does not have are null; ids that nothing is known of are ''. */
export const AttributionRow = CreditFigures.extend({
  /** Names the row among those of its level: channel, platform, account, campaign, ad set and ad, joined by `/`. */
  key: z.string(),
  channel: z.string(),
  /** `metaads`, `googleads`, `tiktokads`, `custom`, or what touches without a connector say; '' for none. */
  platform: z.string().nullable(),
  account_id: z.string().nullable(),
  campaign_id: z.string().nullable(),
  ad_set_id: z.string().nullable(),
  ad_id: z.string().nullable(),
  /** What people call it; null where the platform has not told or there is nothing to be told. */
  name: z.string().nullable(),
  /** Part of all revenue of the answer, what is not tracked included, as a fraction. */
  share: Figure,
  /** What the ad platform claims of the same days, by its own rules; null without a connected platform. */
  claimed_orders: Figure,
  claimed_revenue: Figure,
  /** With a comparison: the same row then; null where it was not there. */
  before: CreditFigures.nullable().optional(),
})
export type AttributionRow = z.infer<typeof AttributionRow>

/** Why what is shared out is what it is: `booked` is the sum of everything below it, to the millionth. */
export const Closing = z.object({
  /** The catalogue's metric, of the same days and customers. */
  metric: z.enum(orderValueIds),
  booked: z.string(),
  credited: z.string(),
  not_tracked: z.string(),
  /** Orders of the days that were cancelled since: they get no credit. */
  cancelled: z.string(),
  /** Edits of other days' orders booked in these days, less edits of these days' orders booked on others. */
  other_days: z.string(),
  /** By date of touch: credit of these days' orders that stands on days outside, less what came in from orders outside. */
  other_touch_days: z.string(),
  /** Orders that have come in but whose journey is still being worked out. */
  pending: z.string(),
  /** With `refund_date`: what came back in the days; `booked` is the sum of everything below it. */
  refunds: z
    .object({
      /** The catalogue's metric, of the same days and customers. */
      metric: z.enum(valueReturnIds),
      booked: z.string(),
      /** Taken off the net of what is credited, and of what is not tracked. */
      credited: z.string(),
      not_tracked: z.string(),
      /** Of orders that were cancelled since: they have no net to lower. */
      cancelled: z.string(),
      /** More than the orders came to. */
      beyond_value: z.string(),
      /** Of orders whose journey is still being worked out. */
      pending: z.string(),
    })
    .optional(),
})
export type Closing = z.infer<typeof Closing>

/** The configuration that an answer was made with, everything filled in. */
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
  /** By date of touch: orders can still add to it. */
  incomplete: z.boolean(),
})

/** What a fitted model is fitted to, and whether that is enough (attribution.md §10, §14). */
export const FitFacts = z.object({
  conversions: z.number(),
  lost: z.number(),
  is_enough: z.boolean(),
  /** Says what is missing, or what to know. */
  sentence: z.string(),
})
export type FitFacts = z.infer<typeof FitFacts>

/** The answer of `attribution.query`, as every door gives it. */
export const AttributionAnswer = z.object({
  range: Range,
  timezone: z.string(),
  currency: z.string(),
  model: z.string(),
  level: z.enum(attributionLevels),
  config: UsedConfig,
  rows: z.array(AttributionRow),
  /** How many rows there are on all pages. */
  row_count: z.number(),
  cursor: z.string().optional(),
  /** Orders that no touch earned; spend and what follows from it are null. */
  not_tracked: CreditFigures.extend({ share: Figure }),
  /** Rows of all pages, and what is not tracked: spend is that of every channel. */
  totals: CreditFigures,
  compare: z
    .object({ range: Range, totals: CreditFigures, not_tracked: CreditFigures.extend({ share: Figure }) })
    .optional(),
  series: z.array(SeriesPoint).optional(),
  closing: Closing,
  /** Tracked part of the revenue of counted orders, as a fraction; `orders` the same of orders. */
  tracked_share: z.object({ revenue: Figure, orders: Figure }),
  /** Orders without any touch because of consent. */
  consent_gap: z.object({ orders: z.number(), revenue: z.string() }),
  /** Customers who were seen on more than 50 devices (staff, tills, click farms): their orders have no touch. */
  left_out: z.object({ people: z.number(), orders: z.number(), revenue: z.string() }),
  /** By date of touch: the first day that orders can still add to; null when none of the days. */
  incomplete_from: z.string().nullable(),
  /** Of a fitted model only. */
  fit: FitFacts.optional(),
  /** Of a fitted model: 90 % interval of each channel's orders and revenue, by channel. */
  intervals: z
    .record(
      z.string(),
      z.object({ orders: z.tuple([z.number(), z.number()]), revenue: z.tuple([z.number(), z.number()]) }),
    )
    .optional(),
  /** By source: when it was last read to its end. */
  freshness: z.record(z.string(), z.string()),
  warnings: z.array(z.string()),
})
export type AttributionAnswer = z.infer<typeof AttributionAnswer>

/** Orders behind one row, with the part of each that is the row's; parts of all pages add up to the row exactly. */
export const AttributionOrders = z.object({
  currency: z.string(),
  model: z.string(),
  /** Sums of all pages. */
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
      /** What the whole order came to. */
      value: z.string(),
      orders: z.string(),
      revenue: z.string(),
      net_revenue: z.string(),
      /** How many of the order's touches earned this. */
      touches: z.number(),
    }),
  ),
  cursor: z.string().optional(),
})
export type AttributionOrders = z.infer<typeof AttributionOrders>
