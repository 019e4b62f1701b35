import type { Day } from '@tillsight/core/days'
import { z } from 'zod'
import { share } from '../../credit/index.ts'
import { JourneyRow, listTouches } from '../read-journey.ts'
import { type CreditMove, type MoveCause, pairMoves } from './credit-moves.ts'
import type { MoveRules } from './moves-sql.ts'

/** A row of `journeys` with the write that made it. */
export const StoredJourney = JourneyRow.extend({ version: z.coerce.bigint() })
export type StoredJourney = z.infer<typeof StoredJourney>

/** One order's journey before and after it was derived again. */
export interface Rederived {
  readonly before: StoredJourney
  readonly after: StoredJourney
}

/** What each channel has of the order, '' for what is not tracked; `worth` is the order as it is now. */
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

/** What moved of one order under the rules. A change of its worth alone moves nothing: the ledger tells of that. */
export function movesOfOrder({ before, after }: Rederived, rules: MoveRules): ReturnType<typeof pairMoves> {
  const worth = rules.value === 'goods' ? after.goods : after.order_revenue
  return pairMoves(creditOf(before, worth, rules), creditOf(after, worth, rules))
}

/** Touches that only one of the two journeys has. */
export function differingTouches({ before, after }: Rederived): { readonly come: string[]; readonly gone: string[] } {
  const [had, has] = [new Set(before.touch_ids), new Set(after.touch_ids)]
  return {
    come: after.touch_ids.filter((id) => !had.has(id)),
    gone: before.touch_ids.filter((id) => !has.has(id)),
  }
}

/** A touch that is kept. */
export interface KeptTouch {
  /** The write that made it. */
  readonly version: bigint
  /** The last write that said whose its device is; 0 for none. */
  readonly named: bigint
}

/**
 * Why credit of an order moved. `kept` are those of the touches which only one of the two journeys has that are still there: one
 * that is newer than the order's journey and than what is known of its device came late, others have changed hands.
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
