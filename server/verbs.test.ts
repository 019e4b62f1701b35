import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isAppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { type ConnectionContext, type RunVerb, run, runQuery, type ShopVerbs, writeRecords } from '@tillsight/domain'
import { addShop, startInstallation } from './testing/installation.ts'
import { shopRunner } from './verbs.ts'

const installation = await startInstallation({ after: (work) => after(work) })
const { runtime, contexts } = installation
let shops = 0

interface Opened {
  readonly domain: string
  readonly ctx: ConnectionContext
  readonly run: RunVerb<ShopVerbs>
}

/** A shop with a paid order in the evening and an unpaid one at noon. */
async function openShop(): Promise<Opened> {
  shops += 1
  const domain = `settings-${shops}.test`
  await addShop(installation, { domain })
  const ctx = await contexts.shop(domain)
  await writeRecords(ctx, {
    source: 'woocommerce',
    records: [orderAt('2026-03-10T20:00:00Z', 'paid'), orderAt('2026-03-10T11:00:00Z', 'unpaid')],
  })
  return {
    domain,
    ctx,
    // Each question is a request of its own.
    get run() {
      return shopRunner(runtime, ctx, 'page')
    },
  }
}

function orderAt(placedAt: string, standing: 'paid' | 'unpaid') {
  const line = {
    id: standing,
    type: 'product' as const,
    productId: 'p',
    variantId: null,
    sku: null,
    title: 'Tea',
    quantity: '1',
    gross: '10.00',
    discount: '0.00',
    tax: '0.00',
    cost: null,
  }
  return {
    type: 'order' as const,
    id: standing,
    name: standing,
    status: standing,
    standing,
    test: false,
    placedAt,
    paidAt: standing === 'paid' ? placedAt : null,
    cancelledAt: null,
    updatedAt: placedAt,
    currency: 'EUR',
    rate: null,
    total: null,
    totalTax: null,
    lines: [line],
    edits: [],
    meta: {},
    origin: null,
    customer: { platformId: null, email: null, phone: null },
    country: 'DE',
    region: null,
    gateway: 'stripe',
    salesChannel: 'web',
    coupons: [],
    tags: [],
  }
}

async function ordersOn(domain: string, day: string): Promise<unknown> {
  const days = { from: parseDay(day), to: parseDay(day) }
  return (await run(runQuery, await contexts.shop(domain), { metrics: ['orders'], ...days })).totals['orders']
}

async function settle(shop: Opened): Promise<void> {
  const deadline = performance.now() + 60_000
  while ((await shop.run('work.list')).length > 0) {
    assert.ok(performance.now() < deadline, 'the recalculation did not end')
    await delay(20)
  }
}

const isInvalid = (field: string) => (error: unknown) =>
  isAppError(error) && error.code === 'invalid_input' && typeof error.problems[field] === 'string'

suite('a change of the settings', () => {
  test('lets past figures follow once the job in the background is done', async () => {
    const shop = await openShop()
    assert.equal(await ordersOn(shop.domain, '2026-03-10'), 2)
    assert.equal((await shop.run('shop.update', { settings: { countUnpaid: false } })).recalculation, 'ledger')
    const [job, ...others] = await shop.run('work.list')
    assert.deepEqual([job?.label, others.length], ['Past figures are computed again', 0])
    await settle(shop)
    assert.equal(await ordersOn(shop.domain, '2026-03-10'), 1)
    assert.equal((await shop.run('shop.get')).settings.countUnpaid, false)
    const ended = (await runtime.jobs.list()).find(({ id }) => id === job?.id)
    assert.deepEqual([ended?.state, ended?.done, ended?.total], ['completed', 2, 2])
  })

  test('moves orders to the days of another zone', async () => {
    const shop = await openShop()
    assert.equal((await shop.run('shop.update', { zone: 'Asia/Tokyo' })).recalculation, 'days')
    await settle(shop)
    assert.deepEqual([await ordersOn(shop.domain, '2026-03-10'), await ordersOn(shop.domain, '2026-03-11')], [1, 1])
  })

  test('settles on the last of several in a row', async () => {
    const shop = await openShop()
    await shop.run('shop.update', { settings: { countUnpaid: false } })
    await shop.run('shop.update', { settings: { excludedStatuses: ['paid'] } })
    await shop.run('shop.update', { settings: { countUnpaid: true } })
    await settle(shop)
    assert.equal(await ordersOn(shop.domain, '2026-03-10'), 1, 'the unpaid one')
    await shop.run('shop.update', { settings: { excludedStatuses: [] } })
    await settle(shop)
    assert.equal(await ordersOn(shop.domain, '2026-03-10'), 2)
  })

  test('of what only reports look at starts nothing', async () => {
    const shop = await openShop()
    const change = { name: 'Teeladen', settings: { weekStartsOn: 7, keepsOwnBasics: true } }
    assert.equal((await shop.run('shop.update', change)).recalculation, 'none')
    assert.deepEqual(await shop.run('work.list'), [])
    assert.equal((await contexts.shop(shop.domain)).shop.name, 'Teeladen')
  })

  test('is refused beside its field, and by role before anything is queued', async () => {
    const shop = await openShop()
    await assert.rejects(shop.run('shop.update', { zone: 'Europe/Bonn' }), isInvalid('zone'))
    const statuses = { settings: { excludedStatuses: ['x'.repeat(300)] } }
    await assert.rejects(shop.run('shop.update', statuses), isInvalid('settings.excludedStatuses.0'))
    const viewer: ConnectionContext = {
      ...shop.ctx,
      actor: { kind: 'person', id: installation.owner.id, role: 'viewer', shops: 'all' },
    }
    const change = shopRunner(runtime, viewer, 'page')('shop.update', { settings: { countUnpaid: false } })
    await assert.rejects(change, (error) => isAppError(error) && error.code === 'forbidden')
    assert.deepEqual(await shop.run('work.list'), [])
  })
})

test('what is stored is counted, whether it counts or not', async () => {
  const { run: shop, domain } = await openShop()
  await shop('shop.update', { settings: { countUnpaid: false } })
  const usage = await shop('shop.usage')
  assert.deepEqual([usage.orders, usage.firstDay, usage.members], [2, '2026-03-10', 1])
  assert.ok(usage.shops >= 1 && domain !== '')
})
