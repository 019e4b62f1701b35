import { addDays, type Day, endOfDay, startOfDay } from '@tillsight/core/days'
import type { FakeAdAccount, FakeAdDay, FakePurchase } from '../ads/world.ts'
import { type ConversionAction, conversionActions } from './accounts.ts'
import type { World } from './options.ts'

/** Conversions of one action. */
export interface ActionCount {
  readonly action: ConversionAction
  readonly conversions: number
  readonly value: number
}

/** The figures of one ad, or one asset group, for a day or an hour. */
export interface Cell {
  readonly day: Day
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  readonly assetGroupId: string
  readonly costMicros: bigint
  readonly impressions: number
  readonly clicks: number
  readonly actions: readonly ActionCount[]
  readonly viewThrough: number
}

/** Asset groups of a campaign that is only reported as a whole. */
export function assetGroupsOf(campaignId: string): readonly [string, string] {
  return [String(BigInt(campaignId) + 1n), String(BigInt(campaignId) + 2n)]
}

const hourMs = 3_600_000

/** The source's figures as the platform currently reports them. */
export class Figures {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** All figures of one day, or with `hour` of that hour only. */
  cells(account: FakeAdAccount, day: Day, hour?: number): Cell[] {
    const now = this.#world.ads.now()
    const start = startOfDay(day, account.zone).getTime()
    const elapsed = Math.min(24, (now.getTime() - start) / hourMs)
    if (elapsed <= 0) return []
    const isOpen = now.getTime() < endOfDay(addDays(day, 1), account.zone).getTime()
    const share = isOpen ? this.#world.invalidShare : 0
    const actions = conversionActions(this.#world, account.id)
    const rows = this.#world.ads.day(account.id, day)
    return rows.flatMap((row) => toCells(row, { day, hour, elapsed, share, actions, now }))
  }

  /** Purchases by the day on which they happened: `campaign` and its sums. */
  byConversionDate(account: FakeAdAccount, day: Day): Map<string, ActionSums> {
    const now = this.#world.ads.now()
    const days = Math.max(30, this.#world.traits[account.id]?.lookBackDays ?? 30)
    const sums = new Map<string, ActionSums>()
    for (const { row, purchases } of this.#world.ads.happenedOn(account, day, days)) {
      for (const purchase of purchases) {
        if (purchase.knownAt > now) continue
        const sum = sums.get(row.campaignId) ?? { conversions: 0, value: 0, all: 0, allValue: 0 }
        sums.set(row.campaignId, withPurchase(sum, purchase))
      }
    }
    return sums
  }
}

/** Sums of conversions: the counted ones, and all kinds. */
export interface ActionSums {
  readonly conversions: number
  readonly value: number
  readonly all: number
  readonly allValue: number
}

function withPurchase(sum: ActionSums, { share, value, after }: FakePurchase): ActionSums {
  const worth = share * Number(value)
  const counted = after === 'click' ? 1 : 0
  return {
    conversions: sum.conversions + counted * share,
    value: sum.value + counted * worth,
    all: sum.all + share,
    allValue: sum.allValue + worth,
  }
}

interface Moment {
  readonly day: Day
  readonly hour: number | undefined
  /** Completed hours of the day. */
  readonly elapsed: number
  /** The excess share until invalid clicks are removed. */
  readonly share: number
  readonly actions: readonly ConversionAction[]
  readonly now: Date
}

/** The part of a total that falls into some hours of the day, such that hours add up to their day. */
function partOf(total: number, row: FakeAdDay, { hour, elapsed }: Moment): number {
  if (hour === undefined && elapsed >= 24) return total
  const upTo = (hours: number) => {
    const all = row.hours.reduce((sum, weight) => sum + weight, 0) || 1
    const whole = Math.floor(hours)
    const past = row.hours.slice(0, whole).reduce((sum, weight) => sum + weight, 0)
    return hours >= 24 ? total : Math.floor((total * (past + (row.hours[whole] ?? 0) * (hours - whole))) / all)
  }
  if (hour === undefined) return upTo(elapsed)
  return upTo(Math.min(hour + 1, elapsed)) - upTo(Math.min(hour, elapsed))
}

function toCells(row: FakeAdDay, moment: Moment): Cell[] {
  const inflated = (total: number) => total + Math.floor(total * moment.share)
  const cell: Cell = {
    day: moment.day,
    campaignId: row.campaignId,
    adSetId: row.adSetId,
    adId: row.adId,
    assetGroupId: '',
    costMicros: BigInt(partOf(inflated(Number(row.spendMicros)), row, moment)),
    impressions: partOf(row.impressions, row, moment),
    clicks: partOf(inflated(row.clicks), row, moment),
    actions: [],
    viewThrough: 0,
  }
  const known = row.purchases.filter((purchase, at) => purchase.knownAt <= moment.now && isInHour(at, moment))
  const views = known.filter(({ after }) => after === 'view').length
  const goals = goalsOf(row, moment)
  if (row.adSetId !== '') {
    return [{ ...cell, viewThrough: views, actions: [...purchasesOf(known, moment), ...goals] }]
  }
  const [first, second] = assetGroupsOf(row.campaignId)
  const less = { costMicros: (cell.costMicros * 6n) / 10n, ...shrunk(cell, 0.6) }
  return [
    {
      ...cell,
      ...less,
      assetGroupId: first,
      viewThrough: views,
      actions: [...purchasesOf(even(known, 0), moment), ...goals],
    },
    {
      ...cell,
      costMicros: cell.costMicros - less.costMicros,
      impressions: cell.impressions - less.impressions,
      clicks: cell.clicks - less.clicks,
      assetGroupId: second,
      actions: purchasesOf(even(known, 1), moment),
    },
  ]
}

/** A part of impressions and clicks. */
function shrunk({ impressions, clicks }: Cell, by: number): { readonly impressions: number; readonly clicks: number } {
  return { impressions: Math.floor(impressions * by), clicks: Math.floor(clicks * by) }
}

function even<T>(list: readonly T[], rest: number): T[] {
  return list.filter((_, at) => at % 2 === rest)
}

function isInHour(at: number, { hour, elapsed }: Moment): boolean {
  return hour === undefined || hour === Math.min((9 + at * 5) % 24, Math.ceil(elapsed) - 1)
}

function purchasesOf(known: readonly FakePurchase[], { actions }: Moment): ActionCount[] {
  return actions.flatMap((action) => {
    if (action.counts === 'clicks') return []
    const counted = known.filter(({ after }) => action.isPrimary === false || after === 'click')
    const conversions = counted.reduce((sum, { share }) => sum + share, 0)
    const value = counted.reduce((sum, purchase) => sum + purchase.share * Number(purchase.value), 0)
    return conversions === 0 ? [] : [{ action, conversions, value }]
  })
}

/** Conversions counted for every so many clicks: sign-ups, carts. */
function goalsOf(row: FakeAdDay, moment: Moment): ActionCount[] {
  return moment.actions.flatMap((action) => {
    if (action.counts !== 'clicks') return []
    const conversions = partOf(Math.floor(row.clicks / action.every), row, moment)
    return conversions === 0 ? [] : [{ action, conversions, value: 0 }]
  })
}
