// What connectors of ad platforms hand over. Amounts are decimal text in the account's currency, days are days of the
// account's own zone and are never shifted, ids are text.

import type { Day } from '@tillsight/core/days'
import type { DecimalText, InstantText, PlatformRecord } from './records.ts'

/** How deep in an account something stands. */
export type AdLevel = 'account' | 'campaign' | 'ad_set' | 'ad'

/** Why an account cannot be read; it does not stop the others. */
export interface AdAccountProblem {
  /** `failing`: the platform is well, but fails over this account alone; that passes by itself. */
  readonly kind: 'permission' | 'account_state' | 'not_found' | 'changed' | 'failing'
  /** For the merchant: what happened, what it means, what to do. */
  readonly message: string
}

/** An ad account that the person who connected can see. */
export interface AdAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  /** IANA zone. The days of its figures are this zone's. */
  readonly zone: string
  readonly status: 'active' | 'limited' | 'closed'
  /** The platform's own word for it. */
  readonly statusText: string
  /** Whether its figures can be read at all. */
  readonly readable: boolean
  /** Why not, or what to know about it; for the merchant. */
  readonly note: string | null
  /** Id of the account through which it is reached (a manager of Google Ads); null: directly. */
  readonly via: string | null
}

/** How an account stands now; what is known of its figures stays, whatever it says. */
export interface AdAccountRecord {
  readonly type: 'ad_account'
  readonly account: AdAccount
  /** Null: it was read. */
  readonly problem: AdAccountProblem | null
  /** Purchases are added to a day for this long after a click, and after a view. */
  readonly clickWindowDays: number
  readonly viewWindowDays: number
  /** `goals`: the account reports no purchases, so conversions are whatever its goals count. */
  readonly conversionsAre: 'purchases' | 'goals'
  readonly seenAt: InstantText
}

/** Purchases that a platform claims for its own ads, and what they were worth. Fractions are real. */
export interface AdClaim {
  readonly purchases: DecimalText
  readonly value: DecimalText
}

/** One row of a report. Parts below it may not add up to it: what they leave is booked as not attributable. */
export interface AdRow extends AdClaim {
  readonly level: AdLevel
  /** Empty for levels above. */
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  readonly spend: DecimalText
  readonly impressions: number
  /** Google and TikTok: clicks; Meta: clicks of every kind. */
  readonly clicks: number
  /** Clicks that lead to the shop, where the platform tells them apart; else the same as `clicks`. */
  readonly linkClicks: number
  /** Playbacks that started; 0 where the platform does not count them. */
  readonly views: number
  /** Of exactly this row, never to be added up; null where it is not told. */
  readonly reach: number | null
  /** The same purchases under other rules, by the connector's own ids: `1d_click`, `by_conversion_date`, `all`. */
  readonly claims: Readonly<Record<string, AdClaim>>
}

/** Everything about one day of an account, read to its end: takes the place of all that was known of that day. */
export interface AdDayRecord {
  readonly type: 'ad_day'
  readonly accountId: string
  readonly day: Day
  readonly currency: string
  readonly zone: string
  /** Windows and dating that `purchases` and `value` were asked with: `7d_click_1d_view, impression`. */
  readonly attribution: string
  readonly fetchedAt: InstantText
  /** Of every level that the platform tells, in any order; a day without rows had nothing. */
  readonly rows: readonly AdRow[]
}

/** One hour of a campaign, on the account's clock: 0 to 23. */
export interface AdHourRow extends AdClaim {
  readonly hour: number
  readonly campaignId: string
  readonly spend: DecimalText
  readonly impressions: number
  readonly clicks: number
}

/** The hours of one day of an account so far: takes the place of all hours known of that day. */
export interface AdHoursRecord {
  readonly type: 'ad_hours'
  readonly accountId: string
  readonly day: Day
  readonly currency: string
  readonly zone: string
  readonly fetchedAt: InstantText
  readonly rows: readonly AdHourRow[]
}

/** What an ad shows. */
export interface AdCreative {
  readonly id: string
  readonly title: string
  readonly text: string
  /** Where its picture is right now; such addresses expire, and are fetched, never linked. */
  readonly imageUrl: string | null
  readonly isVideo: boolean
}

/** A campaign, ad set (ad group, asset group) or ad as it is set up now; names change, ids do not. */
export interface AdEntityRecord {
  readonly type: 'ad_entity'
  readonly accountId: string
  readonly level: Exclude<AdLevel, 'account'>
  readonly id: string
  /** Of a campaign: its own id. */
  readonly campaignId: string
  /** Empty for a campaign; of an ad set its own id. */
  readonly adSetId: string
  readonly name: string
  /** `inactive`: switched on, but something above it or its dates keep it from running. */
  readonly status: 'active' | 'paused' | 'inactive' | 'in_review' | 'rejected' | 'removed'
  /** The platform's own word for it. */
  readonly statusText: string
  /** Kind of campaign, goal of an ad set or format of an ad, in words for people: `Performance Max`. */
  readonly kind: string
  /** In account currency. `sharedBy` names what several campaigns spend from together. */
  readonly budget: {
    readonly amount: DecimalText
    readonly per: 'day' | 'lifetime'
    readonly sharedBy: string | null
  } | null
  readonly startsOn: Day | null
  readonly endsOn: Day | null
  readonly landingUrl: string | null
  /** What is appended to landing pages, as it stands in the platform. */
  readonly urlTags: string | null
  readonly creative: AdCreative | null
  readonly seenAt: InstantText
}

/** Which ad a click id of a landing page belongs to, where the platform tells. */
export interface AdClickRecord {
  readonly type: 'ad_click'
  readonly accountId: string
  readonly clickId: string
  readonly day: Day
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  readonly keyword: string | null
  readonly seenAt: InstantText
}

/** Everything that a stream of an ad platform can deliver. */
export type AdRecord = AdAccountRecord | AdDayRecord | AdHoursRecord | AdEntityRecord | AdClickRecord

/** Whether a record is an ad platform's. */
export function isAdRecord(record: PlatformRecord | AdRecord): record is AdRecord {
  return record.type.startsWith('ad_')
}

/** One place in an account: where figures are, and where the platform's own screens show it. */
export interface AdPlace {
  readonly accountId: string
  readonly level: AdLevel
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
}
