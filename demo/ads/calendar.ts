import { addDays, addMonths, countDays, type Day, dayOf } from '@tillsight/core/days'
import { isBlackWeek } from '../shop/season.ts'
import { shopSites } from './buyers.ts'
import type { AccountPlan, Advertiser, CampaignPlan } from './plan.ts'

const months = 24
const byMonth = [0.85, 0.85, 0.95, 1, 1, 0.9, 0.85, 0.85, 1, 1.1, 1.35, 1.3]

/** When campaigns run, and how much they spend depending on the season. */
export class AdCalendar {
  readonly #createdAt: Date

  /** Takes the instant at which the demo was made: its stories begin 24 months earlier. */
  constructor(createdAt: string) {
    this.#createdAt = new Date(createdAt)
  }

  /** The first day of an advertiser's story, in the shop's zone. */
  firstDay(advertiser: Advertiser): Day {
    return addMonths(this.madeOn(advertiser), -months)
  }

  /** The day on which the demo was made, in the shop's zone. */
  madeOn(advertiser: Advertiser): Day {
    return dayOf(this.#createdAt, shopSites[advertiser].zone)
  }

  /** The spend of a day, relative to an ordinary day of the present. */
  season(advertiser: Advertiser, day: Day): number {
    const from = this.firstDay(advertiser)
    const progress = countDays({ from, to: day }) / countDays({ from, to: this.madeOn(advertiser) })
    const [, month = 1, date = 1] = day.split('-').map(Number)
    const rush = isBlackWeek(day) ? 1.6 : month === 12 && date >= 23 && date <= 26 ? 0.5 : 1
    return (0.55 + 0.45 * progress) * (byMonth[month - 1] ?? 1) * rush
  }

  /** The days on which a campaign spends, both ends included; `to` null: without end. */
  runOf(advertiser: Advertiser, { fromMonth, toMonth }: CampaignPlan): { readonly from: Day; readonly to: Day | null } {
    const first = this.firstDay(advertiser)
    const to = toMonth === undefined ? null : addDays(addMonths(first, toMonth), -1)
    return { from: addMonths(first, fromMonth), to }
  }

  /** The campaigns of an account that spend on a day, with their places in its plan. */
  running({ advertiser, campaigns }: AccountPlan, day: Day): readonly (readonly [at: number, CampaignPlan])[] {
    return campaigns.flatMap((campaign, at) => {
      const { from, to } = this.runOf(advertiser, campaign)
      return day >= from && (to === null || day <= to) ? [[at, campaign] as const] : []
    })
  }
}
