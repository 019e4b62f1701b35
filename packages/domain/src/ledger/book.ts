import { type Amount, addAmounts, type Rate, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { InstantText, OrderEdit, OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import { findHeaderRest } from './arithmetic.ts'
import { emptyPortion, openBalance, toShopCurrency } from './balances.ts'
import type { BookedDispute, BookedOrder, BookedRow, Booking, BookingIssue } from './booked-order.ts'
import { isCancelled, ownRate, readInstant, whyUncounted } from './decimals.ts'
import { bookDispute, type DisputeFacts } from './disputes.ts'
import { bookCancellation, bookRefund, bookRemoval, type ReturnState, type RowPlace } from './returns.ts'
import type { BookingRules } from './rules.ts'
import { readLines, readOrderLines, type SoldLine } from './sold-lines.ts'

/** All facts about one order. */
export interface OrderFacts {
  readonly order: OrderRecord
  readonly refunds: readonly RefundRecord[]
  readonly disputes?: readonly DisputeFacts[]
  /** When the cancellation was first seen, for platforms that do not record its date. */
  readonly cancellationSeenAt?: InstantText | undefined
  /** The reference rate of the order's day, for orders in a foreign currency without a rate of their own. */
  readonly referenceRate?: Rate | undefined
}

/** Converts the facts of one order into ledger rows (metrics.md §1 and §2). Pure: the same facts give the same rows. */
export function book(facts: OrderFacts, rules: BookingRules): Booking {
  const { order } = facts
  const reason = whyUncounted(order, rules)
  if (reason) return { counted: false, orderId: order.id, reason, issues: [] }
  const rate = ownRate(order, rules) ?? facts.referenceRate
  if (rate === undefined)
    return { counted: false, orderId: order.id, reason: 'missing_rate', issues: [missingRate(order)] }
  const state: ReturnState = {
    rules,
    rate,
    balances: [],
    pool: emptyPortion,
    paidByGiftCard: zeroAmount,
    reversed: undefined,
    rows: [],
    issues: [],
  }
  sellOrder(state, order)
  const { events, disputes } = listEvents(facts)
  for (const event of events) event.book(state)
  return toBookedOrder(order, state, disputes)
}

function missingRate(order: OrderRecord): BookingIssue {
  return { kind: 'missing_rate', key: order.id, detail: { order: order.name, currency: order.currency } }
}

function sellOrder(state: ReturnState, order: OrderRecord): void {
  const sold = readOrderLines(order, state.rules)
  const edited = order.edits.flatMap((edit) => readLines(edit.lines, state.rules).lines)
  const rest = findHeaderRest(order, sold, edited)
  const at = readInstant(order.placedAt)
  state.paidByGiftCard = sold.giftCards.amount
  for (const line of sold.lines) sellLine(state, line, { rowId: `o:${line.id}`, kind: 'order', event: 'order', at })
  if (!rest) return
  state.issues.push(rest.issue)
  const line: SoldLine = {
    id: 'rest',
    type: 'adjustment',
    productId: '',
    variantId: '',
    sku: '',
    title: '',
    quantity: 0n,
    gross: rest.gross,
    discount: zeroAmount,
    tax: rest.tax,
  }
  sellLine(state, line, { rowId: 'o:rest', kind: 'order', event: 'order', at })
}

function sellLine(state: ReturnState, line: SoldLine, place: RowPlace): void {
  if (line.quantity === 0n && line.gross === 0n && line.discount === 0n && line.tax === 0n) return
  state.balances.push(openBalance(line, state.rate, place.rowId))
  state.rows.push({
    rowId: place.rowId,
    bookedAt: place.at,
    kind: place.kind,
    side: 'sale',
    event: place.event,
    soldRow: place.rowId,
    lineType: line.type,
    productId: line.productId,
    variantId: line.variantId,
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    gross: toShopCurrency(line.gross, state.rate),
    discount: toShopCurrency(line.discount, state.rate),
    tax: toShopCurrency(line.tax, state.rate),
  })
}

/** An event after the purchase. Within a second, edits come first, then refunds, disputes, and the cancellation. */
interface LaterEvent {
  readonly at: number
  readonly rank: number
  readonly id: string
  book(state: ReturnState): void
}

function listEvents({ order, refunds, disputes = [], cancellationSeenAt }: OrderFacts): {
  readonly events: readonly LaterEvent[]
  /** Filled as they are booked. */
  readonly disputes: readonly BookedDispute[]
} {
  const events: LaterEvent[] = order.edits.map((edit) => ({
    at: readInstant(edit.at),
    rank: 0,
    id: edit.id,
    book: (state) => bookEdit(state, edit),
  }))
  const distinct = new Map(refunds.map((refund) => [refund.id, refund]))
  for (const refund of distinct.values()) {
    events.push({ at: readInstant(refund.at), rank: 1, id: refund.id, book: (state) => bookRefund(state, refund) })
  }
  const bookedDisputes: BookedDispute[] = []
  for (const dispute of disputes) events.push(...eventsOf(dispute, bookedDisputes))
  if (isCancelled(order)) {
    const at = readInstant(order.cancelledAt ?? cancellationSeenAt ?? order.updatedAt)
    events.push({ at, rank: 4, id: '', book: (state) => bookCancellation(state, at) })
  }
  events.sort((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1))
  return { events, disputes: bookedDisputes }
}

/** A dispute begins, and may be won. */
function eventsOf(dispute: DisputeFacts, into: BookedDispute[]): LaterEvent[] {
  const { id, at, wonAt } = dispute
  let win: () => void = () => undefined
  const begin: LaterEvent = {
    at,
    rank: 2,
    id,
    book(state) {
      const outcome = bookDispute(state, dispute)
      into.push(outcome.booked)
      win = outcome.win
    },
  }
  return wonAt === null ? [begin] : [begin, { at: wonAt, rank: 3, id, book: () => win() }]
}

function bookEdit(state: ReturnState, edit: OrderEdit): void {
  const at = readInstant(edit.at)
  for (const line of readLines(edit.lines, state.rules).lines) {
    const place = { rowId: `e:${edit.id}:${line.id}`, kind: 'edit', event: `edit:${edit.id}`, at } as const
    if (line.quantity < 0n || line.gross - line.discount + line.tax < 0n) bookRemoval(state, line, place)
    else sellLine(state, line, place)
  }
}

function toBookedOrder(order: OrderRecord, state: ReturnState, disputes: readonly BookedDispute[]): BookedOrder {
  const placedAt = readInstant(order.placedAt)
  const rows = withHead(distinctIds(state.rows), placedAt)
  return {
    counted: true,
    orderId: order.id,
    name: order.name,
    status: order.status,
    placedAt,
    currency: order.currency,
    rate: state.rate,
    country: order.country ?? '',
    region: order.region ?? '',
    gateway: order.gateway ?? '',
    salesChannel: order.salesChannel ?? '',
    coupons: order.coupons,
    revenue: sumRevenue(rows),
    headRowId: findHead(rows)?.rowId ?? '',
    rows,
    disputes,
    issues: state.issues,
  }
}

/** Whether amounts of a line type are revenue; gift cards are a liability and tips belong to the staff (§1.6). */
export function isRevenue(lineType: BookedRow['lineType']): boolean {
  return lineType !== 'gift_card' && lineType !== 'tip'
}

/** Sum of gross - discount + tax over the sale rows that are revenue. */
function sumRevenue(rows: readonly BookedRow[]): Amount {
  const sales = rows.filter((row) => row.side === 'sale' && isRevenue(row.lineType))
  return addAmounts(...sales.map((row) => addAmounts(subtractAmounts(row.gross, row.discount), row.tax)))
}

function findHead(rows: readonly BookedRow[]): BookedRow | undefined {
  const own = rows.filter((row) => row.kind === 'order')
  return own.find((row) => row.lineType === 'product') ?? own[0]
}

function withHead(rows: readonly BookedRow[], placedAt: number): readonly BookedRow[] {
  if (findHead(rows)) return rows
  const head: BookedRow = {
    rowId: 'o:head',
    bookedAt: placedAt,
    kind: 'order',
    side: 'sale',
    event: 'order',
    soldRow: 'o:head',
    lineType: 'adjustment',
    productId: '',
    variantId: '',
    sku: '',
    title: '',
    quantity: 0n,
    gross: zeroAmount,
    discount: zeroAmount,
    tax: zeroAmount,
  }
  return [head, ...rows]
}

/** Platforms promise unique line ids; if a plug-in breaks that promise no line must be lost. */
function distinctIds(rows: readonly BookedRow[]): readonly BookedRow[] {
  const seen = new Map<string, number>()
  let repeated = false
  for (const { rowId } of rows) {
    const count = (seen.get(rowId) ?? 0) + 1
    seen.set(rowId, count)
    repeated ||= count > 1
  }
  if (!repeated) return rows
  seen.clear()
  return rows.map((row) => {
    const count = (seen.get(row.rowId) ?? 0) + 1
    seen.set(row.rowId, count)
    return count === 1 ? row : { ...row, rowId: `${row.rowId}#${count}` }
  })
}
