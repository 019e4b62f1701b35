import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { type AppError, isAppError, type OrganisationId } from '@tillsight/core'
import { createOrganisation } from '@tillsight/database'
import { type Actor, type Context, rolePermissions, run, type ShopContext, type Verb } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import { importRates } from '../imports/index.ts'
import { roles } from '../inputs/index.ts'
import { recalculate, writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { getOrder } from '../orders/index.ts'
import { createShop, enterShop, enterShopOfKey, getShop, listShops, updateSettings } from '../shops/index.ts'
import { describeMetrics } from './describe-metrics.ts'
import { listRows } from './list-rows.ts'
import { runQuery } from './run-query.ts'
import { ask, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
const range = { from: '2026-03-01', to: '2026-03-31' }
const shopStores = {
  warehouse: stores.warehouse,
  identityKey: new Uint8Array(32),
  follower: followFacts,
}

function person(role: (typeof roles)[number], shops: Extract<Actor, { kind: 'person' }>['shops'] = 'all'): Actor {
  return { kind: 'person', id: '00000000-0000-0000-0000-00000000000a', role, shops }
}

function isRefused(code: AppError['code']) {
  return (error: unknown) => isAppError(error) && error.code === code
}

async function inAnotherOrganisation(ctx: Context): Promise<OrganisationId> {
  return (await createOrganisation(ctx.db.kysely, { name: 'Another' })).id
}

const order = sampleOrder({ id: '1', customer: buyer('ann@x.test'), lines: [sampleLine({ id: '1', gross: '10.00' })] })

suite('what roles may do', () => {
  interface Call {
    readonly verb: Pick<Verb<unknown, unknown>, 'name' | 'needs'>
    call(ctx: ShopContext): Promise<unknown>
  }
  let made = 0
  const newDomain = () => {
    made += 1
    return `new-${made}.test`
  }
  const calls: readonly Call[] = [
    {
      verb: createShop,
      call: (ctx) =>
        run(createShop, ctx, {
          domain: newDomain(),
          platform: 'woocommerce',
          zone: 'UTC',
          currency: 'EUR',
        }),
    },
    { verb: listShops, call: (ctx) => run(listShops, ctx, {}) },
    { verb: getShop, call: (ctx) => run(getShop, ctx, {}) },
    { verb: updateSettings, call: (ctx) => run(updateSettings, ctx, { name: 'Renamed' }) },
    { verb: recalculate, call: (ctx) => run(recalculate, ctx, { what: 'days' }) },
    { verb: runQuery, call: (ctx) => ask(ctx, { metrics: ['sales'], ...range }) },
    { verb: listRows, call: (ctx) => run(listRows, ctx, { metric: 'sales', ...range }) },
    { verb: describeMetrics, call: (ctx) => run(describeMetrics, ctx, {}) },
    { verb: getOrder, call: (ctx) => run(getOrder, ctx, { id: '1' }) },
    { verb: importRates, call: (ctx) => run(importRates, ctx, { csv: 'Date,USD\n2026-03-10,1.1\n' }) },
  ]
  for (const attemptOf of calls) {
    const { verb } = attemptOf
    test(`${verb.name} is refused to every role without ${verb.needs}`, async () => {
      const ctx = await stores.openShop()
      await writeRecords(ctx, { source: 'woocommerce', records: [order] })
      for (const role of roles) {
        const attempt = attemptOf.call({ ...ctx, actor: person(role) })
        if (rolePermissions[role].some((permission) => permission === verb.needs)) await attempt
        else await assert.rejects(attempt, isRefused('forbidden'))
      }
    })
  }
})

suite('shops of others', () => {
  test('cannot be told from shops that do not exist', async () => {
    const ctx = await stores.openShop()
    const { shop: _shop, ...outside } = ctx
    const strangers: Context[] = [
      { ...outside, actor: person('owner'), organisation: await inAnotherOrganisation(ctx) },
      { ...outside, actor: person('owner', []) },
      { ...outside, actor: { kind: 'api_key', id: 'k', permissions: ['metrics:read'], shops: [] } },
    ]
    for (const enter of [enterShop, enterShopOfKey]) {
      for (const stranger of strangers) {
        await assert.rejects(enter(stranger, shopStores, { domain: ctx.shop.domain }), isRefused('not_found'))
        await assert.rejects(enter(stranger, shopStores, { domain: ctx.shop.id }), isRefused('not_found'))
        await assert.rejects(enter(stranger, shopStores, { id: ctx.shop.id }), isRefused('not_found'))
      }
      await assert.rejects(enter(ctx, shopStores, { domain: 'nowhere.test' }), isRefused('not_found'))
      await assert.rejects(enter(ctx, shopStores, { domain: 'nowhere\0.test' }), isRefused('not_found'))
    }
    const [limited] = strangers.slice(1)
    assert.deepEqual(await run(listShops, limited ?? ctx, {}), [])
  })

  test('lend nothing to each other: same orders, same people, separate figures', async () => {
    const [one, other] = [await stores.openShop(), await stores.openShop()]
    await writeRecords(one, { source: 'woocommerce', records: [order] })
    await writeRecords(other, { source: 'woocommerce', records: [{ ...order, placedAt: '2026-03-12T10:00:00Z' }] })
    const metrics = ['orders', 'newCustomers', 'returningCustomers']
    for (const ctx of [one, other]) {
      const { totals } = await ask(ctx, { metrics, ...range })
      assert.deepEqual(Object.values(totals), [1, 1, 0])
    }
    await writeRecords(other, {
      source: 'woocommerce',
      records: [{ type: 'deletion', of: 'order', id: '1', seenAt: '2026-03-20T10:00:00Z' }],
    })
    assert.equal((await ask(one, { metrics, ...range })).totals['orders'], 1)
    await assert.rejects(run(getOrder, other, { id: '1' }), isRefused('not_found'))
  })
})

suite('a shop', () => {
  test('is created with complete settings, found by its address and listed', async () => {
    const ctx = await stores.openShop()
    const input = {
      domain: 'https://Fresh.example/cart?x',
      platform: 'woocommerce',
      zone: 'America/New_York',
      currency: 'USD',
    }
    const created = await run(createShop, ctx, input)
    assert.deepEqual(
      [created.domain, created.name, created.settings.weekStartsOn],
      ['fresh.example', 'fresh.example', 1],
    )
    await assert.rejects(run(createShop, ctx, input), isRefused('conflict'))
    const entered = await enterShop(ctx, shopStores, { domain: 'FRESH.example' })
    assert.equal(entered.warehouse.shop, created.id)
    assert.ok((await run(listShops, ctx, {})).some(({ id }) => id === created.id))
  })

  test('is not created with a zone, currency or domain that does not exist', async () => {
    const ctx = await stores.openShop()
    const good = { domain: 'good.example', platform: 'woocommerce', zone: 'UTC', currency: 'USD' }
    for (const wrong of [{ zone: 'Europe/Bonn' }, { currency: 'EURO' }, { domain: 'not a domain' }]) {
      await assert.rejects(run(createShop, ctx, { ...good, ...wrong }), isRefused('invalid_input'))
    }
  })

  test('says what to recalculate after a change, and keeps what was not changed', async () => {
    const ctx = await stores.openShop()
    await run(updateSettings, ctx, { settings: { excludedStatuses: ['wholesale'] } })
    const ledger = await run(updateSettings, ctx, { settings: { countUnpaid: false } })
    assert.deepEqual([ledger.recalculation, ledger.shop.settings.excludedStatuses], ['ledger', ['wholesale']])
    const same = await run(updateSettings, ctx, { settings: { countUnpaid: false, weekStartsOn: 7 } })
    assert.equal(same.recalculation, 'none')
    const days = await run(updateSettings, ctx, { zone: 'Asia/Tokyo' })
    assert.equal(days.recalculation, 'days')
  })

  test('has its history in today’s zone: orders move to the days of the new one', async () => {
    const ctx = await stores.openShop()
    await writeRecords(ctx, { source: 'woocommerce', records: [{ ...order, placedAt: '2026-03-10T20:00:00Z' }] })
    const on = async (shop: ShopContext, day: string) =>
      (await ask(shop, { metrics: ['orders'], from: day, to: day })).totals['orders']
    assert.deepEqual([await on(ctx, '2026-03-10'), await on(ctx, '2026-03-11')], [1, 0])
    const { recalculation } = await run(updateSettings, ctx, { zone: 'Asia/Tokyo' })
    const moved = await enterShop(ctx, shopStores, { id: ctx.shop.id })
    assert.deepEqual([await on(moved, '2026-03-10'), await on(moved, '2026-03-11')], [0, 1])
    await run(recalculate, moved, { what: recalculation })
    assert.deepEqual([await on(moved, '2026-03-10'), await on(moved, '2026-03-11')], [0, 1])
  })
})

test('an order is shown with its rows and refunds, without who bought', async () => {
  const ctx = await stores.openShop()
  const refund = {
    type: 'refund',
    id: 'r',
    orderId: '1',
    at: '2026-03-12T10:00:00Z',
    amount: '10.00',
    reason: 'wrong size',
    lines: [],
  } as const
  const failed = sampleOrder({ id: '2', standing: 'failed' })
  await writeRecords(ctx, { source: 'woocommerce', records: [order, refund, failed] })
  const shown = await run(getOrder, ctx, { id: '1' })
  assert.deepEqual([shown.counted, shown.customerClass, shown.refunds.length], [true, 'new', 1])
  assert.deepEqual(
    shown.rows.map(({ rowId, bookedAt, gross }) => [rowId, bookedAt, Number(gross)]),
    [
      ['o:1', '2026-03-10T10:00:00Z', 10],
      ['r:r:1', '2026-03-12T10:00:00Z', -10],
    ],
  )
  assert.ok(!JSON.stringify(shown).includes('ann@x.test'))
  assert.equal((await run(getOrder, ctx, { id: '2' })).uncountedReason, 'failed')
})

test('a malformed rate table is refused with the line that does not read', async () => {
  const ctx = await stores.openShop()
  await assert.rejects(run(importRates, ctx, { csv: 'Day,USD\n' }), isRefused('invalid_input'))
  await assert.rejects(run(importRates, ctx, { csv: 'Date,USD\n2026-03-10,1.1\n2026-02-30,1\n' }), /Line 3/)
  await assert.rejects(run(importRates, ctx, { csv: 'Date,USD\n2026-03-10,free\n' }), /Line 2/)
})
