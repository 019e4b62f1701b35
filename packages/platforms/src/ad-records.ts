// The records that connectors of ad platforms deliver. Amounts are decimal text in the account's currency, days are in the
// account's own time zone and are never shifted, ids are text.

import type { Day } from '@tillsight/core/days'
import type { DecimalText, InstantText, PlatformRecord } from './records.ts'

/** The level of an entity in the account's hierarchy. */
export type AdLevel = 'account' | 'campaign' | 'ad_set' | 'ad'

/** Why an account cannot be read; the others are still read. */
export interface AdAccountProblem {
  /** `failing`: the platform works, but fails for this account alone; this is temporary. */
  readonly kind: 'permission' | 'account_state' | 'not_found' | 'changed' | 'failing'
  /** For the merchant: what happened, what it means, what to do. */
  readonly message: string
}

/** An ad account that the person who connected can see. */
export interface AdAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  /** IANA zone of the account's days. */
  readonly zone: string
  readonly status: 'active' | 'limited' | 'closed'
  /** The platform's own status value. */
  readonly statusText: string
  /** Whether its figures can be read at all. */
  readonly readable: boolean
  /** Why not, or what to know about it; for the merchant. */
  readonly note: string | null
  /** Id of the account through which it is reached (a manager of Google Ads); null: directly. */
  readonly via: string | null
}

/** The current state of an account; figures already stored are kept, whatever it says. */
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

/** Purchases that a platform attributes to its own ads, and their value. Fractional counts are possible. */
export interface AdClaim {
  readonly purchases: DecimalText
  readonly value: DecimalText
}

/** One row of a report. The rows below it may not add up to it: the rest is booked as not attributable. */
export interface AdRow extends AdClaim {
  readonly level: AdLevel
  /** Empty at the account level. */
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  readonly spend: DecimalText
  readonly impressions: number
  /** Google and TikTok: clicks; Meta: clicks of every kind. */
  readonly clicks: number
  /** Clicks that lead to the shop, if the platform distinguishes them; otherwise the same as `clicks`. */
  readonly linkClicks: number
  /** Playbacks that started; 0 where the platform does not count them. */
  readonly views: number
  /** People reached by exactly this row; never to be summed; null if not reported. */
  readonly reach: number | null
  /** The same purchases under other rules, by the connector's own ids: `1d_click`, `by_conversion_date`, `all`. */
  readonly claims: Readonly<Record<string, AdClaim>>
}

/** One complete day of an account: replaces everything stored for that day. */
export interface AdDayRecord {
  readonly type: 'ad_day'
  readonly accountId: string
  readonly day: Day
  readonly currency: string
  readonly zone: string
  /** The attribution windows and dating of `purchases` and `value`: `7d_click_1d_view, impression`. */
  readonly attribution: string
  readonly fetchedAt: InstantText
  /** Rows of every level that the platform reports, in any order; a day without rows had no activity. */
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

/** The hours so far of one day of an account: replaces all hours stored for that day. */
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
  /** The current address of its picture; such addresses expire, so the picture is fetched, never linked. */
  readonly imageUrl: string | null
  readonly isVideo: boolean
}

/** The current configuration of a campaign, ad set (ad group, asset group) or ad; names change, ids do not. */
export interface AdEntityRecord {
  readonly type: 'ad_entity'
  readonly accountId: string
  readonly level: Exclude<AdLevel, 'account'>
  readonly id: string
  /** For a campaign, its own id. */
  readonly campaignId: string
  /** Empty for a campaign; of an ad set its own id. */
  readonly adSetId: string
  readonly name: string
  /** `inactive`: switched on, but something above it or its dates keep it from running. */
  readonly status: 'active' | 'paused' | 'inactive' | 'in_review' | 'rejected' | 'removed'
  /** The platform's own word for it. */
  readonly statusText: string
  /** The kind of campaign, goal of an ad set or format of an ad, as display text: `Performance Max`. */
  readonly kind: string
  /** In account currency. `sharedBy` is the name of a budget that several campaigns share. */
  readonly budget: {
    readonly amount: DecimalText
    readonly per: 'day' | 'lifetime'
    readonly sharedBy: string | null
  } | null
  readonly startsOn: Day | null
  readonly endsOn: Day | null
  readonly landingUrl: string | null
  /** The parameters appended to landing pages, as configured in the platform. */
  readonly urlTags: string | null
  readonly creative: AdCreative | null
  readonly seenAt: InstantText
}

/** Which ad a landing page's click id belongs to, if the platform reports it. */
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

/** Whether a record comes from an ad platform. */
export function isAdRecord(record: PlatformRecord | AdRecord): record is AdRecord {
  return record.type.startsWith('ad_')
}

/** An ad entity: identifies its figures and its page in the platform's own interface. */
export interface AdPlace {
  readonly accountId: string
  readonly level: AdLevel
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
}
