import type { Day } from '@tillsight/core/days'

/** Something in a simulated ad account; what a platform adds to it is the platform's fake's business. */
interface FakeThing {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'paused' | 'removed'
}

/** A simulated ad, as every platform's fake can show it. */
export interface FakeAd extends FakeThing {
  readonly title: string
  readonly text: string
  readonly landingUrl: string
  /** What the platform adds to the address of each click, macros unfilled; absent: as its own examples have it. */
  readonly urlTags?: string
  readonly isVideo: boolean
  /** Hue of its picture, 0 to 359. */
  readonly hue: number
}

/** A simulated ad set. */
export interface FakeAdSet extends FakeThing {
  readonly ads: readonly FakeAd[]
}

/** A simulated campaign. `whole`: the platform tells of it as a whole only, with nothing below (Performance Max, GMV Max). */
export interface FakeCampaign extends FakeThing {
  readonly kind: 'search' | 'shopping' | 'video' | 'social' | 'retargeting' | 'whole'
  /** In account currency, in whole units of a day. */
  readonly dailyBudget: number
  readonly startsOn: Day
  readonly endsOn: Day | null
  readonly adSets: readonly FakeAdSet[]
}

/** A simulated ad account. */
export interface FakeAdAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  /** IANA zone. */
  readonly zone: string
  readonly status: 'active' | 'limited' | 'closed'
  readonly campaigns: readonly FakeCampaign[]
}

/** A purchase that the platform claims, told from `knownAt` on and dated to the ad's day. */
export interface FakePurchase {
  /** Account currency, decimal text. */
  readonly value: string
  readonly happenedAt: Date
  readonly knownAt: Date
  readonly after: 'click' | 'view'
  /** Days between the ad and the purchase. */
  readonly days: number
  /** Share that data-driven attribution gives this ad: 1 for most. */
  readonly share: number
}

/** What an ad did on one day of its account, once everything is settled. For a `whole` campaign the deeper ids are empty. */
export interface FakeAdDay {
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  /** Millionths of the account's currency. */
  readonly spendMicros: bigint
  readonly impressions: number
  readonly clicks: number
  readonly linkClicks: number
  readonly views: number
  readonly reach: number
  /** Relative weight of each hour of the day, 24 numbers. */
  readonly hours: readonly number[]
  readonly purchases: readonly FakePurchase[]
}

/** The one set of events behind every level and every report of a simulated ad platform. */
export interface AdSource {
  readonly accounts: readonly FakeAdAccount[]
  /** Rows of the account's own day; the same every time. Nothing for days that nothing ran. */
  day(accountId: string, day: Day): readonly FakeAdDay[]
}
