import { z } from 'zod'

/** One thing that can be chosen. */
const Option = z.object({ id: z.string(), label: z.string() })

/** A question as it is or was asked. */
const Question = z.object({
  /** 0: nothing was saved yet, and this is what would be asked. */
  version: z.number(),
  text: z.string(),
  options: z.array(Option),
  /** Whether buyers may write an answer of their own. */
  allowsOther: z.boolean(),
})

/** Which channel an answer stands for. */
const Mapping = z.object({
  /** Id of an option, or `other`. */
  answer: z.string(),
  /** What buyers see of it; of an option that is asked no more, what they saw last. */
  label: z.string(),
  /** As figures name it; '' for none: the answer earns no credit. */
  channel: z.string(),
  /** Such as `meta`; '' for none. */
  platform: z.string(),
})
/** See {@link Mapping}. */
export type SurveyMapping = z.infer<typeof Mapping>

/** What buyers of a shop are asked after an order, and what becomes of their answers. */
export const Survey = z.object({
  enabled: z.boolean(),
  question: Question,
  /** Of each option of the question, of `other`, and of options that were answered in earlier wordings. */
  mappings: z.array(Mapping),
  /** Channels to choose from; others may be written too. */
  channels: z.array(z.string()),
  /** Names the shop in its pages; null while it has none in use. */
  key: z.string().nullable(),
})
/** See {@link Survey}. */
export type Survey = z.infer<typeof Survey>

/** A part of the answers with its 95 % interval: p ± 1.96·√(p(1−p)/n), cut to 0 and 1. */
const shareFields = {
  answers: z.number(),
  /** Part of those who answered and did not skip, as a fraction; null where nobody did. */
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
}

/** The same share of all orders, and what the clicks say. */
const comparedFields = {
  /** Share × counted orders, to a hundredth. */
  extrapolatedOrders: z.number().nullable(),
  extrapolatedLow: z.number().nullable(),
  extrapolatedHigh: z.number().nullable(),
  /** The channel's part of all credited orders under the model, as a fraction; null without a channel or credited orders. */
  attributedShare: z.number().nullable(),
  /** Share of answers less attributed share: what clicks do not see. Null where one of them is. */
  gap: z.number().nullable(),
}

/** One option. Where options share a channel their `gap` is null: see `channels`, where they are added up. */
const Row = z.object({
  answer: z.string(),
  label: z.string(),
  channel: z.string(),
  platform: z.string(),
  ...shareFields,
  ...comparedFields,
})

/** All options of one channel together. */
const ChannelRow = z.object({ channel: z.string(), ...shareFields, ...comparedFields })

/** What one wording of the question brought. Days are the shop's; orders stand on the day they were placed. */
export const SurveyReport = z.object({
  from: z.string(),
  to: z.string(),
  /** Which wording this is about; 0 when the shop has never asked. */
  version: z.number(),
  /** The credit model that `attributedShare` is of. */
  model: z.string(),
  /** All wordings, the newest first, with the days on which each was the one asked; `to` null: it still is. */
  versions: z.array(
    z.object({
      version: z.number(),
      text: z.string(),
      from: z.string(),
      to: z.string().nullable(),
      /** Of orders of the report's days, skipped ones left out. */
      answers: z.number(),
    }),
  ),
  /** Counted orders of the days: placed then, not cancelled since. */
  orders: z.number(),
  /** Of this wording; skipped ones left out. */
  answers: z.number(),
  skipped: z.number(),
  /** Answers for each order, as a fraction; null without orders. */
  responseRate: z.number().nullable(),
  /** As asked, `other` last; then options of the wording that were taken away. */
  rows: z.array(Row),
  /** The largest gap first; answers without a channel are left out. */
  channels: z.array(ChannelRow),
  /** What was written under `other`, the newest first, 100 at most; null for somebody who may not open single orders. */
  others: z.array(z.object({ text: z.string(), count: z.number() })).nullable(),
  warnings: z.array(z.string()),
})
/** See {@link SurveyReport}. */
export type SurveyReport = z.infer<typeof SurveyReport>
