import { hash } from 'node:crypto'
import { amountDecimals, printFixed } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { addCreditMoveRows } from '@tillsight/database'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { share } from '../../credit/index.ts'
import { JourneyRow, listTouches } from '../read-journey.ts'
import { type MoveRules, ReportedRules } from './moves-sql.ts'

/** Why credit of a past day can move from one channel to another. */
export const moveCauses = [
  /** A visit or a view became known only after the order's day. */
  'late_touch',
  /** A device was identified as the buyer's. */
  'late_identification',
  /** The order has another customer, or two customers were merged. */
  'customer_changed',
  /** The same visits have other channels: channel rules, brand terms or ads changed. */
  'channels_changed',
  'survey_answered',
  /** Another order of the same customer, or their milestone, turned out to be earlier. */
  'history_changed',
  /** Visits were erased, or an imported file of visits was undone. */
  'visits_removed',
] as const
/** One of {@link moveCauses}. */
export type MoveCause = (typeof moveCauses)[number]

/** Credit of one shop day that moves from one channel to another; '' for untracked. */
export interface CreditMove {
  readonly day: Day
  readonly from: string
  readonly to: string
  readonly because: MoveCause
  /** Number of orders concerned. */
  readonly orders: number
  /** Millionths of the shop's currency. */
  readonly amount: bigint
}

/** A part of one order's credit that moves between channels. */
interface MovedPart {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/**
 * Pairs the channels that lose credit of one order with those that gain it, given equal totals: each loser gives to the
 * gainers in alphabetical order until everything is assigned.
 */
export function pairMoves(before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>): MovedPart[] {
  const places = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const changes = places.map((place) => ({ place, amount: (after.get(place) ?? 0n) - (before.get(place) ?? 0n) }))
  const gains = changes.filter(({ amount }) => amount > 0n)
  const parts: MovedPart[] = []
  for (const { place: from, amount: lost } of changes) {
    let left = -lost
    while (left > 0n) {
      const gain = gains[0]
      if (gain === undefined) throw new Error('credit that one channel loses is another’s')
      const amount = left < gain.amount ? left : gain.amount
      parts.push({ from, to: gain.place, amount })
      left -= amount
      gain.amount -= amount
      if (gain.amount === 0n) gains.shift()
    }
  }
  return parts
}

/** Merges moves with the same day, channels and cause. */
export function sumMoves(moves: readonly CreditMove[]): CreditMove[] {
  const sums = new Map<string, CreditMove>()
  for (const move of moves) {
    const key = [move.day, move.because, move.from, move.to].join('\n')
    const known = sums.get(key)
    const { orders = 0, amount = 0n } = known ?? {}
    sums.set(key, { ...move, orders: orders + move.orders, amount: amount + move.amount })
  }
  return [...sums.values()]
}

/** From which channel to which credit moved, why, and under which settings; null for untracked. */
export const MovedCredit = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  because: z.enum(moveCauses),
  rules: ReportedRules,
})

/** The moves of one derivation, identified by its version. */
interface SavedMoves {
  readonly moves: readonly CreditMove[]
  readonly version: bigint
  readonly rules: MoveRules
}

/** Records moves. Several steps of one derivation add up to one entry per day, cause and pair of channels. */
export async function saveMoves(ctx: WriteContext, { moves, version, rules }: SavedMoves): Promise<void> {
  const { db, shop, clock } = ctx
  const rows = moves.map(({ day, from, to, because, orders, amount }) => {
    const credit: z.infer<typeof MovedCredit> = { from: from || null, to: to || null, because, rules: rules.told }
    return {
      id: toUuid(hash('sha256', [shop.id, 'credit', version, day, because, from, to].join('\n'), 'hex')),
      shopId: shop.id,
      day,
      metric: 'credit',
      cause: 'credit_moved',
      amountAfter: printFixed(amount, amountDecimals),
      orders,
      credit,
      seenAt: clock.now(),
    }
  })
  await addCreditMoveRows(db.kysely, rows)
}

function toUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** A row of `journeys` with the version of its write. */
export const StoredJourney = JourneyRow.extend({ version: z.coerce.bigint() })
export type StoredJourney = z.infer<typeof StoredJourney>

/** One order's journey before and after it was derived again. */
export interface Rederived {
  readonly before: StoredJourney
  readonly after: StoredJourney
}

/** The credit of each channel for the order, '' for untracked; `worth` is the order's current value. */
function creditOf(row: StoredJourney, worth: bigint, { model, config, minor }: MoveRules): Map<string, bigint> {
  const touches = listTouches(row)
  const channels = new Map(touches.map(({ touch_id, channel }) => [touch_id, channel]))
  if (row.survey_channel !== '') channels.set(`survey:${row.survey_channel}`, row.survey_channel)
  const order = {
    order_id: row.order_id,
    ts: row.placed_ms,
    milestone_ts: row.milestone_ms === 0 ? undefined : row.milestone_ms,
    survey_channel: row.survey_channel === '' ? undefined : row.survey_channel,
  }
  const previousMs = row.previous_ms === 0 ? undefined : row.previous_ms
  const parts = share({ order, value: worth, net: worth, touches, previousMs }, { model, config, minor })
  const credit = new Map<string, bigint>()
  for (const [touch, { gross }] of parts) {
    const channel = channels.get(touch) ?? ''
    credit.set(channel, (credit.get(channel) ?? 0n) + gross)
  }
  return credit
}

/** Credit moves of one order. A change of its value alone is no move: the ledger records that. */
export function movesOfOrder({ before, after }: Rederived, rules: MoveRules): ReturnType<typeof pairMoves> {
  const worth = rules.value === 'goods' ? after.goods : after.order_revenue
  return pairMoves(creditOf(before, worth, rules), creditOf(after, worth, rules))
}

/** Touches that only one of the two journeys contains. */
export function differingTouches({ before, after }: Rederived): { readonly come: string[]; readonly gone: string[] } {
  const [had, has] = [new Set(before.touch_ids), new Set(after.touch_ids)]
  return {
    come: after.touch_ids.filter((id) => !had.has(id)),
    gone: before.touch_ids.filter((id) => !has.has(id)),
  }
}

/** A touch that is still stored. */
export interface KeptTouch {
  /** The version of the write that stored it. */
  readonly version: bigint
  /** The version of the last identification of its device; 0 for none. */
  readonly named: bigint
}

/**
 * Why credit of an order moved. `kept` are the still stored touches that only one of the two journeys contains: one that is
 * newer than the order's journey and than its device's identification arrived late; others have changed owner.
 */
export function causeOf(order: Rederived, kept: ReadonlyMap<string, KeptTouch>): MoveCause {
  const { before, after } = order
  if (before.survey_channel !== after.survey_channel) return 'survey_answered'
  const { come, gone } = differingTouches(order)
  if (come.length + gone.length === 0) {
    return isSameList(before.channels, after.channels) && isSameList(before.paid, after.paid)
      ? 'history_changed'
      : 'channels_changed'
  }
  if (isCustomer(before.person) && isCustomer(after.person) && before.person !== after.person) return 'customer_changed'
  if (come.length === 0) return gone.some((id) => kept.has(id)) ? 'late_identification' : 'visits_removed'
  const isLate = (id: string) => {
    const touch = kept.get(id)
    return touch === undefined || (touch.version > before.version && touch.version > touch.named)
  }
  return come.every(isLate) ? 'late_touch' : 'late_identification'
}

function isCustomer(person: string): boolean {
  return person !== '' && !person.startsWith('device ')
}

function isSameList(one: readonly (string | number)[], other: readonly (string | number)[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}

/** The moves of one order as entries of its day. */
export function toMoves(parts: ReturnType<typeof pairMoves>, day: Day, because: MoveCause): CreditMove[] {
  return parts.map(({ from, to, amount }) => ({ day, from, to, because, orders: 1, amount }))
}
