import { declined, StripeError } from './errors.ts'
import {
  type Attempt,
  attemptPayment,
  defaultMethodOf,
  finalize,
  fullLine,
  lineOf,
  makeInvoice,
  planRetry,
  subscriptionIdOf,
  voidInvoice,
} from './invoices.ts'
import type {
  BillingReason,
  Invoice,
  InvoiceLine,
  Metadata,
  MissingPaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
  SubscriptionStatus,
} from './objects.ts'
import { type Account, day, newId, type World } from './world.ts'

/** States that nothing leads out of. */
export const endedStates: readonly string[] = ['canceled', 'incomplete_expired']

/** What an item is to be. */
export interface WantedItem {
  readonly price: Price
  readonly quantity: number
}

/** A new subscription. */
export interface WantedSubscription {
  readonly customer: string
  readonly items: readonly WantedItem[]
  readonly trialEnd: number | null
  readonly missing: MissingPaymentMethod
  readonly metadata: Metadata
  readonly hasAutomaticTax: boolean
  readonly behavior: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete'
}

/** The end of a period that begins then; the day of the month stays where the month has it. */
export function periodEnd(start: number, { recurring }: Price): number {
  const { interval, interval_count: count } = recurring
  if (interval === 'day' || interval === 'week') return start + count * (interval === 'week' ? 7 : 1) * day
  const from = new Date(start * 1000)
  const months = interval === 'year' ? 12 * count : count
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(from.getUTCMonth() + months)
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), last))
  return Math.floor(end.getTime() / 1000)
}

/** Changes a subscription, and tells what it was before. */
export function change(account: Account, subscription: Subscription, make: () => void): void {
  const before = structuredClone(subscription)
  make()
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(subscription, name)),
    ),
  )
  if (Object.keys(previous).length > 0) account.record('customer.subscription.updated', subscription, previous)
}

function setStatus(account: Account, subscription: Subscription, status: SubscriptionStatus): void {
  change(account, subscription, () => {
    subscription.status = status
  })
}

/** Makes a subscription and its first invoice. */
export function createSubscription(world: World, account: Account, wanted: WantedSubscription): Subscription {
  const now = account.clock.now()
  const stamp = account.stamp('sub')
  const { trialEnd } = wanted
  const isTrial = trialEnd !== null
  const items = wanted.items.map(
    ({ price, quantity }): SubscriptionItem => ({
      id: newId('si'),
      object: 'subscription_item',
      created: now,
      subscription: stamp.id,
      metadata: {},
      price,
      quantity,
      current_period_start: now,
      current_period_end: trialEnd ?? periodEnd(now, price),
    }),
  )
  const subscription: Subscription = {
    ...stamp,
    object: 'subscription',
    customer: wanted.customer,
    currency: items[0]?.price.currency ?? 'eur',
    collection_method: 'charge_automatically',
    start_date: now,
    automatic_tax: { enabled: wanted.hasAutomaticTax },
    billing_cycle_anchor: trialEnd ?? now,
    status: isTrial ? 'trialing' : 'incomplete',
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${stamp.id}` },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    default_payment_method: null,
    ended_at: null,
    latest_invoice: null,
    metadata: wanted.metadata,
    schedule: null,
    trial_start: isTrial ? now : null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: wanted.missing } },
  }
  if (!isTrial && wanted.behavior === 'error_if_incomplete') refuseUnpayable(account, subscription)
  account.subscriptions.set(subscription.id, subscription)
  account.record('customer.subscription.created', subscription)
  const lines = items.map((item) => fullLine(account, item, isTrial))
  const invoice = makeInvoice(account, subscription, { reason: 'subscription_create', lines })
  finalize(world, account, invoice)
  if (isTrial || wanted.behavior !== 'default_incomplete') settle(world, account, { invoice })
  return subscription
}

/** 402 where the card would not pay. */
export function refuseUnpayable(account: Account, subscription: Subscription): void {
  const customer = account.customers.get(subscription.customer)
  const id = defaultMethodOf(subscription, customer)
  const kind = id === null ? undefined : account.cardKinds.get(id)
  if (kind === undefined) {
    throw new StripeError(400, 'This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  }
  if (kind !== 'good') throw declined()
}

/** Tries to have an open invoice paid, and makes the subscription what follows from it. */
export function settle(
  world: World,
  account: Account,
  { invoice, isAuthenticated = false }: { readonly invoice: Invoice; readonly isAuthenticated?: boolean },
): Attempt {
  const result = attemptPayment(account, invoice, isAuthenticated)
  const subscription = account.subscriptions.get(subscriptionIdOf(invoice))
  if (!subscription) return result
  if (result === 'paid') {
    afterPayment(account, subscription, invoice)
    return result
  }
  // The first payment is not tried again: whoever subscribes has 23 hours.
  if (subscription.status === 'incomplete' || subscription.status === 'paused') return result
  const goesOn = planRetry(world, account, invoice)
  const isOver = subscription.status === 'canceled'
  if (goesOn || isOver) {
    if (subscription.status === 'active' || subscription.status === 'trialing')
      setStatus(account, subscription, 'past_due')
    return result
  }
  if (world.settings.afterRetries === 'cancel') cancelNow(account, subscription, 'payment_failed')
  else setStatus(account, subscription, world.settings.afterRetries)
  return result
}

function afterPayment(account: Account, subscription: Subscription, invoice: Invoice): void {
  const { status } = subscription
  if (status === 'paused' && invoice.amount_due > 0) {
    change(account, subscription, () => {
      subscription.status = 'active'
    })
    account.record('customer.subscription.resumed', subscription)
  } else if (status === 'incomplete' || status === 'past_due' || status === 'unpaid') {
    // An older invoice that is paid changes nothing: the latest decides.
    if (subscription.latest_invoice === invoice.id) setStatus(account, subscription, 'active')
  }
}

/** Ends a subscription with its period, or takes that back. */
export function setEnding(account: Account, subscription: Subscription, isEnding: boolean): void {
  subscription.cancel_at_period_end = isEnding
  subscription.cancel_at = isEnding ? (subscription.items.data[0]?.current_period_end ?? null) : null
  subscription.canceled_at = isEnding ? account.clock.now() : null
  subscription.cancellation_details.reason = isEnding ? 'cancellation_requested' : null
}

/** Ends a subscription at once; open invoices are not collected any more. */
export function cancelNow(
  account: Account,
  subscription: Subscription,
  reason: 'payment_failed' | 'cancellation_requested' = 'cancellation_requested',
): void {
  const now = account.clock.now()
  for (const invoice of account.invoices.values()) {
    if (subscriptionIdOf(invoice) !== subscription.id) continue
    if (invoice.status === 'open' || invoice.status === 'draft') {
      invoice.next_payment_attempt = null
      invoice.automatically_finalizes_at = null
      invoice.auto_advance = false
    }
  }
  subscription.status = 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  subscription.cancellation_details.reason ??= reason
  subscription.schedule = null
  account.record('customer.subscription.deleted', subscription)
}

/** 23 hours after a first payment that was never made. */
export function expireIncomplete(account: Account, subscription: Subscription): void {
  const invoice = account.invoices.get(subscription.latest_invoice ?? '')
  if (invoice?.status === 'open') voidInvoice(account, invoice)
  change(account, subscription, () => {
    subscription.status = 'incomplete_expired'
    subscription.ended_at = account.clock.now()
  })
}

/** Begins the next period of each item, and makes its invoice. */
export function renew(
  world: World,
  account: Account,
  {
    subscription,
    reason = 'subscription_cycle',
  }: { readonly subscription: Subscription; readonly reason?: BillingReason },
): Invoice {
  const now = account.clock.now()
  change(account, subscription, () => {
    for (const item of subscription.items.data) {
      item.current_period_start = now
      item.current_period_end = periodEnd(now, item.price)
    }
    if (subscription.status === 'trialing') subscription.status = 'active'
  })
  const lines = [
    ...(account.pending.get(subscription.id) ?? []),
    ...subscription.items.data.map((item) => fullLine(account, item)),
  ]
  account.pending.delete(subscription.id)
  const invoice = makeInvoice(account, subscription, { reason, lines })
  if (subscription.status === 'unpaid') {
    // Drafts of an unpaid subscription stay drafts.
    invoice.automatically_finalizes_at = null
    invoice.auto_advance = false
  } else if (reason !== 'subscription_cycle') {
    finalize(world, account, invoice)
    settle(world, account, { invoice })
  }
  return invoice
}

/** The trial is over: the first real invoice, or a pause or an end where no card is known. */
export function endTrial(world: World, account: Account, subscription: Subscription): void {
  const customer = account.customers.get(subscription.customer)
  const { missing_payment_method: missing } = subscription.trial_settings.end_behavior
  if (subscription.cancel_at_period_end) return cancelNow(account, subscription)
  if (defaultMethodOf(subscription, customer) === null && missing !== 'create_invoice') {
    if (missing === 'cancel') return cancelNow(account, subscription)
    change(account, subscription, () => {
      subscription.status = 'paused'
    })
    account.record('customer.subscription.paused', subscription)
    return
  }
  renew(world, account, { subscription })
}

/** What a change of items costs for the rest of the period; nothing during a trial. */
export function prorations(
  account: Account,
  subscription: Subscription,
  { item, wanted, at }: { readonly item: SubscriptionItem; readonly wanted: WantedItem; readonly at: number },
): InvoiceLine[] {
  if (subscription.status === 'trialing') return []
  const { current_period_start: start, current_period_end: end } = item
  const part = Math.min(1, Math.max(0, (end - at) / (end - start)))
  const nameOf = (price: Price) => account.products.get(price.product)?.name ?? 'Product'
  const date = new Date(at * 1000).toUTCString().slice(5, 16)
  const period = { start: at, end }
  const unused = lineOf({
    item,
    amount: -Math.round(item.price.unit_amount * item.quantity * part),
    description: `Unused time on ${nameOf(item.price)} after ${date}`,
    period,
    isProration: true,
  })
  const changed: SubscriptionItem = { ...item, ...wanted }
  if (isOtherInterval(item.price, wanted.price)) {
    const whole = { ...changed, current_period_start: at, current_period_end: periodEnd(at, wanted.price) }
    return [unused, fullLine(account, whole)]
  }
  const remaining = lineOf({
    item: changed,
    amount: Math.round(wanted.price.unit_amount * wanted.quantity * part),
    description: `Remaining time on ${nameOf(wanted.price)} after ${date}`,
    period,
    isProration: true,
  })
  return [unused, remaining]
}

/** Whether a change begins a new period at once. */
export function isOtherInterval({ recurring: one }: Price, { recurring: other }: Price): boolean {
  return one.interval !== other.interval || one.interval_count !== other.interval_count
}
