import { type Call, pageNames, pageOf, type Route } from './call.ts'
import { missing, StripeError } from './errors.ts'
import type { CheckoutSession, Customer, PortalSession } from './objects.ts'
import type { Params } from './params.ts'
import { missingOf } from './subscription-routes.ts'
import { day, newId } from './world.ts'

const sessionNames =
  'mode customer customer_email client_reference_id line_items success_url cancel_url subscription_data metadata locale ' +
  'payment_method_collection payment_method_types tax_id_collection automatic_tax allow_promotion_codes customer_update ' +
  'billing_address_collection expires_at ui_mode consent_collection custom_text discounts saved_payment_method_options'

/** Checks what Stripe checks before it opens a page, in its words. */
function refuseSession({ account, params }: Call): void {
  if (params.required('mode') !== 'subscription')
    throw new StripeError(400, 'The simulated Stripe knows `mode: subscription` only.', { param: 'mode' })
  if (!params.has('success_url')) {
    throw new StripeError(400, 'Missing required param: success_url.', {
      code: 'parameter_missing',
      param: 'success_url',
    })
  }
  for (const name of ['success_url', 'cancel_url']) {
    const url = params.text(name)
    if (url !== undefined && !URL.canParse(url))
      throw new StripeError(400, 'Not a valid URL', { code: 'url_invalid', param: name })
  }
  if (params.has('customer') && params.has('customer_email')) {
    throw new StripeError(400, 'You may only specify one of these parameters: customer, customer_email.')
  }
  if (params.flag('allow_promotion_codes') && params.has('discounts')) {
    throw new StripeError(400, 'You may only specify one of these parameters: allow_promotion_codes, discounts.')
  }
  if (params.has('customer')) refuseCustomer(account.customer(params.required('customer')), params)
}

/** What a known customer lacks, and the page may not note. */
function refuseCustomer(customer: Customer, params: Params): void {
  const updates = params.below('customer_update')
  if (params.below('tax_id_collection').flag('enabled') && updates.text('name') !== 'auto') {
    throw new StripeError(
      400,
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
    )
  }
  if (
    params.below('automatic_tax').flag('enabled') &&
    updates.text('address') !== 'auto' &&
    customer.address === null
  ) {
    throw new StripeError(
      400,
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      { code: 'customer_tax_location_invalid' },
    )
  }
}

function lineItemsOf({ account }: Call, entries: readonly Params[]): CheckoutSession['line_items']['data'] {
  if (entries.length === 0)
    throw new StripeError(400, 'Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    })
  return entries.map((entry) => {
    entry.allow('price', 'quantity', 'adjustable_quantity', 'tax_rates')
    const price = account.price(entry.required('price'), entry.pathOf('price'))
    if (!entry.has('quantity'))
      throw new StripeError(400, 'Quantity is required. Add `quantity` to `line_items[0]`', {
        param: entry.pathOf('quantity'),
      })
    return { id: newId('li'), object: 'item', price, quantity: entry.integer('quantity') ?? 1 }
  })
}

function createSession(call: Call): unknown {
  const { world, account, params } = call
  params.allow(...sessionNames.split(' '))
  refuseSession(call)
  const now = account.clock.now()
  const expires = params.integer('expires_at') ?? now + day
  if (expires < now + 1800 || expires > now + day) {
    throw new StripeError(
      400,
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  }
  const plan = params.below('subscription_data')
  plan.allow(
    'trial_period_days',
    'trial_end',
    'trial_settings',
    'metadata',
    'description',
    'proration_behavior',
    'billing_mode',
  )
  const trialDays = plan.integer('trial_period_days')
  if (trialDays !== undefined && trialDays < 1) {
    throw new StripeError(400, 'The minimum number of trial period days is 1.', {
      param: 'subscription_data[trial_period_days]',
    })
  }
  const session: CheckoutSession = {
    ...sumsOf(lineItemsOf(call, params.list('line_items')), trialDays !== undefined),
    ...wishesOf(params),
    ...account.stamp(`cs_${account.livemode ? 'live' : 'test'}`),
    object: 'checkout.session',
    mode: 'subscription',
    expires_at: expires,
    payment_method_types: ['card'],
    invoice: null,
    subscription: null,
    status: 'open',
    payment_status: 'unpaid',
    url: null,
  }
  session.url = `${world.url}/c/pay/${session.id}`
  account.sessions.set(session.id, session)
  account.plans.set(session.id, { trialDays, missing: missingOf(plan), metadata: plan.metadata() })
  return shown(call, session)
}

/** What the session keeps of its parameters. */
function wishesOf(params: Params) {
  const optional = (name: string) => params.text(name) || null
  return {
    client_reference_id: optional('client_reference_id'),
    success_url: params.required('success_url'),
    cancel_url: optional('cancel_url'),
    customer: optional('customer'),
    customer_email: optional('customer_email'),
    locale: optional('locale'),
    metadata: params.metadata(),
    allow_promotion_codes: params.flag('allow_promotion_codes') ?? null,
    automatic_tax: { enabled: params.below('automatic_tax').flag('enabled') === true, status: null },
    tax_id_collection: { enabled: params.below('tax_id_collection').flag('enabled') === true },
    payment_method_collection: params.oneOf('payment_method_collection', ['always', 'if_required']) ?? 'always',
  }
}

function sumsOf(lines: CheckoutSession['line_items']['data'], isTrial: boolean) {
  const total = lines.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0)
  return {
    line_items: { object: 'list', data: lines, has_more: false, url: '/v1/checkout/sessions/line_items' } as const,
    amount_subtotal: total,
    amount_total: isTrial ? 0 : total,
    currency: lines[0]?.price.currency ?? 'eur',
  }
}

/** Lines come only where they are asked for. */
function shown({ params }: Call, session: CheckoutSession): unknown {
  if (params.texts('expand').some((path) => path.startsWith('line_items'))) return session
  const { line_items: _, ...rest } = session
  return rest
}

function sessionOf({ account, id }: Call): CheckoutSession {
  const found = account.sessions.get(id)
  if (!found) throw missing('checkout.session', id, 'session')
  return found
}

/** Ends a session that was not paid. */
export function expireSession(account: Call['account'], session: CheckoutSession): void {
  session.status = 'expired'
  session.url = null
  account.record('checkout.session.expired', session)
}

function createPortal({ world, account, params }: Call): PortalSession {
  params.allow('customer', 'return_url', 'locale', 'configuration', 'flow_data', 'on_behalf_of')
  const customer = account.customer(params.required('customer'))
  if (!world.settings.hasPortal) {
    throw new StripeError(
      400,
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    )
  }
  const type = params.below('flow_data').text('type')
  const stamp = account.stamp('bps')
  const session: PortalSession = {
    ...stamp,
    object: 'billing_portal.session',
    customer: customer.id,
    return_url: params.text('return_url') || null,
    url: `${world.url}/p/session/${stamp.id}`,
    locale: params.text('locale') || null,
    configuration: 'bpc_1default',
    flow: type === undefined ? null : { type },
  }
  account.portals.set(session.id, session)
  return session
}

export const hostedRoutes: Readonly<Record<string, Route>> = {
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions': (call) => {
    const { params, account } = call
    params.allow(...pageNames, 'customer', 'subscription', 'status', 'created')
    const customer = params.text('customer')
    const found = account.sessions.values().filter((one) => customer === undefined || one.customer === customer)
    const page = pageOf(call, '/v1/checkout/sessions', found)
    return { ...page, data: page.data.map((session) => shown(call, session)) }
  },
  'GET /v1/checkout/sessions/:id': (call) => shown(call, sessionOf(call)),
  'GET /v1/checkout/sessions/:id/line_items': (call) => sessionOf(call).line_items,
  'POST /v1/checkout/sessions/:id/expire': (call) => {
    const session = sessionOf(call)
    if (session.status !== 'open') {
      throw new StripeError(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }
    expireSession(call.account, session)
    return shown(call, session)
  },
  'POST /v1/billing_portal/sessions': createPortal,
}
