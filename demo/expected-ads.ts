// The expected ad figures of the demo, added up directly from the plain events by separate rules. Must not know the product's
// ads, metrics or money code, nor the simulators': that is what makes it a check.

import { type Day, listDays } from '@tillsight/core/days'
import type { AdSource, FakeAdDay, FakePurchase } from '../simulators/index.ts'
import { type AdPlatform, type Advertiser, adAccountsOf } from './ads/index.ts'
import { demoRateOf } from './rates/index.ts'

/** Figures of some ads on some days. Amounts are millionths of the account's currency unless they say otherwise. */
export interface AdFigures {
  readonly spend: bigint
  readonly impressions: number
  /** Clicks that lead to the shop. */
  readonly clicks: number
  readonly views: number
  /** Purchases by the platform's default attribution rule; fractions are possible. */
  readonly purchases: number
  readonly value: bigint
  /** In the shop's currency, each day at its own rate: exact to a millionth at best. */
  readonly spendInShop: number
  readonly valueInShop: number
}

/** The figures of one campaign on one day of its account. */
export interface AdFact extends AdFigures {
  readonly platform: AdPlatform
  readonly accountId: string
  readonly campaignId: string
  readonly day: Day
}

/** What to count: days of the accounts' own zones, both ends included, as it was known at an instant. */
export interface AdCount {
  readonly advertiser: Advertiser
  readonly platform: AdPlatform
  readonly shopCurrency: string
  readonly from: Day
  readonly to: Day
  readonly knownBy: Date
}

/** Which purchases a platform counts by its default attribution rule. */
const usualRules: Readonly<Record<AdPlatform, (purchase: FakePurchase) => boolean>> = {
  googleads: ({ after, days }) => after === 'click' && days <= 30,
  metaads: ({ after, days }) => (after === 'click' ? days <= 7 : days <= 1),
  tiktokads: ({ after, days }) => (after === 'click' ? days <= 7 : days <= 1),
}

/** Counts the campaigns of an advertiser on a platform, by day. */
export function countAds(source: AdSource, wish: AdCount): AdFact[] {
  const ours = new Set(adAccountsOf(wish.advertiser, wish.platform))
  return source.accounts
    .filter(({ id }) => ours.has(id))
    .flatMap((account) => listDays(wish).flatMap((day) => countDay(source, { account, day, options: wish })))
}

interface OneDay {
  readonly account: AdSource['accounts'][number]
  readonly day: Day
  readonly options: AdCount
}

function countDay(source: AdSource, { account, day, options: wish }: OneDay): AdFact[] {
  const { platform, knownBy, shopCurrency } = wish
  const rate = demoRateOf(shopCurrency, day) / demoRateOf(account.currency, day)
  const rows = Map.groupBy(source.day(account.id, day), ({ campaignId }) => campaignId)
  return [...rows].map(([campaignId, all]) => {
    const ads = all.map((row) => (platform === 'tiktokads' && row.adSetId === '' ? spendOnly(row) : row))
    const claimed = ads
      .flatMap(({ purchases }) => purchases)
      .filter((purchase) => purchase.knownAt <= knownBy && usualRules[platform](purchase))
    const spend = ads.reduce((sum, { spendMicros }) => sum + spendMicros, 0n)
    const value = claimed.reduce((sum, purchase) => sum + worthOf(purchase), 0n)
    return {
      platform,
      accountId: account.id,
      campaignId,
      day,
      spend,
      value,
      impressions: ads.reduce((sum, { impressions }) => sum + impressions, 0),
      clicks: ads.reduce((sum, { linkClicks }) => sum + linkClicks, 0),
      views: ads.reduce((sum, { views }) => sum + views, 0),
      purchases: claimed.reduce((sum, { share }) => sum + share, 0),
      spendInShop: (Number(spend) / 1e6) * rate,
      valueInShop: (Number(value) / 1e6) * rate,
    }
  })
}

/** For GMV Max, TikTok reports costs and sales in TikTok Shop, and nothing about other shops. */
function spendOnly(row: FakeAdDay): FakeAdDay {
  return { ...row, impressions: 0, clicks: 0, linkClicks: 0, views: 0, reach: 0, purchases: [] }
}

/** Value by share, in millionths. Shares are halves at most, so nothing is rounded. */
function worthOf({ value, share }: FakePurchase): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  const micros = BigInt(whole + fraction.padEnd(6, '0'))
  return share === 1 ? micros : (micros * BigInt(Math.round(share * 1000))) / 1000n
}

/** Adds figures up. Amounts of accounts with different currencies only make sense in the shop's. */
export function sumAds(facts: readonly AdFigures[]): AdFigures {
  const total = (pick: (fact: AdFigures) => number) => facts.reduce((sum, fact) => sum + pick(fact), 0)
  return {
    spend: facts.reduce((sum, { spend }) => sum + spend, 0n),
    value: facts.reduce((sum, { value }) => sum + value, 0n),
    impressions: total(({ impressions }) => impressions),
    clicks: total(({ clicks }) => clicks),
    views: total(({ views }) => views),
    purchases: total(({ purchases }) => purchases),
    spendInShop: total(({ spendInShop }) => spendInShop),
    valueInShop: total(({ valueInShop }) => valueInShop),
  }
}
