import { z } from 'zod'

/** The facts about an ad account that its figures depend on. */
export const AdAccountFacts = z.object({
  /** `platform/account`, as the dimension has it. */
  key: z.string(),
  platform: z.string(),
  name: z.string(),
  currency: z.string(),
  /** IANA time zone of its days; empty where unknown. */
  zone: z.string(),
  /** The attribution window: for this many days after a click, purchases can be added to the day of the click. */
  clickWindowDays: z.number(),
  /** Whether the account reports no purchases: its conversions are whatever its goals count. */
  countsGoals: z.boolean(),
})
export type AdAccountFacts = z.infer<typeof AdAccountFacts>

/** What a table of campaigns can be filtered by. */
export const AdChoices = z.object({
  accounts: z.array(AdAccountFacts),
  /** Entries of custom spend with their channel; the id is the account id of their rows. */
  entries: z.array(z.object({ id: z.string(), channel: z.string() })),
  /** Kinds of campaign, sorted by name. */
  kinds: z.array(z.string()),
})
export type AdChoices = z.infer<typeof AdChoices>

const Budget = z.object({
  /** Decimal text in the account's currency. */
  amount: z.string(),
  per: z.enum(['day', 'lifetime']),
  /** Name of the budget shared by several campaigns. */
  sharedBy: z.string().nullable(),
})

const Creative = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  isVideo: z.boolean(),
  hasPicture: z.boolean(),
})

/** The set-up of a campaign, ad set or ad. */
export const PlaceFacts = z.object({
  /** The requested key. */
  key: z.string(),
  level: z.enum(['campaign', 'ad_set', 'ad']),
  /** Empty until the platform has reported it. */
  name: z.string(),
  campaignName: z.string(),
  adSetName: z.string(),
  /** Undefined until the platform has reported it. */
  status: z.enum(['active', 'paused', 'inactive', 'in_review', 'rejected', 'removed']).optional(),
  /** The status in the platform's own words. */
  statusText: z.string(),
  kind: z.string(),
  budget: Budget.nullable(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  landingUrl: z.string().nullable(),
  urlTags: z.string().nullable(),
  creative: Creative.nullable(),
  /** Its page at the platform; null for a channel without a connector. */
  managerUrl: z.string().nullable(),
})
export type PlaceFacts = z.infer<typeof PlaceFacts>
