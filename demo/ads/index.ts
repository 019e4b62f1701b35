// Ad accounts of the demo shops: 24 months of campaigns on three platforms, fitting the shops' own orders. Goes on with
// the clock. Must not know how the product reads or counts it: `expected-ads.ts` counts by its own rules.

import { addDays, type Day, dayOf } from '@tillsight/core/days'
import type { AdSource, FakeAd, FakeAdAccount, FakeAdDay, FakeCampaign } from '../../simulators/index.ts'
import { tellTaggedOrders } from './buyers.ts'
import { AdCalendar } from './calendar.ts'
import { type Claim, claimsOf, inventedClaims, longestDelayDays } from './claims.ts'
import { rowsOf } from './days.ts'
import {
  type AccountPlan,
  type AdPlan,
  type AdPlatform,
  type Advertiser,
  type CampaignPlan,
  idOf,
  urlTagsOf,
} from './plan.ts'
import { accountPlans } from './plans.ts'

export type { AdPlatform, Advertiser } from './plan.ts'

/** When a demo was created, and where its story ends; null: it continues. */
export interface AdTelling {
  readonly createdAt: string
  readonly until: string | null
}

/** The ids of an advertiser's accounts on a platform. */
export function adAccountsOf(advertiser: Advertiser, platform: AdPlatform): readonly string[] {
  return accountPlans.flatMap((plan) => (plan.advertiser === advertiser && plan.platform === platform ? [plan.id] : []))
}

/** The data source of a simulated ad platform. Days are computed on demand, and only once. */
export function demoAds(platform: AdPlatform, { createdAt, until }: AdTelling): AdSource {
  const calendar = new AdCalendar(createdAt)
  const story = new ClaimStory(platform, calendar)
  const plans = accountPlans.filter((plan) => plan.platform === platform)
  const end = until === null ? null : new Date(until)
  const known = new Map<string, readonly FakeAdDay[]>()
  const workOut = (plan: AccountPlan, day: Day): readonly FakeAdDay[] => {
    const claims = [...story.claims(plan.advertiser, plan.id, day), ...inventedClaims(plan, day, calendar)]
    const rows = rowsOf(plan, { day, calendar, claims })
    return end === null ? rows : cutAt(end, { rows, day, zone: plan.zone })
  }
  return {
    accounts: plans.map((plan) => toAccount(plan, calendar)),
    day(accountId, day) {
      const plan = plans.find(({ id }) => id === accountId)
      if (plan === undefined || day < calendar.firstDay(plan.advertiser)) return []
      const key = `${accountId} ${day}`
      const rows = known.get(key) ?? workOut(plan, day)
      known.set(key, rows)
      return rows
    },
  }
}

/** A story that does not continue: spend and conversions known until then. */
function cutAt(
  end: Date,
  { rows, day, zone }: { readonly rows: readonly FakeAdDay[]; readonly day: Day; readonly zone: string },
): readonly FakeAdDay[] {
  const last = dayOf(end, zone)
  if (day > last) return []
  const kept = rows.map((row) => ({ ...row, purchases: row.purchases.filter(({ knownAt }) => knownAt <= end) }))
  return day < last ? kept : kept.map((row) => cutHours(row, hourOf(end, zone)))
}

function cutHours(row: FakeAdDay, hours: number): FakeAdDay {
  const weights = row.hours.map((weight, hour) => (hour < hours ? weight : 0))
  const add = (sum: number, weight: number) => sum + weight
  const part = weights.reduce(add, 0) / row.hours.reduce(add, 0)
  const some = (count: number) => Math.floor(count * part)
  return {
    ...row,
    spendMicros: BigInt(some(Number(row.spendMicros / 10_000n))) * 10_000n,
    impressions: some(row.impressions),
    clicks: some(row.clicks),
    linkClicks: some(row.linkClicks),
    views: some(row.views),
    reach: some(row.reach),
    hours: hours === 0 ? row.hours : weights,
  }
}

function hourOf(instant: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(instant))
}

function toAccount(plan: AccountPlan, calendar: AdCalendar): FakeAdAccount {
  const { id, name, currency, zone, campaigns } = plan
  const made = campaigns.map((campaign, at) => toCampaign(plan, { campaign, at, calendar }))
  return { id, name, currency, zone, status: 'active', campaigns: made }
}

interface CampaignAt {
  readonly campaign: CampaignPlan
  readonly at: number
  readonly calendar: AdCalendar
}

function toCampaign(account: AccountPlan, { campaign, at, calendar }: CampaignAt): FakeCampaign {
  const { name, kind, status = 'active', share, sets } = campaign
  const { from, to } = calendar.runOf(account.advertiser, campaign)
  // Budgets for the season in which the demo was created, with some margin.
  const season = calendar.season(account.advertiser, calendar.madeOn(account.advertiser))
  return {
    id: idOf(account, [at]),
    name,
    kind,
    status,
    dailyBudget: Math.ceil(account.perDay * share * season * 1.1),
    startsOn: from,
    endsOn: status === 'removed' ? to : null,
    adSets: Object.entries(sets).map(([setName, ads], set) => ({
      id: idOf(account, [at, set]),
      name: setName,
      status,
      ads: ads.map((plan, ad) => toAd(account, { campaign, plan, place: [at, set, ad] })),
    })),
  }
}

interface AdAt {
  readonly campaign: CampaignPlan
  readonly plan: AdPlan
  readonly place: readonly number[]
}

function toAd(account: AccountPlan, { campaign, plan, place }: AdAt): FakeAd {
  const { name, title, text, isVideo = false, status = 'active' } = plan
  const hue = place.reduce((sum, part, nth) => sum + (part + 1) * (67 + 31 * nth), 0) % 360
  const landingUrl = `${account.landing}/`
  const urlTags = urlTagsOf(account, campaign)
  return { id: idOf(account, place), name, status, title, text, landingUrl, urlTags, isVideo, hue }
}

/** The shops' stories are generated this many days beyond the requested day, so that this is not repeated every day. */
const aheadDays = 60

interface Tale {
  readonly until: Day
  readonly claims: ReadonlyMap<string, readonly Claim[]>
}

/** The orders that a platform attributes, by account and day of the ad. Generated on first use. */
class ClaimStory {
  readonly #platform: AdPlatform
  readonly #calendar: AdCalendar
  readonly #tales = new Map<Advertiser, Tale>()

  constructor(platform: AdPlatform, calendar: AdCalendar) {
    this.#platform = platform
    this.#calendar = calendar
  }

  /** Purchases claimed for ads of a day of an account, whenever they become known. */
  claims(advertiser: Advertiser, accountId: string, day: Day): readonly Claim[] {
    const needed = addDays(day, longestDelayDays + 1)
    const told = this.#tales.get(advertiser)
    const tale = told !== undefined && told.until >= needed ? told : this.#tell(advertiser, needed)
    return tale.claims.get(`${accountId} ${day}`) ?? []
  }

  #tell(advertiser: Advertiser, needed: Day): Tale {
    const madeOn = this.#calendar.madeOn(advertiser)
    const until = addDays(madeOn > needed ? madeOn : needed, aheadDays)
    const accounts = accountPlans.filter((plan) => plan.platform === this.#platform && plan.advertiser === advertiser)
    const told = tellTaggedOrders(advertiser, { madeOn, until }).flatMap((order) =>
      claimsOf(order, accounts, this.#calendar),
    )
    const byDay = Map.groupBy(told, ({ accountId, day }) => `${accountId} ${day}`)
    const tale = { until, claims: new Map([...byDay].map(([key, found]) => [key, found.map(({ claim }) => claim)])) }
    this.#tales.set(advertiser, tale)
    return tale
  }
}
