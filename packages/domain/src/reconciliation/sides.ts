import { type Amount, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ReportAbsence, ReportDay, ReportFigure, ReportRow } from '@tillsight/platforms/connectors'

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
