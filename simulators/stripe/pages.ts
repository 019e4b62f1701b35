import { escapeHtml, type FakeRequest, page, type Reply, redirect } from '../web/exchange.ts'
import { StripeError } from './errors.ts'
import { type Attempt, finalize } from './invoices.ts'
import type { CheckoutSession, Customer, Invoice, PortalSession, Subscription } from './objects.ts'
import { cancelNow, change, createSubscription, setEnding, settle } from './subscriptions.ts'
import { type Account, day, type World } from './world.ts'

const cardField =
  '<p><label>Card number <input name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242"></label></p>'

/** The pages that people see: the payment of a new subscription, the portal and an open invoice. */
export function answerPage(world: World, request: FakeRequest): Reply {
  const form = request.method === 'POST' ? new URLSearchParams(request.body) : undefined
  const id = request.path.split('/').at(-1) ?? ''
  for (const account of [world.test, world.live]) {
    const place = { world, account, form, uri: request.uri }
    const session = account.sessions.get(id)
    if (session) return checkoutPage(place, session)
    const portal = account.portals.get(id)
    if (portal) return portalPage(place, portal)
    const invoice = account.invoices.get(id)
    if (invoice) return invoicePage(place, invoice)
  }
  return page('Something went wrong', '<p>The page you were looking for could not be found.</p>', 404)
}

interface Place {
  readonly world: World
  readonly account: Account
  readonly form: URLSearchParams | undefined
  readonly uri: string
}

/** An amount in the smallest unit, printed. */
function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(amount / 100)
}

function formOf({ uri }: Place, content: string): string {
  return `<form method="post" action="${escapeHtml(uri)}">${content}</form>`
}

function button(value: string, label: string): string {
  return `<button name="do" value="${value}">${escapeHtml(label)}</button> `
}

function checkoutPage(place: Place, session: CheckoutSession): Reply {
  const { account, form } = place
  if (session.status !== 'open') {
    return page('Something went wrong', '<p>This checkout session has expired or was completed.</p>', 410)
  }
  const pressed = form?.get('do')
  if (pressed === 'back') return redirect(session.cancel_url ?? session.success_url)
  const known = session.customer === null ? undefined : account.customers.get(session.customer)
  if (form && (pressed === 'subscribe' || pressed === 'authenticated')) return subscribe(place, session, known)
  return checkoutForm(place, session, '')
}

function checkoutForm(place: Place, session: CheckoutSession, problem: string): Reply {
  const { trialDays } = place.account.plans.get(session.id) ?? {}
  const lines = session.line_items.data
    .map(({ price, quantity }) => {
      const name = place.account.products.get(price.product)?.name ?? ''
      return `<li>${quantity} × ${escapeHtml(name)}: ${money(price.unit_amount, price.currency)} per ${price.recurring.interval}</li>`
    })
    .join('')
  const isFree = trialDays !== undefined && session.payment_method_collection === 'if_required'
  const trial = trialDays === undefined ? '' : `<p>${trialDays} days free</p>`
  const title = trialDays === undefined ? 'Subscribe' : 'Start trial'
  const said = problem === '' ? '' : `<p role="alert">${escapeHtml(problem)}</p>`
  return page(
    title,
    `${said}<ul>${lines}</ul>${trial}<p>Due today: ${money(session.amount_total, session.currency)}</p>` +
      formOf(place, `${isFree ? '' : cardField}${button('subscribe', title)}${button('back', 'Back')}`),
    problem === '' ? 200 : 402,
  )
}

/** Pays, or says why not; the session stays open then. */
function subscribe(place: Place, session: CheckoutSession, known: Customer | undefined): Reply {
  const { account, form } = place
  const customer = known ?? newCustomer(account, session)
  const card = form?.get('card') ?? ''
  const isAuthenticated = form?.get('do') === 'authenticated'
  const problem = isAuthenticated || card === '' ? '' : attach(account, customer, card)
  if (problem !== '') return checkoutForm(place, session, problem)
  if (!payFirst(place, session, { customer, isAuthenticated })) return refusedPayment(place, session)
  session.status = 'complete'
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid'
  session.url = null
  account.record('checkout.session.completed', session)
  return redirect(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id))
}

/** Makes the subscription, or tries again to have the one of this session paid; whether it was paid. */
function payFirst(
  place: Place,
  session: CheckoutSession,
  { customer, isAuthenticated }: { readonly customer: Customer; readonly isAuthenticated: boolean },
): boolean {
  const { world, account } = place
  const open = account.subscriptions.get(session.subscription ?? '')
  const subscription = open ?? makeSubscription(place, session, customer)
  session.customer = customer.id
  session.subscription = subscription.id
  session.invoice = subscription.latest_invoice
  const invoice = account.invoices.get(subscription.latest_invoice ?? '')
  if (open && invoice?.status === 'open') settle(world, account, { invoice, isAuthenticated })
  return subscription.status !== 'incomplete'
}

/** Gives a customer a card; returns what the bank says against it. */
function attach(account: Account, customer: Customer, card: string): string {
  try {
    account.attach(customer, card)
    return ''
  } catch (error) {
    if (error instanceof StripeError) return error.message
    throw error
  }
}

function makeSubscription({ world, account }: Place, session: CheckoutSession, customer: Customer): Subscription {
  const { trialDays, missing = 'create_invoice', metadata = {} } = account.plans.get(session.id) ?? {}
  return createSubscription(world, account, {
    customer: customer.id,
    items: session.line_items.data.map(({ price, quantity }) => ({ price, quantity })),
    trialEnd: trialDays === undefined ? null : account.clock.now() + trialDays * day,
    missing,
    metadata,
    hasAutomaticTax: session.automatic_tax.enabled,
    behavior: 'allow_incomplete',
  })
}

function refusedPayment(place: Place, session: CheckoutSession): Reply {
  const customer = place.account.customers.get(session.customer ?? '')
  const kind = place.account.cardKinds.get(customer?.invoice_settings.default_payment_method ?? '')
  if (kind !== 'needs_authentication') return checkoutForm(place, session, 'Your card was declined.')
  return page(
    'Authenticate the payment',
    formOf(place, `${button('authenticated', 'Complete authentication')}${button('back', 'Fail authentication')}`),
  )
}

function newCustomer(account: Account, session: CheckoutSession): Customer {
  const customer: Customer = {
    ...account.stamp('cus'),
    object: 'customer',
    email: session.customer_email,
    name: null,
    metadata: {},
    balance: 0,
    currency: session.currency,
    address: null,
    preferred_locales: [],
    invoice_settings: { default_payment_method: null },
  }
  account.customers.set(customer.id, customer)
  account.record('customer.created', customer)
  return customer
}

function portalPage(place: Place, portal: PortalSession): Reply {
  const { account, form } = place
  const customer = account.customers.get(portal.customer)
  if (!customer || customer.deleted) return page('Something went wrong', '', 404)
  const result = form ? act(place, customer, form) : ''
  const mine = account.subscriptions.values().filter((one) => one.customer === customer.id && one.ended_at === null)
  const invoices = account.invoices.values().filter((one) => one.customer === customer.id && one.status !== 'draft')
  const method = account.methods.get(customer.invoice_settings.default_payment_method ?? '')
  const back =
    portal.return_url === null ? '' : `<p><a href="${escapeHtml(portal.return_url)}">Return to merchant</a></p>`
  return page(
    'Billing',
    `${result === '' ? '' : `<p role="status">${escapeHtml(result)}</p>`}${back}` +
      `<h2>Subscription</h2>${[...mine].map((one) => subscriptionPart(place, one)).join('')}` +
      `<h2>Payment method</h2><p>${method ? `Card ending in ${method.card.last4}` : 'None'}</p>` +
      formOf(place, `${cardField}${button('card', 'Save card')}`) +
      `<h2>Invoices</h2>${[...invoices].map((one) => invoicePart(place, one)).join('')}`,
  )
}

function subscriptionPart(place: Place, { id, status, items, cancel_at_period_end: isEnding }: Subscription): string {
  const names = items.data.map(({ price }) => place.account.products.get(price.product)?.name ?? '').join(', ')
  const action = isEnding ? button('renew', "Don't cancel subscription") : button('cancel', 'Cancel subscription')
  return `<p>${escapeHtml(names)}: ${status}</p>${formOf(place, `<input type="hidden" name="id" value="${id}">${action}`)}`
}

function invoicePart(place: Place, { id, number, amount_due, currency, status }: Invoice): string {
  const pay = status === 'open' ? button('pay', `Pay invoice ${number ?? ''}`) : ''
  return formOf(
    place,
    `<input type="hidden" name="id" value="${id}">${number} ${money(amount_due, currency)} ${status} ${pay}`,
  )
}

/** What was pressed in the portal, and what it says then. */
function act(place: Place, customer: Customer, form: URLSearchParams): string {
  const { world, account } = place
  const id = form.get('id') ?? ''
  const invoice = account.invoices.get(id)
  const subscription = account.subscriptions.get(id)
  switch (form.get('do')) {
    case 'card':
      return changeCard(account, customer, form.get('card') ?? '')
    case 'cancel':
      if (subscription) end(account, subscription, true)
      return 'Subscription canceled.'
    case 'renew':
      if (subscription) end(account, subscription, false)
      return 'Subscription renewed.'
    case 'pay':
      if (invoice?.status !== 'open') return ''
      return said(settle(world, account, { invoice, isAuthenticated: true }))
    default:
      return ''
  }
}

function said(attempt: Attempt): string {
  return attempt === 'paid' ? 'Invoice paid.' : 'Your card was declined.'
}

/** The new card is the one for every subscription. */
function changeCard(account: Account, customer: Customer, card: string): string {
  const problem = attach(account, customer, card)
  if (problem !== '') return problem
  for (const one of account.subscriptions.values()) if (one.customer === customer.id) one.default_payment_method = null
  return 'Card saved.'
}

/** The portal ends at once what was not paid. */
function end(account: Account, subscription: Subscription, isEnding: boolean): void {
  if (subscription.status === 'past_due' || subscription.status === 'unpaid') return cancelNow(account, subscription)
  change(account, subscription, () => setEnding(account, subscription, isEnding))
}

/** The page of one open invoice; whoever pays leaves the card for later ones. */
function invoicePage(place: Place, invoice: Invoice): Reply {
  const result = payInvoice(place, invoice)
  const { amount_due, currency, status } = invoice
  const isOpen = status === 'open' || status === 'draft'
  return page(
    `Invoice ${invoice.number ?? ''}`,
    `${result === '' ? '' : `<p role="status">${escapeHtml(result)}</p>`}<p>${money(amount_due, currency)}: ${status}</p>` +
      (isOpen ? formOf(place, `${cardField}${button('pay', 'Pay')}`) : ''),
  )
}

function payInvoice({ world, account, form }: Place, invoice: Invoice): string {
  const customer = account.customers.get(invoice.customer)
  if (!form || !customer || invoice.status === 'paid' || invoice.status === 'void') return ''
  const result = changeCard(account, customer, form.get('card') ?? '')
  if (result !== 'Card saved.') return result
  if (invoice.status === 'draft') finalize(world, account, invoice)
  return said(settle(world, account, { invoice, isAuthenticated: true }))
}
