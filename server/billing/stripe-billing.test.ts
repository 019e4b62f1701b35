import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError, toOrganisationId } from '@tillsight/core'
import type { Billing } from '@tillsight/domain'
import { startStripeFake } from '../../simulators/index.ts'
import { type StripeSettings } from './settings.ts'
import { createStripeBilling } from './stripe-billing.ts'
import { toBillingAmount } from './stripe-state.ts'

const fake = await startStripeFake()
after(() => fake.stop())
const small = fake.addPlan({ name: 'Small', currency: 'eur', month: 1900, year: 19000 })
const large = fake.addPlan({ name: 'Large', currency: 'eur', month: 4900, year: 49000 })
const { secret } = fake.listen('http://127.0.0.1:9/webhooks/stripe')
const clock = { now: () => fake.now() }
const settings: StripeSettings = {
  secretKey: fake.testKey,
  webhookSecret: secret,
  url: new URL(fake.url),
  plans: [
    {
      id: 'small',
      name: 'Small',
      prices: { month: small.month, year: small.year },
      limits: { ordersPerMonth: 100 },
      features: [],
    },
    { id: 'large', name: 'Large', prices: { month: large.month, year: null }, limits: {}, features: ['All'] },
  ],
}
const billing = createStripeBilling(settings, clock)
let count = 0

/** A customer who bought the plan. */
async function buy(plan: 'small' | 'large', { card = '4242424242424242', hasTrial = false } = {}) {
  count += 1
  const organisation = toOrganisationId(`00000000-0000-4000-8000-${String(count).padStart(12, '0')}`)
  const customer = await billing.createCustomer({
    id: organisation,
    name: `Nord ${count}`,
    email: 'ada@nord.example',
    replaces: null,
  })
  const { url } = await billing.checkout({
    organisation,
    customer,
    plan,
    interval: 'month',
    hasTrial,
    doneUrl: 'https://stats.example/plans?session={session}',
    backUrl: 'https://stats.example/plans',
    now: fake.now(),
  })
  const { location } = await fake.press(url, { do: 'subscribe', ...(card === '' ? {} : { card }) })
  return { organisation, customer, location, ...(await ownOf(customer)) }
}

async function ownOf(customer: string) {
  const { subscription } = await billing.current(customer)
  return { own: { customer, subscription: subscription?.id ?? '' } }
}

async function stateOf(customer: string) {
  const { subscription: found, isUnfinished, isGone } = await billing.current(customer)
  return {
    status: found?.status,
    plan: found?.plan,
    ends: found?.cancelAtPeriodEnd,
    next: found?.nextPlan,
    isUnfinished,
    isGone,
  }
}

const isRefused = (code: string, text: RegExp) => (error: unknown) =>
  isAppError(error) && error.code === code && text.test(error.message) && !error.message.includes(fake.testKey)

suite('a purchase', () => {
  test('is made on the page of the payment service and comes back with its id', async () => {
    const { customer, location, organisation } = await buy('small')
    const session = new URL(location ?? '').searchParams.get('session') ?? ''
    assert.match(location ?? '', /^https:\/\/stats\.example\/plans\?session=cs_/)
    assert.equal(await billing.customerOf(session), customer)
    assert.equal(await billing.customerOf('cs_test_of_nobody'), undefined)
    const state = await billing.current(customer)
    assert.deepEqual(
      [state.subscription?.plan, state.subscription?.interval, state.subscription?.status],
      ['small', 'month', 'active'],
    )
    assert.ok((state.subscription?.periodEnd?.getTime() ?? 0) > fake.now().getTime() + 27 * 86_400_000)
    const again = await billing.createCustomer({
      id: organisation,
      name: `Nord ${count}`,
      email: 'ada@nord.example',
      replaces: null,
    })
    assert.equal(again, customer, 'twice is once')
  })

  test('asked for twice within a minute is one', async () => {
    const { customer, organisation } = await buy('small')
    const at = {
      organisation,
      customer,
      plan: 'large',
      interval: 'month',
      hasTrial: false,
      doneUrl: 'https://a.example',
      backUrl: 'https://a.example',
    } as const
    const now = new Date(Math.floor(fake.now().getTime() / 60_000) * 60_000)
    const [one, two] = [
      await billing.checkout({ ...at, now }),
      await billing.checkout({ ...at, now: new Date(now.getTime() + 59_000) }),
    ]
    assert.equal(one.url, two.url)
  })

  test('with a trial needs no card, and pauses at its end without one', async () => {
    const { customer } = await buy('small', { card: '', hasTrial: true })
    const trial = await billing.current(customer)
    assert.equal(trial.subscription?.status, 'trialing')
    assert.equal(Math.round(((trial.subscription?.trialEnd?.getTime() ?? 0) - fake.now().getTime()) / 86_400_000), 14)
    await fake.advance({ days: 14, hours: 1 })
    const paused = await billing.current(customer)
    assert.deepEqual(
      [paused.subscription?.status, paused.subscription?.statusSince],
      ['paused', trial.subscription?.trialEnd],
    )
  })

  test('whose first payment has to be confirmed waits for it', async () => {
    const { customer } = await buy('small', { card: '4000002760003184' })
    const { isUnfinished, status } = await stateOf(customer)
    assert.deepEqual([isUnfinished, status], [true, undefined])
  })
})

suite('a change', () => {
  test('to a larger plan charges what was shown', async () => {
    const { customer, own } = await buy('small')
    await fake.advance({ days: 15 })
    const choice = { plan: 'large', interval: 'month' } as const
    const { due, at } = await billing.previewChange(own, choice)
    assert.equal(due.currency, 'EUR')
    // About half of a month: of 49 less 19.
    assert.ok(Math.abs(Number(due.amount) - 15) < 1, due.amount)
    await billing.changeNow(own, { ...choice, at })
    assert.equal((await stateOf(customer)).plan, 'large')
    const { items } = await billing.invoices(customer, null)
    assert.deepEqual([items[0]?.total, items[0]?.status], [due, 'paid'])
    assert.equal(items.at(-1)?.total.amount, '19.00')
  })

  test('that cannot be charged changes nothing', async () => {
    const { customer, own } = await buy('small')
    await fake.advance({ days: 5 })
    fake.setCard(customer, '4000000000000341')
    const change = billing.changeNow(own, { plan: 'large', interval: 'month', at: null })
    await assert.rejects(change, isRefused('conflict', /nothing was changed/))
    assert.deepEqual([(await stateOf(customer)).plan, (await stateOf(customer)).status], ['small', 'active'])
  })

  test('to a smaller plan comes with the end of the period', async () => {
    const { customer, own } = await buy('large')
    await billing.changeLater(own, { plan: 'small', interval: 'month' })
    const before = await stateOf(customer)
    assert.deepEqual([before.plan, before.next], ['large', 'small'])
    await fake.advance({ days: 31, hours: 2 })
    const later = await stateOf(customer)
    assert.deepEqual([later.plan, later.next, later.status], ['small', null, 'active'])
  })

  test('and an end at the end of the period can be taken back', async () => {
    const { customer, own } = await buy('large')
    await billing.changeLater(own, { plan: 'small', interval: 'month' })
    await billing.cancel(own, 'Too dear')
    assert.deepEqual(await stateOf(customer), {
      status: 'active',
      plan: 'large',
      ends: true,
      next: null,
      isUnfinished: false,
      isGone: false,
    })
    await billing.resume(own)
    assert.equal((await stateOf(customer)).ends, false)
    await billing.changeLater(own, { plan: 'small', interval: 'month' })
    await billing.resume(own)
    assert.equal((await stateOf(customer)).next, null)
    await billing.cancel(own, '')
    await fake.advance({ days: 31, hours: 2 })
    assert.equal((await stateOf(customer)).status, 'canceled')
  })

  test('ends at once where an organisation is deleted', async () => {
    const { customer } = await buy('large')
    await billing.end(customer)
    assert.equal((await stateOf(customer)).status, 'canceled')
    await billing.end(customer)
  })
})

test('a payment that fails counts from its invoice on, however often it is tried', async () => {
  const { customer } = await buy('small')
  const { subscription } = await billing.current(customer)
  fake.setCard(customer, '4000000000000341')
  await fake.advance({ days: 31, hours: 2 })
  const late = await billing.current(customer)
  assert.equal(late.subscription?.status, 'past_due')
  assert.ok(
    Math.abs((late.subscription?.statusSince.getTime() ?? 0) - (subscription?.periodEnd?.getTime() ?? 0)) <= 3_600_000,
  )
  await fake.advance({ days: 4 })
  assert.deepEqual((await billing.current(customer)).subscription?.statusSince, late.subscription?.statusSince)
})

test('plans have the prices of the payment service', async () => {
  assert.deepEqual(
    (await billing.plans()).map(({ id, prices, limits }) => [
      id,
      prices.month?.amount,
      prices.year?.amount,
      limits.ordersPerMonth,
    ]),
    [
      ['small', '19.00', '190.00', 100],
      ['large', '49.00', undefined, null],
    ],
  )
})

suite('an event', () => {
  const body = (change: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.subscription.updated',
      created: 1795372800,
      livemode: false,
      data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_1' } },
      ...change,
    })
  const read = (text: string, at?: Date, by = secret) => billing.readEvent(text, fake.sign(text, by, at))

  test('is read when it is signed, with its customer', async () => {
    const { id, customer, isFollowed } = await read(body())
    assert.deepEqual([id, customer, isFollowed], ['evt_1', 'cus_1', true])
    const gone = await read(body({ type: 'customer.deleted', data: { object: { id: 'cus_2', object: 'customer' } } }))
    assert.deepEqual([gone.customer, gone.isFollowed], ['cus_2', true])
    const unknown = await read(body({ type: 'radar.something', data: { object: { id: 'x' } } }))
    assert.deepEqual([unknown.customer, unknown.isFollowed], [null, false])
  })

  test('is refused with a wrong or an old signature, and in the other mode', async () => {
    const bad = isRefused('invalid_input', /Nothing was stored/)
    await assert.rejects(read(body(), new Date(), 'whsec_wrong'), bad)
    await assert.rejects(read(body(), new Date(Date.now() - 301_000)), bad)
    await assert.rejects(billing.readEvent(body(), ''), bad)
    await assert.rejects(billing.readEvent('{}', 'nonsense'), bad)
    const changed = fake.sign(body(), secret)
    await assert.rejects(billing.readEvent(body({ id: 'evt_2' }), changed), bad)
    await assert.rejects(read(body({ livemode: true })), isRefused('invalid_input', /a live event.*a test key/))
    await read(body(), new Date(Date.now() - 200_000))
  })
})

suite('what goes wrong outside', () => {
  test('is told as what it is, without the key', async () => {
    const wrong = (change: Partial<StripeSettings>): Billing => createStripeBilling({ ...settings, ...change }, clock)
    await assert.rejects(wrong({ secretKey: 'sk_test_wrongwrong' }).plans(), isRefused('upstream_failed', /…rong/))
    await assert.rejects(
      wrong({ url: new URL('http://127.0.0.1:9') }).plans(),
      isRefused('unavailable', /does not answer/),
    )
    const { own } = await buy('small')
    const unsold = wrong({ plans: [] }).changeNow(own, { plan: 'small', interval: 'month', at: null })
    await assert.rejects(unsold, isRefused('invalid_input', /not sold/))
  })

  test('leaves the prices that were known', async () => {
    let at = fake.now().getTime()
    const patient = createStripeBilling(settings, { now: () => new Date(at) })
    const known = await patient.plans()
    at += 2 * 3_600_000
    fake.faults.add({ kind: 'api_error', times: 20, path: '/v1/prices' })
    assert.deepEqual(await patient.plans(), known)
  })
})

test('amounts are in the currency’s own digits', () => {
  assert.deepEqual(toBillingAmount(4900, 'eur'), { amount: '49.00', currency: 'EUR' })
  assert.deepEqual(toBillingAmount(-5, 'usd'), { amount: '-0.05', currency: 'USD' })
  assert.deepEqual(toBillingAmount(1200, 'jpy'), { amount: '1200', currency: 'JPY' })
  assert.deepEqual(toBillingAmount(12345, 'kwd'), { amount: '12.345', currency: 'KWD' })
})
