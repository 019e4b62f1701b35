import { type Call, isWithin, pageNames, pageOf, type Route } from './call.ts'
import { changeItems, paymentBehaviours } from './changes.ts'
import { missing, StripeError } from './errors.ts'
import type { Subscription } from './objects.ts'
import type { Params } from './params.ts'
import { cancelNow, change, createSubscription, endedStates, endTrial, renew, setEnding } from './subscriptions.ts'
import { day } from './world.ts'

const missingWays = ['cancel', 'create_invoice', 'pause'] as const

/** What happens at the end of a trial without a card; Stripe makes an invoice where nothing is said. */
export function missingOf(params: Params): 'cancel' | 'create_invoice' | 'pause' {
  return (
    params.below('trial_settings').below('end_behavior').oneOf('missing_payment_method', missingWays) ??
    'create_invoice'
  )
}

function create({ world, account, params }: Call): Subscription {
  params.allow(
    ...'customer items trial_period_days trial_end trial_settings metadata payment_behavior automatic_tax'.split(' '),
    ...'collection_method payment_settings proration_behavior off_session billing_mode default_payment_method'.split(
      ' ',
    ),
  )
  const customer = account.customer(params.required('customer'))
  const items = params.list('items').map((item) => ({
    price: account.price(item.required('price'), item.pathOf('price')),
    quantity: item.integer('quantity') ?? 1,
  }))
  if (items.length === 0)
    throw new StripeError(400, 'Missing required param: items.', { code: 'parameter_missing', param: 'items' })
  const days = params.integer('trial_period_days')
  const behavior = params.oneOf('payment_behavior', paymentBehaviours) ?? 'allow_incomplete'
  return createSubscription(world, account, {
    customer: customer.id,
    items,
    trialEnd:
      days === undefined || days === 0 ? (params.integer('trial_end') ?? null) : account.clock.now() + days * day,
    missing: missingOf(params),
    metadata: params.metadata(),
    hasAutomaticTax: params.below('automatic_tax').flag('enabled') ?? false,
    behavior: behavior === 'pending_if_incomplete' ? 'allow_incomplete' : behavior,
  })
}

function list(call: Call): unknown {
  const { account, params } = call
  params.allow(...pageNames, 'customer', 'status', 'price', 'created', 'current_period_end', 'collection_method')
  const customer = params.text('customer')
  const status = params.text('status')
  const price = params.text('price')
  const found = account.subscriptions
    .values()
    .filter(
      (one) =>
        isWithin(call, one.created) &&
        (customer === undefined || one.customer === customer) &&
        (price === undefined || one.items.data.some((item) => item.price.id === price)) &&
        isOfStatus(one, status),
    )
  return pageOf(call, '/v1/subscriptions', found)
}

/** Without a status, what has ended is left out. */
function isOfStatus({ status }: Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true
  if (wanted === 'ended') return endedStates.includes(status)
  return wanted === undefined ? !endedStates.includes(status) : status === wanted
}

function update(call: Call): Subscription {
  const { account, params, id } = call
  params.allow(
    ...'items metadata cancel_at_period_end cancel_at cancellation_details default_payment_method'.split(' '),
    ...'payment_behavior proration_behavior proration_date trial_end trial_settings billing_cycle_anchor'.split(' '),
    ...'automatic_tax payment_settings off_session'.split(' '),
  )
  const subscription = account.subscription(id)
  if (endedStates.includes(subscription.status)) {
    const more = params.names.filter((name) => name !== 'metadata' && name !== 'cancellation_details')
    if (more.length > 0)
      throw new StripeError(400, 'A canceled subscription can only update its cancellation_details and metadata.', {
        param: more[0] ?? '',
      })
  }
  if (subscription.schedule !== null && (params.has('cancel_at_period_end') || params.has('cancel_at'))) {
    throw new StripeError(
      400,
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  }
  changeItems(call, subscription)
  change(account, subscription, () => applyPlain(call, subscription))
  if (params.text('trial_end') === 'now' && subscription.status === 'trialing') {
    subscription.trial_end = account.clock.now()
    endTrial(call.world, account, subscription)
  }
  return subscription
}

function applyPlain({ account, params }: Call, subscription: Subscription): void {
  subscription.metadata = params.metadata(subscription.metadata)
  const isEnding = params.flag('cancel_at_period_end')
  if (isEnding !== undefined) setEnding(account, subscription, isEnding)
  if (params.has('cancel_at')) {
    subscription.cancel_at = params.integer('cancel_at') ?? null
    subscription.canceled_at = subscription.cancel_at === null ? null : account.clock.now()
  }
  if (params.has('trial_settings')) {
    subscription.trial_settings = { end_behavior: { missing_payment_method: missingOf(params) } }
  }
  applyDetails(params.below('cancellation_details'), subscription)
  const method = params.text('default_payment_method')
  if (method !== undefined) subscription.default_payment_method = method || null
}

function applyDetails(details: Params, subscription: Subscription): void {
  details.allow('comment', 'feedback')
  const reasons = [
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ] as const
  if (details.has('comment')) subscription.cancellation_details.comment = details.text('comment') || null
  if (details.has('feedback')) subscription.cancellation_details.feedback = details.oneOf('feedback', reasons) ?? null
}

function cancel({ account, params, id }: Call): Subscription {
  params.allow('cancellation_details', 'invoice_now', 'prorate')
  const subscription = account.subscription(id)
  if (endedStates.includes(subscription.status)) throw missing('subscription', id)
  applyDetails(params.below('cancellation_details'), subscription)
  cancelNow(account, subscription)
  return subscription
}

function resume({ world, account, params, id }: Call): Subscription {
  params.allow('billing_cycle_anchor', 'proration_behavior', 'proration_date', 'payment_behavior')
  const subscription = account.subscription(id)
  if (subscription.status !== 'paused')
    throw new StripeError(
      400,
      `Only paused subscriptions can be resumed. The subscription's status is \`${subscription.status}\`.`,
    )
  renew(world, account, { subscription, reason: 'subscription_update' })
  return subscription
}

export const subscriptionRoutes: Readonly<Record<string, Route>> = {
  'POST /v1/subscriptions': create,
  'GET /v1/subscriptions': list,
  'GET /v1/subscriptions/:id': ({ account, id }) => account.subscription(id),
  'POST /v1/subscriptions/:id': update,
  'DELETE /v1/subscriptions/:id': cancel,
  'POST /v1/subscriptions/:id/resume': resume,
}
