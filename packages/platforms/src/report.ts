import type { Day } from '@tillsight/core/days'
import type { DecimalText } from './records.ts'

/** Figures that platforms report under these or similar names; their definitions differ (see {@link ReportTerms}). */
export const reportFigures = [
  'orders',
  'grossSales',
  'discounts',
  'returns',
  'netSales',
  'shipping',
  'taxes',
  'totalSales',
] as const
/** One of {@link reportFigures}. */
export type ReportFigure = (typeof reportFigures)[number]

/** The platform's own figures for one day; those that it does not report are absent. */
export interface ReportDay {
  readonly day: Day
  readonly figures: Readonly<Partial<Record<ReportFigure, DecimalText>>>
}

/** One row behind the figures: an order on the day it counts, or its refund on the day of the refund. */
export interface ReportRow {
  readonly orderId: string
  /** The merchant's order number; null if the report does not contain it. */
  readonly name: string | null
  /** `both` if a platform sums up sales and returns of that day. */
  readonly kind: 'sale' | 'return' | 'both'
  readonly day: Day
  /** The number of orders that it adds to the day. */
  readonly orders: 0 | 1
  /** With tax and shipping; negative for refunds. */
  readonly total: DecimalText
  /** Without tax and shipping. */
  readonly net: DecimalText
}

/** A part of the report; it is held in memory whole, so it is requested month by month. */
export interface ReportResponse {
  readonly days: readonly ReportDay[]
  readonly rows: readonly ReportRow[]
  /** Notes for the merchant about this report: dated by payment, served from a cache. */
  readonly notes: readonly string[]
}

/**
 * Why the platform's report does not have an order: its status does not count there, the order is in the store but not in
 * the report, or the store has it no more.
 */
export type ReportAbsence = 'status' | 'not_in_report' | 'gone'

/** The platform's data about one order that its report of a range lacks. */
export interface ReportLookup {
  readonly orderId: string
  /** Regardless of the day they count on. */
  readonly rows: readonly ReportRow[]
  /** Null where there are rows. */
  readonly absence: ReportAbsence | null
  /** The order's current status at the platform. */
  readonly status: string | null
}

/** How a platform's figures differ from ours of the same name. */
export interface ReportTerms {
  /** Charges beside products and shipping: inside gross and net sales, or in the total only. */
  readonly charges: 'in_sales' | 'apart'
  /** Negative fees: reduce gross sales, or count as discounts as in our figures. */
  readonly negativeFees: 'in_sales' | 'discounts'
  /** Returns: everything given back with tax and shipping, or goods without tax. */
  readonly returns: 'everything' | 'goods'
  /** Gift cards sold and tips: sales there, or none, as ours. */
  readonly giftCardsAndTips: 'in_sales' | 'apart'
}
