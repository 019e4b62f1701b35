import { z } from 'zod'
import { FitFacts, UsedConfig } from '../query/outputs.ts'

const Figure = z.string().nullable()
/** Orders counted whole, and what they came to. */
const Bucket = z.object({ orders: z.number(), revenue: z.string() })

/** Channels in rows, models in columns; every column of an additive model has the same total. */
const ModelsReport = z.object({
  report: z.literal('models'),
  models: z.array(z.object({ model: z.string(), orders: z.string(), revenue: z.string(), fit: FitFacts.optional() })),
  rows: z.array(
    z.object({
      /** '' stands for what is not tracked. */
      channel: z.string(),
      spend: Figure,
      /** In the order of `models`. `change`: against the first model, as a fraction; null where that has nothing. */
      cells: z.array(z.object({ orders: z.string(), revenue: z.string(), roas: Figure, change: Figure })),
      /** Largest less smallest revenue of the row. */
      spread: z.string(),
    }),
  ),
})

const PathLengthReport = z.object({
  report: z.literal('path_length'),
  /** Touches per order that can earn; 0 is a bucket of its own. Ascending. */
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
      /** Orders in which the channel stands anywhere but last. */
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
      /** Repeats in a row are one step; `times` says how often on average, rounded. */
      steps: z.array(z.string()),
      /** As shown: `paid_social ×2 > email` where all orders agree, else without counts. */
      text: z.string(),
      median_days: z.number(),
    }),
  ),
  /** Distinct paths there are. */
  count: z.number(),
})

const OverlapReport = z.object({
  report: z.literal('overlap'),
  channels: z.array(
    z.object({
      channel: z.string(),
      orders: z.number(),
      /** That no other channel touched. */
      exclusive: z.number(),
    }),
  ),
  pairs: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      both: z.number(),
      /** Of the orders of a, and of b, as fractions. */
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
      /** Ordered Shapley values: credited orders by place in the journey, from 1. */
      places: z.array(z.object({ place: z.number(), orders: z.number(), revenue: z.number() })),
    }),
  ),
})

const TransitionsReport = z.object({
  report: z.literal('transitions'),
  /** `(start)`, channels, `(conversion)`, `(null)`. */
  states: z.array(z.object({ state: z.string(), journeys: z.number() })),
  /** Steps of the first-order chain; `share` of those that leave `from`. Rarer ones than 1 % are left out. */
  edges: z.array(z.object({ from: z.string(), to: z.string(), journeys: z.number(), share: z.number() })),
  fit: FitFacts,
})

const ConversionRateReport = z.object({
  report: z.literal('conversion_rate'),
  /** Shapley values of the rate of each exact set of channels; `closed`: of orders, where there is too little data. */
  form: z.enum(['conversion_rate', 'closed']),
  /** Why it is the closed form. */
  reason: z.string().nullable(),
  /** The days whose journeys these are: for rates, those older than the window. */
  days: z.object({ from: z.string(), to: z.string() }),
  journeys: z.number(),
  /** The largest value first. */
  rows: z.array(
    z.object({
      /** One, or the rarest, which are taken as one. */
      channels: z.array(z.string()),
      /** That any of them is in. */
      journeys: z.number(),
      /** Raw, as a fraction of journeys; negative where the rate falls with the channel. Null in closed form. */
      effect: z.number().nullable(),
      /** In closed form: orders divided equally among the channels of each. */
      orders: z.number().nullable(),
    }),
  ),
})

const CohortsReport = z.object({
  report: z.literal('cohorts'),
  /** By the channel that earned the first order (under the model of the question), of people who bought first in the days. */
  rows: z.array(
    z.object({
      channel: z.string(),
      customers: z.string(),
      /** Up to so many days after the first order, which day 0 is. `is_complete`: everybody has been here that long. */
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
      /** As the platform tells, by its own rules and dates. */
      claimed_orders: Figure,
      claimed_revenue: Figure,
      /** Orders whose last paid click of this platform lies in the window: what it would claim if it saw what we see. */
      own_claim_orders: z.number(),
      own_claim_revenue: z.string(),
      /** By the model of the question. */
      credited_orders: z.string(),
      credited_revenue: z.string(),
      /** Claimed revenue ÷ credited revenue. */
      claim_ratio: Figure,
      /** Part of the claimed orders that we see a click of this platform for, at most 1. */
      explained: Figure,
      /** Part of claims made after clicks, and after views alone, where the platform tells. */
      claimed_by_click: Figure,
      claimed_by_view: Figure,
    }),
  ),
  /** Sum of all claims; never orders. */
  claimed_orders: Figure,
  /** Sum of claims ÷ orders − 1. */
  over_claim: Figure,
  /** Orders that several platforms would claim at once. */
  claimed_by_several: Bucket,
  /** Why claims and credit differ, always. */
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
/** One of the reports, without what all of them have in common. */
export type AnyReport = z.infer<typeof AnyReport>
/** The report of a kind. */
export type ReportOf<Kind extends AnyReport['report']> = Extract<AnyReport, { readonly report: Kind }>

/** The answer of `attribution.report`. */
export const ReportAnswer = z.intersection(
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
export type ReportAnswer = z.infer<typeof ReportAnswer>
