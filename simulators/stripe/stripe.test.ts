import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import Stripe from 'stripe'
import { openReceiver } from '../web/testing.ts'
import { startStripeFake } from './index.ts'

/** A Stripe on 1 December 2026, and the official library at it. */
async function start(t: TestContext) {
  const beginning = new Date('2026-12-01T12:00:00Z').getTime()
  const fake = await startStripeFake({ now: () => new Date(beginning) })
  t.after(() => fake.stop())
  const open = (key: string) =>
    new Stripe(key, { host: fake.host, port: fake.port, protocol: 'http', maxNetworkRetries: 0 })
  const stripe = open(fake.testKey)
  const small = fake.addPlan({ name: 'Small', currency: 'eur', month: 2000, year: 20_000 })
  const large = fake.addPlan({ name: 'Large', currency: 'eur', month: 6000, year: 60_000 })
  const customer = await stripe.customers.create({ email: 'ida@shop.example', name: 'Ida' })
  return { fake, stripe, open, small, large, customer }
}

type World = Awaited<ReturnType<typeof start>>

/** The state of the customer's only subscription. */
async function now({ stripe, customer }: Pick<World, 'stripe' | 'customer'>): Promise<Stripe.Subscription> {
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' })
  assert.equal(data.length, 1)
  assert(data[0])
  return data[0]
}

async function checkout(
  { stripe, customer, small }: World,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'organisation-1',
    line_items: [{ price: small.month, quantity: 1 }],
    success_url: 'https://till.example/return?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://till.example/plans',
    ...more,
  })
}

const refusedBy = (type: string, status: number) => (error: unknown) => {
  assert(error instanceof Stripe.errors.StripeError)
  assert.deepEqual([error.type, error.statusCode], [type, status])
  return true
}

describe('a purchase', () => {
  it('is paid on the hosted page, and the browser comes back with the session', async (t) => {
    const world = await start(t)
    const { fake, stripe } = world
    const session = await checkout(world)
    const { location } = await fake.press(session.url ?? '', { do: 'subscribe', card: '4242 4242 4242 4242' })
    assert.equal(location, `https://till.example/return?session=${session.id}`)
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'line_items'] })
    assert.equal(paid.status, 'complete')
    assert.equal(paid.payment_status, 'paid')
    assert(typeof paid.subscription === 'object' && paid.subscription)
    assert.equal(paid.subscription.status, 'active')
    assert.equal(paid.subscription.items.data[0]?.current_period_end, Date.UTC(2027, 0, 1, 12) / 1000)
    assert(!('current_period_end' in paid.subscription), 'periods are on items')
    assert.equal(paid.line_items?.data[0]?.price?.id, world.small.month)
  })

  it('declined by the bank leaves the page open and buys nothing', async (t) => {
    const world = await start(t)
    const session = await checkout(world)
    const { location, text } = await world.fake.press(session.url ?? '', { do: 'subscribe', card: '4000000000000002' })
    assert.equal(location, null)
    assert.match(text, /Your card was declined/)
    assert.equal((await world.stripe.checkout.sessions.retrieve(session.id)).status, 'open')
    assert.equal((await world.stripe.subscriptions.list({ customer: world.customer.id, status: 'all' })).data.length, 0)
    const left = await world.fake.press(session.url ?? '', { do: 'back' })
    assert.equal(left.location, 'https://till.example/plans')
  })

  it('whose bank asks is incomplete, and expires after 23 hours', async (t) => {
    const world = await start(t)
    const session = await checkout(world)
    await world.fake.press(session.url ?? '', { do: 'subscribe', card: '4000002760003184' })
    assert.equal((await now(world)).status, 'incomplete')
    await world.fake.advance({ hours: 22 })
    assert.equal((await now(world)).status, 'incomplete')
    await world.fake.advance({ hours: 1 })
    assert.equal((await now(world)).status, 'incomplete_expired')
  })

  it('is refused where Stripe needs a name or an address', async (t) => {
    const world = await start(t)
    const taxId = { tax_id_collection: { enabled: true } }
    await assert.rejects(checkout(world, taxId), /Tax ID collection requires updating business name/)
    await assert.rejects(checkout(world, { automatic_tax: { enabled: true } }), /requires a valid address/)
    await checkout(world, {
      ...taxId,
      automatic_tax: { enabled: true },
      customer_update: { name: 'auto', address: 'auto' },
    })
  })
})

describe('a trial', () => {
  const trial = {
    payment_method_collection: 'if_required',
    subscription_data: { trial_period_days: 14, trial_settings: { end_behavior: { missing_payment_method: 'pause' } } },
  } as const

  it('without a card is announced three days before its end, then pauses, and resumes with a card', async (t) => {
    const world = await start(t)
    const { fake, stripe, customer } = world
    const session = await checkout(world, trial)
    await fake.press(session.url ?? '', { do: 'subscribe' })
    assert.equal((await now(world)).status, 'trialing')
    const announced = async () =>
      (await stripe.events.list({ type: 'customer.subscription.trial_will_end' })).data.length
    await fake.advance({ days: 10, hours: 23 })
    assert.equal(await announced(), 0)
    await fake.advance({ hours: 1 })
    assert.equal(await announced(), 1)
    await fake.advance({ days: 3 })
    const paused = await now(world)
    assert.equal(paused.status, 'paused')
    fake.setCard(customer.id, '4242424242424242')
    assert.equal((await now(world)).status, 'paused', 'a card alone resumes nothing')
    assert.equal((await stripe.subscriptions.resume(paused.id)).status, 'active')
  })

  it('with a card becomes the first paid month an hour after its end', async (t) => {
    const world = await start(t)
    await world.fake.press((await checkout(world, trial)).url ?? '', { do: 'subscribe' })
    world.fake.setCard(world.customer.id, '4242424242424242')
    await world.fake.advance({ days: 14 })
    const invoices = async () =>
      (await world.stripe.invoices.list({ customer: world.customer.id })).data.map(({ status, amount_due }) => [
        status,
        amount_due,
      ])
    assert.equal((await now(world)).status, 'active')
    assert.deepEqual((await invoices())[0], ['draft', 2000])
    await world.fake.advance({ hours: 1 })
    assert.deepEqual((await invoices())[0], ['paid', 2000])
  })
})

describe('a payment that fails', () => {
  async function failing(t: TestContext) {
    const world = await start(t)
    await world.fake.press((await checkout(world)).url ?? '', { do: 'subscribe', card: '4242424242424242' })
    world.fake.setCard(world.customer.id, '4000000000000341')
    await world.fake.advance({ days: 31, hours: 2 })
    assert.equal((await now(world)).status, 'past_due')
    return world
  }

  for (const [setting, status] of [
    ['unpaid', 'unpaid'],
    ['cancel', 'canceled'],
    ['past_due', 'past_due'],
  ] as const) {
    it(`is retried, and then the subscription is ${status}`, async (t) => {
      const world = await failing(t)
      world.fake.settings.afterRetries = setting
      await world.fake.advance({ days: 14 })
      assert.equal((await now(world)).status, 'past_due')
      await world.fake.advance({ days: 2 })
      assert.equal((await now(world)).status, status)
      const failures = await world.stripe.events.list({ type: 'invoice.payment_failed' })
      assert.equal(failures.data.length, 4)
    })
  }

  it('is paid in the portal with another card', async (t) => {
    const world = await failing(t)
    const portal = await world.stripe.billingPortal.sessions.create({
      customer: world.customer.id,
      return_url: 'https://till.example/plans',
    })
    await world.fake.press(portal.url, { do: 'card', card: '4242424242424242' })
    assert.equal((await now(world)).status, 'past_due', 'a card alone pays nothing')
    const [open] = (await world.stripe.invoices.list({ customer: world.customer.id, status: 'open' })).data
    await world.fake.press(portal.url, { do: 'pay', id: open?.id ?? '' })
    assert.equal((await now(world)).status, 'active')
  })
})

describe('a change', () => {
  async function bought(t: TestContext) {
    const world = await start(t)
    await world.fake.press((await checkout(world)).url ?? '', { do: 'subscribe', card: '4242424242424242' })
    await world.fake.advance({ days: 15, hours: 12 })
    const subscription = await now(world)
    return { ...world, subscription, item: subscription.items.data[0]?.id ?? '' }
  }

  it('costs what the preview said, for half of the month', async (t) => {
    const { stripe, subscription, item, large, fake } = await bought(t)
    const at = Math.floor(fake.now().getTime() / 1000)
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item, price: large.month }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    })
    assert.deepEqual(
      preview.lines.data.map(({ amount }) => amount),
      [-1000, 3000],
    )
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: large.month }],
      proration_behavior: 'always_invoice',
      proration_date: at,
      expand: ['latest_invoice'],
    })
    assert(typeof changed.latest_invoice === 'object')
    assert.equal(changed.latest_invoice?.amount_paid, preview.amount_due)
    assert.equal(changed.items.data[0]?.price.id, large.month)
  })

  it('without the id of the item adds one more, as at Stripe', async (t) => {
    const { stripe, subscription, large } = await bought(t)
    const changed = await stripe.subscriptions.update(subscription.id, { items: [{ price: large.month }] })
    assert.equal(changed.items.data.length, 2)
  })

  it('of the interval begins a year at once', async (t) => {
    const { stripe, subscription, item, small, fake } = await bought(t)
    const changed = await stripe.subscriptions.update(subscription.id, { items: [{ id: item, price: small.year }] })
    assert.equal(changed.items.data[0]?.current_period_start, Math.floor(fake.now().getTime() / 1000))
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
    assert.equal(invoice?.amount_paid, 20_000 - 1000)
  })

  it('that a schedule plans happens at the end of the period', async (t) => {
    const world = await bought(t)
    const { stripe, subscription, large, fake } = world
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    const [phase] = schedule.phases
    assert(phase)
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        { start_date: phase.start_date, end_date: phase.end_date, items: [{ price: world.small.month, quantity: 1 }] },
        { items: [{ price: large.month, quantity: 1 }], duration: { interval: 'month', interval_count: 1 } },
      ],
    })
    await assert.rejects(
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
      /managed by the subscription schedule/,
    )
    assert.equal((await now(world)).items.data[0]?.price.id, world.small.month)
    await fake.advance({ days: 16 })
    const after = await now(world)
    assert.equal(after.items.data[0]?.price.id, large.month)
    assert.equal(after.schedule, null)
  })

  it('to the end of the period can be taken back until then', async (t) => {
    const world = await bought(t)
    const { stripe, subscription, fake } = world
    const ending = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'Too many figures' },
    })
    assert.equal(ending.cancel_at, ending.items.data[0]?.current_period_end)
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    await fake.advance({ days: 16 })
    assert.equal((await now(world)).status, 'canceled')
    assert.equal((await now(world)).cancellation_details?.comment, 'Too many figures')
    await assert.rejects(stripe.subscriptions.cancel(subscription.id), refusedBy('StripeInvalidRequestError', 404))
  })
})

describe('a call', () => {
  it('with a key that was used before gets the same answer, and other parameters are refused', async (t) => {
    const { stripe } = await start(t)
    const key = { idempotencyKey: 'once' }
    const first = await stripe.customers.create({ name: 'Once' }, key)
    assert.equal((await stripe.customers.create({ name: 'Once' }, key)).id, first.id)
    await assert.rejects(stripe.customers.create({ name: 'Twice' }, key), refusedBy('StripeIdempotencyError', 400))
  })

  it('whose answer was lost is done once, however often the library repeats it', async (t) => {
    const { fake } = await start(t)
    const patient = new Stripe(fake.testKey, {
      host: fake.host,
      port: fake.port,
      protocol: 'http',
      maxNetworkRetries: 2,
    })
    fake.faults.add({ kind: 'drop', times: 1, path: '/v1/customers' })
    const { id } = await patient.customers.create({ name: 'Lost' })
    const named = [...fake.test.customers.values()].filter(({ name }) => name === 'Lost')
    assert.deepEqual(
      named.map((one) => one.id),
      [id],
    )
  })

  it('is refused for a wrong key, an unknown object, the other mode, an unknown parameter and too many calls', async (t) => {
    const { fake, stripe, open, customer } = await start(t)
    await assert.rejects(open('sk_test_wrong').customers.list(), refusedBy('StripeAuthenticationError', 401))
    await assert.rejects(stripe.subscriptions.retrieve('sub_none'), refusedBy('StripeInvalidRequestError', 404))
    await assert.rejects(open(fake.liveKey).customers.retrieve(customer.id), /a similar object exists in test mode/)
    const unknown = { name: 'Ida', planet: 'Earth' }
    await assert.rejects(stripe.customers.create(unknown), /Received unknown parameter: planet/)
    fake.faults.add({ kind: 'rate_limited', times: 1, retryAfter: 1 })
    await assert.rejects(stripe.customers.list(), refusedBy('StripeRateLimitError', 429))
  })

  it('lists in pages, newest first', async (t) => {
    const { stripe, customer, small } = await start(t)
    for (let index = 0; index < 5; index += 1) {
      await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: small.month }],
        trial_period_days: 14,
      })
    }
    const first = await stripe.subscriptions.list({ limit: 2 })
    assert.deepEqual([first.data.length, first.has_more], [2, true])
    const all = []
    for await (const one of stripe.subscriptions.list({ limit: 2 })) all.push(one.id)
    assert.equal(new Set(all).size, 5)
  })
})

describe('webhooks', () => {
  it('are signed as the library wants it, come out of order and some twice', async (t) => {
    const world = await start(t)
    const receiver = await openReceiver(t)
    const { secret } = world.fake.listen(receiver.url)
    await world.fake.press((await checkout(world)).url ?? '', { do: 'subscribe', card: '4242424242424242' })
    await world.fake.settled()
    const events = receiver.received.map(({ body, headers }) =>
      world.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret),
    )
    const types = events.map(({ type }) => type)
    assert(types.indexOf('checkout.session.completed') < types.indexOf('customer.subscription.created'))
    assert(new Set(events.map(({ id }) => id)).size < events.length)
    const [request] = receiver.received
    assert.throws(() =>
      world.stripe.webhooks.constructEvent(
        request?.body ?? '',
        request?.headers['stripe-signature'] ?? '',
        'whsec_other',
      ),
    )
  })

  it('that were refused come again, until three days have passed', async (t) => {
    const world = await start(t)
    const receiver = await openReceiver(t)
    world.fake.settings.delivery = { order: 'as_made', repeatEvery: 0 }
    world.fake.listen(receiver.url)
    receiver.status = 500
    await world.stripe.customers.create({ name: 'Unheard' })
    await world.fake.settled()
    assert.equal(receiver.received.length, 1)
    assert.equal((await world.stripe.events.list({ delivery_success: false, type: 'customer.created' })).data.length, 1)
    await world.fake.advance({ hours: 1 })
    assert.equal(receiver.received.length, 2)
    receiver.status = 200
    await world.fake.advance({ days: 4 })
    assert.equal(receiver.received.length, 3)
    assert.equal((await world.stripe.events.list({ delivery_success: false, type: 'customer.created' })).data.length, 0)
    receiver.status = 302
    await world.stripe.customers.create({ name: 'Never heard' })
    await world.fake.advance({ days: 5 })
    assert.equal(receiver.received.length, 3 + 7)
  })
})
