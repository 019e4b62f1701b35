import { createHash } from 'node:crypto'
import { AppError, type Clock } from '@tillsight/core'
import {
  type Billing,
  type BillingEvent,
  Invoice,
  type InvoicePage,
  type OwnSubscription,
  type Plan,
  type PlanChoice,
} from '@tillsight/domain'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { StripeSettings } from './settings.ts'
import { callStripe } from './stripe-failures.ts'
import { chooseSubscription, customerOf, toBillingAmount, toCustomerState, toPlan } from './stripe-state.ts'

/** Events after which a customer is asked about. */
const followed: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'customer.deleted',
])

const trialDays = 14
const minuteMs = 60_000
const pricesKeptMs = 60 * minuteMs
const timeoutMs = 10_000
/** How old a signature may be, in seconds. */
const toleranceSeconds = 300
const invoicesPerPage = 24

/** Plans sold through Stripe, by its official library. */
export function createStripeBilling(settings: StripeSettings, clock: Clock): Billing {
  const open = once(() => openClient(settings))
  const call = async <T>(work: (stripe: Stripe) => Promise<T>) => callStripe(settings, async () => work(await open()))
  const isLive = settings.secretKey.includes('_live_')
  const plans = createPriceList(settings, { call, clock })
  return {
    provider: 'stripe',
    sells: true,
    plans,
    current: (customer) => call(async (stripe) => readState(stripe, customer, settings)),
    createCustomer: ({ id, name, email, replaces }) =>
      call(async (stripe) => {
        // Stripe refuses one key with other words.
        const words = createHash('sha256').update(`${name}\n${email}`).digest('hex').slice(0, 16)
        const about = { name, metadata: { organisation: id }, ...(email === '' ? {} : { email }) }
        return (await stripe.customers.create(about, { idempotencyKey: `customer ${id} ${words} ${replaces ?? ''}` }))
          .id
      }),
    checkout: (purchase) => call(async (stripe) => ({ url: await beginCheckout(stripe, purchase, settings) })),
    customerOf: (session) =>
      call(async (stripe) => {
        const found = await orNothing(stripe.checkout.sessions.retrieve(session))
        return found ? (customerOf(found) ?? undefined) : undefined
      }),
    portal: (customer, backUrl) =>
      call(async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: backUrl })
        return { url }
      }),
    ...changes(settings, { call, clock }),
    invoices: (customer, after) =>
      call(async (stripe) => {
        const start = after === null ? {} : { starting_after: after }
        const { data, has_more } = await stripe.invoices.list({ customer, limit: invoicesPerPage, ...start })
        return { items: data.map(toInvoice), next: has_more ? (data.at(-1)?.id ?? null) : null }
      }),
    async readEvent(body, signature) {
      const { livemode, ...event } = readSigned(await open(), { body, signature, secret: settings.webhookSecret })
      if (livemode === isLive) return toEvent(event)
      const [theirs, ours] = isLive ? ['a test', 'live'] : ['a live', 'test']
      throw new AppError(
        'invalid_input',
        `This is ${theirs} event, and this installation has a ${ours} key. Nothing was stored.`,
      )
    },
    undelivered: (since) =>
      call(async (stripe) => {
        const created = { gte: Math.floor(since.getTime() / 1000) }
        const list = stripe.events.list({ delivery_success: false, created, limit: 100 })
        return (await list.autoPagingToArray({ limit: 10_000 })).map((event) => toEvent(SignedEvent.parse(event)))
      }),
  }
}

async function openClient({ secretKey, url }: StripeSettings): Promise<Stripe> {
  // Most installations sell nothing, and start sooner without it.
  const { default: Client } = await import('stripe')
  const place =
    url === undefined
      ? {}
      : {
          host: url.hostname,
          port: url.port,
          protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
  return new Client(secretKey, { timeout: timeoutMs, maxNetworkRetries: 2, telemetry: false, ...place })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

type Call = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>

/** The plans with their prices, which are asked for once an hour; those of the last time where Stripe does not answer. */
function createPriceList(
  { plans }: StripeSettings,
  { call, clock }: { readonly call: Call; readonly clock: Clock },
): () => Promise<readonly Plan[]> {
  let known: { readonly at: number; readonly list: readonly Plan[] } | undefined
  return async () => {
    const now = clock.now().getTime()
    if (known && now - known.at < pricesKeptMs) return known.list
    try {
      const ids = plans.flatMap(({ prices }) => [prices.month, prices.year].filter((id) => id !== null))
      const found = await call((stripe) => Promise.all(ids.map((id) => stripe.prices.retrieve(id))))
      const byId = new Map(found.map((price) => [price.id, price]))
      known = { at: now, list: plans.map((plan) => toPlan(plan, byId)) }
    } catch (error) {
      if (!known) throw error
    }
    return known.list
  }
}

async function readState(stripe: Stripe, customer: string, { plans }: StripeSettings) {
  const [who, subscriptions] = await Promise.all([
    orNothing(stripe.customers.retrieve(customer)),
    listSubscriptions(stripe, customer),
  ])
  const counts = chooseSubscription(subscriptions)
  const owes = counts?.status === 'past_due' || counts?.status === 'unpaid'
  const openInvoices = owes
    ? await stripe.invoices
        .list({ subscription: counts.id, status: 'open', limit: 100 })
        .autoPagingToArray({ limit: 1000 })
    : []
  const schedule = counts ? await readSchedule(stripe, counts) : null
  const isGone = !who || who.deleted === true
  return toCustomerState({ isGone, subscriptions, openInvoices, schedule }, plans)
}

async function listSubscriptions(stripe: Stripe, customer: string): Promise<readonly Stripe.Subscription[]> {
  const list = stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  return (await orNothing(list.autoPagingToArray({ limit: 1000 }))) ?? []
}

async function readSchedule(
  stripe: Stripe,
  { schedule }: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule | null> {
  if (schedule === null) return null
  return stripe.subscriptionSchedules.retrieve(typeof schedule === 'string' ? schedule : schedule.id)
}

/** Undefined for what Stripe does not have. */
async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return undefined
    throw error
  }
}

async function beginCheckout(
  stripe: Stripe,
  { organisation, customer, plan, interval, hasTrial, doneUrl, backUrl, now }: Parameters<Billing['checkout']>[0],
  settings: StripeSettings,
): Promise<string> {
  const trial = {
    trial_period_days: trialDays,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' as const } },
  }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      client_reference_id: organisation,
      customer,
      customer_update: { address: 'auto', name: 'auto' },
      line_items: [{ price: priceOf({ plan, interval }, settings), quantity: 1 }],
      tax_id_collection: { enabled: true },
      automatic_tax: { enabled: true },
      allow_promotion_codes: true,
      payment_method_collection: hasTrial ? 'if_required' : 'always',
      subscription_data: { metadata: { organisation }, ...(hasTrial ? trial : {}) },
      success_url: doneUrl.replace('{session}', '{CHECKOUT_SESSION_ID}'),
      cancel_url: backUrl,
    },
    { idempotencyKey: `checkout ${organisation} ${plan} ${interval} ${Math.floor(now.getTime() / minuteMs)}` },
  )
  if (session.url !== null) return session.url
  throw new AppError('upstream_failed', 'Stripe gave no page for this purchase. Try again in a minute.')
}

function priceOf({ plan, interval }: PlanChoice, { plans }: StripeSettings): string {
  const price = plans.find(({ id }) => id === plan)?.prices[interval]
  if (price) return price
  throw new AppError('invalid_input', 'This plan is not sold.', { problems: { plan: 'This plan is not sold.' } })
}

/** What changes a subscription. */
function changes(
  settings: StripeSettings,
  { call, clock }: { readonly call: Call; readonly clock: Clock },
): Pick<Billing, 'previewChange' | 'changeNow' | 'changeLater' | 'cancel' | 'resume' | 'end'> {
  return {
    previewChange: ({ customer, subscription }, to) =>
      call(async (stripe) => {
        const of = await stripe.subscriptions.retrieve(subscription)
        const at = Math.floor(clock.now().getTime() / 1000)
        const preview = await stripe.invoices.createPreview({
          customer,
          subscription,
          subscription_details: { items: itemsOf(of, priceOf(to, settings)), ...prorationOf(of, at) },
        })
        // Of a trial nothing is charged: what Stripe previews then is the first invoice after it.
        const due = of.status === 'trialing' ? 0 : preview.amount_due
        return { due: toBillingAmount(due, preview.currency), at: new Date(at * 1000) }
      }),
    changeNow: ({ subscription }, { at, ...to }) =>
      call(async (stripe) => {
        const of = await releaseSchedule(stripe, subscription)
        await stripe.subscriptions.update(subscription, {
          items: itemsOf(of, priceOf(to, settings)),
          payment_behavior: of.status === 'trialing' ? 'allow_incomplete' : 'error_if_incomplete',
          ...prorationOf(of, at === null ? null : Math.floor(at.getTime() / 1000)),
        })
      }),
    changeLater: ({ subscription }, to) =>
      call(async (stripe) => {
        const { items } = await releaseSchedule(stripe, subscription)
        const [item] = items.data
        if (!item)
          throw new AppError('upstream_failed', 'Stripe shows nothing in this subscription. Nothing was changed.')
        const { id } = await stripe.subscriptionSchedules.create({ from_subscription: subscription })
        const { current_period_start: start_date, current_period_end: end_date, price } = item
        await stripe.subscriptionSchedules.update(id, {
          end_behavior: 'release',
          phases: [
            { items: [{ price: price.id, quantity: 1 }], start_date, end_date },
            {
              items: [{ price: priceOf(to, settings), quantity: 1 }],
              start_date: end_date,
              proration_behavior: 'none',
            },
          ],
        })
      }),
    cancel: ({ subscription }, reason) =>
      call(async (stripe) => {
        await releaseSchedule(stripe, subscription)
        const details = reason === '' ? {} : { cancellation_details: { comment: reason } }
        await stripe.subscriptions.update(subscription, { cancel_at_period_end: true, ...details })
      }),
    resume: (own) => call((stripe) => resume(stripe, own)),
    end: (customer) =>
      call(async (stripe) => {
        for (const { id, status } of await listSubscriptions(stripe, customer)) {
          if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(id)
        }
      }),
  }
}

function itemsOf({ items }: Stripe.Subscription, price: string) {
  return items.data.map(({ id }) => ({ id, price }))
}

function prorationOf({ status }: Stripe.Subscription, at: number | null) {
  if (status === 'trialing') return { proration_behavior: 'none' as const }
  return { proration_behavior: 'always_invoice' as const, ...(at === null ? {} : { proration_date: at }) }
}

/** The subscription, without what was to happen at the end of its period. */
async function releaseSchedule(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const of = await stripe.subscriptions.retrieve(id)
  if (of.schedule === null) return of
  await stripe.subscriptionSchedules.release(typeof of.schedule === 'string' ? of.schedule : of.schedule.id)
  return of
}

async function resume(stripe: Stripe, { subscription }: OwnSubscription): Promise<void> {
  const { status, cancel_at_period_end: ends } = await releaseSchedule(stripe, subscription)
  if (status === 'paused') await stripe.subscriptions.resume(subscription)
  else if (ends) await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
}

const SignedEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  /** Seconds since 1970. */
  created: z.number().int().nonnegative().max(253_402_300_799),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({}) }),
})

function readSigned(
  stripe: Stripe,
  { body, signature, secret }: { readonly body: string; readonly signature: string; readonly secret: string },
): z.infer<typeof SignedEvent> {
  try {
    return SignedEvent.parse(stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds))
  } catch (error) {
    throw new AppError(
      'invalid_input',
      'This is no event that Stripe signed for this installation within the last five minutes. Nothing was stored; check STRIPE_WEBHOOK_SECRET and the clock.',
      { cause: error },
    )
  }
}

function toEvent({ id, type, created, data }: Omit<z.infer<typeof SignedEvent>, 'livemode'>): BillingEvent {
  const customer = customerOf(data.object)
  return { id, type, createdAt: new Date(created * 1000), customer, isFollowed: followed.has(type) }
}

function toInvoice(invoice: Stripe.Invoice): InvoicePage['items'][number] {
  const { id, number, created, status, total, currency, hosted_invoice_url: page, invoice_pdf: pdf } = invoice
  return {
    id: id ?? '',
    number,
    at: new Date(created * 1000).toISOString(),
    // One that is newer than this code: shown as what is not settled.
    status: Invoice.shape.status.safeParse(status).data ?? 'draft',
    total: toBillingAmount(total, currency),
    page: page ?? null,
    pdf: pdf ?? null,
  }
}
