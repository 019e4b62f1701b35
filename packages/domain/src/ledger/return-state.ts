import { type Amount, addAmounts, negateAmount, type Rate, subtractAmounts, zeroAmount } from '@tillsight/core'
import { addPortions, type Balance, isEmpty, type Portion, portionTotal, toShopCurrency } from './balances.ts'
import type { BookedRow, BookingIssue, LineFacts, RowKind } from './booked-order.ts'
import type { BookingRules } from './rules.ts'

/** What an order still holds while its refunds, removals and cancellation are booked one after the other. */
export interface ReturnState {
  readonly rules: BookingRules
  readonly rate: Rate
  readonly balances: Balance[]
  /** Given back without being tied to a line. */
  pool: Portion
  /** Part of the order that a gift card paid and that has not come back. */
  paidByGiftCard: Amount
  /** After a cancellation: what it reversed and no refund has claimed since, in order currency. */
  reversed: Amount | undefined
  readonly rows: BookedRow[]
  readonly issues: BookingIssue[]
}

/** Which row is being written. */
export interface RowPlace {
  readonly rowId: string
  readonly kind: RowKind
  readonly at: number
}

/** What is given back in one row. */
export interface Returned {
  readonly type: BookedRow['lineType']
  readonly facts: LineFacts
  readonly portion: Portion
}

/** A row that is about no product. */
export const noFacts: LineFacts = { productId: '', variantId: '', sku: '', title: '' }

/** Writes a row of side `return`, unless nothing is given back. */
export function pushReturn(state: ReturnState, place: RowPlace, { type, facts, portion }: Returned): void {
  if (isEmpty(portion)) return
  state.rows.push({
    rowId: place.rowId,
    bookedAt: place.at,
    kind: place.kind,
    side: 'return',
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
  pushReturn(state, place, { type: 'adjustment', facts: noFacts, portion })
}

/** Gives something back that belongs to no sold line. */
export function takeFromPool(state: ReturnState, taken: Pick<Portion, 'quantity' | 'net' | 'tax'>): Portion {
  const portion: Portion = {
    ...taken,
    bookedNet: toShopCurrency(taken.net, state.rate),
    bookedTax: toShopCurrency(taken.tax, state.rate),
  }
  state.pool = addPortions(state.pool, { ...portion, quantity: 0n })
  return portion
}

/** What the order is still worth in order currency, with tax, however it was paid. */
export function moneyLeft(state: ReturnState): Amount {
  return subtractAmounts(addAmounts(...state.balances.map(({ left }) => portionTotal(left))), portionTotal(state.pool))
}

/** How something given back names what it takes back. */
export interface Wanted {
  readonly id: string | null
  readonly type: BookedRow['lineType']
  readonly productId: string | null
  readonly variantId: string | null
  readonly sku: string | null
}

/** The sold line that something takes back: by its id, else by what it is, preferring one that is not used up. */
export function findBalance(balances: readonly Balance[], wanted: Wanted): Balance | undefined {
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
