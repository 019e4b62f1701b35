import { additiveModels, ruleComparisons, ruleFields, usualBouncers } from '@tillsight/attribution'
import { orderValueIds, usualOrderValue } from '@tillsight/metrics'
import { z } from 'zod'

const host = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/
const place = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}(?:\/[^\s?#]*)?$/

/** Accepts what people paste: an address or a domain, in any case. */
function tidyPlace(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
}

const Domain = z
  .string()
  .transform((text) => tidyPlace(text).replace(/[/:].*$/, ''))
  .refine((text) => text.length <= 253 && host.test(text), 'This is no domain: write it like shop.example')
const Place = z
  .string()
  .transform(tidyPlace)
  .refine(
    (text) => text.length <= 300 && place.test(text),
    'This is no place: write a domain like pay.example, or a domain with a path like pay.example/login',
  )
const Term = z.string().trim().min(1, 'A word is empty').max(100, 'A word has 100 characters at most')
const Email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => text.length <= 320 && /^[^@\s]+@[^@\s]+$/.test(text), 'This is no email address')

/** A channel's name in figures, such as `paid_social`. */
const ChannelName = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replaceAll(/[\s-]+/g, '_'))
  .refine(
    (text) => /^[a-z0-9][a-z0-9_]{0,39}$/.test(text),
    'A channel’s name has letters, digits and _ only, 40 at most, such as influencers',
  )

const Condition = z
  .object({
    field: z.enum(ruleFields),
    comparison: z.enum(ruleComparisons),
    text: z.string().trim().max(300, 'A text to compare with has 300 characters at most').default(''),
  })
  .refine(({ comparison, text }) => comparison === 'empty' || text !== '', {
    message: 'Say what to compare with',
    path: ['text'],
  })

/** A custom rule: visits that meet all conditions belong to this channel. */
const ChannelRule = z.object({
  conditions: z.array(Condition).min(1, 'A rule needs a condition').max(5, 'A rule has 5 conditions at most'),
  channel: ChannelName,
  paid: z.boolean().default(false),
})

/** Maximum number of entries in a list. */
const mostListed = 200
/** Maximum number of rules of a shop. */
const mostRules = 100

function listOf<T extends z.ZodType>(entry: T, what: string) {
  return z.array(entry).max(mostListed, `There are ${mostListed} ${what} at most`)
}

const share = /^[0-9]{1,6}\/[1-9][0-9]{0,5}$/

const attributionFields = {
  model: z.enum([...additiveModels, 'markov']),
  /** Null for no limit. */
  clickWindowDays: z.union([z.literal([1, 7, 14, 28, 30, 60, 90]), z.null()]),
  viewWindowDays: z.literal([0, 1, 7]),
  directPolicy: z.enum(['include', 'exclude_unless_only']),
  journeyScope: z.enum(['window', 'since_previous_order']),
  halfLifeDays: z.number().min(0.01).max(3650),
  /** The event that marks the middle of a journey, for the W-shaped model. */
  milestone: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'An event has a name such as add_to_cart'),
  /** Which money of an order is distributed. */
  value: z.enum(orderValueIds),
  surveyShare: z.string().regex(share, 'Write the share as a fraction such as 1/2'),
}

/** Default attribution settings of queries (attribution.md §1, §7, §9). */
const AttributionDefaults = z.object({
  model: attributionFields.model.default('last_non_direct'),
  clickWindowDays: attributionFields.clickWindowDays.default(28),
  viewWindowDays: attributionFields.viewWindowDays.default(1),
  directPolicy: attributionFields.directPolicy.default('include'),
  journeyScope: attributionFields.journeyScope.default('window'),
  halfLifeDays: attributionFields.halfLifeDays.default(7),
  milestone: attributionFields.milestone.default('add_to_cart'),
  value: attributionFields.value.default(usualOrderValue),
  surveyShare: attributionFields.surveyShare.default('1/2'),
})

const fields = {
  /** Further domains of the shop, in addition to its own and its connections'. */
  ownDomains: listOf(Domain, 'domains'),
  /** Words that only people who know the shop search for. */
  brandTerms: listOf(Term, 'words'),
  /** Sites that only send buyers back. */
  bounceReferrers: listOf(Place, 'places'),
  /** Checked in this order, before all other rules. */
  rules: z.array(ChannelRule).max(mostRules, `There are ${mostRules} rules at most`),
  /** Number of months for which events and touches are kept; journeys of orders stay. Null for no limit. */
  retentionMonths: z.union([
    z.int().min(1, 'Keep visits for a month at least').max(120, 'Visits are kept for 120 months at most'),
    z.null(),
  ]),
  /** E-mail addresses of the shop's staff: their devices produce no touches. */
  internalEmails: listOf(Email, 'addresses'),
  consent: z.object({
    /** What happens to the stored data of a visitor who withdraws consent. */
    onWithdrawal: z.enum(['keep', 'erase']),
  }),
}

/** Tracking settings of a shop. Every field has a default: `{}` is complete. */
export const TrackingSettings = z.object({
  ownDomains: fields.ownDomains.default([]),
  brandTerms: fields.brandTerms.default([]),
  bounceReferrers: fields.bounceReferrers.default([...usualBouncers]),
  rules: fields.rules.default([]),
  retentionMonths: fields.retentionMonths.default(14),
  internalEmails: fields.internalEmails.default([]),
  consent: fields.consent.default({ onWithdrawal: 'keep' }),
  attribution: AttributionDefaults.prefault({}),
})
export type TrackingSettings = z.infer<typeof TrackingSettings>

/** Changed settings; absent ones stay as they are. */
export const TrackingSettingsChange = z
  .strictObject({ ...fields, attribution: z.strictObject(attributionFields).partial() })
  .partial()
export type TrackingSettingsChange = z.infer<typeof TrackingSettingsChange>

/** The settings after a change. */
export function settingsAfter(before: TrackingSettings, change: TrackingSettingsChange): TrackingSettings {
  const { attribution = {}, ...others } = change
  const reported = (given: object) =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return TrackingSettings.parse({
    ...before,
    ...reported(others),
    attribution: { ...before.attribution, ...reported(attribution) },
  })
}
