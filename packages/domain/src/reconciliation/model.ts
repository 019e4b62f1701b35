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
 * Why a platform's figure and ours differ. The first ones are how two honest books differ; `attention` names those that
 * somebody should look at.
 */
export const causes = [
  /** The same name for something that holds more there, such as fees inside gross sales. */
  'definition',
  /** The order's status does not count there: paid and then cancelled, or on a list of theirs. */
  'status_not_counted_there',
  /** The order does not count here: unpaid, a test, or excluded by the shop's rules. */
  'status_not_counted_here',
  /** Both have it, on different days. */
  'other_day',
  /** Not in shop currency: the platform adds amounts of different currencies. */
  'currency',
  /** The store takes what gift cards paid off the order; here that is a way of paying. */
  'gift_card_payment',
  /** Both give back the same; tax, shipping and goods are told apart differently. */
  'refund_split',
  /** Up to the smallest coin on an order. */
  'rounding',
  /** The order is in the store and not in the store's report. */
  'missing_in_report',
  /** The store does not have the order any more; we still do. */
  'deleted_there',
  /** The store's report has an order that we do not have. */
  'missing_here',
  /** What was given back differs. */
  'refund',
  /** The amount of the sale differs. */
  'amount',
  /** The store's figure of the day is not the sum of its own orders. */
  'report_does_not_add_up',
  /** What is left. */
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

/** Whether somebody should look at it: a figure here or there may be wrong. */
export function needsAttention(cause: Cause): boolean {
  return attention.has(cause)
}

/** A day as text; the type is the core's own. */
const DayText = z.iso.date().transform(parseDay)
/** An exact decimal in shop currency, or a count. */
const Decimal = z.string()

/** One figure of a day: as we show it, the same in the platform's terms, and as the platform reports it. */
export const ComparedFigure = z.object({
  ours: Decimal,
  /** What the platform should report for our orders, by what its figure holds. */
  expected: Decimal,
  /** Null where the platform does not report it. */
  theirs: Decimal.nullable(),
})
export type ComparedFigure = z.infer<typeof ComparedFigure>

/** Differences add up: theirs less ours is the sum over causes, exactly. */
export const CauseSum = z.object({
  cause: Cause,
  /** How many orders are behind it; 0 where it is about the day. */
  orders: z.int(),
  /** Difference of the number of orders. */
  count: z.int(),
  total: Decimal,
  net: Decimal,
})
export type CauseSum = z.infer<typeof CauseSum>

/** One order that differs on a day. Null: that side does not have it on that day. */
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

/** `agrees` to the cent, `explained` by causes that are no fault, `differs`: something needs a look. */
export const DayState = z.enum(['agrees', 'explained', 'differs'])
export type DayState = z.infer<typeof DayState>

/** A day of the store's own report beside ours. */
export const DayComparison = z.object({
  day: DayText,
  state: DayState,
  figures: z.record(z.enum(reportFigures), ComparedFigure),
  causes: z.array(CauseSum),
  orders: z.array(OrderDifference),
  /** Orders that differ beyond those listed. */
  moreOrders: z.int(),
})
export type DayComparison = z.infer<typeof DayComparison>

/** Our figures by name, as decimals. */
export type Figures = Readonly<Record<ReportFigure, Amount>>

/** What one order adds to a day of ours, in the platform's terms. */
export interface OwnRow {
  readonly orderId: string
  readonly name: string
  readonly kind: 'sale' | 'return'
  readonly day: Day
  readonly orders: 0 | 1
  readonly total: Amount
  readonly net: Amount
  /** The part of the total that only a cancellation reversed, before anybody paid it back; zero or below. */
  readonly cancelled: Amount
  /** Placed in another currency than the shop's. */
  readonly foreign: boolean
}

/** What an order comes to on all its days. */
export interface OrderTotals {
  readonly orders: number
  readonly total: Amount
  readonly net: Amount
}

/** Our side of a range. */
export interface OwnSide {
  /** As the dashboard shows them. */
  readonly figures: ReadonlyMap<Day, Figures>
  /** The same in the platform's terms; the sums of the rows. */
  readonly expected: ReadonlyMap<Day, Figures>
  readonly rows: readonly OwnRow[]
}

/** The platform's side. */
export interface TheirSide {
  readonly days: readonly ReportDay[]
  readonly rows: readonly ReportRow[]
}

/** What was found out about orders that one side has and the other not. */
export interface Findings {
  /** Why the platform's report lacks it, or the days on which it has it outside of the range. */
  there(orderId: string): { readonly absence: ReportAbsence | null; readonly elsewhere: boolean } | undefined
  /** What gift cards paid of it. */
  paidByCard(orderId: string): Amount | undefined
  /** Whether all its days together, also those outside of the range, come to the same on both sides. */
  sameInAll(orderId: string): boolean
  /** Whether we have it: counted on another day, stored but not counted, not counted for want of a rate, or not at all. */
  here(orderId: string): 'other_day' | 'uncounted' | 'foreign' | 'missing'
}

/** Figures of a day on which nothing happened. */
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
