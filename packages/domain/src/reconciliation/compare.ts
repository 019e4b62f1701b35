import { type Amount, addAmounts, amountText, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ReportDay, ReportFigure, ReportLookup, ReportRow, ReportTerms } from '@tillsight/platforms/connectors'
import type { ShopContext } from '../context/index.ts'
import { readGiftCardPayments } from '../ledger/index.ts'
import { compareOrder, isSmall, magnitude, type OrderPart } from './compare-order.ts'
import {
  type Cause,
  type CauseSum,
  type ComparedFigure,
  type DayComparison,
  type DayState,
  type Figures,
  type Findings,
  needsAttention,
  noFigures,
  type OrderDifference,
  type OwnRow,
  type OwnSide,
  type TheirSide,
} from './model.ts'
import { readOwnTotals } from './own-side.ts'

/** Input of a comparison. */
interface Comparison {
  readonly days: readonly Day[]
  readonly ours: OwnSide
  readonly theirs: TheirSide
  readonly findings: Findings
  /** The smallest coin: differences of an order up to this are not listed. */
  readonly coin: Amount
}

/** Maximum number of orders listed per day; further ones are only counted. */
const listedOrders = 500

/** Compares order by order and assigns every cent of the difference to a cause. Pure. */
export function compareReports({ days, ours, theirs, findings, coin }: Comparison): DayComparison[] {
  const reported = new Map(theirs.days.map((day) => [day.day, day]))
  const orders = groupOrders(ours.rows, theirs.rows)
  const byDay = Map.groupBy(
    [...orders.values()].flatMap((order) => compareOrder(order, { findings, coin })),
    ({ day }) => day,
  )
  const ownRows = Map.groupBy(ours.rows, ({ day }) => day)
  const theirRows = Map.groupBy(theirs.rows, ({ day }) => day)
  return days.map((day) =>
    compareDay({
      day,
      coin,
      ours: ours.figures.get(day) ?? noFigures,
      expected: ours.expected.get(day) ?? noFigures,
      theirs: reported.get(day),
      parts: byDay.get(day) ?? [],
      ownRows: ownRows.get(day) ?? [],
      theirRows: theirRows.get(day) ?? [],
    }),
  )
}

function groupOrders(own: readonly OwnRow[], reported: readonly ReportRow[]) {
  const orders = new Map<string, { orderId: string; own: OwnRow[]; reported: ReportRow[] }>()
  const of = (orderId: string) => {
    const known = orders.get(orderId) ?? { orderId, own: [], reported: [] }
    orders.set(orderId, known)
    return known
  }
  for (const row of own) of(row.orderId).own.push(row)
  for (const row of reported) of(row.orderId).reported.push(row)
  return orders
}

interface OneDay {
  readonly day: Day
  readonly coin: Amount
  readonly ours: Figures
  readonly expected: Figures
  readonly theirs: ReportDay | undefined
  readonly parts: readonly OrderPart[]
  readonly ownRows: readonly OwnRow[]
  readonly theirRows: readonly ReportRow[]
}

interface Sum {
  readonly orders: number
  readonly count: bigint
  readonly total: Amount
  readonly net: Amount
}

function compareDay(one: OneDay): DayComparison {
  const sums = addUp([...orderSums(one.parts), ...daySums(one)])
  const listed = one.parts.filter(({ cause }) => cause !== 'rounding').toSorted(byWeight)
  return {
    day: one.day,
    state: stateOf(sums.map(([cause]) => cause)),
    figures: compareFigures(one),
    causes: sums.map(toCauseSum),
    orders: listed.slice(0, listedOrders).map(toOrderDifference),
    moreOrders: Math.max(0, listed.length - listedOrders),
  }
}

function orderSums(parts: readonly OrderPart[]): [Cause, Sum][] {
  return [...Map.groupBy(parts, ({ cause }) => cause)].map(([cause, some]) => [
    cause,
    {
      orders: new Set(some.map(({ orderId }) => orderId)).size,
      count: some.reduce((sum, { count }) => sum + count, 0n),
      total: addAmounts(...some.map(({ total }) => total)),
      net: addAmounts(...some.map(({ net }) => net)),
    },
  ])
}

/** One sum for each cause. */
function addUp(sums: readonly [Cause, Sum][]): [Cause, Sum][] {
  return [...Map.groupBy(sums, ([cause]) => cause)].map(([cause, some]) => [
    cause,
    {
      orders: some.reduce((all, [, { orders }]) => all + orders, 0),
      count: some.reduce((all, [, { count }]) => all + count, 0n),
      total: addAmounts(...some.map(([, { total }]) => total)),
      net: addAmounts(...some.map(([, { net }]) => net)),
    },
  ])
}

/** Differences that belong to no single order: definitions, a report that is not the sum of its rows, and the remainder. */
function daySums({ coin, ours, expected, theirs, ownRows, theirRows }: OneDay): [Cause, Sum][] {
  const own = sumRows(ownRows.map(({ orders, total, net }) => ({ orders, total, net })))
  const rows = sumRows(
    theirRows.map(({ orders, total, net }) => ({ orders, total: parseAmount(total), net: parseAmount(net) })),
  )
  const definition: Sum = {
    orders: 0,
    count: 0n,
    total: subtractAmounts(expected.totalSales, ours.totalSales),
    net: subtractAmounts(expected.netSales, ours.netSales),
  }
  const left: Sum = {
    orders: 0,
    count: own.count - toCount(ours.orders),
    total: subtractAmounts(own.total, expected.totalSales),
    net: subtractAmounts(own.net, expected.netSales),
  }
  const { totalSales, netSales, orders } = theirs?.figures ?? {}
  const report: Sum = {
    orders: 0,
    count: orders === undefined ? 0n : toCount(parseAmount(orders)) - rows.count,
    total: totalSales === undefined ? zeroAmount : subtractAmounts(parseAmount(totalSales), rows.total),
    net: netSales === undefined ? zeroAmount : subtractAmounts(parseAmount(netSales), rows.net),
  }
  const found: [Cause, Sum][] = [
    ['definition', definition],
    // Amounts of single orders are rounded while the total is not, so a fraction of a coin is not a missing order.
    [isSmall(report, coin) ? 'rounding' : 'report_does_not_add_up', report],
    ['unexplained', left],
  ]
  return found.filter(([, { count, total, net }]) => count !== 0n || total !== 0n || net !== 0n)
}

function sumRows(rows: readonly { orders: number; total: Amount; net: Amount }[]) {
  return {
    count: BigInt(rows.reduce((sum, { orders }) => sum + orders, 0)),
    total: addAmounts(...rows.map(({ total }) => total)),
    net: addAmounts(...rows.map(({ net }) => net)),
  }
}

/** Counts are stored as amounts, so that all figures of a day have one type. */
function toCount(amount: Amount): bigint {
  return amount / 1_000_000n
}

function compareFigures({ ours, expected, theirs }: OneDay): DayComparison['figures'] {
  const compare = (figure: ReportFigure): ComparedFigure => {
    const reported = theirs?.figures[figure]
    return {
      ours: amountText(ours[figure]),
      expected: amountText(expected[figure]),
      theirs: reported === undefined ? null : amountText(parseAmount(reported)),
    }
  }
  return {
    orders: compare('orders'),
    grossSales: compare('grossSales'),
    discounts: compare('discounts'),
    returns: compare('returns'),
    netSales: compare('netSales'),
    shipping: compare('shipping'),
    taxes: compare('taxes'),
    totalSales: compare('totalSales'),
  }
}

function stateOf(found: readonly Cause[]): DayState {
  if (found.some(needsAttention)) return 'differs'
  return found.some((cause) => cause !== 'definition' && cause !== 'rounding') ? 'explained' : 'agrees'
}

function toCauseSum([cause, { orders, count, total, net }]: [Cause, Sum]): CauseSum {
  return { cause, orders, count: Number(count), total: amountText(total), net: amountText(net) }
}

function toOrderDifference({ orderId, name, cause, ours, theirs, total, net }: OrderPart): OrderDifference {
  return {
    orderId,
    name,
    cause,
    ours: ours === null ? null : amountText(ours),
    theirs: theirs === null ? null : amountText(theirs),
    difference: amountText(total),
    net: amountText(net),
  }
}

/** Causes that need attention first, then by size. */
function byWeight(a: OrderPart, b: OrderPart): number {
  const first = Number(needsAttention(b.cause)) - Number(needsAttention(a.cause))
  if (first !== 0) return first
  const [one, other] = [magnitude(a.total), magnitude(b.total)]
  return one > other ? -1 : one < other ? 1 : a.orderId < b.orderId ? -1 : 1
}

/** How to look up more about single orders. */
interface Look {
  readonly terms: ReportTerms
  /** Finds the platform's rows of orders on any day. */
  readonly find: (orderIds: readonly string[]) => Promise<readonly ReportLookup[]>
}

/**
 * Checks differing orders a second time: amounts against the gift cards in their records, and one-sided refunds over all days
 * of the order, some of which are outside the range.
 */
export async function compareTwice(ctx: ShopContext, comparison: Comparison, look: Look): Promise<DayComparison[]> {
  const compared = compareReports(comparison)
  const orders = compared.flatMap((day) => day.orders)
  const amounts = idsOf(orders.filter(({ cause }) => cause === 'amount'))
  const moved = idsOf(
    orders.filter(({ cause, ours, theirs }) => cause === 'refund' && (ours === null || theirs === null)),
  )
  if (amounts.length === 0 && moved.length === 0) return compared
  const paid = amounts.length === 0 ? new Map<string, never>() : await readGiftCardPayments(ctx, amounts)
  const same = await findSameInAll(ctx, { ...look, ids: moved, coin: comparison.coin })
  const findings = {
    ...comparison.findings,
    paidByCard: (orderId: string) => paid.get(orderId),
    sameInAll: (orderId: string) => same.has(orderId),
  }
  return compareReports({ ...comparison, findings })
}

function idsOf(orders: readonly { readonly orderId: string }[]): string[] {
  return [...new Set(orders.map(({ orderId }) => orderId))]
}

/** The orders whose totals over all their days agree on both sides. */
async function findSameInAll(
  ctx: ShopContext,
  { ids, coin, terms, find }: Look & { readonly ids: readonly string[]; readonly coin: Comparison['coin'] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const [lookups, own] = await Promise.all([find(ids), readOwnTotals(ctx, ids, terms)])
  const same = lookups.flatMap(({ orderId, rows }) => {
    const ours = own.get(orderId)
    if (!ours || rows.length === 0) return []
    const total = subtractAmounts(addAmounts(...rows.map((row) => parseAmount(row.total))), ours.total)
    const net = subtractAmounts(addAmounts(...rows.map((row) => parseAmount(row.net))), ours.net)
    const counted = rows.reduce((sum, { orders }) => sum + orders, 0)
    return counted === ours.orders && magnitude(total) <= coin && magnitude(net) <= coin ? [orderId] : []
  })
  return new Set(same)
}
