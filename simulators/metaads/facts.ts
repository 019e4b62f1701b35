import { type Day, endOfDay, startOfDay } from '@tillsight/core/days'
import type { AdWorld, FakeAdAccount, FakeAdDay, FakePurchase } from '../ads/world.ts'
import type { Settings } from './options.ts'

/** A pseudo-random integer below `below`, derived from a text. */
export function drawOf(text: string, below: number): number {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  state = Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) >>> 0
  return ((state ^ (state >>> 12)) >>> 0) % below
}

const known = new Map<string, number>()

/** The decimals of a currency. */
export function decimalsOf(currency: string): number {
  const digits =
    known.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  known.set(currency, digits)
  return digits
}

/** An amount in the smallest unit, in Meta's format: in whole units, without trailing zeros. */
export function printAmount(units: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return decimals === 0 ? String(units) : String(Number((units / 10 ** decimals).toFixed(decimals)))
}

/** An ad's figures for a day as far as they are known now; spend is in the smallest unit of the currency. */
export interface Fact {
  readonly day: Day
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  readonly spend: number
  readonly impressions: number
  readonly clicks: number
  readonly linkClicks: number
  readonly views: number
  readonly reach: number
  readonly hours: readonly number[]
  /** Completed hours of the day; 24 once it is over. */
  readonly hoursPassed: number
  readonly purchases: readonly FakePurchase[]
}

const dayMs = 86_400_000

/** The single set of events, as far as it is known at the clock's time. */
export class Facts {
  readonly #ads: AdWorld
  readonly #corrections: Settings['corrections']

  constructor(ads: AdWorld, { corrections }: Settings) {
    this.#ads = ads
    this.#corrections = corrections
  }

  /** Facts of one day of an account. */
  of(account: FakeAdAccount, day: Day): Fact[] {
    const now = this.#ads.now()
    const hoursPassed = this.#hoursPassed(account, day)
    if (hoursPassed === undefined) return []
    const isFresh = now.getTime() - endOfDay(day, account.zone).getTime() < dayMs
    const corrects = this.#corrections === 'on' && isFresh
    const unit = 10n ** BigInt(6 - decimalsOf(account.currency))
    const rows = this.#ads.day(account.id, day)
    const facts = rows.map((row) => toFact(row, { day, unit, now, hoursPassed, corrects }))
    return (corrects ? [...facts, ...ghostOf(facts)] : facts).filter(
      ({ impressions, spend, purchases }) => impressions > 0 || spend > 0 || purchases.length > 0,
    )
  }

  /** Facts with purchases that happened on this day, whenever the ad was seen. */
  byConversion(account: FakeAdAccount, day: Day): Fact[] {
    const now = this.#ads.now()
    const moved = this.#ads.happenedOn(account, day, 28).flatMap(({ row, shownOn, purchases: all }) => {
      const hoursPassed = this.#hoursPassed(account, shownOn)
      const purchases = all.filter(({ knownAt }) => knownAt <= now)
      if (hoursPassed === undefined || purchases.length === 0) return []
      const { campaignId, adSetId, adId, hours } = row
      return [{ ...nothing, day, campaignId, adSetId, adId, hours, hoursPassed, purchases }]
    })
    return [...this.of(account, day).map((fact) => ({ ...fact, purchases: [] })), ...moved]
  }

  /** Hours of a day that are over; undefined for days to come. */
  #hoursPassed({ zone }: FakeAdAccount, day: Day): number | undefined {
    const now = this.#ads.now()
    const start = startOfDay(day, zone)
    if (now < start) return undefined
    if (now >= endOfDay(day, zone)) return 24
    return Math.min(23, Math.floor((now.getTime() - start.getTime()) / 3_600_000))
  }
}

const nothing = { spend: 0, impressions: 0, clicks: 0, linkClicks: 0, views: 0, reach: 0 }

interface Knowing {
  readonly day: Day
  /** The currency's smallest unit in millionths. */
  readonly unit: bigint
  readonly now: Date
  readonly hoursPassed: number
  readonly corrects: boolean
}

function toFact(row: FakeAdDay, { day, unit, now, hoursPassed, corrects }: Knowing): Fact {
  const settled = Number((row.spendMicros + unit / 2n) / unit)
  // Fraudulent clicks are removed a day later.
  const spend = corrects ? Math.round(settled * 1.004) : settled
  const share = (total: number) => shareOfHours(total, row.hours, hoursPassed)
  return {
    day,
    campaignId: row.campaignId,
    adSetId: row.adSetId,
    adId: row.adId,
    spend: share(spend),
    impressions: share(row.impressions),
    clicks: share(row.clicks),
    linkClicks: share(row.linkClicks),
    views: share(row.views),
    reach: share(row.reach),
    hours: row.hours,
    hoursPassed,
    purchases: row.purchases.filter(({ knownAt }) => knownAt <= now),
  }
}

/** The part of a day's total in its first hours: integers that add up over the hours. */
export function shareOfHours(total: number, hours: readonly number[], passed: number): number {
  if (passed >= 24) return total
  const sum = hours.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return 0
  const before = hours.slice(0, passed).reduce((all, weight) => all + weight, 0)
  return Math.floor((total * before) / sum)
}

/** A row that some days have and that is gone a day later, of an ad that was taken down immediately. */
function ghostOf(facts: readonly Fact[]): Fact[] {
  const [first] = facts
  if (first === undefined || first.adId === '' || drawOf(`ghost ${first.adId} ${first.day}`, 2) === 0) return []
  const few = { spend: 12, impressions: 9, clicks: 1, linkClicks: 0, views: 0, reach: 8 }
  return [{ ...first, ...few, adId: `9${first.adId.slice(1)}`, purchases: [] }]
}

const own = { active: 'ACTIVE', paused: 'PAUSED', removed: 'DELETED' } as const

/** The effective status of every campaign, ad set and ad by id, which depends on its parents too. */
export function effectiveStatuses(account: FakeAdAccount): Map<string, string> {
  const statuses = new Map<string, string>()
  for (const campaign of account.campaigns) {
    statuses.set(campaign.id, own[campaign.status])
    for (const set of campaign.adSets) {
      const ofSet = below(own[set.status], campaign.status, 'CAMPAIGN_PAUSED')
      statuses.set(set.id, ofSet)
      for (const ad of set.ads) {
        const ofAd = below(own[ad.status], set.status, 'ADSET_PAUSED')
        statuses.set(ad.id, below(ofAd, campaign.status, 'CAMPAIGN_PAUSED'))
      }
    }
  }
  return statuses
}

function below(status: string, above: keyof typeof own, paused: string): string {
  if (above === 'removed') return 'DELETED'
  return above === 'paused' && status === 'ACTIVE' ? paused : status
}
