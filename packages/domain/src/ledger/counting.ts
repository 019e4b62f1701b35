import type { OrderRecord } from '@tillsight/platforms/connectors'
import type { BookingRules } from './rules.ts'

/** Why an order is in no figure (metrics.md §1.1). */
export type UncountedReason =
  | 'unfinished'
  | 'failed'
  | 'cancelled_unpaid'
  | 'deleted'
  | 'test'
  | 'unpaid'
  | 'excluded_status'
  | 'missing_rate'

/** The first reason that keeps an order out of the figures, if any; rates are looked at elsewhere. */
export function whyUncounted(order: OrderRecord, rules: BookingRules): UncountedReason | undefined {
  const { standing } = order
  if (standing === 'unfinished' || standing === 'failed' || standing === 'deleted') return standing
  if (isCancelled(order) && order.paidAt === null) return 'cancelled_unpaid'
  if (standing === 'unpaid' && !rules.settings.countUnpaid) return 'unpaid'
  if (rules.isExcludedStatus(order.status)) return 'excluded_status'
  return isTest(order, rules) ? 'test' : undefined
}

/** Whether the order was called off, before or after payment. */
export function isCancelled(order: OrderRecord): boolean {
  return order.standing === 'cancelled' || order.cancelledAt !== null
}

/** Whether the store or one of the shop's rules calls it a test. */
export function isTest(order: OrderRecord, rules: BookingRules): boolean {
  if (order.test) return true
  if (order.gateway !== null && rules.isTestGateway(order.gateway)) return true
  if (order.customer.email !== null && rules.isTestEmail(order.customer.email)) return true
  return (
    order.coupons.some(rules.isTestCoupon) ||
    order.tags.some(rules.isTestTag) ||
    rules.settings.tests.meta.some(({ key, value }) => {
      const found = order.meta[key]
      return found !== undefined && (value === null || found === value)
    })
  )
}
