import { type Amount, addAmounts, negateAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import { parseDay, startOfDay } from '@tillsight/core/days'
import type { ActualCost } from '@tillsight/costs'
import type { DisputeRecord, OrderRecord } from '@tillsight/platforms/connectors'
import type { OwnCost } from '../own-costs.ts'
import { tolerance } from './arithmetic.ts'
import { addPortions, negatePortion, type Portion } from './balances.ts'
import type { BookedDispute, BookedRow } from './booked-order.ts'
import { readAmount, readInstant } from './decimals.ts'
import {
  bookAdjustment,
  claimReversed,
  moneyLeft,
  type ReturnState,
  type RowPlace,
  takeAllThatRemains,
} from './returns.ts'

// Disputes: the buyer's bank takes all that remains of an order on the day it begins; one that is won gives it back on the day of
// the decision (costs §4, rulings 22 and 23).

/** A dispute of an order. */
export interface DisputeFacts {
  readonly id: string
  /** Seconds since 1970, UTC. */
  readonly at: number
  /** In the order's currency, with tax; null: all that remains. */
  readonly amount: Amount | null
  readonly fee: ActualCost | null
  readonly outcome: 'open' | 'lost' | 'won'
  /** When it was won; null where it was not. */
  readonly wonAt: number | null
}

type ToldDispute = Extract<OwnCost, { readonly part: 'dispute' }>

/**
 * The disputes of an order. Of one that the store knows itself, its days and outcome count, and what was told adds the fee: by its
 * id, or by naming none to the first.
 */
export function disputesOf(
  order: OrderRecord,
  {
    known,
    own,
    zone,
  }: { readonly known: Iterable<DisputeRecord>; readonly own: readonly OwnCost[]; readonly zone: string },
): DisputeFacts[] {
  const placedAt = readInstant(order.placedAt)
  const left = own.filter((each): each is ToldDispute => each.part === 'dispute')
  const sorted = [...known].toSorted((a, b) => readInstant(a.at) - readInstant(b.at) || (a.id < b.id ? -1 : 1))
  const byStore = sorted.flatMap((dispute): DisputeFacts[] => {
    const { id, outcome, endedAt } = dispute
    if (outcome === 'void') return []
    const index = left.findIndex(({ ref }) => ref === '' || ref === id)
    const [told] = index === -1 ? [] : left.splice(index, 1)
    const at = Math.max(placedAt, readInstant(dispute.at))
    return [
      {
        id,
        at,
        amount: dispute.currency === order.currency ? readAmount(dispute.amount) : null,
        fee: told ? feeOf(told) : null,
        outcome,
        wonAt: outcome === 'won' ? Math.max(at, readInstant(endedAt ?? dispute.at)) : null,
      },
    ]
  })
  const atStartOf = (day: string): number => Math.floor(startOfDay(parseDay(day), zone).getTime() / 1000)
  const byPeople = left.map((told): DisputeFacts => {
    // A day has no time: one that begins on the day of the order follows the order.
    const at = Math.max(placedAt, atStartOf(told.began))
    return {
      id: told.ref,
      at,
      amount: told.amount === null || told.currency !== order.currency ? null : readAmount(told.amount),
      fee: feeOf(told),
      outcome: told.outcome,
      wonAt: told.outcome === 'won' ? Math.max(at, atStartOf(told.ended ?? told.began)) : null,
    }
  })
  return [...byStore, ...byPeople]
}

function feeOf({ fee, currency }: ToldDispute): ActualCost | null {
  return fee === null ? null : { amount: readAmount(fee), currency }
}

/** Whether a row was booked with a dispute, or with winning one: its goods never come back. */
export function isOfDispute({ event }: Pick<BookedRow, 'event'>): boolean {
  return event.startsWith('dispute:')
}

/** The same of a stored row, which has no event. */
export function isDisputeRow(rowId: string): boolean {
  return rowId.startsWith('d:') || rowId.startsWith('dispute:')
}

/** Books a dispute, and returns how winning it is booked. */
export function bookDispute(
  state: ReturnState,
  dispute: DisputeFacts,
): { readonly booked: BookedDispute; readonly win: () => void } {
  const event = `dispute:${dispute.id}`
  const place: RowPlace = { rowId: `d:${dispute.id}:rest`, kind: 'refund', event, at: dispute.at }
  const wonBy = dispute.wonAt === null ? null : { event: `${event}:won`, at: dispute.wonAt }
  const booked = { event, at: dispute.at, fee: dispute.fee, wonBy }
  const before = snapshot(state)
  const first = state.rows.length
  take(state, dispute, place)
  const taken = state.rows.slice(first)
  const reversed = state.reversed ?? zeroAmount
  const isWhole = before.reversed === undefined && state.reversed !== undefined
  const restored = new Map(
    state.balances.map((balance, index) => [balance, missing(before.lefts[index], balance.left)]),
  )
  const pool = missing(before.pool, state.pool)
  const giftCards = subtractAmounts(before.paidByGiftCard, state.paidByGiftCard)
  const win = (): void => {
    if (wonBy === null) return
    for (const row of taken) {
      state.rows.push({
        ...row,
        rowId: `${row.rowId}:won`,
        event: wonBy.event,
        bookedAt: wonBy.at,
        quantity: -row.quantity,
        gross: negateAmount(row.gross),
        tax: negateAmount(row.tax),
      })
    }
    for (const [balance, portion] of restored) balance.left = addPortions(balance.left, portion)
    state.pool = addPortions(state.pool, pool)
    state.paidByGiftCard = addAmounts(state.paidByGiftCard, giftCards)
    if (!isWhole) return
    // Refunds that were made meanwhile paid out what the dispute had taken: they are returns of their own now.
    const refunded = subtractAmounts(reversed, state.reversed ?? zeroAmount)
    state.reversed = undefined
    if (refunded > 0n)
      bookAdjustment(state, refunded, { ...place, rowId: `d:${dispute.id}:refunded`, event: wonBy.event, at: wonBy.at })
  }
  return { booked, win }
}

/** All that remains; a part of it, where less is disputed; nothing that a cancellation or another dispute took already. */
function take(state: ReturnState, { amount, id }: DisputeFacts, place: RowPlace): void {
  if (state.reversed !== undefined) {
    if (amount !== null) claimReversed(state, amount, place)
    return
  }
  const left = subtractAmounts(moneyLeft(state), state.paidByGiftCard)
  if (amount !== null && amount < left - tolerance(state.balances.length)) {
    bookAdjustment(state, amount, place)
    return
  }
  state.reversed = left > 0n ? left : zeroAmount
  state.paidByGiftCard = zeroAmount
  if (left <= 0n) return
  takeAllThatRemains(state, (balance) => ({ ...place, rowId: `d:${id}:${balance}` }))
}

function snapshot({ balances, pool, reversed, paidByGiftCard }: ReturnState) {
  return { lefts: balances.map(({ left }) => left), pool, reversed, paidByGiftCard }
}

/** What is gone since; a balance that was opened later lost nothing. */
function missing(before: Portion | undefined, now: Portion): Portion {
  return addPortions(before ?? now, negatePortion(now))
}
