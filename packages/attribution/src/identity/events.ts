import type { Touch } from '../credit/index.ts'

/** What tells who somebody is. Values are compared as they are; addresses trimmed and in lower case. */
export interface Keys {
  readonly customer?: string | undefined
  readonly email?: string | undefined
}

interface OnDevice extends Keys {
  /** Milliseconds since 1970, UTC. */
  readonly ts: number
  /** One browser or app. */
  readonly visitor?: string | undefined
  /** Carts and checkouts that the event was about: they tell later which device an order came from. */
  readonly cart_token?: string | undefined
  readonly checkout_token?: string | undefined
}

/** A marketing contact on a device. */
export interface TouchEvent extends OnDevice {
  readonly type: 'touch'
  readonly touch_id: string
  readonly kind?: Touch['kind'] | undefined
  readonly channel?: string | undefined
}

/** Somebody said who they are: a log-in, a sign-up, a click in a letter, the beginning of a checkout. */
export interface IdentifyEvent extends OnDevice {
  readonly type: 'identify'
}

/** An order, with whatever of its buyer and device is known. */
export interface OrderEvent extends OnDevice {
  readonly type: 'order'
  readonly order_id: string
  /** What it came to; 0 makes nobody a customer, not said is taken for more. */
  readonly value_minor?: bigint | undefined
  /** Failed, pending, or cancelled before it was paid. */
  readonly uncounted?: boolean | undefined
  /** Cancelled after it was paid: it earns nobody anything, but it was made. */
  readonly cancelled?: boolean | undefined
  readonly test?: boolean | undefined
}

/** Whether an order was ever more than an attempt: only then it tells who its buyer is. */
export function everCounted({ uncounted, test }: Pick<OrderEvent, 'uncounted' | 'test'>): boolean {
  return uncounted !== true && test !== true
}

/** Anything that tells of touches, people or orders. */
export type HistoryEvent = TouchEvent | IdentifyEvent | OrderEvent

/** The strong keys of an event, each with its kind, so that a customer number is never taken for an address. */
export function strongKeys({ customer, email }: Keys): string[] {
  const address = email?.trim().toLowerCase()
  return [...(customer ? [`customer ${customer}`] : []), ...(address ? [`email ${address}`] : [])]
}

/** The tokens of an event. */
export function tokensOf({ cart_token, checkout_token }: OnDevice): string[] {
  return [...(cart_token ? [`cart ${cart_token}`] : []), ...(checkout_token ? [`checkout ${checkout_token}`] : [])]
}
