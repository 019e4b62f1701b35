import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ConnectionId } from '@tillsight/core'
import { reportFigures } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { type FakeShop, fillShop, type ShopOrder } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { makeShopifyOrder, shopifyPlan } from '../ledger/shopify-orders.testing.ts'
import { connectPasted, openShopify, type ShopifyScene } from '../sync/shopify.testing.ts'
import { openTestStores, sync } from '../sync/testing.ts'
import { runReconciliation } from './jobs.ts'

const stores = await openTestStores({ after })

/** Three pairs of socks at 23.80 including 3.80 tax each, less 10 %, and shipping of 5.95; 70.21 in total. */
function order(id: number, createdAt: string, more: Partial<ShopOrder> = {}): ShopOrder {
  return {
    id,
    createdAt,
    taxesIncluded: true,
    email: `buyer${id}@example.net`,
    discounts: [{ kind: 'code', name: 'TEN', percentage: 10 }],
    lines: [
      {
        id: id * 10,
        productId: 310,
        title: 'Socks',
        quantity: 3,
        unitPrice: '23.80',
        allocations: [{ discount: 0, amount: '7.14' }],
        taxes: [{ title: 'VAT', rate: 0.19, amount: '10.26' }],
      },
    ],
    shipping: [
      { id: id * 10 + 1, title: 'Post', price: '5.95', taxes: [{ title: 'VAT', rate: 0.19, amount: '0.95' }] },
    ],
    transactions: [{ id: id * 10 + 2, kind: 'SALE', gateway: 'shopify_payments', at: createdAt, amount: '70.21' }],
    ...more,
  }
}

/** Every kind of Shopify order, each on a day of its own. */
const orders: ShopOrder[] = [
  order(1_000, '2026-11-01T10:00:00Z'),
  // Half an hour after midnight in the shop's zone, on the day after.
  order(1_100, '2026-11-01T23:30:00Z'),
  order(1_200, '2026-11-02T10:00:00Z', {
    lines: [
      { id: 12_000, kind: 'gift_card', productId: 900, title: 'Gift card', quantity: 1, unitPrice: '50.00' },
      { id: 12_003, productId: 310, title: 'Socks', quantity: 1, unitPrice: '23.80' },
      { id: 12_004, kind: 'tip', title: 'Tip', quantity: 1, unitPrice: '4.20' },
    ],
  }),
  // Only a gift card: an order without revenue.
  order(1_300, '2026-11-02T11:00:00Z', {
    discounts: [],
    shipping: [],
    lines: [{ id: 13_000, kind: 'gift_card', productId: 900, title: 'Gift card', quantity: 1, unitPrice: '25.00' }],
    transactions: [{ id: 13_002, kind: 'SALE', gateway: 'bogus', at: '2026-11-02T11:00:00Z', amount: '25.00' }],
  }),
  order(1_400, '2026-11-03T10:00:00Z', {
    charges: [
      { id: 14_005, kind: 'duty', name: 'Duty', lineId: 14_000, amount: '3.33' },
      {
        id: 14_006,
        kind: 'fee',
        name: 'Bottle deposit',
        amount: '1.19',
        taxes: [{ title: 'VAT', rate: 0.19, amount: '0.19' }],
      },
    ],
  }),
  order(1_500, '2026-11-03T11:00:00Z', { taxesIncluded: false }),
  order(1_600, '2026-11-03T12:00:00Z', { presentment: { currency: 'USD', rate: '1.0837' } }),
  order(1_700, '2026-11-04T10:00:00Z', { test: true }),
  order(1_800, '2026-11-04T11:00:00Z', { transactions: [] }),
  // Paid in full by a gift card, which is a means of payment.
  order(1_900, '2026-11-04T12:00:00Z', {
    transactions: [{ id: 19_002, kind: 'SALE', gateway: 'gift_card', at: '2026-11-04T12:00:00Z', amount: '70.21' }],
  }),
  ...[2_000, 2_100, 2_200, 2_300, 2_400, 2_500, 2_600, 2_700, 2_800, 2_900].map((id, index) =>
    order(id, `2026-11-05T${String(10 + index).padStart(2, '0')}:00:00Z`),
  ),
]

/** Later changes to orders, day by day. */
function happen({ store }: FakeShop): void {
  const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:00:00Z`
  store.refundOrder(2_000, { at: at(6), lines: [{ lineId: 20_000, quantity: 1 }] })
  // First more, then less, than the value of the products.
  store.refundOrder(2_100, { at: at(6), lines: [{ lineId: 21_000, quantity: 1 }], amount: '25.00' })
  store.refundOrder(2_100, { at: at(7), lines: [{ lineId: 21_000, quantity: 1 }], amount: '9.99' })
  store.refundOrder(2_200, { at: at(7) })
  store.refundOrder(2_300, { at: at(7), lines: [], amount: '3.00' })
  store.refundOrder(2_300, { at: at(8), lines: [], shipping: { amount: '5.95', tax: '0.95' } })
  store.editOrder(2_400, {
    at: at(8),
    removed: [{ lineId: 24_000, quantity: 2 }],
    added: [{ id: 24_005, productId: 311, title: 'Hat', quantity: 2, unitPrice: '30.01' }],
  })
  store.returnOrder(2_600, {
    at: at(9),
    lines: [{ lineId: 26_000, quantity: 1 }],
    exchanged: [{ id: 26_005, productId: 312, title: 'Scarf', quantity: 1, unitPrice: '19.99' }],
    fee: { id: 26_006, amount: '2.38', tax: '0.38' },
  })
  store.cancelOrder(2_700, { at: at(9), refund: true })
  store.refundOrder(1_400, { at: at(9) })
  store.refundOrder(1_200, { at: at(10), lines: [{ lineId: 12_000, quantity: 1 }] })
  // Sold and returned on the same day.
  store.refundOrder(2_900, { at: '2026-11-05T20:00:00Z', lines: [{ lineId: 29_000, quantity: 3 }] })
}

const range = { from: '2026-11-01', to: '2026-11-14' }

async function readShop(
  t: { after(work: () => Promise<void>): void },
  happens: (store: FakeShop) => void,
): Promise<ShopifyScene & { readonly id: ConnectionId }> {
  const scene = await openShopify(t, stores)
  await fillShop(scene.store, { orders })
  happens(scene.store)
  const id = await connectPasted(scene)
  assert.equal((await sync(scene.shop, id)).ended, 'done')
  return { ...scene, id }
}

/** Days with a difference, with their causes. */
async function differences({ shop }: ShopifyScene) {
  const { days } = await run(runReconciliation, shop.ctx, range)
  assert.equal(days.length, 14)
  return days
    .filter(({ causes }) => causes.length > 0)
    .map(({ day, state, causes, orders: listed }) => ({
      day,
      state,
      causes: causes.map(({ cause, total, net, count }) => [cause, Number(total), Number(net), count]),
      orders: listed.map(({ orderId, cause, difference }) => [orderId, cause, Number(difference)]),
    }))
}

describe('A night’s comparison with Shopify’s own report', () => {
  it('agrees to the cent in every figure: edits, refunds, gift cards, tips, duties, exchanges and cancellations', async (t) => {
    const scene = await readShop(t, happen)
    assert.deepEqual(await differences(scene), [])
    const { days } = await run(runReconciliation, scene.shop.ctx, range)
    let compared = 0
    for (const { day, figures } of days) {
      for (const name of reportFigures) {
        const { ours, theirs, expected } = figures[name]
        assert.equal(Number(theirs), Number(expected), `${name} on ${day}`)
        if (name !== 'returns') assert.equal(Number(theirs), Number(ours), `${name} on ${day}, as we show it`)
        if (Number(theirs) !== 0) compared += 1
      }
    }
    assert.ok(compared > 40, `${compared} figures were not zero`)
  })

  it('agrees to the cent on whatever happened to orders, in both price bases', async (t) => {
    const scene = await openShopify(t, stores)
    const seed = fc.readConfigureGlobal().seed ?? Date.now() % 1_000_000
    const plans = fc.sample(shopifyPlan, { numRuns: 150, seed })
    await fillShop(scene.store, { orders: plans.map((plan, index) => makeShopifyOrder(index, plan)) })
    const id = await connectPasted(scene)
    assert.equal((await sync(scene.shop, id)).ended, 'done')
    const { days } = await run(runReconciliation, scene.shop.ctx, { from: '2026-01-01', to: '2026-06-30' })
    const differing = days.filter(({ causes }) => causes.length > 0)
    assert.deepEqual(
      differing.map(({ day, causes, orders: listed }) => [day, causes, listed]),
      [],
      `seed ${seed}`,
    )
    const compared = days.filter(({ figures }) => Number(figures.totalSales.theirs) !== 0)
    assert.ok(compared.length > 30, `${compared.length} days`)
  })

  it('explains orders that were cancelled: before anybody paid, and without being paid back', async (t) => {
    const scene = await readShop(t, ({ store }) => {
      store.cancelOrder(1_800, { at: '2026-11-06T09:00:00Z' })
      store.cancelOrder(2_000, { at: '2026-11-07T09:00:00Z', refund: false })
    })
    assert.deepEqual(await differences(scene), [
      {
        day: '2026-11-04',
        state: 'explained',
        causes: [['status_not_counted_here', 70.21, 54, 1]],
        orders: [['1800', 'status_not_counted_here', 70.21]],
      },
      {
        day: '2026-11-06',
        state: 'explained',
        causes: [['status_not_counted_here', -70.21, -54, 0]],
        orders: [['1800', 'status_not_counted_here', -70.21]],
      },
      {
        day: '2026-11-07',
        state: 'explained',
        causes: [['status_not_counted_there', 70.21, 54, 0]],
        orders: [['2000', 'status_not_counted_there', 70.21]],
      },
    ])
  })

  it('knows an order that is given back here and there on different days, when only one of them is compared', async (t) => {
    const scene = await readShop(t, ({ store }) => {
      store.cancelOrder(2_000, { at: '2026-11-07T09:00:00Z', refund: false })
      store.refundOrder(2_000, { at: '2026-11-09T09:00:00Z' })
    })
    const listed = async (day: string) => {
      const { days } = await run(runReconciliation, scene.shop.ctx, { from: day, to: day })
      return days.flatMap(({ state, orders: differing }) =>
        differing.map(({ orderId, cause, difference }) => [state, orderId, cause, Number(difference)]),
      )
    }
    assert.deepEqual(await listed('2026-11-07'), [['explained', '2000', 'other_day', 70.21]])
    assert.deepEqual(await listed('2026-11-09'), [['explained', '2000', 'other_day', -70.21]])
  })

  it('agrees on sales that were made cheaper afterwards, which lower the price there and are given back here', async (t) => {
    const scene = await readShop(t, ({ store }) => {
      const discounted = [{ lineId: 25_000, discount: 0, amount: '6.06' }]
      store.editOrder(2_500, { at: '2026-11-08T09:00:00Z', discounted })
    })
    assert.deepEqual(await differences(scene), [])
    const { days } = await run(runReconciliation, scene.shop.ctx, { from: '2026-11-08', to: '2026-11-08' })
    const { discounts, returns, netSales } = days[0]?.figures ?? {}
    assert.deepEqual(
      [discounts?.theirs, discounts?.ours, returns?.theirs, returns?.expected].map(Number),
      [5.09, 0, 0, 5.09],
    )
    assert.deepEqual([netSales?.theirs, netSales?.ours].map(Number), [-5.09, -5.09])
  })

  it('finds by its number an order that we do not have, one that is gone, and one that changed meanwhile', async (t) => {
    const scene = await readShop(t, () => {})
    const { store } = scene.store
    store.createOrder(order(5_000, '2026-11-10T10:00:00Z'))
    store.deleteOrder(1_000)
    store.refundOrder(2_000, { processedAt: '2026-11-11T10:00:00Z', lines: [{ lineId: 20_000, quantity: 1 }] })
    assert.deepEqual(await differences(scene), [
      {
        day: '2026-11-01',
        state: 'differs',
        causes: [['deleted_there', -70.21, -54, -1]],
        orders: [['1000', 'deleted_there', -70.21]],
      },
      {
        day: '2026-11-10',
        state: 'differs',
        causes: [['missing_here', 70.21, 54, 1]],
        orders: [['5000', 'missing_here', 70.21]],
      },
      {
        day: '2026-11-11',
        state: 'differs',
        causes: [['refund', -21.42, -18, 0]],
        orders: [['2000', 'refund', -21.42]],
      },
    ])
    await sync(scene.shop, scene.id)
    await sync(scene.shop, scene.id, { compare: true })
    assert.deepEqual(await differences(scene), [])
  })

  it('says how the app gets to see the report where it may not', async (t) => {
    const scene = await readShop(t, () => {})
    scene.store.tokens.setScopes(['read_orders', 'read_all_orders'])
    await assert.rejects(differences(scene), /lacks the access scope read_reports: add it to the app/)
  })
})
