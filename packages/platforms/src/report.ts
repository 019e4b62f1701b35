import type { Day } from '@tillsight/core/days'
import type { DecimalText } from './records.ts'

/** Figures that platforms report under these or similar names; what each one holds differs (see {@link ReportTerms}). */
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

/** What the platform itself says about one day; figures that it does not report are absent. */
export interface ReportDay {
  readonly day: Day
  readonly figures: Readonly<Partial<Record<ReportFigure, DecimalText>>>
}

/** One row behind the figures: an order on the day it counts, or what was given back of it on the day of that. */
export interface ReportRow {
  readonly orderId: string
  /** What the merchant calls it; null where the report does not say. */
  readonly name: string | null
  /** `both` where a platform adds up what was sold and given back on that day. */
  readonly kind: 'sale' | 'return' | 'both'
  readonly day: Day
  /** How many orders it adds to the day. */
  readonly orders: 0 | 1
  /** With tax and shipping; negative when money goes back. */
  readonly total: DecimalText
  /** Without tax and shipping. */
  readonly net: DecimalText
}

/** A stretch of the report; the whole of it is in memory, so it is asked for in months. */
export interface ReportAnswer {
  readonly days: readonly ReportDay[]
  readonly rows: readonly ReportRow[]
  /** What the merchant should know about this report: its dates by payment, a cache in between. */
  readonly notes: readonly string[]
}

/**
 * Why the platform's report does not have an order: its status does not count there, the order is in the store but not in
 * the report, or the store has it no more.
 */
export type ReportAbsence = 'status' | 'not_in_report' | 'gone'

/** What the platform says about one order that its report of a range did not bring. */
export interface ReportLookup {
  readonly orderId: string
  /** On whatever day they count. */
  readonly rows: readonly ReportRow[]
  /** Null where there are rows. */
  readonly absence: ReportAbsence | null
  /** The platform's status of it now. */
  readonly status: string | null
}

/** Where a platform's figures hold something else than ours of the same name. */
export interface ReportTerms {
  /** Charges beside products and shipping: inside gross and net sales, or in the total only. */
  readonly charges: 'in_sales' | 'apart'
  /** Fees below zero: lower gross sales, or count as discounts as ours do. */
  readonly negativeFees: 'in_sales' | 'discounts'
  /** Returns: everything given back with tax and shipping, or goods without tax. */
  readonly returns: 'everything' | 'goods'
  /** Gift cards sold and tips: sales there, or none, as ours. */
  readonly giftCardsAndTips: 'in_sales' | 'apart'
}
