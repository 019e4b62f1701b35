import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import {
  createConnection,
  createShop,
  findBillingAccount,
  saveBillingCustomer,
  saveBillingState,
} from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { saveConnection } from './connections/save-connection.ts'
import { run } from './context/index.ts'
import { servicesWithoutNetwork } from './context/services.testing.ts'
import { createKey } from './keys/index.ts'
import { deleteOrganisation, enterOrganisation, inviteMember, resendInvitation } from './organisations/index.ts'
import { isRefused, openTestPeople, testLetters } from './organisations/testing.ts'
import { accessOf, assertMayAdd, listShopsNotRead, noteSelling, type Standing } from './plan-access.ts'
import { silentLog } from './reports/shop.testing.ts'

const db = await openTestDatabase({ after })
const { newOrganisation } = await openTestPeople({ after }, { db })
const day = (text: string) => new Date(`${text}T00:00:00Z`)

suite('what an organisation may do', () => {
  const standing: Standing = {
    createdAt: day('2026-01-01'),
    sellingSince: day('2026-02-01'),
    status: null,
    statusSince: null,
    unfinished: false,
  }
  const at = (change: Partial<Standing>, now: string) => {
    const access = accessOf({ ...standing, ...change }, day(now))
    const until = access.kind === 'warned' ? access.until : access.kind === 'read_only' ? access.readsUntil : null
    const since = access.kind === 'read_only' ? access.since.toISOString().slice(0, 10) : null
    return [access.kind, 'problem' in access ? access.problem : null, since, until?.toISOString().slice(0, 10) ?? null]
  }
  const since = day('2026-06-01')

  test('is everything while it pays or tries, and where nothing is sold', () => {
    for (const status of ['active', 'trialing']) {
      assert.deepEqual(at({ status, statusSince: since }, '2027-06-01'), ['full', null, null, null])
    }
    assert.deepEqual(at({ sellingSince: null, status: 'unpaid', statusSince: since }, '2027-06-01'), [
      'full',
      null,
      null,
      null,
    ])
  })

  test('is everything for 21 days of payments that fail, then nothing new, and platforms for 30 days more', () => {
    const late = { status: 'past_due', statusSince: since }
    assert.deepEqual(at(late, '2026-06-21'), ['warned', 'past_due', null, '2026-06-22'])
    assert.deepEqual(at(late, '2026-06-22'), ['read_only', 'unpaid', '2026-06-22', '2026-07-22'])
  })

  test('is nothing new at once when all tries are over; the days that follow are counted as if they were not', () => {
    const unpaid = { status: 'unpaid', statusSince: since }
    assert.deepEqual(at(unpaid, '2026-06-10'), ['read_only', 'unpaid', '2026-06-10', '2026-07-22'])
    assert.deepEqual(at(unpaid, '2026-09-10'), ['read_only', 'unpaid', '2026-06-22', '2026-07-22'])
  })

  test('is nothing new from the end of a subscription or a trial on', () => {
    for (const status of ['paused', 'canceled']) {
      assert.deepEqual(at({ status, statusSince: since }, '2026-06-01'), [
        'read_only',
        status,
        '2026-06-01',
        '2026-07-01',
      ])
    }
  })

  test('is everything for 14 days without a plan, from the later of its own first day and that of selling', () => {
    assert.deepEqual(at({}, '2026-02-14'), ['warned', 'choose_plan', null, '2026-02-15'])
    assert.deepEqual(at({}, '2026-02-15'), ['read_only', 'choose_plan', '2026-02-15', '2026-03-17'])
    const late = { createdAt: day('2026-05-01'), unfinished: true }
    assert.deepEqual(at(late, '2026-05-14'), ['warned', 'finish_payment', null, '2026-05-15'])
  })
})

suite('an organisation that nobody pays for', () => {
  const open = async (status: string, now = '2026-06-30T12:00:00Z') => {
    await noteSelling(db.kysely, true, day('2026-01-01'))
    const { id, owner } = await newOrganisation()
    const clock = fixedClock(now)
    await saveBillingCustomer(db.kysely, { organisationId: id, customerId: `cus_${id}`, createdAt: clock.now() })
    const row = (await findBillingAccount(db.kysely, id)) ?? assert.fail('no account')
    const { letters, invitations } = testLetters()
    const ctx = { ...(await enterOrganisation({ ...owner, clock }, id)), letters }
    const put = { domain: `${id}.test`, platform: 'woocommerce', name: 'Nord', zone: 'UTC', currency: 'EUR' }
    const shop = await createShop(db.kysely, { organisationId: id, ...put })
    const { organisationId, ...state } = row
    const setStatus = async (to: string) => {
      const { version: current } = (await findBillingAccount(db.kysely, id)) ?? assert.fail('no account')
      const subscription = { subscriptionId: 'sub_1', plan: 'small', status: to, statusSince: day('2026-06-01') }
      await saveBillingState(db.kysely, { organisationId, version: current }, { ...state, ...subscription })
    }
    await setStatus(status)
    return { ctx, shop, setStatus, invitations }
  }
  const readOnly = (error: unknown) =>
    isRefused('conflict', /read only.*Reports and exports go on.*Settings > Plan/)(error)

  test('gets no new keys and invitations, and goes on once somebody pays', async () => {
    const { ctx, setStatus, invitations } = await open('active')
    const invited = await run(inviteMember, ctx, { email: 'ida@x.test', role: 'viewer' })
    await setStatus('canceled')
    const key = { name: 'Sheets', scopes: ['metrics:read' as const] }
    await assert.rejects(run(createKey, ctx, key), readOnly)
    await assert.rejects(run(inviteMember, ctx, { email: 'ben@x.test', role: 'viewer' }), readOnly)
    await assert.rejects(run(resendInvitation, ctx, { invitation: invited.id }), readOnly)
    assert.equal(invitations.length, 1)
    await setStatus('active')
    await run(createKey, ctx, key)
    await run(inviteMember, ctx, { email: 'ben@x.test', role: 'viewer' })
  })

  test('gets no new connections, and renews those that it has', async () => {
    const { ctx, shop } = await open('canceled')
    const [connector] = servicesWithoutNetwork.connectors
    if (!connector) assert.fail('no connector')
    const grant = { shopId: shop.id, connector, settings: {}, access: 'read', now: ctx.clock.now() } as const
    await assert.rejects(saveConnection(db.kysely, grant, servicesWithoutNetwork), readOnly)
    await assert.rejects(assertMayAdd(ctx, 'connection'), readOnly)
    const secrets = Buffer.from('sealed elsewhere')
    await createConnection(db.kysely, {
      shopId: shop.id,
      connector: connector.id,
      settings: {},
      secrets,
      status: 'active',
    })
    // Whatever else is wrong with it: it is not refused for being new.
    await saveConnection(db.kysely, grant, servicesWithoutNetwork).catch((error: unknown) =>
      assert.ok(!readOnly(error)),
    )
  })

  test('is read for 30 days, and can be deleted', async () => {
    const { ctx, shop, setStatus } = await open('canceled')
    assert.ok(!(await listShopsNotRead(db.kysely, day('2026-06-30'))).has(shop.id))
    assert.ok((await listShopsNotRead(db.kysely, day('2026-07-01'))).has(shop.id))
    await noteSelling(db.kysely, false, day('2026-07-01'))
    assert.equal((await listShopsNotRead(db.kysely, day('2026-07-01'))).size, 0)
    await noteSelling(db.kysely, true, day('2026-01-01'))
    await setStatus('active')
    assert.ok(!(await listShopsNotRead(db.kysely, day('2027-07-01'))).has(shop.id))
    await setStatus('canceled')
    const { deleteAt } = await run(deleteOrganisation, { ...ctx, log: silentLog }, { name: 'Nord GmbH' })
    assert.ok(deleteAt)
  })
})
