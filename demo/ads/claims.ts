import { addDays, type Day, dayOf } from '@tillsight/core/days'
import type { FakePurchase } from '../../simulators/index.ts'
import { demoRateOf } from '../rates/index.ts'
import { centsText } from '../shop/cents.ts'
import type { Random } from '../shop/random.ts'
import { shopSites, type TaggedOrder } from './buyers.ts'
import type { AdCalendar } from './calendar.ts'
import { drawing } from './drawing.ts'
import type { AccountPlan, AdPlan, AdPlatform, CampaignPlan } from './plan.ts'

/** A purchase that a platform claims, and for which ad: indexes into the account's plan. */
export interface Claim extends FakePurchase {
  readonly campaign: number
  /** Among all ads of the campaign; -1 if it is only reported as a whole. */
  readonly ad: number
}

/** The probability that a platform attributes an order to itself: after its own click, and otherwise. */
const chances: Readonly<Record<AdPlatform, readonly [afterOwn: number, otherwise: number]>> = {
  googleads: [0.93, 0.19],
  metaads: [0.9, 0.18],
  tiktokads: [0.88, 0.05],
}
const sources: Readonly<Record<AdPlatform, readonly string[]>> = {
  googleads: ['google'],
  metaads: ['facebook', 'instagram'],
  tiktokads: ['tiktok'],
}
const hourMs = 3_600_000
/** The longest delay of a purchase after an ad, in days. */
export const longestDelayDays = 28

/** The attribution of an order by the accounts of one platform: none or one. The same order always gives the same result. */
export function claimsOf(order: TaggedOrder, accounts: readonly AccountPlan[], calendar: AdCalendar) {
  const [first] = accounts
  if (first === undefined) return []
  const { platform, advertiser } = first
  const random = drawing(`${platform} ${advertiser} ${order.id}`)
  const own = order.click !== undefined && sources[platform].includes(order.click.source)
  const [afterOwn, otherwise] = chances[platform]
  if (!random.chance(own ? afterOwn : otherwise)) return []
  const account = random.weighted(accounts.map((plan) => [plan, plan.claims] as const))
  const timing = drawTiming(random, platform)
  const day = addDays(dayOf(order.at, account.zone), -timing.days)
  const running = calendar.running(account, day)
  const chosen = chooseCampaign(random, running, own ? order.click?.campaign : undefined)
  if (chosen === undefined) return []
  const [at, campaign] = chosen
  const claim: Claim = {
    campaign: at,
    ad: chooseAd(random, campaign),
    value: centsText(inAccountMoney(order, account)),
    happenedAt: order.at,
    knownAt: new Date(order.at.getTime() + timing.lagMs),
    after: timing.after,
    days: timing.days,
    share: timing.share,
  }
  return [{ accountId: account.id, day, claim }]
}

/** A reported purchase without an order: a tag that fired twice, or on the wrong page. */
export function inventedClaims(account: AccountPlan, day: Day, calendar: AdCalendar): readonly Claim[] {
  const random = drawing(`nothing ${account.id} ${day}`)
  if (!random.chance(0.04)) return []
  const chosen = chooseCampaign(random, calendar.running(account, day), undefined)
  if (chosen === undefined) return []
  const [at, campaign] = chosen
  const happenedAt = new Date(Date.parse(day) + 12 * hourMs + random.integer(0, 7 * 3_600_000))
  const value = centsText(BigInt(random.integer(1500, 9000)))
  const fixed = { after: 'click', days: 0, share: 1 } as const
  return [{ campaign: at, ad: chooseAd(random, campaign), value, happenedAt, knownAt: happenedAt, ...fixed }]
}

function drawTiming(random: Random, platform: AdPlatform) {
  // Google counts purchases after clicks only, and shares some between several of them.
  const isView = platform !== 'googleads' && random.chance(0.16)
  const days = isView
    ? random.weighted([[0, 70] as const, [1, 30]])
    : random.weighted([
        [0, 56] as const,
        [1, 14],
        [2, 8],
        [3, 5],
        [random.integer(4, 7), 9],
        [random.integer(8, 14), 5],
        [random.integer(15, longestDelayDays), 3],
      ])
  const hours = random.weighted([
    [random.next() * 3, 70] as const,
    [3 + random.next() * 21, 22],
    [24 + random.next() * 48, 8],
  ])
  const share = platform === 'googleads' && random.chance(0.12) ? 0.5 : 1
  return { after: isView ? 'view' : 'click', days, lagMs: Math.floor(hours * 3600) * 1000, share } as const
}

/** Only campaigns that ran on that day can be clicked; most clicks with known tags belong to the campaign with these tags. */
function chooseCampaign(
  random: Random,
  running: readonly (readonly [at: number, CampaignPlan])[],
  tag: string | undefined,
): readonly [at: number, CampaignPlan] | undefined {
  if (running.length === 0) return undefined
  const tagged = random.chance(0.85) ? running.filter(([, campaign]) => campaign.tag === tag) : []
  return random.weighted((tagged.length > 0 ? tagged : running).map((entry) => [entry, entry[1].pull] as const))
}

/** The ads of a campaign that get money. */
export function listAds({
  sets,
}: CampaignPlan): readonly { readonly set: number; readonly ad: number; readonly plan: AdPlan }[] {
  return Object.values(sets).flatMap((ads, set) => ads.map((plan, ad) => ({ set, ad, plan })))
}

function chooseAd(random: Random, campaign: CampaignPlan): number {
  const ads = listAds(campaign)
  return ads.length === 0 ? -1 : random.weighted(ads.map(({ plan }, at) => [at, plan.weight] as const))
}

/** The order's total at the rate of its day. */
function inAccountMoney({ cents, at }: TaggedOrder, { advertiser, currency }: AccountPlan): bigint {
  const site = shopSites[advertiser]
  if (site.currency === currency) return cents
  const day = dayOf(at, site.zone)
  const ratio = demoRateOf(currency, day) / demoRateOf(site.currency, day)
  return BigInt(Math.round(Number(cents) * ratio))
}
