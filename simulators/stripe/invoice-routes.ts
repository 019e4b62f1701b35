import { type Call, isWithin, pageNames, pageOf, type Route } from './call.ts'
import { itemChanges, itemsAfter, linesOf, prorationWays, resets } from './changes.ts'
import { missing, StripeError } from './errors.ts'
import { draftOf, finalize, fullLine, subscriptionIdOf, voidInvoice } from './invoices.ts'
import type { Invoice } from './objects.ts'
import { endedStates, periodEnd, settle } from './subscriptions.ts'
import { newId } from './world.ts'

/** What the next invoice, or that of a change, would be; nothing is kept. */
function preview(call: Call): unknown {
  const { account, params } = call
  params.allow('customer', 'subscription', 'subscription_details', 'preview_mode', 'automatic_tax', 'schedule')
  const subscription = account.subscription(params.required('subscription'), 'subscription')
  if (endedStates.includes(subscription.status)) {
    throw new StripeError(404, `No upcoming invoices for customer: '${subscription.customer}'`, {
      code: 'invoice_upcoming_none',
    })
  }
  const details = params.below('subscription_details')
  details.allow(
    'items',
    'proration_behavior',
    'proration_date',
    'cancel_at_period_end',
    'cancel_at',
    'cancel_now',
    'trial_end',
    'billing_cycle_anchor',
  )
  const changes = itemChanges(call, subscription, details.list('items'))
  const way = details.oneOf('proration_behavior', prorationWays) ?? 'create_prorations'
  const at = details.integer('proration_date') ?? account.clock.now()
  const extra = linesOf(call, subscription, { changes, at, way })

  const next = itemsAfter(subscription, changes, at).map((item) => {
    const start = item.current_period_end
    return fullLine(account, { ...item, current_period_start: start, current_period_end: periodEnd(start, item.price) })
  })
  const isNow = extra.length > 0 && (way === 'always_invoice' || resets(changes))
  const lines = isNow ? extra : [...(account.pending.get(subscription.id) ?? []), ...extra, ...next]
  const { hosted_invoice_url: _, ...upcoming } = draftOf(account, subscription, {
    reason: isNow ? 'subscription_update' : 'upcoming',
    lines,
  })
  return { ...upcoming, id: newId('upcoming_in') }
}

function invoiceOf({ account, id }: Call): Invoice {
  const found = account.invoices.get(id)
  if (!found) throw missing('invoice', id, 'invoice')
  return found
}

function listInvoices(call: Call): unknown {
  const { account, params } = call
  params.allow(...pageNames, 'customer', 'subscription', 'status', 'created', 'collection_method')
  const customer = params.text('customer')
  const subscription = params.text('subscription')
  const status = params.oneOf('status', ['draft', 'open', 'paid', 'uncollectible', 'void'])
  const found = account.invoices
    .values()
    .filter(
      (one) =>
        isWithin(call, one.created) &&
        (customer === undefined || one.customer === customer) &&
        (subscription === undefined || subscriptionIdOf(one) === subscription) &&
        (status === undefined || one.status === status),
    )
  return pageOf(call, '/v1/invoices', found)
}

function pay(call: Call): Invoice {
  const { world, account, params } = call
  params.allow('payment_method', 'off_session', 'paid_out_of_band')
  const invoice = invoiceOf(call)
  if (invoice.status === 'paid') throw new StripeError(400, 'Invoice is already paid')
  if (invoice.status === 'void')
    throw new StripeError(400, 'Invoice is voided and cannot be paid', { code: 'invoice_not_editable' })
  if (invoice.status === 'draft') finalize(world, account, invoice)
  const result = settle(world, account, { invoice })
  if (result === 'paid') return invoice
  const code = {
    declined: 'card_declined',
    needs_authentication: 'invoice_payment_intent_requires_action',
    no_method: 'resource_missing',
  }[result]
  const message =
    result === 'needs_authentication'
      ? 'This payment requires additional user action before it can be completed successfully.'
      : 'Your card was declined.'
  throw new StripeError(402, message, { type: 'card_error', code })
}

export const invoiceRoutes: Readonly<Record<string, Route>> = {
  'POST /v1/invoices/create_preview': preview,
  'GET /v1/invoices': listInvoices,
  'GET /v1/invoices/:id': invoiceOf,
  'POST /v1/invoices/:id/pay': pay,
  'POST /v1/invoices/:id/void': (call) => {
    const invoice = invoiceOf(call)
    voidInvoice(call.account, invoice)
    return invoice
  },
}
