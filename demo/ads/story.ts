import { addDays, type Day } from '@tillsight/core/days'
import { tellTaggedOrders } from './buyers.ts'
import type { AdCalendar } from './calendar.ts'
import { type Claim, claimsOf, longestDelayDays } from './claims.ts'
import type { AdPlatform, Advertiser } from './plan.ts'
import { accountPlans } from './plans.ts'

/** The shops' stories are told this far beyond the day that is asked for, so that they are not told anew every day. */
const aheadDays = 60

interface Tale {
  readonly until: Day
  readonly claims: ReadonlyMap<string, readonly Claim[]>
}

/** What a platform claims of the shops' orders, by account and day of the ad. Told when it is first asked for. */
export class ClaimStory {
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
