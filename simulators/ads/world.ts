import { addDays, type Day } from '@tillsight/core/days'
import type { Address } from '../web/server.ts'
import { localTime } from '../zone.ts'

/** An entity in a simulated ad account; fields that a platform adds are up to that platform's fake. */
interface FakeThing {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'paused' | 'removed'
}

/** A simulated ad, independent of the platform. */
export interface FakeAd extends FakeThing {
  readonly title: string
  readonly text: string
  readonly landingUrl: string
  /**
   * The parameters that the platform adds to each click's address, with unfilled macros; absent: as in the platform's own
   * examples.
   */
  readonly urlTags?: string
  readonly isVideo: boolean
  /** Hue of its picture, 0 to 359. */
  readonly hue: number
}

/** A simulated ad set. */
export interface FakeAdSet extends FakeThing {
  readonly ads: readonly FakeAd[]
}

/** A simulated campaign. `whole`: the platform only reports it as a whole, with nothing below (Performance Max, GMV Max). */
export interface FakeCampaign extends FakeThing {
  readonly kind: 'search' | 'shopping' | 'video' | 'social' | 'retargeting' | 'whole'
  /** In whole units of the account currency, per day. */
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

/**
 * An ad's figures for one day of its account, once everything is settled. For a `whole` campaign, the deeper ids are empty.
 */
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
  /** Rows of the account's own day, always the same. Empty for days without activity. */
  day(accountId: string, day: Day): readonly FakeAdDay[]
}

/** What every simulated ad platform is set up with. */
export interface AdOptions extends Pick<Address, 'port' | 'host'> {
  readonly source: AdSource
  /** The platform's own clock: decides what is known, and when limits, codes and links expire. */
  readonly now?: () => Date
}

/** An account's id and the zone of its days; tests may have changed the zone. */
type Place = Pick<FakeAdAccount, 'id' | 'zone'>

/** Purchases that one ad is given for, of the same local day. */
interface Happened {
  readonly row: FakeAdDay
  /** The day of the ad. */
  readonly shownOn: Day
  readonly purchases: readonly FakePurchase[]
}

/** Things of an account by their ids. */
interface Things {
  readonly campaigns: ReadonlyMap<string, FakeCampaign>
  readonly adSets: ReadonlyMap<string, FakeAdSet>
  readonly ads: ReadonlyMap<string, FakeAd>
}

const keptDays = 120

/** The one set of events as every platform looks at it: it adds only what it tells of them, when, and in which words. */
export class AdWorld {
  readonly source: AdSource
  readonly now: () => Date
  readonly #days = new Recent<readonly FakeAdDay[]>(keptDays)
  readonly #happened = new Recent<ReadonlyMap<string, readonly Happened[]>>(keptDays)
  readonly #things = new Map<string, Things>()

  constructor({ source, now = () => new Date() }: Pick<AdOptions, 'source' | 'now'>) {
    this.source = source
    this.now = now
  }

  account(id: string): FakeAdAccount | undefined {
    return this.source.accounts.find((account) => account.id === id)
  }

  /** Everything that an account has; nothing for one that does not exist. */
  things(accountId: string): Things {
    const known = this.#things.get(accountId)
    if (known) return known
    const campaigns = this.account(accountId)?.campaigns ?? []
    const adSets = campaigns.flatMap((campaign) => campaign.adSets)
    const things = { campaigns: byId(campaigns), adSets: byId(adSets), ads: byId(adSets.flatMap(({ ads }) => ads)) }
    this.#things.set(accountId, things)
    return things
  }

  /** An ad of any account. */
  ad(id: string): FakeAd | undefined {
    for (const account of this.source.accounts) {
      const ad = this.things(account.id).ads.get(id)
      if (ad) return ad
    }
    return undefined
  }

  /** What happened on a day of an account, once everything is settled. */
  day(accountId: string, day: Day): readonly FakeAdDay[] {
    return this.#days.get(`${accountId} ${day}`, () => this.source.day(accountId, day))
  }

  /** Purchases of a local day by the ads, also those of ads that were shown up to so many days before. */
  happenedOn(place: Place, day: Day, daysBefore: number): Happened[] {
    return Array.from({ length: daysBefore + 1 }, (_, back) =>
      this.#byLocalDay(place, addDays(day, -back)).get(day),
    ).flatMap((found) => found ?? [])
  }

  #byLocalDay({ id, zone }: Place, shownOn: Day): ReadonlyMap<string, readonly Happened[]> {
    return this.#happened.get(`${id} ${zone} ${shownOn}`, () => {
      const days = new Map<string, Happened[]>()
      for (const row of this.day(id, shownOn)) {
        for (const [on, purchases] of Map.groupBy(row.purchases, (one) => localTime(zone, one.happenedAt).day)) {
          const found = days.get(on) ?? []
          found.push({ row, shownOn, purchases })
          days.set(on, found)
        }
      }
      return days
    })
  }
}

function byId<T extends FakeThing>(things: readonly T[]): ReadonlyMap<string, T> {
  return new Map(things.map((thing) => [thing.id, thing]))
}

/** A cache of recent values; beyond `most`, the oldest is removed. */
export class Recent<Value> {
  readonly #most: number
  readonly #made = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  /** The cached value of a key, or a new one. */
  get(key: string, make: () => Value): Value {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#made.set(key, made)
    const [oldest] = this.#made.keys()
    if (this.#made.size > this.#most && oldest !== undefined) this.#made.delete(oldest)
    return made
  }

  forget(key: string): void {
    this.#made.delete(key)
  }
}
