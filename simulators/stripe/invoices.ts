import type { BillingReason, Customer, Invoice, InvoiceLine, Subscription, SubscriptionItem } from './objects.ts'
import { type Account, day, hour, newId, type World } from './world.ts'

/** An amount of an item over a time. */
export interface Charge {
  readonly item: SubscriptionItem
  readonly amount: number
  readonly description: string
  readonly period: { readonly start: number; readonly end: number }
  readonly isProration?: boolean
}

/** One line of an invoice. */
export function lineOf({ item, amount, description, period, isProration = false }: Charge): InvoiceLine {
  const { price } = item
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    quantity: item.quantity,
    period,
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(price.unit_amount),
    },
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: {
        subscription: item.subscription,
        subscription_item: item.id,
        proration: isProration,
      },
    },
  }
}

/** The line of an item for its whole period; nothing to pay while it is tried out. */
export function fullLine(account: Account, item: SubscriptionItem, isTrial = false): InvoiceLine {
  const name = account.products.get(item.price.product)?.name ?? 'Product'
  const { recurring, unit_amount } = item.price
  return lineOf({
    item,
    amount: isTrial ? 0 : unit_amount * item.quantity,
    description: isTrial
      ? `Free trial for ${item.quantity} × ${name}`
      : `${item.quantity} × ${name} (per ${recurring.interval})`,
    period: { start: item.current_period_start, end: item.current_period_end },
  })
}

interface Wanted {
  readonly reason: BillingReason
  readonly lines: readonly InvoiceLine[]
}

/** An invoice that nobody keeps yet: its sums, and the credit that it uses up. */
export function draftOf(account: Account, subscription: Subscription, { reason, lines }: Wanted): Invoice {
  const customer = account.customers.get(subscription.customer)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const balance = customer?.balance ?? 0
  const due = Math.max(0, total + balance)
  const stamp = account.stamp('in')
  return {
    ...stamp,
    object: 'invoice',
    customer: subscription.customer,
    customer_email: customer?.email ?? null,
    currency: subscription.currency,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    lines: { object: 'list', data: [...lines], has_more: false, url: `/v1/invoices/${stamp.id}/lines` },
    subtotal: total,
    total,
    total_taxes: [],
    starting_balance: balance,
    ending_balance: Math.min(0, total + balance),
    amount_due: due,
    period_start: Math.min(...lines.map(({ period }) => period.start), stamp.created),
    period_end: stamp.created,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    status: 'draft',
    number: null,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null },
  }
}

/** Makes an invoice; that of a renewal stays a draft for an hour. */
export function makeInvoice(account: Account, subscription: Subscription, wanted: Wanted): Invoice {
  const invoice = draftOf(account, subscription, wanted)
  const customer = account.customers.get(subscription.customer)
  if (customer) customer.balance = invoice.ending_balance ?? 0
  if (wanted.reason === 'subscription_cycle') invoice.automatically_finalizes_at = invoice.created + hour
  account.invoices.set(invoice.id, invoice)
  subscription.latest_invoice = invoice.id
  account.record('invoice.created', invoice)
  return invoice
}

/** Makes it payable. */
export function finalize({ url }: Pick<World, 'url'>, account: Account, invoice: Invoice): void {
  invoice.status = 'open'
  invoice.number = account.nextInvoiceNumber()
  invoice.automatically_finalizes_at = null
  invoice.hosted_invoice_url = `${url}/i/${invoice.id}`
  invoice.invoice_pdf = `${url}/i/${invoice.id}/pdf`
  invoice.status_transitions.finalized_at = account.clock.now()
  account.record('invoice.finalized', invoice)
}

/** How an attempt ended. */
export type Attempt = 'paid' | 'declined' | 'needs_authentication' | 'no_method'

/** Charges the subscription's or the customer's card, and notes on the invoice what happened. */
export function attemptPayment(account: Account, invoice: Invoice, isAuthenticated = false): Attempt {
  const result = chargeOf(account, invoice, isAuthenticated)
  if (result === 'paid') {
    markPaid(account, invoice)
    return result
  }
  invoice.attempted = true
  invoice.attempt_count += 1
  account.record('invoice.payment_failed', invoice)
  if (result === 'needs_authentication') account.record('invoice.payment_action_required', invoice)
  return result
}

function chargeOf(account: Account, invoice: Invoice, isAuthenticated: boolean): Attempt {
  if (invoice.amount_due === 0) return 'paid'
  const customer = account.customers.get(invoice.customer)
  const subscription = account.subscriptions.get(subscriptionIdOf(invoice))
  const id = defaultMethodOf(subscription, customer)
  const kind = id === null ? undefined : account.cardKinds.get(id)
  if (kind === undefined) return 'no_method'
  if (kind === 'needs_authentication' && !isAuthenticated) return 'needs_authentication'
  return kind === 'good' || kind === 'needs_authentication' ? 'paid' : 'declined'
}

/** The card that is charged. */
export function defaultMethodOf(subscription: Subscription | undefined, customer: Customer | undefined): string | null {
  return subscription?.default_payment_method ?? customer?.invoice_settings.default_payment_method ?? null
}

/** The subscription that an invoice is for. */
export function subscriptionIdOf(invoice: Invoice): string {
  return invoice.parent.subscription_details.subscription
}

function markPaid(account: Account, invoice: Invoice): void {
  if (invoice.amount_due > 0) {
    invoice.attempted = true
    invoice.attempt_count += 1
  }
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = account.clock.now()
  account.record('invoice.paid', invoice)
  account.record('invoice.payment_succeeded', invoice)
}

export function voidInvoice(account: Account, invoice: Invoice): void {
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  invoice.status_transitions.voided_at = account.clock.now()
  account.record('invoice.voided', invoice)
}

/** Tells when a failed invoice is tried again; false: it was the last time. */
export function planRetry({ settings }: Pick<World, 'settings'>, account: Account, invoice: Invoice): boolean {
  const wait = settings.retryDays[invoice.attempt_count - 1]
  invoice.next_payment_attempt = wait === undefined ? null : account.clock.now() + wait * day
  account.record('invoice.updated', invoice)
  return wait !== undefined
}
