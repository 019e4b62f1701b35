import { type Amount, addAmounts, negateAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { RefundLine, RefundRecord } from '@tillsight/platforms/connectors'
import { isClose, tolerance } from './arithmetic.ts'
import { type Balance, emptyPortion, isEmpty, negatePortion, portionTotal, takeFrom } from './balances.ts'
import type { BookedRow, LineFacts } from './booked-order.ts'
import { readAmount, readInstant, readQuantity } from './decimals.ts'
import {
  bookAdjustment,
  findBalance,
  moneyLeft,
  noFacts,
  pushReturn,
  type ReturnState,
  type RowPlace,
  takeFromPool,
} from './return-state.ts'
import { lineTypeOf, type SoldLine } from './sold-lines.ts'

/** Books a refund by the split rules of metrics.md §1.8. */
export function bookRefund(state: ReturnState, refund: RefundRecord): void {
  const amount = readAmount(refund.amount)
  const itemised = addAmounts(...refund.lines.map((line) => addAmounts(readAmount(line.amount), readAmount(line.tax))))
  const rest: RowPlace = { rowId: `r:${refund.id}:rest`, kind: 'refund', at: readInstant(refund.at) }
  if (state.reversed !== undefined) {
    claimReversed(state, amount === 0n ? itemised : amount, rest)
  } else if (refund.lines.length === 0) {
    bookWithoutLines(state, refund, rest)
  } else {
    for (const line of refund.lines) bookRefundLine(state, line, { ...rest, rowId: `r:${refund.id}:${line.id}` })
    // Some store versions say 0.00 for an itemised refund; then the lines are all there is.
    const allowed = tolerance(refund.lines.length)
    if (amount !== 0n) bookDifference(state, { amount: subtractAmounts(amount, itemised), allowed }, rest)
  }
  noteOverRefund(state, refund)
}

function bookRefundLine(state: ReturnState, line: RefundLine, place: RowPlace): void {
  const net = readAmount(line.amount)
  const tax = readAmount(line.tax)
  const ruled = lineTypeOf(line, net, state.rules)
  if (ruled === 'payment') {
    state.paidByGiftCard = addAmounts(state.paidByGiftCard, net, tax)
    return
  }
  const balance = findBalance(state.balances, { ...line, id: line.orderLineId })
  const type = balance?.type ?? ruled
  const isNegativeFee = line.type === 'charge' && type === 'product'
  const taken = { quantity: isNegativeFee ? 0n : readQuantity(line.quantity), net, tax }
  const portion = balance ? takeFrom(balance, taken, state.rate) : takeFromPool(state, taken)
  pushReturn(state, place, { type, facts: toFacts(line, balance?.facts ?? noFacts), portion })
}

/** A refund line says what it is about; what it leaves out the sold line knows. */
function toFacts(line: RefundLine, sold: LineFacts): LineFacts {
  return {
    productId: line.productId ?? sold.productId,
    variantId: line.variantId ?? sold.variantId,
    sku: line.sku ?? sold.sku,
    title: line.title || sold.title,
  }
}

interface Difference {
  readonly amount: Amount
  /** What rounding may explain. */
  readonly allowed: bigint
}

/** The header of a refund and its lines differ: what a gift card paid came back that way, the rest is an adjustment. */
function bookDifference(state: ReturnState, { amount, allowed }: Difference, place: RowPlace): void {
  if (isClose(amount, zeroAmount, allowed)) return
  if (amount < 0n && negateAmount(amount) <= state.paidByGiftCard + allowed) {
    state.paidByGiftCard = addAmounts(state.paidByGiftCard, amount)
    return
  }
  bookAdjustment(state, amount, place)
}

function bookWithoutLines(state: ReturnState, refund: RefundRecord, rest: RowPlace): void {
  const amount = readAmount(refund.amount)
  const left = subtractAmounts(moneyLeft(state), state.paidByGiftCard)
  const allowed = tolerance(state.balances.length)
  const hasRest = state.balances.some((balance) => !isEmpty(balance.left))
  if (hasRest && amount >= left - allowed) {
    takeAllThatRemains(state, (id) => ({ ...rest, rowId: `r:${refund.id}:${id}` }))
    state.paidByGiftCard = zeroAmount
    bookDifference(state, { amount: subtractAmounts(amount, left), allowed }, rest)
    return
  }
  bookAdjustment(state, amount, rest)
  if (amount === 0n) return
  const detail = { order: refund.orderId, amount: refund.amount }
  state.issues.push({ kind: 'refund_without_lines', key: refund.id, detail })
}

/** Reverses on the cancel date whatever has not been given back by then. */
export function bookCancellation(state: ReturnState, at: number): void {
  const left = moneyLeft(state)
  state.reversed = left > 0n ? left : zeroAmount
  if (left < 0n) return
  takeAllThatRemains(state, (id) => ({ rowId: `c:${id}`, kind: 'cancel', at }))
}

/** A refund after a cancellation pays out what is reversed already; only more than that is a further return. */
function claimReversed(state: ReturnState, amount: Amount, place: RowPlace): void {
  const rest = subtractAmounts(state.reversed ?? zeroAmount, amount)
  state.reversed = rest > 0n ? rest : zeroAmount
  const allowed = tolerance(state.balances.length)
  if (rest < 0n) bookDifference(state, { amount: negateAmount(rest), allowed }, place)
}

/** Books a line that an edit removed; its quantity and amounts are negative. */
export function bookRemoval(state: ReturnState, line: SoldLine, place: RowPlace): void {
  const net = subtractAmounts(line.discount, line.gross)
  const taken = { quantity: -line.quantity, net, tax: negateAmount(line.tax) }
  if (state.reversed !== undefined) {
    claimReversed(state, portionTotal(taken), place)
    return
  }
  const balance = findBalance(state.balances, line)
  const portion = balance ? takeFrom(balance, taken, state.rate) : takeFromPool(state, taken)
  pushReturn(state, place, { type: line.type, facts: line, portion })
}

function takeAllThatRemains(state: ReturnState, placeOf: (id: string) => RowPlace): void {
  for (const balance of state.balances) {
    const { id, facts, left } = balance
    pushReturn(state, placeOf(id), { type: returnTypeOf(balance), facts, portion: left })
    balance.left = emptyPortion
  }
  const portion = negatePortion(state.pool)
  pushReturn(state, placeOf('pool'), { type: 'adjustment', facts: noFacts, portion })
  state.pool = emptyPortion
}

/** What an order's total had beyond its lines was booked as a charge, so it goes back as one. */
function returnTypeOf({ type }: Balance): BookedRow['lineType'] {
  return type === 'adjustment' ? 'charge' : type
}

function noteOverRefund(state: ReturnState, refund: RefundRecord): void {
  if (moneyLeft(state) >= -tolerance(state.balances.length)) return
  const detail = { order: refund.orderId, amount: refund.amount }
  state.issues.push({ kind: 'refund_above_order', key: refund.id, detail })
}
