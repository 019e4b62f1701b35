import { type Amount, zeroAmount } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import {
  type ReportAbsence,
  type ReportDay,
  type ReportFigure,
  type ReportRow,
  reportFigures,
} from '@tillsight/platforms/connectors'
import { z } from 'zod'

/**
 * Why a platform's figure and ours differ. The first ones are legitimate differences; `attention` lists those that somebody
 * should check.
 */
export const causes = [
  /** The same name for a figure that includes more there, such as fees in gross sales. */
  'definition',
  /** The order's status does not count there: paid and then cancelled, or excluded by the store's settings. */
  'status_not_counted_there',
  /** The order does not count here: unpaid, a test, or excluded by the shop's rules. */
  'status_not_counted_here',
  /** The order is in both, on different days. */
  'other_day',
  /** The order is not in shop currency: the platform adds up amounts of different currencies. */
  'currency',
  /** The store deducts gift card payments from the order; here they are a means of payment. */
  'gift_card_payment',
  /** The same total was refunded in both; the split into tax, shipping and products differs. */
  'refund_split',
  /** A difference of at most the smallest coin per order. */
  'rounding',
  /** The order exists in the store but not in the store's report. */
  'missing_in_report',
  /** The store has deleted the order; we still have it. */
  'deleted_there',
  /** The order is in the store's report but not here. */
  'missing_here',
  /** The refunded amount differs. */
  'refund',
  /** The amount of the sale differs. */
  'amount',
  /** The store's figure of the day is not the sum of its own orders. */
  'report_does_not_add_up',
  /** The remainder. */
  'unexplained',
] as const
/** One of {@link causes}. */
export const Cause = z.enum(causes)
export type Cause = z.infer<typeof Cause>

const attention: ReadonlySet<Cause> = new Set([
  'deleted_there',
  'missing_here',
  'refund',
  'amount',
  'report_does_not_add_up',
  'unexplained',
])

/** Whether somebody should check it, because a figure here or there may be wrong. */
export function needsAttention(cause: Cause): boolean {
  return attention.has(cause)
}

/** A day as text, parsed into the core's type. */
const DayText = z.iso.date().transform(parseDay)
/** An exact decimal in shop currency, or a count. */
const Decimal = z.string()

/** One figure of a day: as we show it, by the platform's definition, and as the platform reports it. */
export const ComparedFigure = z.object({
  ours: Decimal,
  /** What the platform should report for our orders, by its own definition. */
  expected: Decimal,
  /** Null where the platform does not report it. */
  theirs: Decimal.nullable(),
})
export type ComparedFigure = z.infer<typeof ComparedFigure>

/** Differences add up: theirs minus ours is exactly the sum over all causes. */
export const CauseSum = z.object({
  cause: Cause,
  /** Number of orders with this cause; 0 for a cause about the day as a whole. */
  orders: z.int(),
  /** Difference of the number of orders. */
  count: z.int(),
  total: Decimal,
  net: Decimal,
})
export type CauseSum = z.infer<typeof CauseSum>

/** One order that differs on a day. Null: the order is not on that day on that side. */
export const OrderDifference = z.object({
  orderId: z.string(),
  name: z.string(),
  cause: Cause,
  ours: Decimal.nullable(),
  theirs: Decimal.nullable(),
  difference: Decimal,
  /** Difference without tax and shipping. */
  net: Decimal,
})
export type OrderDifference = z.infer<typeof OrderDifference>

/** `agrees` to the cent; `explained`: only legitimate causes; `differs`: something needs attention. */
export const DayState = z.enum(['agrees', 'explained', 'differs'])
export type DayState = z.infer<typeof DayState>

/** A day of the store's own report compared with ours. */
export const DayComparison = z.object({
  day: DayText,
  state: DayState,
  figures: z.record(z.enum(reportFigures), ComparedFigure),
  causes: z.array(CauseSum),
  orders: z.array(OrderDifference),
  /** Number of differing orders that are not listed. */
  moreOrders: z.int(),
})
export type DayComparison = z.infer<typeof DayComparison>

/** Our figures by name, as exact amounts. */
export type Figures = Readonly<Record<ReportFigure, Amount>>

/** One order's contribution to a day on our side, by the platform's definitions. */
export interface OwnRow {
  readonly orderId: string
  readonly name: string
  readonly kind: 'sale' | 'return'
  readonly day: Day
  readonly orders: 0 | 1
  readonly total: Amount
  readonly net: Amount
  /** The part of the total that only a cancellation reversed, without a refund; zero or negative. */
  readonly cancelled: Amount
  /** Whether it was placed in another currency than the shop's. */
  readonly foreign: boolean
}

/** Totals of an order over all its days. */
export interface OrderTotals {
  readonly orders: number
  readonly total: Amount
  readonly net: Amount
}

/** Our side of a range. */
export interface OwnSide {
  /** As shown on the dashboard. */
  readonly figures: ReadonlyMap<Day, Figures>
  /** The same by the platform's definitions; the sums of the rows. */
  readonly expected: ReadonlyMap<Day, Figures>
  readonly rows: readonly OwnRow[]
}

/** The platform's side. */
export interface TheirSide {
  readonly days: readonly ReportDay[]
  readonly rows: readonly ReportRow[]
}

/** Look-ups about orders that only one side has. */
export interface Findings {
  /** Why the order is missing from the platform's report, or whether it is there on days outside the range. */
  there(orderId: string): { readonly absence: ReportAbsence | null; readonly elsewhere: boolean } | undefined
  /** The amount paid by gift cards. */
  paidByCard(orderId: string): Amount | undefined
  /** Whether its totals over all days, including those outside the range, agree on both sides. */
  sameInAll(orderId: string): boolean
  /** Its state on our side: counted on another day, stored but not counted, not counted for lack of a rate, or missing. */
  here(orderId: string): 'other_day' | 'uncounted' | 'foreign' | 'missing'
}

/** Figures of a day without activity. */
export const noFigures: Figures = {
  orders: zeroAmount,
  grossSales: zeroAmount,
  discounts: zeroAmount,
  returns: zeroAmount,
  netSales: zeroAmount,
  shipping: zeroAmount,
  taxes: zeroAmount,
  totalSales: zeroAmount,
}
