import { z } from 'zod'

/** An option to choose. */
const Option = z.object({ id: z.string(), label: z.string() })

/** A current or former version of the question. */
const Question = z.object({
  /** 0 if nothing was saved yet; then this is the default. */
  version: z.number(),
  text: z.string(),
  options: z.array(Option),
  /** Whether buyers may write an answer of their own. */
  allowsOther: z.boolean(),
})

/** The channel that a response maps to. */
const Mapping = z.object({
  /** Id of an option, or `other`. */
  answer: z.string(),
  /** Its label for buyers; for a removed option the last one. */
  label: z.string(),
  /** The channel's name in figures; '' for none, so that the response earns no credit. */
  channel: z.string(),
  /** Such as `meta`; '' for none. */
  platform: z.string(),
})
/** See {@link Mapping}. */
export type SurveyMapping = z.infer<typeof Mapping>

/** A shop's post-purchase survey, and the mapping of its responses. */
export const Survey = z.object({
  enabled: z.boolean(),
  question: Question,
  /** For each current option, for `other`, and for earlier options with responses. */
  mappings: z.array(Mapping),
  /** Channels to choose from; others can be entered as well. */
  channels: z.array(z.string()),
  /** The shop's public key for its pages; null if it has none in use. */
  key: z.string().nullable(),
})
/** See {@link Survey}. */
export type Survey = z.infer<typeof Survey>

/** A share of the responses with its 95 % interval: p ± 1.96·√(p(1−p)/n), limited to 0 and 1. */
const shareFields = {
  answers: z.number(),
  /** Share of all responses except skipped ones, as a fraction; null without responses. */
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
}

/** The share extrapolated to all orders, and compared with clicks. */
const comparedFields = {
  /** Share × counted orders, to two decimals. */
  extrapolatedOrders: z.number().nullable(),
  extrapolatedLow: z.number().nullable(),
  extrapolatedHigh: z.number().nullable(),
  /** The channel's share of all credited orders under the model, as a fraction; null without a channel or credited orders. */
  attributedShare: z.number().nullable(),
  /** Share of responses minus attributed share: what clicks miss. Null if either is null. */
  gap: z.number().nullable(),
}

/** One option. Options that share a channel have a null `gap`: see `channels`, where they are added up. */
const Row = z.object({
  answer: z.string(),
  label: z.string(),
  channel: z.string(),
  platform: z.string(),
  ...shareFields,
  ...comparedFields,
})

/** All options of one channel added up. */
const ChannelRow = z.object({ channel: z.string(), ...shareFields, ...comparedFields })

/** The responses to one version of the question. Days are the shop's; orders count on the day of purchase. */
export const SurveyReport = z.object({
  from: z.string(),
  to: z.string(),
  /** The version of the question; 0 if the shop has never asked. */
  version: z.number(),
  /** The credit model that `attributedShare` is of. */
  model: z.string(),
  /** All versions, newest first, with the days on which each was in use; `to` null for the current one. */
  versions: z.array(
    z.object({
      version: z.number(),
      text: z.string(),
      from: z.string(),
      to: z.string().nullable(),
      /** Responses for orders of the report's days, without skipped ones. */
      answers: z.number(),
    }),
  ),
  /** Counted orders of the days: placed then, not cancelled since. */
  orders: z.number(),
  /** Responses to this version, without skipped ones. */
  answers: z.number(),
  skipped: z.number(),
  /** Responses per order, as a fraction; null without orders. */
  responseRate: z.number().nullable(),
  /** In the order asked, `other` last; then options removed from this version. */
  rows: z.array(Row),
  /** Largest gap first; without responses that map to no channel. */
  channels: z.array(ChannelRow),
  /** Free-text responses, newest first, at most 100; null for people who may not see single orders. */
  others: z.array(z.object({ text: z.string(), count: z.number() })).nullable(),
  warnings: z.array(z.string()),
})
/** See {@link SurveyReport}. */
export type SurveyReport = z.infer<typeof SurveyReport>
