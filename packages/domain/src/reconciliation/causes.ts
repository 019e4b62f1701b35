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
