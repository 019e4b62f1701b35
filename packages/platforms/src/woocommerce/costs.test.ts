import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  payPalFee,
  type StoreOrder,
  type StoreProduct,
  stripeFee,
  wooPaymentsFee,
} from '../../../../simulators/woocommerce/index.ts'
import type { OrderRecord } from '../records.ts'
import { ordersStream } from './orders.ts'
import { productsStream } from './products.ts'
import { refundsStream } from './refunds.ts'
import { collectPages, makeOrder, startFixture } from './testing.ts'

const createdAt = '2026-03-01T00:00:00Z'
const socks: StoreProduct = {
  id: 7,
  name: 'Socks',
  sku: 'S',
  price: '20.00',
  createdAt,
  cost: '9.50',
  manageStock: true,
  categories: [],
}
const line = { id: 11, productId: 7, sku: 'S', name: 'Socks', quantity: 2, subtotal: '40.00', total: '40.00' }
const costOfGoods = { features: { costOfGoods: true } }

async function start(
  t: TestContext,
  {
    orders = [],
    products = [socks],
    ...options
  }: { orders?: StoreOrder[]; products?: StoreProduct[]; features?: object },
) {
  const fixture = await startFixture(t, options)
  await fixture.fake.store.fill({ products, orders })
  const readOrders = async (): Promise<OrderRecord[]> => {
    const pages = await collectPages(ordersStream.increment(fixture.ctx(), null))
    return pages.flatMap(({ records }) => records.filter((record) => record.type === 'order'))
  }
  return { ...fixture, readOrders }
}

describe('costs of goods that WooCommerce tells', () => {
  it('are the result of product and variation, and unknown where nobody entered one or the feature is off', async (t) => {
    const variation = (id: number, more: object) => ({
      id,
      sku: `S-${id}`,
      price: '20',
      attributes: { Size: 'M' },
      ...more,
    })
    const variations = [
      variation(71, { cost: '1.25', costIsAdditive: true }),
      variation(72, { cost: '1.25' }),
      variation(73, {}),
      variation(74, { cost: '0' }),
    ]
    const products = [
      { ...socks, cost: '4.00', variations },
      { ...socks, id: 8, cost: '0', variations: [variation(81, {})] },
    ]
    const { fake, ctx } = await start(t, { products, ...costOfGoods })
    const read = async () => {
      const pages = await collectPages(productsStream.backfill(ctx(), null))
      const variants = pages.flatMap(({ records }) => records.flatMap((record) => record.variants))
      return Object.fromEntries(variants.map(({ id, cost }) => [id, cost]))
    }
    assert.deepEqual(await read(), { 71: '5.25', 72: '1.25', 73: '4', 74: '4', 81: null })
    fake.site.features = { ...fake.site.features, costOfGoods: false }
    assert.deepEqual(await read(), { 71: null, 72: null, 73: null, 74: null, 81: null })
  })

  it('are in the store’s currency on lines of an order in another one, and follow the catalogue with a refund', async (t) => {
    const { fake, readOrders } = await start(t, costOfGoods)
    const { id } = fake.store.createOrder({ status: 'processing', currency: 'GBP', lines: [line] })
    const costs = async () => (await readOrders()).map(({ currency, lines }) => [currency, lines[0]?.cost])
    assert.deepEqual(await costs(), [['GBP', '19']])
    fake.store.putProduct({ ...socks, cost: '10.00' })
    fake.store.refundOrder(id, { lines: [{ orderLineId: 11, quantity: 1 }] })
    assert.deepEqual(await costs(), [['GBP', '20']])
    fake.store.putProduct({ ...socks, cost: '0' })
    fake.store.refundOrder(id, { amount: '1.00' })
    assert.deepEqual(await costs(), [['GBP', null]])
  })

  it('of a whole order, which a plug-in kept, are shared by net value where no line has its own', async (t) => {
    const meta = [{ key: '_wc_cog_order_total_cost', value: '1.00' }]
    const lines = [11, 12, 13].map((id) => ({ ...line, id }))
    const free = lines.map((each, at) => ({ ...each, quantity: at === 2 ? 0 : at + 1, total: '0', subtotal: '0' }))
    const own = [
      { ...line, meta: [{ key: '_wc_cog_item_total_cost', value: '7.40' }] },
      { ...line, id: 12 },
    ]
    const { readOrders } = await start(t, {
      orders: [
        makeOrder(100, createdAt, { lines, meta }),
        makeOrder(200, createdAt, { lines: free, meta }),
        makeOrder(300, createdAt, { lines: own, meta }),
      ],
    })
    assert.deepEqual(
      (await readOrders()).map((order) => order.lines.map(({ cost }) => cost)),
      [
        ['0.333334', '0.333333', '0.333333'],
        ['0.333333', '0.666667', '0'],
        ['7.40', null],
      ],
    )
  })
})

describe('what WooCommerce tells of goods that came back', () => {
  const notes = ({ lines: [first] }: OrderRecord) => [first?.meta?._restock_refunded_items, first?.meta?._reduced_stock]

  it('is a tally on the order’s line where pieces are counted, and gone from it when all of a cancelled order came back', async (t) => {
    const { fake, readOrders } = await start(t, {})
    const { id } = fake.store.createOrder({ status: 'processing', lines: [{ ...line, quantity: 4 }] })
    assert.deepEqual((await readOrders()).map(notes), [[undefined, '4']])
    fake.store.refundOrder(id, { lines: [{ orderLineId: 11, quantity: 1 }] })
    fake.store.refundOrder(id, { lines: [{ orderLineId: 11, quantity: 1 }], restock: false })
    fake.store.refundOrder(id, { lines: [{ orderLineId: 11, quantity: 1 }] })
    assert.deepEqual((await readOrders()).map(notes), [['2', '2']])
    fake.store.updateOrder(id, { status: 'cancelled' })
    assert.deepEqual((await readOrders()).map(notes), [['2', undefined]])
  })

  it('comes with the refund where the version does not move the date of its order', async (t) => {
    const { fake, ctx } = await start(t, { features: { partialRefundBumpsModified: false } })
    const { id } = fake.store.createOrder({ status: 'processing', lines: [line], createdAt })
    const refund = fake.store.refundOrder(id, { lines: [{ orderLineId: 11, quantity: 1 }] })
    const read = async (held: readonly string[]) => {
      const heldRefunds = async () => new Map([[String(id), held]])
      const pages = await collectPages(refundsStream.increment(ctx({ heldRefunds }), null))
      return pages.flatMap(({ records }) => records.filter((record) => record.type === 'order'))
    }
    assert.deepEqual((await read([])).map(notes), [['1', '1']])
    assert.deepEqual(await read([String(refund?.id)]), [], 'what is stored is not asked for again')
  })

  it('says whose pieces are counted and what is not sent', async (t) => {
    const variation = (id: number, more: object) => ({ id, sku: 'S', price: '20', attributes: {}, ...more })
    const products = [
      {
        ...socks,
        variations: [variation(71, {}), variation(72, { manageStock: false }), variation(73, { virtual: true })],
      },
      { ...socks, id: 8, manageStock: false, downloadable: true },
      { ...socks, id: 9, manageStock: false, virtual: true, variations: [variation(91, { manageStock: true })] },
    ]
    const { ctx } = await start(t, { products })
    const pages = await collectPages(productsStream.backfill(ctx(), null))
    const variants = pages.flatMap(({ records }) => records.flatMap((record) => record.variants))
    assert.deepEqual(
      variants
        .map(({ id, managesStock, physical }) => [id, managesStock, physical])
        .toSorted(([a], [b]) => Number(a) - Number(b)),
      [
        ['8', false, undefined],
        ['71', true, undefined],
        ['72', false, undefined],
        ['73', true, false],
        ['91', true, false],
      ],
    )
  })
})

describe('what was captured, sent and paid back', () => {
  it('comes with the fees that plug-ins store, and without where one is missing', async (t) => {
    const paid = { paidAt: createdAt, lines: [{ ...line, total: '71.40', subtotal: '71.40' }] }
    const fees = { gross: '71.40', fee: '1.75', net: '69.65' }
    const { readOrders } = await start(t, {
      orders: [
        makeOrder(100, createdAt, { ...paid, paymentMethod: 'stripe_cc', meta: stripeFee('2.93', '68.47', 'EUR') }),
        makeOrder(200, createdAt, { ...paid, paymentMethod: 'stripe_cc' }),
        makeOrder(300, createdAt, { ...paid, paymentMethod: 'ppcp-gateway', meta: payPalFee(fees, 'USD') }),
        makeOrder(350, createdAt, {
          ...paid,
          paymentMethod: 'woocommerce_payments',
          meta: wooPaymentsFee('1.75', '69.65'),
        }),
        makeOrder(400, createdAt, { ...paid, paymentMethod: 'cod', status: 'processing' }),
        makeOrder(500, createdAt, { ...paid, paymentMethod: 'cod', completedAt: '2026-03-04T10:00:00Z' }),
      ],
    })
    assert.deepEqual(
      (await readOrders()).map(({ fulfilled, payments }) => [
        fulfilled,
        payments?.map(({ amount, fee, feeCurrency }) => [Number(amount), fee, feeCurrency]),
      ]),
      [
        [undefined, [[71.4, '2.93', 'EUR']]],
        [undefined, undefined],
        [undefined, [[71.4, '1.75', 'USD']]],
        [undefined, [[71.4, '1.75', null]]],
        [undefined, []],
        [true, [[71.4, null, null]]],
      ],
    )
  })

  it('says of refunds that were booked by hand that the payment method gave nothing back', async (t) => {
    const { fake, ctx } = await start(t, {})
    const { id } = fake.store.createOrder({ status: 'processing', lines: [line] })
    fake.store.refundOrder(id, { amount: '1.00' })
    fake.store.refundOrder(id, { amount: '2.00', refundedPayment: false })
    const pages = await collectPages(refundsStream.increment(ctx(), null))
    const refunds = pages.flatMap(({ records }) => records.filter((record) => record.type === 'refund'))
    assert.deepEqual(
      Object.fromEntries(refunds.map(({ amount, throughGateway }) => [Number(amount), throughGateway])),
      {
        1: undefined,
        2: false,
      },
    )
  })
})

it('the parts of a bundle name its line, whose id the plug-in keeps as a key of the cart', async (t) => {
  const parts = [21, 22].map((id) => ({ ...line, id, bundledBy: 20 }))
  const { readOrders } = await start(t, {
    orders: [makeOrder(100, createdAt, { lines: [{ ...line, id: 20 }, ...parts, line] })],
  })
  const [order] = await readOrders()
  assert.deepEqual(
    order?.lines.map(({ meta }) => meta),
    [{ _bundled_items: '21,22' }, { _bundled_by: '20' }, { _bundled_by: '20' }, undefined],
  )
})
