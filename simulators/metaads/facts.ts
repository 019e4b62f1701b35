import { addDays, type Day, dayOf, endOfDay, startOfDay } from '@tillsight/core/days'
import type { FakeAdAccount, FakeAdDay, FakePurchase } from '../ads/ad-source.ts'
import { Recent } from '../ads/recent.ts'
import { decimalsOf, drawOf } from './draws.ts'
import type { Settings } from './options.ts'

/** What an ad did on a day as far as it is known now; spend in the smallest unit of the currency. */
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
  /** Hours of the day that have passed; 24 when it is over. */
  readonly hoursPassed: number
  readonly purchases: readonly FakePurchase[]
}

const dayMs = 86_400_000

/** The one set of events, told as far as the clock has come. */
export class Facts {
  readonly #settings: Settings
  readonly #days = new Recent<readonly FakeAdDay[]>(80)

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Facts of one day of an account. */
  of(account: FakeAdAccount, day: Day): Fact[] {
    const now = this.#settings.now()
    const start = startOfDay(day, account.zone)
    if (now < start) return []
    const end = endOfDay(day, account.zone)
    const isOver = now >= end
    const hoursPassed = isOver ? 24 : Math.min(23, Math.floor((now.getTime() - start.getTime()) / 3_600_000))
    const isFresh = now.getTime() - end.getTime() < dayMs
    const corrects = this.#settings.corrections === 'on' && isFresh
    const unit = 10n ** BigInt(6 - decimalsOf(account.currency))
    const facts = this.#read(account.id, day).map((row) => toFact(row, { day, unit, now, hoursPassed, corrects }))
    return (corrects ? [...facts, ...ghostOf(facts)] : facts).filter(
      ({ impressions, spend, purchases }) => impressions > 0 || spend > 0 || purchases.length > 0,
    )
  }

  /** Facts with purchases that happened on this day, whenever the ad was seen. */
  byConversion(account: FakeAdAccount, day: Day): Fact[] {
    const earlier = Array.from({ length: 29 }, (_, back) => this.of(account, addDays(day, -back)))
    const moved = earlier.flat().flatMap((fact) => {
      const purchases = fact.purchases.filter(({ happenedAt }) => dayOf(happenedAt, account.zone) === day)
      return purchases.length === 0 ? [] : [{ ...fact, ...nothing, day, purchases }]
    })
    return [...this.of(account, day).map((fact) => ({ ...fact, purchases: [] })), ...moved]
  }

  #read(accountId: string, day: Day): readonly FakeAdDay[] {
    return this.#days.get(`${accountId} ${day}`, () => this.#settings.source.day(accountId, day))
  }
}

const nothing = { spend: 0, impressions: 0, clicks: 0, linkClicks: 0, views: 0, reach: 0 }

interface Knowing {
  readonly day: Day
  /** Millionths in the smallest unit of the currency. */
  readonly unit: bigint
  readonly now: Date
  readonly hoursPassed: number
  readonly corrects: boolean
}

function toFact(row: FakeAdDay, { day, unit, now, hoursPassed, corrects }: Knowing): Fact {
  const settled = Number((row.spendMicros + unit / 2n) / unit)
  // Clicks that turn out to be fraud are taken back a day later.
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

/** How much of a day's total belongs to its first hours: whole numbers that add up over the hours. */
export function shareOfHours(total: number, hours: readonly number[], passed: number): number {
  if (passed >= 24) return total
  const sum = hours.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return 0
  const before = hours.slice(0, passed).reduce((all, weight) => all + weight, 0)
  return Math.floor((total * before) / sum)
}

/** On some days a row that is gone a day later, of an ad that was taken down right away. */
function ghostOf(facts: readonly Fact[]): Fact[] {
  const [first] = facts
  if (first === undefined || first.adId === '' || drawOf(`ghost ${first.adId} ${first.day}`, 2) === 0) return []
  const few = { spend: 12, impressions: 9, clicks: 1, linkClicks: 0, views: 0, reach: 8 }
  return [{ ...first, ...few, adId: `9${first.adId.slice(1)}`, purchases: [] }]
}
