import type { Day } from '@tillsight/core/days'
import type { AdWorld, FakeAdDay, FakeCampaign, FakePurchase } from '../ads/world.ts'
import { localTime } from '../zone.ts'
import type { AccountState } from './options.ts'

/**
 * The figures of one ad, or one campaign that is only reported as a whole, in some hours of a day, as far as they are known
 * now.
 */
export interface Leaf {
  readonly day: Day
  readonly campaign: FakeCampaign
  readonly adSetId: string
  readonly adId: string
  readonly spendMicros: bigint
  readonly impressions: number
  readonly clicks: number
  readonly views: number
  readonly reach: number
  /** Counts and values by place of purchase. */
  readonly website: Leg
  readonly shop: Leg
  readonly inApp: Leg
  readonly offline: Leg
  /** Conversions of the ad group's goal, by day of the ad. */
  readonly goals: number
  /** The same by day of conversion. */
  readonly goalsHappened: number
}

/** Events of one kind. */
export interface Leg {
  readonly count: number
  readonly valueMicros: bigint
}

/** Hours on the account's clock, both ends included. */
export interface Hours {
  readonly from: number
  readonly to: number
}

/** The day and hours to read, and how. */
interface LeafQuery {
  readonly hours?: Hours
  readonly withHappened?: boolean
}

interface Parts {
  readonly ads: AdWorld
  readonly stateOf: (id: string) => AccountState
  readonly attribution: { readonly clickDays: number; readonly viewDays: number }
}

const longestWindow = 28
const wholeDay: Hours = { from: 0, to: 23 }

/** The one event set behind all levels and reports. */
export class Figures {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Day and hour on the account's clock. */
  localNow(accountId: string): { readonly day: Day; readonly hour: number } {
    return this.#local(accountId, this.#parts.ads.now())
  }

  /** The first day of the first campaign. */
  firstDay(accountId: string): Day {
    const starts = this.#campaigns(accountId).map(({ startsOn }) => startsOn)
    return starts.reduce((one, other) => (one < other ? one : other), this.localNow(accountId).day)
  }

  /**
   * All figures of one day as known now; empty for future days. `withHappened`: includes conversions by the day they
   * happened.
   */
  leaves(accountId: string, day: Day, { hours = wholeDay, withHappened = false }: LeafQuery = {}): Leaf[] {
    const today = this.localNow(accountId)
    if (day > today.day) return []
    const seen = { from: hours.from, to: day === today.day ? Math.min(hours.to, today.hour) : hours.to }
    if (seen.to < seen.from) return []
    const { campaigns } = this.#parts.ads.things(accountId)
    const happened = withHappened ? this.#happenedOn(accountId, day) : new Map<string, number>()
    return this.#parts.ads.day(accountId, day).flatMap((row) => {
      const campaign = campaigns.get(row.campaignId)
      if (!campaign) throw new Error(`The source has no campaign ${row.campaignId}`)
      return [this.#leaf(accountId, { row, campaign, day, hours: seen, happened: happened.get(keyOf(row)) ?? 0 })]
    })
  }

  #leaf(
    accountId: string,
    at: { row: FakeAdDay; campaign: FakeCampaign; day: Day; hours: Hours; happened: number },
  ): Leaf {
    const { row, campaign, day, hours, happened } = at
    const { onlyGoals, hasOtherLegs } = this.#parts.stateOf(accountId)
    const part = (total: number) => Number(share(BigInt(total), row.hours, hours))
    const isWhole = hours.from === 0 && hours.to === 23
    const claimed = this.#claimed(row.purchases).filter((purchase) => {
      if (isWhole) return true
      const hour = purchase.days === 0 ? this.#local(accountId, purchase.happenedAt).hour : 12
      return hour >= hours.from && hour <= hours.to
    })
    const leg = (belongs: (purchase: FakePurchase) => boolean) => (hasOtherLegs ? legOf(claimed.filter(belongs)) : none)
    // Its clicks are those with a destination.
    const clicks = part(row.linkClicks)
    const carts = campaign.kind === 'video' ? Math.floor(clicks / 10) : undefined
    return {
      day,
      campaign,
      adSetId: row.adSetId,
      adId: row.adId,
      spendMicros: share(row.spendMicros, row.hours, hours),
      impressions: part(row.impressions),
      clicks,
      views: part(row.views),
      reach: part(row.reach),
      website: onlyGoals ? none : legOf(claimed),
      shop: leg(({ days }) => days % 3 === 0),
      inApp: leg(({ days }) => days % 5 === 1),
      offline: leg(({ days }) => days % 7 === 2),
      goals: carts ?? claimed.length,
      goalsHappened: carts ?? happened,
    }
  }

  #claimed(purchases: readonly FakePurchase[]): FakePurchase[] {
    const now = this.#parts.ads.now()
    const { clickDays, viewDays } = this.#parts.attribution
    return purchases.filter(
      ({ knownAt, happenedAt, after, days }) =>
        knownAt <= now && happenedAt <= now && days <= (after === 'click' ? clickDays : viewDays),
    )
  }

  /** Purchases by the ad, of the day on which they happened. */
  #happenedOn(id: string, day: Day): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    const { zone } = this.#parts.stateOf(id)
    for (const { row, purchases } of this.#parts.ads.happenedOn({ id, zone }, day, longestWindow)) {
      counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + this.#claimed(purchases).length)
    }
    return counts
  }

  #local(accountId: string, at: Date): { readonly day: Day; readonly hour: number } {
    return localTime(this.#parts.stateOf(accountId).zone, at)
  }

  #campaigns(accountId: string): readonly FakeCampaign[] {
    return this.#parts.ads.account(accountId)?.campaigns ?? []
  }
}

const none: Leg = { count: 0, valueMicros: 0n }

function keyOf({ campaignId, adSetId, adId }: FakeAdDay): string {
  return `${campaignId} ${adSetId} ${adId}`
}

function legOf(purchases: readonly FakePurchase[]): Leg {
  return {
    count: purchases.length,
    valueMicros: purchases.reduce((sum, { value }) => sum + toMicros(value), 0n),
  }
}

/** Decimal text in millionths. */
export function toMicros(text: string): bigint {
  const [whole = '0', rest = ''] = text.split('.')
  return BigInt(whole + rest.padEnd(6, '0').slice(0, 6))
}

/** The part of a total that falls into some hours; all 24 of them make the total. */
function share(total: bigint, weights: readonly number[], { from, to }: Hours): bigint {
  if (to - from === 23) return total
  const scaled = weights.map((weight) => BigInt(Math.round(weight * 1_000)))
  const sum = (until: number) => scaled.slice(0, until).reduce((before, weight) => before + weight, 0n)
  const all = sum(24)
  if (all === 0n) return from === 0 ? total : 0n
  return (total * sum(to + 1)) / all - (total * sum(from)) / all
}
