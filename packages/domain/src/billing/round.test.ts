import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { createShop, readOrganisation, type ShopRow, saveBillingCustomer } from '@tillsight/database'
import { run } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { enterOrganisation, keepOrganisation } from '../organisations/index.ts'
import { isRefused, openTestPeople, testLetters } from '../organisations/testing.ts'
import { noteSelling } from '../plan-access.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import type { Subscription } from './contract.ts'
import { followCustomer, goBillingRound, showPlanUsage } from './index.ts'
import type { BillingLetter } from './letters.ts'
import { openTestBilling, testBillingServices, testSubscription } from './testing.ts'

const { db, warehouse } = await openTestStores({ after })
const { newOrganisation } = await openTestPeople({ after }, { db })
await noteSelling(db.kysely, true, new Date('2026-01-01T00:00:00Z'))

/** An organisation with a subscription, and rounds at any time. */
async function open(change: Partial<Subscription> = {}) {
  const { id, owner } = await newOrganisation()
  const billing = openTestBilling()
  const customer = `cus_${id}`
  await saveBillingCustomer(db.kysely, { organisationId: id, customerId: customer, createdAt: new Date() })
  const set = async (to: Partial<Subscription>) => {
    billing.customers.set(customer, { isGone: false, subscription: testSubscription(to), isUnfinished: false })
    await followCustomer({ db, clock: fixedClock('2026-06-30T12:00:00Z'), log: silentLog, billing }, id)
  }
  await set(change)
  const { email } = await db.kysely
    .selectFrom('people')
    .select('email')
    .where('id', '=', owner.person)
    .executeTakeFirstOrThrow()
  return {
    id,
    set,
    /** The organisation's mails of a round: kind and day. */
    async round(at: string, fails = false) {
      const told: BillingLetter[] = []
      const { letters, sent } = testLetters()
      const clock = fixedClock(at)
      const from = { db, clock, log: silentLog, warehouses: warehouse }
      await goBillingRound({
        ...from,
        ...testBillingServices(from, billing),
        letters,
        async sendBillingLetter(letter) {
          if (fails) throw new Error('the mail server is away')
          told.push(letter)
        },
      })
      const own = told.filter(({ to }) => to === email)
      return {
        told: own,
        names: own.map(({ kind, at: day }) => `${kind} ${day?.toISOString().slice(0, 10) ?? ''}`.trim()),
        member: sent.filter(({ to }) => to === email).map(({ kind }) => kind),
      }
    },
    async enter(at: string) {
      const from = { ...(await enterOrganisation({ ...owner, clock: fixedClock(at) }, id)), warehouses: warehouse }
      return { ...from, letters: testLetters().letters, ...testBillingServices(from, billing) }
    },
    async deleteAt() {
      return (await readOrganisation(db.kysely, id)).deleteAt?.toISOString() ?? null
    },
    async addShop(zone: string) {
      return createShop(db.kysely, {
        organisationId: id,
        domain: `${randomUUID()}.test`,
        platform: 'woocommerce',
        name: zone,
        zone,
        currency: 'EUR',
      })
    },
  }
}

suite('owners are told', () => {
  test('of a payment that fails on days 0, 3, 7 and 14, each once, then that nothing new can be made', async () => {
    const { round } = await open({ status: 'past_due', statusSince: new Date('2026-06-01T10:00:00Z') })
    const seen: string[] = []
    for (let day = 1; day <= 24; day += 1) {
      for (const hour of ['09', '11']) {
        const { names } = await round(`2026-06-${String(day).padStart(2, '0')}T${hour}:30:00Z`)
        seen.push(...names.map((name) => `${day}: ${name}`))
      }
    }
    assert.deepEqual(seen, [
      '1: payment_failed 2026-06-22',
      '4: payment_failed_still 2026-06-22',
      '8: payment_failed_still 2026-06-22',
      '15: payment_failed_last 2026-06-22',
      '22: read_only 2026-07-22',
    ])
  })

  test('with one mail where no round went for days, and never twice, also where the mail failed', async () => {
    const { round, set } = await open({ status: 'past_due', statusSince: new Date('2026-06-01T10:00:00Z') })
    assert.deepEqual((await round('2026-06-10T10:00:00Z')).names, ['payment_failed_still 2026-06-22'])
    assert.deepEqual((await round('2026-06-15T11:00:00Z', true)).names, [])
    assert.deepEqual((await round('2026-06-16T11:00:00Z')).names, [])
    await set({ status: 'active' })
    await set({ status: 'past_due', statusSince: new Date('2026-07-01T10:00:00Z') })
    assert.deepEqual((await round('2026-07-01T11:00:00Z')).names, ['payment_failed 2026-07-22'])
  })

  test('of a trial that ends in three days', async () => {
    const trial = { status: 'trialing', trialEnd: new Date('2026-06-15T00:00:00Z') } as const
    const { round } = await open(trial)
    assert.deepEqual((await round('2026-06-11T23:00:00Z')).names, [])
    assert.deepEqual((await round('2026-06-12T01:00:00Z')).names, ['trial_ending 2026-06-15'])
    assert.deepEqual((await round('2026-06-13T01:00:00Z')).names, [])
  })
})

suite('what nobody pays for', () => {
  const ended = { status: 'canceled', statusSince: new Date('2026-01-01T00:00:00Z') } as const

  test('is deleted after 180 days and three mails, and kept where somebody pays before', async () => {
    const { round, deleteAt, set } = await open(ended)
    assert.deepEqual((await round('2026-01-02T00:00:00Z')).names, ['read_only 2026-01-31'])
    assert.deepEqual((await round('2026-04-30T00:00:00Z')).names, [])
    assert.deepEqual((await round('2026-05-01T01:00:00Z')).names, ['deletion_far 2026-06-30'])
    assert.deepEqual((await round('2026-05-31T01:00:00Z')).names, ['deletion_near 2026-06-30'])
    assert.equal(await deleteAt(), null)
    assert.deepEqual((await round('2026-06-16T01:00:00Z')).member, ['deletion'])
    assert.equal(await deleteAt(), '2026-06-30T01:00:00.000Z')
    assert.deepEqual((await round('2026-06-17T01:00:00Z')).member, [])
    await set({ status: 'active' })
    assert.deepEqual((await round('2026-06-18T01:00:00Z')).member, ['deletion_ended'])
    assert.equal(await deleteAt(), null)
  })

  test('is not deleted sooner because no mails could be sent for long', async () => {
    const { round, deleteAt } = await open(ended)
    const names: string[] = []
    for (const at of [
      '2026-12-01',
      '2026-12-02',
      '2026-12-14',
      '2026-12-15',
      '2026-12-16',
      '2026-12-28',
      '2026-12-29',
    ]) {
      const { names: told, member } = await round(`${at}T01:00:00Z`)
      names.push(...[...told, ...member].map((name) => `${at.slice(5)} ${name}`))
    }
    assert.deepEqual(names, [
      '12-01 read_only 2026-01-31',
      '12-01 deletion_far 2026-12-29',
      '12-15 deletion_near 2027-01-12',
      '12-29 deletion',
    ])
    assert.equal(await deleteAt(), '2027-01-12T01:00:00.000Z')
  })

  test('stays when an owner takes the deletion back, and is not asked for twice', async () => {
    const { round, deleteAt, enter } = await open(ended)
    for (const at of ['2026-05-01', '2026-05-31', '2026-06-16']) await round(`${at}T01:00:00Z`)
    await run(keepOrganisation, await enter('2026-06-17T01:00:00Z'), {})
    await round('2026-06-18T01:00:00Z')
    assert.equal(await deleteAt(), null)
  })
})

/** Orders that were placed at these instants. */
async function place({ id }: ShopRow, instants: readonly string[]): Promise<void> {
  const from = { db, clock: fixedClock('2026-07-20T00:00:00Z'), log: silentLog, warehouses: warehouse }
  const records = instants.map((placedAt) => {
    return sampleOrder({
      id: placedAt,
      placedAt,
      updatedAt: placedAt,
      lines: [sampleLine({ id: '1', gross: '40.00' })],
    })
  })
  await writeRecords(await testBillingServices(from).openShop(id), { source: 'woocommerce', records })
}

suite('orders of a month', () => {
  /** Instants around the turn of a month, of which each zone has others in June. */
  const turn = [
    '2026-05-31T09:59:59Z',
    '2026-05-31T10:00:00Z',
    '2026-05-31T22:00:00Z',
    '2026-06-01T04:00:00Z',
    '2026-06-30T09:59:00Z',
    '2026-06-30T10:30:00Z',
    '2026-06-30T23:00:00Z',
    '2026-07-01T03:59:00Z',
  ]
  /** Worked out by hand: Kiritimati is 14 hours ahead of UTC, Berlin 2, New York 4 behind; from its first to its last instant. */
  const june = [
    { zone: 'Pacific/Kiritimati', from: '2026-05-31T10:00:00Z', until: '2026-06-30T10:00:00Z', orders: 4 },
    { zone: 'Europe/Berlin', from: '2026-05-31T22:00:00Z', until: '2026-06-30T22:00:00Z', orders: 4 },
    { zone: 'America/New_York', from: '2026-06-01T04:00:00Z', until: '2026-07-01T04:00:00Z', orders: 5 },
  ]

  test('are those of each shop in its own zone, and no made-up ones', async () => {
    const { addShop, enter, id } = await open()
    for (const { zone, from, until, orders } of june) {
      assert.equal(
        turn.filter((at) => Date.parse(at) >= Date.parse(from) && Date.parse(at) < Date.parse(until)).length,
        orders,
      )
      await place(await addShop(zone), turn)
    }
    const sample = await createShop(db.kysely, {
      organisationId: id,
      domain: `${randomUUID()}.test`,
      platform: 'woocommerce',
      name: 'Sample',
      zone: 'UTC',
      currency: 'EUR',
      isSample: true,
    })
    await place(sample, turn)
    const ctx = await enter('2026-07-15T00:00:00Z')
    const usage = await run(showPlanUsage, ctx, { month: '2026-06' })
    assert.deepEqual(
      new Map(usage.used.shops.map(({ name, orders }) => [name, orders])),
      new Map(june.map(({ zone, orders }) => [zone, orders])),
    )
    assert.deepEqual([usage.used.orders, usage.limits?.ordersPerMonth, usage.percent], [13, 10, 130])
    assert.deepEqual([usage.used.members, usage.used.historyMonths], [1, 2])
    const limited = { ...ctx, actor: { kind: 'person', id: 'x', role: 'analyst', shops: [] } as const }
    await assert.rejects(run(showPlanUsage, limited, {}), isRefused('forbidden', /some shops/))
    await assert.rejects(run(showPlanUsage, ctx, { month: '2026-13' }), isRefused('invalid_input', /2026-11/))
  })

  test('above the plan are told at 80, 100 and 120 %, with the price of the next plan, and nothing is stopped', async () => {
    const { addShop, round } = await open()
    const shop = await addShop('UTC')
    const kinds: string[] = []
    const days = Array.from({ length: 13 }, (_, index) => `2026-06-${String(index + 2).padStart(2, '0')}T12:00:00Z`)
    for (const [index, at] of days.entries()) {
      await place(shop, days.slice(index, index + 1))
      const { told } = await round(at)
      kinds.push(...told.map(({ kind, usage }) => `${kind} ${usage?.orders}`))
      for (const { next } of told) {
        assert.deepEqual(next, { name: 'Large', price: { amount: '49.00', currency: 'EUR' }, interval: 'month' })
      }
    }
    assert.deepEqual(kinds, ['usage_80 8', 'usage_100 10', 'usage_120 12'])
  })

  test('far above the plan for two months ask for a larger one, once', async () => {
    const { addShop, round } = await open()
    const placed = ['05', '06'].flatMap((month) =>
      Array.from({ length: 13 }, (_, index) => `2026-${month}-${String(index + 2).padStart(2, '0')}T12:00:00Z`),
    )
    await place(await addShop('UTC'), placed)
    assert.deepEqual((await round('2026-07-02T12:00:00Z')).names, [])
    assert.deepEqual((await round('2026-07-03T12:00:00Z')).names, ['larger_plan 2026-07-17'])
    assert.deepEqual((await round('2026-07-04T12:00:00Z')).names, [])
  })
})
