import type { Day } from '@tillsight/core/days'
import type { FakeAdDay, FakePurchase } from '../../simulators/index.ts'
import type { Random } from '../shop/random.ts'
import type { AdCalendar } from './calendar.ts'
import { type Claim, listAds } from './claims.ts'
import { drawing } from './drawing.ts'
import type { AccountPlan, CampaignPlan } from './plan.ts'
import { idOf } from './plan.ts'

/** Relative activity in each hour. */
const byHour = [10, 5, 3, 2, 2, 4, 10, 20, 30, 40, 45, 45, 50, 45, 40, 40, 45, 50, 60, 70, 80, 75, 50, 25]
/** Sunday first. */
const byWeekday = [1.1, 1.05, 1, 0.98, 0.96, 0.95, 1]
const microsPerCent = 10_000n

interface Place {
  readonly account: AccountPlan
  readonly campaign: CampaignPlan
  readonly at: number
  readonly day: Day
}

/** The figures of all ads of an account for one of its days, once everything is settled. */
export function rowsOf(
  account: AccountPlan,
  { day, calendar, claims }: { readonly day: Day; readonly calendar: AdCalendar; readonly claims: readonly Claim[] },
): FakeAdDay[] {
  const season = calendar.season(account.advertiser, day) * (byWeekday[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1)
  const running = calendar.running(account, day)
  const shares = running.reduce((sum, [, { share }]) => sum + share, 0)
  return running.flatMap(([at, campaign]) => {
    const random = drawing(`spend ${account.id} ${at} ${day}`)
    // A campaign's share is relative to the campaigns that ran at the same time.
    const part = campaign.share / Math.max(1, shares)
    const spend = account.perDay * season * part * (0.85 + 0.3 * random.next())
    const mine = claims.filter((claim) => claim.campaign === at)
    return rowsOfCampaign({ account, campaign, at, day }, { spend, claims: mine })
  })
}

interface Share {
  readonly spend: number
  readonly claims: readonly Claim[]
}

function rowsOfCampaign(place: Place, { spend, claims }: Share): FakeAdDay[] {
  const ads = listAds(place.campaign)
  const purchasesOf = (ad: number) => claims.filter((claim) => claim.ad === ad).map(toPurchase)
  if (ads.length === 0)
    return [rowOf(place, { adSetId: '', adId: '', isVideo: false, spend, purchases: purchasesOf(-1) })]
  const weights = ads.map(({ plan, set, ad }) => {
    const random = drawing(`ad ${place.account.id} ${place.at} ${set} ${ad} ${place.day}`)
    return plan.weight * (0.7 + 0.6 * random.next())
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return ads.map(({ plan, set, ad }, nth) =>
    rowOf(place, {
      adSetId: idOf(place.account, [place.at, set]),
      adId: idOf(place.account, [place.at, set, ad]),
      isVideo: plan.isVideo === true,
      spend: (spend * (weights[nth] ?? 0)) / all,
      purchases: purchasesOf(nth),
    }),
  )
}

interface Doing {
  readonly adSetId: string
  readonly adId: string
  readonly isVideo: boolean
  readonly spend: number
  readonly purchases: readonly FakePurchase[]
}

function rowOf({ account, campaign, at, day }: Place, { adSetId, adId, isVideo, spend, purchases }: Doing): FakeAdDay {
  const random = drawing(`row ${account.id} ${at} ${adId} ${day}`)
  const clicked = purchases.filter(({ after }) => after === 'click').length
  const clicks = Math.max(clicked * 3, Math.round(vary(random, spend / campaign.cpc)))
  const impressions = Math.max(clicks * 2, Math.round(vary(random, clicks / campaign.ctr)))
  const isOnMeta = account.platform === 'metaads'
  return {
    campaignId: idOf(account, [at]),
    adSetId,
    adId,
    spendMicros: BigInt(Math.round(spend * 100)) * microsPerCent,
    impressions,
    // At Meta, likes and taps on the profile count as clicks too.
    clicks: isOnMeta ? Math.round(clicks * (1.25 + 0.2 * random.next())) : clicks,
    linkClicks: clicks,
    views: isVideo ? Math.round(impressions * (0.4 + 0.2 * random.next())) : 0,
    reach: Math.round(impressions * (0.62 + 0.2 * random.next())),
    hours: byHour,
    purchases,
  }
}

function vary(random: Random, value: number): number {
  return value * (0.88 + 0.24 * random.next())
}

function toPurchase({ campaign: _campaign, ad: _ad, ...purchase }: Claim): FakePurchase {
  return purchase
}
