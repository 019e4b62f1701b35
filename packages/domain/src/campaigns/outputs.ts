import { z } from 'zod'

/** An ad account as far as its figures go. */
export const AdAccountFacts = z.object({
  /** `platform/account`, as the dimension has it. */
  key: z.string(),
  platform: z.string(),
  name: z.string(),
  currency: z.string(),
  /** IANA zone that its days are of; empty where it is not known. */
  zone: z.string(),
  /** Purchases are added to a day for this long after a click. */
  clickWindowDays: z.number(),
  /** The account reports no purchases: conversions are whatever its goals count. */
  countsGoals: z.boolean(),
})
export type AdAccountFacts = z.infer<typeof AdAccountFacts>

/** By what a table of campaigns can be limited. */
export const AdChoices = z.object({
  accounts: z.array(AdAccountFacts),
  /** Costs that people enter, with the channel that they are of: the id is the account of its rows. */
  entries: z.array(z.object({ id: z.string(), channel: z.string() })),
  /** Kinds of campaign, by name. */
  kinds: z.array(z.string()),
})
export type AdChoices = z.infer<typeof AdChoices>

const Budget = z.object({
  /** Decimal text in the account's currency. */
  amount: z.string(),
  per: z.enum(['day', 'lifetime']),
  /** What several campaigns spend from together. */
  sharedBy: z.string().nullable(),
})

const Creative = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  isVideo: z.boolean(),
  hasPicture: z.boolean(),
})

/** How a campaign, ad set or ad is set up. */
export const PlaceFacts = z.object({
  /** As asked for. */
  key: z.string(),
  level: z.enum(['campaign', 'ad_set', 'ad']),
  /** Empty while the platform has not told it. */
  name: z.string(),
  campaignName: z.string(),
  adSetName: z.string(),
  /** Undefined while the platform has not told it. */
  status: z.enum(['active', 'paused', 'inactive', 'in_review', 'rejected', 'removed']).optional(),
  /** The platform's own word for it. */
  statusText: z.string(),
  kind: z.string(),
  budget: Budget.nullable(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  landingUrl: z.string().nullable(),
  urlTags: z.string().nullable(),
  creative: Creative.nullable(),
  /** The platform's own screen for it; null for a channel without a connector. */
  managerUrl: z.string().nullable(),
})
export type PlaceFacts = z.infer<typeof PlaceFacts>
