import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { findReconciliationRun, listOpenHealthIssues } from '@tillsight/database'
import type { StoreOrder, WooCommerceFake } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { connectStore, openTestShop, openTestStores, startStore, sync, type TestShop } from '../sync/testing.ts'
import { addWebhook, listDeliveries } from '../webhooks/index.ts'
import { runReconciliation } from './jobs.ts'
import { getReconciliation, listReconciliations } from './list-reconciliations.ts'

const stores = await openTestStores({ after })

/** Two pairs of socks at 10.00 with 1.90 tax each, and 5.00 shipping with 0.95 tax; 29.75 in total. */
function order(id: number, createdAt: string, more: Partial<StoreOrder> = {}): StoreOrder {
  return {
    id,
    status: 'completed',
    createdAt,
    paidAt: createdAt,
    email: `buyer${id}@example.net`,
    lines: [
      {
        id: id + 1,
        productId: 7,
        sku: 'S',
        name: 'Socks',
        quantity: 2,
        subtotal: '20.00',
        total: '20.00',
        totalTax: '3.80',
      },
    ],
    shippingLines: [{ id: id + 2, methodId: 'flat_rate', title: 'Post', total: '5.00', totalTax: '0.95' }],
    ...more,
  }
}

interface Scene {
  readonly shop: TestShop
  readonly fake: WooCommerceFake
}

/** A shop whose store was read completely, after `happens`. */
async function readShop(
  t: { after(work: () => Promise<void>): void },
  orders: StoreOrder[],
  happens: (fake: WooCommerceFake) => void = () => {},
): Promise<Scene> {
  const shop = await openTestShop(stores)
  const fake = await startStore(t, shop)
  await fake.store.fill({ orders })
  happens(fake)
  const { id } = await connectStore(shop, fake)
  assert.equal((await sync(shop, id)).ended, 'done')
  return { shop, fake }
}

const range = { from: '2026-11-10', to: '2026-11-13' }

/** For each day: its state, and the causes of the difference in total sales. */
async function reconcile({ shop }: Scene, asked = range) {
  const { days } = await run(runReconciliation, shop.ctx, asked)
  return days.map(({ day, state, causes, orders }) => ({
    day,
    state,
    causes: causes.map(({ cause, total, net, count }) => [cause, Number(total), Number(net), count]),
    orders: orders.map(({ orderId, cause, difference }) => [orderId, cause, Number(difference)]),
  }))
}

describe('A night’s comparison with the store’s own report', () => {
  it('agrees to the cent where nothing is odd: refunds, fees, coupons and orders paid late included', async (t) => {
    const scene = await readShop(
      t,
      [
        order(1000, '2026-11-10T10:00:00Z'),
        // Half an hour after midnight in the shop's zone, paid five days later.
        order(2000, '2026-11-10T23:30:00Z', { status: 'on-hold', paidAt: null }),
        order(3000, '2026-11-12T10:00:00Z', {
          lines: [
            {
              id: 3001,
              productId: 7,
              sku: 'S',
              name: 'Socks',
              quantity: 2,
              subtotal: '20.00',
              total: '18.00',
              totalTax: '3.42',
            },
          ],
          couponLines: [{ id: 3003, code: 'ten', discount: '2.00', discountTax: '0.38' }],
          feeLines: [{ id: 3004, name: 'Gift wrap', total: '2.50', totalTax: '0.48' }],
        }),
      ],
      (fake) => {
        fake.store.refundOrder(1000, { at: '2026-11-12T08:00:00Z', lines: [{ orderLineId: 1001, quantity: 1 }] })
      },
    )
    const { days } = await run(runReconciliation, scene.shop.ctx, range)
    assert.deepEqual(
      days.map(({ day, state, figures }) => [
        day,
        state,
        Number(figures.totalSales.ours),
        Number(figures.totalSales.theirs),
        Number(figures.orders.theirs),
      ]),
      [
        ['2026-11-10', 'agrees', 29.75, 29.75, 1],
        ['2026-11-11', 'agrees', 29.75, 29.75, 1],
        // 18.00 + 5.00 + 2.50 and their tax, less one returned pair.
        ['2026-11-12', 'agrees', 30.35 - 11.9, 30.35 - 11.9, 1],
        ['2026-11-13', 'agrees', 0, 0, 0],
      ].map(([day, state, ours, theirs, orders]) => [day, state, round(ours), round(theirs), orders]),
    )
    const figures = days[2]?.figures
    // The fee is part of gross sales there and separate here.
    assert.deepEqual(
      [figures?.grossSales.ours, figures?.grossSales.expected, figures?.grossSales.theirs].map(Number),
      [20, 22.5, 22.5],
    )
    assert.deepEqual([figures?.netSales.ours, figures?.netSales.theirs].map(Number), [8, 10.5])
    assert.deepEqual([figures?.returns.ours, figures?.returns.theirs].map(Number), [11.9, 11.9])
  })

  it('finds an order that the store’s report lacks, one cancelled after payment, and one that we lack', async (t) => {
    const scene = await readShop(
      t,
      [order(1000, '2026-11-10T10:00:00Z'), order(2000, '2026-11-11T10:00:00Z')],
      (fake) => {
        fake.store.updateOrder(2000, { status: 'cancelled' }, '2026-11-12T10:00:00Z')
      },
    )
    scene.fake.analytics.missing.add(1000)
    scene.fake.store.createOrder(order(3000, '2026-11-13T10:00:00Z', { modifiedAt: scene.fake.store.now() }))
    assert.deepEqual(await reconcile(scene), [
      {
        day: '2026-11-10',
        state: 'explained',
        causes: [['missing_in_report', -29.75, -20, -1]],
        orders: [['1000', 'missing_in_report', -29.75]],
      },
      {
        day: '2026-11-11',
        state: 'explained',
        causes: [['status_not_counted_there', -29.75, -20, -1]],
        orders: [['2000', 'status_not_counted_there', -29.75]],
      },
      {
        day: '2026-11-12',
        state: 'explained',
        causes: [['status_not_counted_there', 29.75, 20, 0]],
        orders: [['2000', 'status_not_counted_there', 29.75]],
      },
      {
        day: '2026-11-13',
        state: 'differs',
        causes: [['missing_here', 29.75, 20, 1]],
        orders: [['3000', 'missing_here', 29.75]],
      },
    ])
  })

  it('finds an amount that the store’s report kept from before an edit', async (t) => {
    const scene = await readShop(t, [order(1000, '2026-11-10T10:00:00Z')])
    scene.fake.analytics.freeze(1000)
    const shippingLines = [{ id: 1002, methodId: 'flat_rate', title: 'Post', total: '7.00', totalTax: '1.33' }]
    scene.fake.store.updateOrder(1000, { shippingLines })
    await sync(scene.shop, await connectionOf(scene))
    const [day] = await reconcile(scene)
    assert.deepEqual(day, {
      day: '2026-11-10',
      state: 'differs',
      causes: [['amount', -2.38, 0, 0]],
      orders: [['1000', 'amount', -2.38]],
    })
  })

  it('explains a second refund that the store’s report takes back whole', async (t) => {
    const scene = await readShop(t, [order(1000, '2026-11-10T10:00:00Z')], ({ store }) => {
      store.refundOrder(1000, { at: '2026-11-11T10:00:00Z', lines: [{ orderLineId: 1001, quantity: 1 }] })
      store.refundOrder(1000, { at: '2026-11-12T10:00:00Z' })
    })
    const days = await reconcile(scene)
    assert.deepEqual(days[2], {
      day: '2026-11-12',
      state: 'explained',
      // They deduct 20.00 of products again, of which 10.00 was returned the day before.
      causes: [['refund_split', 0, -10, 0]],
      orders: [['1000', 'refund_split', 0]],
    })
  })

  it('is kept by day, replaced by the next one, and closes its issue when all is well again', async (t) => {
    const scene = await readShop(t, [order(1000, '2026-11-10T10:00:00Z')])
    scene.fake.store.createOrder(order(3000, '2026-11-13T10:00:00Z', { modifiedAt: scene.fake.store.now() }))
    await reconcile(scene)
    const kinds = async () =>
      (await listOpenHealthIssues(stores.db.kysely, scene.shop.ctx.shop.id)).map(({ kind }) => kind)
    assert.deepEqual(await kinds(), ['reconciliation_differs'])
    const listed = await run(listReconciliations, scene.shop.ctx, range)
    assert.deepEqual(
      listed.days.map(({ day, state, differing }) => [day, state, differing]),
      [
        ['2026-11-10', 'agrees', 0],
        ['2026-11-11', 'agrees', 0],
        ['2026-11-12', 'agrees', 0],
        ['2026-11-13', 'differs', 1],
      ],
    )
    assert.equal(listed.label, 'WooCommerce > Analytics > Revenue')
    const opened = await run(getReconciliation, scene.shop.ctx, { day: '2026-11-13' })
    assert.deepEqual(
      opened?.orders.map(({ orderId, theirs, ours }) => [orderId, Number(theirs), ours]),
      [['3000', 29.75, null]],
    )
    await sync(scene.shop, await connectionOf(scene))
    assert.deepEqual(
      (await reconcile(scene)).map(({ state }) => state),
      ['agrees', 'agrees', 'agrees', 'agrees'],
    )
    assert.deepEqual(await kinds(), [])
  })

  it('tells receivers of a day that differs once, however often it is compared', async (t) => {
    const scene = await readShop(t, [order(1000, '2026-11-10T10:00:00Z')])
    const { ctx } = scene.shop
    const services = { ...ctx.services, checkReceiver: async (url: string) => url }
    const receiver = { url: 'https://hooks.example/', events: ['reconciliation.differs' as const] }
    const { id: webhook } = await run(addWebhook, { ...ctx, services }, receiver)
    scene.fake.store.createOrder(order(3000, '2026-11-13T10:00:00Z', { modifiedAt: scene.fake.store.now() }))
    await reconcile(scene)
    await reconcile(scene)
    const { items } = await run(listDeliveries, ctx, { webhook })
    assert.deepEqual(
      items.map(({ type, body }) => [type, JSON.parse(body).data]),
      [['reconciliation.differs', { shop: ctx.shop.domain, day: '2026-11-13', connection: await connectionOf(scene) }]],
    )
  })

  it('says plainly that a store has switched its report off, and keeps what was found before', async (t) => {
    const scene = await readShop(t, [order(1000, '2026-11-10T10:00:00Z')])
    await reconcile(scene)
    scene.fake.analytics.settings.enabled = false
    await assert.rejects(reconcile(scene), /Analytics is switched off/)
    const last = await findReconciliationRun(stores.db.kysely, scene.shop.ctx.shop.id)
    assert.match(last?.problem ?? '', /Settings > Advanced > Features/)
    assert.equal((await run(listReconciliations, scene.shop.ctx, range)).days.length, 4)
  })

  it('compares days that are over only', async (t) => {
    const scene = await readShop(t, [])
    const ahead = { from: '2026-11-18', to: '2026-11-30' }
    assert.deepEqual(
      (await reconcile(scene, ahead)).map(({ day }) => day),
      ['2026-11-18', '2026-11-19'].map(parseDay),
    )
    await assert.rejects(reconcile(scene, { from: '2026-11-20', to: '2026-11-30' }), /not over yet/)
  })
})

async function connectionOf({ shop }: Scene) {
  const [row] = await stores.db.kysely
    .selectFrom('connections')
    .select('id')
    .where('shopId', '=', shop.ctx.shop.id)
    .execute()
  assert.ok(row)
  return row.id
}

function round(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 100) / 100 : value
}
