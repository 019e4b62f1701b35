import { z } from 'zod'
import { FitFacts, UsedConfig } from '../query/outputs.ts'

const Figure = z.string().nullable()
/** Number of whole orders, and their revenue. */
const Bucket = z.object({ orders: z.number(), revenue: z.string() })

/** Channels in rows, models in columns; every column of an additive model has the same total. */
const ModelsReport = z.object({
  report: z.literal('models'),
  models: z.array(z.object({ model: z.string(), orders: z.string(), revenue: z.string(), fit: FitFacts.optional() })),
  rows: z.array(
    z.object({
      /** '' for untracked. */
      channel: z.string(),
      spend: Figure,
      /** In the order of `models`. `change`: against the first model, as a fraction; null where that is zero. */
      cells: z.array(z.object({ orders: z.string(), revenue: z.string(), roas: Figure, change: Figure })),
      /** Highest minus lowest revenue of the row. */
      spread: z.string(),
    }),
  ),
})

const PathLengthReport = z.object({
  report: z.literal('path_length'),
  /** Eligible touches per order, ascending; orders with 0 are included. */
  rows: z.array(Bucket.extend({ touches: z.number() })),
  median: z.number().nullable(),
})

const TimeLagReport = z.object({
  report: z.literal('time_lag'),
  /** Whole days of 24 hours between touch and order, ascending. */
  first: z.array(Bucket.extend({ days: z.number() })),
  last: z.array(Bucket.extend({ days: z.number() })),
  median_first: z.number().nullable(),
  median_last: z.number().nullable(),
})

const AssistsReport = z.object({
  report: z.literal('assists'),
  rows: z.array(
    z.object({
      channel: z.string(),
      /** Orders in which the channel occurs in any position but the last. */
      assisted: Bucket,
      last: Bucket,
      first: Bucket,
      /** Assisted ÷ last; null where it was never last. */
      ratio: Figure,
    }),
  ),
})

const TopPathsReport = z.object({
  report: z.literal('top_paths'),
  rows: z.array(
    Bucket.extend({
      /** Consecutive repeats are one step; `times` is their average number, rounded. */
      steps: z.array(z.string()),
      /** Display text: `paid_social ×2 > email` where the counts agree in all orders, else without counts. */
      text: z.string(),
      median_days: z.number(),
    }),
  ),
  /** Number of distinct paths. */
  count: z.number(),
})

const OverlapReport = z.object({
  report: z.literal('overlap'),
  channels: z.array(
    z.object({
      channel: z.string(),
      orders: z.number(),
      /** Orders without touches of any other channel. */
      exclusive: z.number(),
    }),
  ),
  pairs: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      both: z.number(),
      /** Share of the orders of channel a, and of channel b, as fractions. */
      of_a: z.string(),
      of_b: z.string(),
      jaccard: z.string(),
    }),
  ),
})

const OpenersReport = z.object({
  report: z.literal('openers'),
  rows: z.array(
    z.object({
      channel: z.string(),
      first: Bucket,
      last: Bucket,
      /** Ordered Shapley values: credited orders by position in the journey, from 1. */
      places: z.array(z.object({ place: z.number(), orders: z.number(), revenue: z.number() })),
    }),
  ),
})

const TransitionsReport = z.object({
  report: z.literal('transitions'),
  /** `(start)`, channels, `(conversion)`, `(null)`. */
  states: z.array(z.object({ state: z.string(), journeys: z.number() })),
  /** Transitions of the first-order chain; `share` is relative to all that leave `from`. Those below 1 % are left out. */
  edges: z.array(z.object({ from: z.string(), to: z.string(), journeys: z.number(), share: z.number() })),
  fit: FitFacts,
})

const ConversionRateReport = z.object({
  report: z.literal('conversion_rate'),
  /** Shapley values of the conversion rate of each exact set of channels; `closed`: of orders, where data is insufficient. */
  form: z.enum(['conversion_rate', 'closed']),
  /** Why the closed form is used. */
  reason: z.string().nullable(),
  /** The days whose journeys these are: for rates, those older than the window. */
  days: z.object({ from: z.string(), to: z.string() }),
  journeys: z.number(),
  /** The largest value first. */
  rows: z.array(
    z.object({
      /** One channel, or the rarest ones pooled. */
      channels: z.array(z.string()),
      /** Journeys with any of these channels. */
      journeys: z.number(),
      /** Unscaled, as a fraction of journeys; negative where the rate falls with the channel. Null in the closed form. */
      effect: z.number().nullable(),
      /** In closed form: orders divided equally among the channels of each. */
      orders: z.number().nullable(),
    }),
  ),
})

const CohortsReport = z.object({
  report: z.literal('cohorts'),
  /**
   * Cohorts by the channel that earned the first order (under the query's model), of people who first bought in these days.
   */
  rows: z.array(
    z.object({
      channel: z.string(),
      customers: z.string(),
      /**
       * Within this many days of the first order, which is day 0. `is_complete`: whether that time has passed for everybody.
       */
      after: z.array(
        z.object({ days: z.number(), orders: Figure, revenue: Figure, net_revenue: Figure, is_complete: z.boolean() }),
      ),
    }),
  ),
})

const ClaimsReport = z.object({
  report: z.literal('claims'),
  /** Counted orders of the days. */
  orders: z.number(),
  revenue: z.string(),
  platforms: z.array(
    z.object({
      platform: z.string(),
      spend: Figure,
      /** As the platform reports, by its own rules and dates. */
      claimed_orders: Figure,
      claimed_revenue: Figure,
      /** Orders whose last paid click of this platform is inside the window: what it would report if it saw only our data. */
      own_claim_orders: z.number(),
      own_claim_revenue: z.string(),
      /** Under the query's model. */
      credited_orders: z.string(),
      credited_revenue: z.string(),
      /** Reported revenue ÷ credited revenue. */
      claim_ratio: Figure,
      /** Share of the reported conversions for which we recorded a click of this platform, at most 1. */
      explained: Figure,
      /** Share of conversions after clicks, and after views alone, where the platform reports it. */
      claimed_by_click: Figure,
      claimed_by_view: Figure,
    }),
  ),
  /** Sum of all reported conversions, which is not a number of orders. */
  claimed_orders: Figure,
  /** Sum of reported conversions ÷ orders − 1. */
  over_claim: Figure,
  /** Orders that several platforms would report at once. */
  claimed_by_several: Bucket,
  /** Reasons why reported conversions and credit always differ. */
  reasons: z.array(z.object({ key: z.enum(['date', 'window', 'views', 'modelling']), sentence: z.string() })),
})

const AnyReport = z.discriminatedUnion('report', [
  ModelsReport,
  PathLengthReport,
  TimeLagReport,
  AssistsReport,
  TopPathsReport,
  OverlapReport,
  OpenersReport,
  TransitionsReport,
  ConversionRateReport,
  CohortsReport,
  ClaimsReport,
])
/** Any report, without the fields common to all. */
export type AnyReport = z.infer<typeof AnyReport>
/** The report of a kind. */
export type ReportOf<Kind extends AnyReport['report']> = Extract<AnyReport, { readonly report: Kind }>

/** The result of `attribution.report`. */
export const ReportResult = z.intersection(
  z.object({
    range: z.object({ from: z.string(), to: z.string() }),
    timezone: z.string(),
    currency: z.string(),
    model: z.string(),
    config: UsedConfig,
    warnings: z.array(z.string()),
  }),
  AnyReport,
)
export type ReportResult = z.infer<typeof ReportResult>
