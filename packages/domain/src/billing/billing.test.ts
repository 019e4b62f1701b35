import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { fixedClock, type OrganisationId } from '@tillsight/core'
import {
  createShop,
  findBillingAccount,
  listStrangeBillingEvents,
  listWaitingBillingEvents,
  saveBillingCustomer,
} from '@tillsight/database'
import fc from 'fast-check'
import { listAudit } from '../audit/index.ts'
import { run } from '../context/index.ts'
import { listInstallationIssues } from '../health/index.ts'
import { enterOrganisation } from '../organisations/index.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { noteSelling } from '../plan-access.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import {
  type BillingEvent,
  cancelPlan,
  changePlan,
  checkout,
  compareBilling,
  confirmCheckout,
  endBilling,
  followCustomer,
  followEvents,
  noBilling,
  openPortal,
  planOf,
  previewPlanChange,
  receiveBillingEvent,
  resumePlan,
  showBilling,
  showStanding,
  subscriptionsOf,
} from './index.ts'
import { openTestBilling, testBillingServices, testSubscription } from './testing.ts'

const now = '2026-06-30T12:00:00Z'
const clock = fixedClock(now)
const { db, warehouse } = await openTestStores({ after })
const { newOrganisation } = await openTestPeople({ after }, { db })
await noteSelling(db.kysely, true, new Date('2026-01-01T00:00:00Z'))

/** An organisation with its own payment service. */
async function open(at = now) {
  const { id, owner } = await newOrganisation()
  const billing = openTestBilling()
  const from = { ...(await enterOrganisation({ ...owner, clock: fixedClock(at) }, id)), warehouses: warehouse }
  const ctx = { ...from, ...testBillingServices(from, billing) }
  const asked: string[] = []
  const jobs = {
    async enqueue({ name }: { readonly name: string }) {
      asked.push(name)
      return name
    },
  }
  return { id, ctx, billing, jobs, asked, follow: { db, clock, log: silentLog, billing }, customer: `cus_${id}` }
}

/** The same, with a subscription. */
async function openPaid(change: Parameters<typeof testSubscription>[0] = {}) {
  const opened = await open()
  const { id, billing, customer, follow } = opened
  await saveBillingCustomer(db.kysely, { organisationId: id, customerId: customer, createdAt: clock.now() })
  billing.customers.set(customer, { isGone: false, subscription: testSubscription(change), isUnfinished: false })
  await followCustomer(follow, id)
  return opened
}

function event(customer: string | null, change: Partial<BillingEvent> = {}): BillingEvent {
  const type = 'customer.subscription.updated'
  return { id: `evt_${randomUUID()}`, type, createdAt: clock.now(), customer, isFollowed: true, ...change }
}

async function stored(id: OrganisationId) {
  const row = await findBillingAccount(db.kysely, id)
  return row && { status: row.status, plan: row.plan, ends: row.cancelAtPeriodEnd, unfinished: row.unfinished }
}

suite('a purchase', () => {
  test('makes the organisation a customer, once, and comes back to its own pages only', async () => {
    const { ctx, billing, id, customer } = await open()
    const shop = await createShop(db.kysely, {
      organisationId: id,
      domain: `${randomUUID()}.test`,
      platform: 'woocommerce',
      name: 'Nord',
      zone: 'UTC',
      currency: 'EUR',
    })
    const first = await run(checkout, ctx, { plan: 'small', interval: 'month', shop: shop.domain })
    assert.equal(first.url, `https://pay.example/${customer}`)
    await run(checkout, ctx, { plan: 'small', interval: 'year' })
    assert.deepEqual(billing.calls, [
      `customer ${id}`,
      `checkout ${customer} small month trial https://stats.example/${shop.id}?session={session}`,
      `checkout ${customer} small year trial https://stats.example/account?session={session}`,
    ])
    await assert.rejects(
      run(checkout, ctx, { plan: 'small', interval: 'month', shop: 'evil.example' }),
      isRefused('not_found'),
    )
  })

  test('needs a plan that is sold, and nothing that goes on', async () => {
    const { ctx } = await open()
    await assert.rejects(
      run(checkout, ctx, { plan: 'huge', interval: 'month' }),
      isRefused('invalid_input', /small, large/),
    )
    await assert.rejects(
      run(checkout, ctx, { plan: 'large', interval: 'year' }),
      isRefused('invalid_input', /by the year/),
    )
    const paid = await openPaid()
    await assert.rejects(
      run(checkout, paid.ctx, { plan: 'large', interval: 'month' }),
      isRefused('conflict', /already/),
    )
  })

  test('begins without a trial when there was one before', async () => {
    const { ctx, billing } = await openPaid({ status: 'canceled' })
    await run(checkout, ctx, { plan: 'large', interval: 'month' })
    assert.match(billing.calls.at(-1) ?? '', / large month paid /)
  })

  test('grants nothing by its return: what the payment service says counts', async () => {
    const { ctx, billing, customer } = await open()
    await run(checkout, ctx, { plan: 'small', interval: 'month' })
    assert.deepEqual(await run(confirmCheckout, ctx, { session: `cs_${customer}` }), {
      isSettled: false,
      subscription: null,
    })
    await assert.rejects(run(confirmCheckout, ctx, { session: 'cs_of_others' }), isRefused('not_found'))
    billing.customers.set(customer, { isGone: false, subscription: null, isUnfinished: true })
    const waiting = await run(confirmCheckout, ctx, { session: `cs_${customer}` })
    assert.deepEqual([waiting.isSettled, waiting.subscription?.status], [false, 'incomplete'])
    billing.customers.set(customer, {
      isGone: false,
      subscription: testSubscription({ status: 'trialing' }),
      isUnfinished: false,
    })
    const done = await run(confirmCheckout, ctx, { session: `cs_${customer}` })
    assert.deepEqual([done.isSettled, done.subscription?.status], [true, 'trialing'])
  })
})

suite('a change', () => {
  test('to a larger plan is charged at once, as it was shown', async () => {
    const { ctx, billing } = await openPaid()
    const choice = { plan: 'large', interval: 'month' } as const
    const preview = await run(previewPlanChange, ctx, choice)
    assert.deepEqual(preview, {
      when: 'now',
      at: '2026-06-30T12:00:00.000Z',
      due: { amount: '12.34', currency: 'EUR' },
    })
    const { subscription } = await run(changePlan, ctx, { ...choice, at: preview.at })
    assert.equal(subscription?.plan, 'large')
    assert.equal(billing.calls.at(-1), 'change large month 2026-06-30T12:00:00.000Z')
    await assert.rejects(run(changePlan, ctx, choice), isRefused('conflict', /already/))
  })

  test('with an amount that was shown long ago is refused', async () => {
    const { ctx, billing } = await openPaid()
    const old = { plan: 'large', interval: 'month', at: '2026-06-30T11:00:00.000Z' } as const
    await assert.rejects(run(changePlan, ctx, old), isRefused('conflict', /too old/))
    assert.deepEqual(billing.calls, [])
  })

  test('to a smaller plan, and its end, come with the end of the period, and can be taken back', async () => {
    const { ctx } = await openPaid({ plan: 'large' })
    const choice = { plan: 'small', interval: 'month' } as const
    assert.deepEqual(await run(previewPlanChange, ctx, choice), {
      when: 'period_end',
      at: '2026-07-01T00:00:00.000Z',
      due: null,
    })
    const smaller = await run(changePlan, ctx, choice)
    assert.deepEqual([smaller.subscription?.plan, smaller.subscription?.nextPlan], ['large', 'small'])
    const ended = await run(cancelPlan, ctx, { reason: 'Too dear' })
    assert.deepEqual([ended.subscription?.cancelAtPeriodEnd, ended.subscription?.nextPlan], [true, null])
    assert.equal((await run(resumePlan, ctx, {})).subscription?.cancelAtPeriodEnd, false)
    const { items } = await run(listAudit, ctx, {})
    assert.deepEqual(
      items
        .map(({ action }) => action)
        .filter((action) => action.startsWith('billing.') && action !== 'billing.changed'),
      ['billing.resume', 'billing.cancel', 'billing.change'],
    )
  })

  test('is refused while invoices are open, and without a subscription', async () => {
    const { ctx } = await openPaid({ status: 'past_due', statusSince: new Date('2026-06-29T00:00:00Z') })
    const choice = { plan: 'large', interval: 'month' } as const
    await assert.rejects(run(previewPlanChange, ctx, choice), isRefused('conflict', /Pay them first/))
    const none = await open()
    await assert.rejects(run(cancelPlan, none.ctx, {}), isRefused('conflict'))
    await assert.rejects(run(resumePlan, none.ctx, {}), isRefused('conflict'))
    await assert.rejects(run(previewPlanChange, none.ctx, choice), isRefused('conflict'))
    await assert.rejects(run(openPortal, none.ctx, {}), isRefused('conflict', /Choose a plan/))
  })
})

suite('events', () => {
  const statuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const
  const state = fc.record({
    isGone: fc.boolean(),
    isUnfinished: fc.boolean(),
    subscription: fc.option(
      fc.record({
        status: fc.constantFrom(...statuses),
        plan: fc.constantFrom('small', 'large'),
        cancelAtPeriodEnd: fc.boolean(),
      }),
    ),
  })

  test('in any order and any number of times end with what the payment service says', async () => {
    const { id, billing, customer, follow, jobs } = await open()
    await saveBillingCustomer(db.kysely, { organisationId: id, customerId: customer, createdAt: clock.now() })
    const services = { ...follow, jobs }
    await fc.assert(
      fc.asyncProperty(
        fc.array(state, { minLength: 1, maxLength: 5 }),
        fc.array(fc.record({ which: fc.nat(), follows: fc.boolean() }), { minLength: 1, maxLength: 12 }),
        async (history, deliveries) => {
          const told = history.map(() => event(customer))
          let reached = 0
          const goOn = () => {
            const next = history[Math.min(reached, history.length - 1)]
            reached += 1
            const subscription = next?.subscription ? testSubscription(next.subscription) : null
            if (next) billing.customers.set(customer, { ...next, subscription })
          }
          goOn()
          // What happened is told in any order, some of it more than once, while more happens.
          for (const { which, follows } of [
            ...deliveries,
            ...told.map((_, index) => ({ which: index, follows: false })),
          ]) {
            const one = told[which % told.length]
            await receiveBillingEvent(services, { body: JSON.stringify(one), signature: 'good' })
            if (follows) await followEvents(follow)
            goOn()
          }
          // At least the last change is told after it happened.
          await receiveBillingEvent(services, { body: JSON.stringify(event(customer)), signature: 'good' })
          await followEvents(follow)
          const truth = await billing.current(customer)
          assert.deepEqual(await stored(id), {
            status: truth.subscription?.status ?? null,
            plan: truth.subscription?.plan ?? null,
            ends: truth.subscription?.cancelAtPeriodEnd ?? false,
            unfinished: truth.isUnfinished,
          })
          assert.deepEqual(await listWaitingBillingEvents(db.kysely), [])
        },
      ),
      { numRuns: 40 },
    )
  })

  test('leave no older answer behind when two ask at the same time', async () => {
    const { id, billing, customer, follow } = await openPaid()
    const slow = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    billing.beforeAnswer = async () => {
      billing.beforeAnswer = async () => undefined
      began.resolve()
      await slow.promise
    }
    const first = followCustomer(follow, id)
    await began.promise
    billing.customers.set(customer, {
      isGone: false,
      subscription: testSubscription({ status: 'canceled' }),
      isUnfinished: false,
    })
    await followCustomer(follow, id)
    slow.resolve()
    await first
    assert.equal((await stored(id))?.status, 'canceled')
  })

  test('that were not signed for here are not kept', async () => {
    const { follow, jobs, asked, customer } = await open()
    const bad = event(customer)
    const given = { body: JSON.stringify(bad), signature: 'bad' }
    await assert.rejects(receiveBillingEvent({ ...follow, jobs }, given), isRefused('invalid_input'))
    const rows = await db.kysely.selectFrom('billingEvents').select('id').where('id', '=', bad.id).execute()
    assert.deepEqual([rows, asked], [[], []])
  })

  test('of an unknown kind are kept as seen, and nothing is asked', async () => {
    const { follow, jobs, asked, customer } = await open()
    const odd = event(customer, { type: 'radar.something', isFollowed: false })
    await receiveBillingEvent({ ...follow, jobs }, { body: JSON.stringify(odd), signature: 'good' })
    const rows = await db.kysely
      .selectFrom('billingEvents')
      .select(['type', 'state'])
      .where('id', '=', odd.id)
      .execute()
    assert.deepEqual([rows, asked], [[{ type: 'radar.something', state: 'seen' }], []])
  })

  test('of a customer that nobody knows are told to administrators', async () => {
    const { follow, jobs } = await open()
    const strange = event('cus_of_another_installation')
    await receiveBillingEvent({ ...follow, jobs }, { body: JSON.stringify(strange), signature: 'good' })
    await followEvents(follow)
    const [kept] = await listStrangeBillingEvents(db.kysely, new Date(0))
    assert.equal(kept?.id, strange.id)
    const issues = await listInstallationIssues({ queries: db.kysely, clock, connectors: [] })
    assert.deepEqual(
      issues.map(({ kind, title }) => [kind, title]),
      [['billing_strangers', 'The payment service tells of a customer that nobody here knows']],
    )
  })

  test('that got lost are found in the night, with what changed without one', async () => {
    const { id, billing, customer, follow, jobs, asked } = await openPaid()
    billing.customers.set(customer, { isGone: true, subscription: null, isUnfinished: false })
    billing.missed.push(event(customer))
    await compareBilling({ ...follow, jobs })
    assert.equal((await stored(id))?.status, null)
    assert.deepEqual(asked, ['billing.follow'])
  })
})

suite('what members see', () => {
  test('is the plan with its states, and what can be done', async () => {
    const { ctx, id } = await openPaid({ cancelAtPeriodEnd: true })
    const shown = await run(showBilling, ctx, {})
    assert.deepEqual(
      [shown.plan?.id, shown.subscription?.cancelAtPeriodEnd, shown.access.kind],
      ['small', true, 'full'],
    )
    assert.deepEqual(shown.can, { buy: false, change: true, cancel: false, resume: true, portal: true })
    assert.deepEqual([shown.mayChange, shown.hasTrial, shown.plans.length], [true, false, 2])
    assert.equal(await planOf(db.kysely, id), 'small')
    assert.equal((await subscriptionsOf(db.kysely, [id])).get(id)?.currentPeriodEnd, '2026-07-01T00:00:00.000Z')
  })

  test('is one plan without limits where nothing is sold, whatever was stored before', async () => {
    const { ctx, id } = await openPaid({ status: 'unpaid' })
    assert.equal((await run(showStanding, ctx, {})).access.kind, 'read_only')
    await noteSelling(db.kysely, false, clock.now())
    try {
      const alone = { ...ctx, billing: noBilling }
      const shown = await run(showBilling, alone, {})
      assert.deepEqual([shown.plan?.id, shown.subscription, shown.access.kind], ['self_hosted', null, 'full'])
      assert.equal(await planOf(db.kysely, id), null)
      const choice = { plan: 'self_hosted', interval: 'month' } as const
      await assert.rejects(run(checkout, alone, choice), isRefused('conflict', /Nothing is sold/))
      await assert.rejects(run(previewPlanChange, alone, choice), isRefused('conflict', /Nothing is sold/))
      await assert.rejects(run(openPortal, alone, {}), isRefused('conflict', /Nothing is sold/))
      await assert.rejects(run(cancelPlan, alone, {}), isRefused('conflict', /Nothing is sold/))
      await assert.rejects(run(resumePlan, alone, {}), isRefused('conflict', /Nothing is sold/))
    } finally {
      await noteSelling(db.kysely, true, new Date('2026-01-01T00:00:00Z'))
    }
  })
})

test('whoever is deleted pays no more, and is no stranger afterwards', async () => {
  const { id, billing, customer, follow, jobs } = await openPaid()
  await endBilling(follow, id)
  assert.deepEqual(billing.calls, [`end ${customer}`])
  await db.kysely.deleteFrom('billingAccounts').where('organisationId', '=', id).execute()
  await receiveBillingEvent({ ...follow, jobs }, { body: JSON.stringify(event(customer)), signature: 'good' })
  await followEvents(follow)
  const strange = await listStrangeBillingEvents(db.kysely, new Date(0))
  assert.ok(!strange.some(({ customerId }) => customerId === customer))
})
