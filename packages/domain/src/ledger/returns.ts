import { type Amount, addAmounts, negateAmount, type Rate, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { RefundLine, RefundRecord } from '@tillsight/platforms/connectors'
import { isClose, tolerance } from './arithmetic.ts'
import {
  addPortions,
  type Balance,
  emptyPortion,
  isEmpty,
  negatePortion,
  type Portion,
  portionTotal,
  takeFrom,
  toShopCurrency,
} from './balances.ts'
import type { BookedRow, BookingIssue, LineFacts, RowKind } from './booked-order.ts'
import { readAmount, readInstant, readQuantity } from './decimals.ts'
import type { BookingRules } from './rules.ts'
import { lineTypeOf, type SoldLine } from './sold-lines.ts'

/** What remains of an order while its refunds, removals and cancellation are booked one after the other. */
export interface ReturnState {
  readonly rules: BookingRules
  readonly rate: Rate
  readonly balances: Balance[]
  /** Returned without being tied to a line. */
  pool: Portion
  /** Amount paid by gift card that has not been returned. */
  paidByGiftCard: Amount
  /** After a cancellation or a dispute: the reversed amount that no refund has claimed yet, in order currency. */
  reversed: Amount | undefined
  readonly rows: BookedRow[]
  readonly issues: BookingIssue[]
}

/** Identifies the row being written. */
export interface RowPlace extends Pick<BookedRow, 'event'> {
  readonly rowId: string
  readonly kind: RowKind
  readonly at: number
}

/** The returned amounts of one row. */
interface Returned {
  readonly type: BookedRow['lineType']
  /** The line that is taken back, if any. */
  readonly of: Balance | undefined
  readonly facts: LineFacts
  readonly portion: Portion
}

/** For rows without a product. */
const noFacts: LineFacts = { productId: '', variantId: '', sku: '', title: '' }

/** Adds a row with side `return`, unless it is empty. */
function pushReturn(state: ReturnState, place: RowPlace, { type, of, facts, portion }: Returned): void {
  if (isEmpty(portion)) return
  state.rows.push({
    rowId: place.rowId,
    bookedAt: place.at,
    kind: place.kind,
    side: 'return',
    event: place.event,
    soldRow: of?.soldRow ?? '',
    lineType: type,
    productId: facts.productId,
    variantId: facts.variantId,
    sku: facts.sku,
    title: facts.title,
    quantity: -portion.quantity,
    gross: negateAmount(portion.bookedNet),
    discount: zeroAmount,
    tax: negateAmount(portion.bookedTax),
  })
}

/** Books an amount that is tied to no line. */
export function bookAdjustment(state: ReturnState, amount: Amount, place: RowPlace): void {
  const portion = takeFromPool(state, { quantity: 0n, net: amount, tax: zeroAmount })
  pushReturn(state, place, { type: 'adjustment', of: undefined, facts: noFacts, portion })
}

/** Returns something that belongs to no sold line. */
function takeFromPool(state: ReturnState, taken: Pick<Portion, 'quantity' | 'net' | 'tax'>): Portion {
  const portion: Portion = {
    ...taken,
    bookedNet: toShopCurrency(taken.net, state.rate),
    bookedTax: toShopCurrency(taken.tax, state.rate),
  }
  state.pool = addPortions(state.pool, { ...portion, quantity: 0n })
  return portion
}

/** The order's remaining value in order currency, with tax, however it was paid. */
export function moneyLeft(state: ReturnState): Amount {
  return subtractAmounts(addAmounts(...state.balances.map(({ left }) => portionTotal(left))), portionTotal(state.pool))
}

/** The ids by which a return names what it takes back. */
interface Wanted {
  readonly id: string | null
  readonly type: BookedRow['lineType']
  readonly productId: string | null
  readonly variantId: string | null
  readonly sku: string | null
}

/** The sold line that a return takes back: by its id, else by product, preferring one that is not used up. */
function findBalance(balances: readonly Balance[], wanted: Wanted): Balance | undefined {
  const exact = wanted.id === null ? undefined : balances.find((balance) => balance.id === wanted.id)
  if (exact) return exact
  const alike = balances.filter((balance) => isAlike(balance, wanted))
  return alike.find(({ left }) => left.quantity > 0n || left.net > 0n) ?? alike[0]
}

function isAlike({ type, facts }: Balance, wanted: Wanted): boolean {
  if (wanted.type === 'adjustment') return false
  if (wanted.type !== 'product' && wanted.type !== 'gift_card') return type === wanted.type
  if (type !== 'product' && type !== 'gift_card') return false
  if (wanted.variantId) return facts.variantId === wanted.variantId
  if (wanted.productId) return facts.productId === wanted.productId
  return Boolean(wanted.sku) && facts.sku === wanted.sku
}

/** Books a refund by the split rules of metrics.md §1.8. */
export function bookRefund(state: ReturnState, refund: RefundRecord): void {
  const amount = readAmount(refund.amount)
  const itemised = addAmounts(...refund.lines.map((line) => addAmounts(readAmount(line.amount), readAmount(line.tax))))
  const event = `refund:${refund.id}`
  const rest: RowPlace = { rowId: `r:${refund.id}:rest`, kind: 'refund', event, at: readInstant(refund.at) }
  if (state.reversed !== undefined) {
    claimReversed(state, amount === 0n ? itemised : amount, rest)
  } else if (refund.lines.length === 0) {
    bookWithoutLines(state, refund, rest)
  } else {
    for (const line of refund.lines) bookRefundLine(state, line, { ...rest, rowId: `r:${refund.id}:${line.id}` })
    // Some store versions report 0.00 for an itemised refund; then only the lines count.
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
  pushReturn(state, place, { type, of: balance, facts: toFacts(line, balance?.facts ?? noFacts), portion })
}

/** A refund line's product details, completed from the sold line. */
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
  /** The tolerated rounding difference. */
  readonly allowed: bigint
}

/**
 * Books the difference between a refund's header and its lines: as far as a gift card paid, it is returned that way, the rest
 * is an adjustment.
 */
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

/** Reverses, on the date of the cancellation, whatever has not been returned before. */
export function bookCancellation(state: ReturnState, at: number): void {
  // A dispute took all that remained: nothing is left to be reversed.
  if (state.reversed !== undefined) return
  const left = moneyLeft(state)
  state.reversed = left > 0n ? left : zeroAmount
  if (left < 0n) return
  takeAllThatRemains(state, (id) => ({ rowId: `c:${id}`, kind: 'cancel', event: 'cancel', at }))
}

/** A refund after a cancellation pays out what is already reversed; only the excess is a further return. */
export function claimReversed(state: ReturnState, amount: Amount, place: RowPlace): void {
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
  pushReturn(state, place, { type: line.type, of: balance, facts: line, portion })
}

/** Returns everything that is left of the order, line by line. */
export function takeAllThatRemains(state: ReturnState, placeOf: (id: string) => RowPlace): void {
  for (const balance of state.balances) {
    const { id, facts, left } = balance
    pushReturn(state, placeOf(id), { type: returnTypeOf(balance), of: balance, facts, portion: left })
    balance.left = emptyPortion
  }
  const portion = negatePortion(state.pool)
  pushReturn(state, placeOf('pool'), { type: 'adjustment', of: undefined, facts: noFacts, portion })
  state.pool = emptyPortion
}

/** An excess of the order's total over its lines was booked as a charge, so it is returned as one. */
function returnTypeOf({ type }: Balance): BookedRow['lineType'] {
  return type === 'adjustment' ? 'charge' : type
}

function noteOverRefund(state: ReturnState, refund: RefundRecord): void {
  if (moneyLeft(state) >= -tolerance(state.balances.length)) return
  const detail = { order: refund.orderId, amount: refund.amount }
  state.issues.push({ kind: 'refund_above_order', key: refund.id, detail })
}
