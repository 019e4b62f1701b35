import type { CreditConfig, Order, Touch } from './types.ts'

const dayMs = 86_400_000

/** Compares by UTF-8 bytes, as both stores sort; never by order of arrival. */
export function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** Whether an order counts: cancelled and test orders neither earn credit nor start a new journey. */
export function doesCount({ cancelled, test }: Pick<Order, 'cancelled' | 'test'>): boolean {
  return cancelled !== true && test !== true
}

/** Whether one order precedes another of the same person. */
export function isEarlier(one: Pick<Order, 'ts' | 'order_id'>, other: Pick<Order, 'ts' | 'order_id'>): boolean {
  return one.ts < other.ts || (one.ts === other.ts && compareTexts(one.order_id, other.order_id) < 0)
}

/** The touches that can earn credit for an order, oldest first. */
export interface Journey {
  readonly clicks: readonly Touch[]
  /** Clicks and views together. */
  readonly all: readonly Touch[]
}

/** The touches of an order: inside the windows and, if configured, since the previous order. */
export function journeyOf(
  order: Order,
  { touches, orders }: { readonly touches: readonly Touch[]; readonly orders: readonly Order[] },
  config: CreditConfig,
): Journey {
  const after = config.journey_scope === 'window' ? Number.NEGATIVE_INFINITY : previousOrder(order, orders)
  const all = touches
    .filter((touch) => touch.ts > after && isInWindow(touch, order, config))
    .sort((one, other) => one.ts - other.ts || compareTexts(one.touch_id, other.touch_id))
  return { clicks: all.filter(({ kind }) => kind === 'click'), all }
}

function isInWindow({ kind, ts }: Touch, order: Order, config: CreditConfig): boolean {
  const days = kind === 'click' ? config.click_window_days : config.view_window_days
  const before = order.ts - ts
  return before >= 0 && (days === null || before <= days * dayMs)
}

/** When the person's previous order was placed; a touch at that very instant belongs to it. */
function previousOrder(order: Order, orders: readonly Order[]): number {
  return orders
    .filter((other) => other.order_id !== order.order_id && doesCount(other) && isEarlier(other, order))
    .reduce((latest, { ts }) => Math.max(latest, ts), Number.NEGATIVE_INFINITY)
}
