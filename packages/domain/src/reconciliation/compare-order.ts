import { type Amount, addAmounts, negateAmount, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ReportRow } from '@tillsight/platforms/connectors'
import type { Cause, Findings, OwnRow } from './model.ts'

/** The difference of one order on one day. */
export interface OrderPart {
  readonly orderId: string
  readonly name: string
  readonly day: Day
  readonly cause: Cause
  /** Null: the order is not on this day on that side. */
  readonly ours: Amount | null
  readonly theirs: Amount | null
  /** Theirs minus ours. */
  readonly total: Amount
  readonly net: Amount
  readonly count: bigint
}

interface Order {
  readonly orderId: string
  readonly own: readonly OwnRow[]
  readonly reported: readonly ReportRow[]
}

interface Judging {
  readonly findings: Findings
  readonly coin: Amount
}

/** The days on which an order differs, with the cause. Pure. */
export function compareOrder(order: Order, judging: Judging): OrderPart[] {
  const days = [...new Set([...order.own, ...order.reported].map(({ day }) => day))].toSorted()
  const parts = days.map((day) => sideBySide(order, day)).filter(isDifferent)
  if (parts.length === 0) return []
  const cause = causeOfOrder(order, parts, judging)
  return parts.map((part) => ({ ...part, cause: isSmall(part, judging.coin) ? 'rounding' : cause(part) }))
}

type Compared = Omit<OrderPart, 'cause'> & { readonly returns: Amount }

function sideBySide({ orderId, own, reported }: Order, day: Day): Compared {
  const here = own.filter((row) => row.day === day)
  const there = reported.filter((row) => row.day === day)
  const [ours, theirs] = [sumTotals(here), addAmounts(...there.map(({ total }) => parseAmount(total)))]
  const [ownNet, theirNet] = [
    addAmounts(...here.map(({ net }) => net)),
    addAmounts(...there.map(({ net }) => parseAmount(net))),
  ]
  const givenBack = there.filter(({ kind }) => kind === 'return').map(({ total }) => parseAmount(total))
  return {
    orderId,
    name: own[0]?.name ?? reported.find(({ name }) => name !== null)?.name ?? `#${orderId}`,
    day,
    ours: here.length === 0 ? null : ours,
    theirs: there.length === 0 ? null : theirs,
    total: subtractAmounts(theirs, ours),
    net: subtractAmounts(theirNet, ownNet),
    count: count(there) - count(here),
    returns: subtractAmounts(addAmounts(...givenBack), sumTotals(here.filter(({ kind }) => kind === 'return'))),
  }
}

function sumTotals(rows: readonly OwnRow[]): Amount {
  return addAmounts(...rows.map(({ total }) => total))
}

function count(rows: readonly { readonly orders: 0 | 1 }[]): bigint {
  return BigInt(rows.reduce((sum, { orders }) => sum + orders, 0))
}

function isDifferent({ total, net, count }: Compared): boolean {
  return total !== 0n || net !== 0n || count !== 0n
}

/** Whether the difference is only rounding. */
export function isSmall({ total, net, count }: Pick<OrderPart, 'total' | 'net' | 'count'>, coin: Amount): boolean {
  return count === 0n && magnitude(total) <= coin && magnitude(net) <= coin
}

/** The absolute value. */
export function magnitude(amount: Amount): bigint {
  return amount < 0n ? negateAmount(amount) : amount
}

function causeOfOrder(order: Order, parts: readonly Compared[], judging: Judging): (part: Compared) => Cause {
  const { findings, coin } = judging
  if (findings.sameInAll(order.orderId)) return () => 'other_day'
  if (order.reported.length === 0) return (part) => causeThere(findings.there(order.orderId), part)
  if (order.own.length === 0) return (part) => causeHere(findings.here(order.orderId), part)
  if (order.own.some(({ foreign }) => foreign)) return () => 'currency'
  const whole = {
    total: addAmounts(zeroAmount, ...parts.map(({ total }) => total)),
    net: addAmounts(zeroAmount, ...parts.map(({ net }) => net)),
    count: parts.reduce((sum, part) => sum + part.count, 0n),
  }
  if (parts.length > 1 && isSmall(whole, coin)) return () => 'other_day'
  if (isKeptThere(order, whole)) return () => 'status_not_counted_there'
  return (part) => {
    if (part.count < 0n) return causeThere(findings.there(order.orderId), part)
    if (part.count > 0n) return causeHere(findings.here(order.orderId), part)
    const ofReturns = part.returns === part.total && (part.total !== 0n || hasReturn(order, part.day))
    const paid = findings.paidByCard(order.orderId)
    if (paid && magnitude(addAmounts(part.total, paid)) <= coin) return 'gift_card_payment'
    if (magnitude(part.total) <= coin) return ofReturns ? 'refund_split' : 'amount'
    return ofReturns ? 'refund' : 'amount'
  }
}

/**
 * Whether the order was cancelled without a refund: reversed here, but still a sale in the platform's books until it is
 * refunded.
 */
function isKeptThere({ own }: Order, { total, count }: Pick<OrderPart, 'total' | 'count'>): boolean {
  const cancelled = addAmounts(...own.map((row) => row.cancelled))
  return count === 0n && total > 0n && total <= negateAmount(cancelled)
}

function hasReturn({ own, reported }: Order, day: Day): boolean {
  return [...own, ...reported].some((row) => row.day === day && row.kind === 'return')
}

/** If the order itself is known and no sale is missing, the cause is a refund. */
function causeThere(found: ReturnType<Findings['there']>, { count }: Compared): Cause {
  if (found?.elsewhere) return count === 0n ? 'refund' : 'other_day'
  switch (found?.absence) {
    case 'status':
      return 'status_not_counted_there'
    case 'gone':
      return 'deleted_there'
    default:
      return 'missing_in_report'
  }
}

function causeHere(found: ReturnType<Findings['here']>, { count }: Compared): Cause {
  if (found === 'other_day') return count === 0n ? 'refund' : 'other_day'
  if (found === 'foreign') return 'currency'
  return found === 'uncounted' ? 'status_not_counted_here' : 'missing_here'
}
