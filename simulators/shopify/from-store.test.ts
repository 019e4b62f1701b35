import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreOrder } from '../woocommerce/history.ts'
import { fillShopFromStore } from './index.ts'
import { ledgerOf, ledgerQuery, openPlatform } from './testing.ts'

function storeOrder(id: number, more: Partial<StoreOrder> = {}): StoreOrder {
  return {
    id,
    status: 'completed',
    createdAt: '2026-11-01T10:00:00Z',
    modifiedAt: '2026-11-02T10:00:00Z',
    paidAt: '2026-11-01T10:01:00Z',
    email: 'ida@example.com',
    paymentMethod: 'stripe',
    lines: [
      {
        id: id * 100 + 1,
        productId: 11,
        sku: 'SOCK',
        name: 'Socks',
        quantity: 3,
        subtotal: '25.2101',
        subtotalTax: '4.7899',
        total: '22.6891',
        totalTax: '4.3109',
        taxes: [{ rateId: 7, total: '4.3109' }],
      },
    ],
    shippingLines: [
      {
        id: id * 100 + 50,
        methodId: 'flat_rate',
        title: 'Post',
        total: '4.1176',
        totalTax: '0.7824',
        taxes: [{ rateId: 7, total: '0.7824' }],
      },
    ],
    couponLines: [{ id: id * 100 + 80, code: 'ten', discount: '2.5210', discountType: 'percent', amount: 10 }],
    ...more,
  }
}

test('another store’s orders become what happened in Shopify, to the cent', async (t) => {
  const { ask, shop } = await openPlatform(t)
  const line = {
    id: 9001,
    orderLineId: 101,
    productId: 11,
    sku: 'SOCK',
    name: 'Socks',
    quantity: 1,
    total: '7.5630',
    totalTax: '1.4370',
  }
  await fillShopFromStore(
    shop,
    {
      products: [
        { id: 11, name: 'Socks', sku: 'SOCK', price: '10.00', cost: '3.20', createdAt: '2026-01-01T00:00:00Z' },
      ],
      orders: [
        storeOrder(1, {
          feeLines: [
            { id: 160, name: 'Trinkgeld', total: '2' },
            { id: 161, name: 'Gift card ABC', total: '-5' },
          ],
          refunds: [{ id: 900, createdAt: '2026-11-02T10:00:00Z', amount: '10', lines: [line] }],
        }),
        storeOrder(2, { status: 'pending', paidAt: null }),
        storeOrder(3, { status: 'cancelled', paidAt: null }),
        storeOrder(4, { currency: 'CHF', meta: [{ key: 'rate', value: '1.05' }] }),
      ],
    },
    { tipFees: ['Trinkgeld*'], giftCardFees: ['Gift card*'], rateMetaKey: 'rate' },
  )
  assert.deepEqual(ledgerOf(await ask(ledgerQuery, { id: 'gid://shopify/Order/1' })), [
    ['OrderAgreement', 'ORDER PRODUCT 3 27.0 4.31 2.52', 'ORDER TIP 1 2.0 0.0 0.0', 'ORDER SHIPPING 1 4.9 0.78 0.0'],
    ['RefundAgreement', 'RETURN PRODUCT -1 -9.0 -1.44 -0.84', 'UPDATE ADJUSTMENT  -1.0 0.0 0.0'],
  ])
  const { body } = await ask(
    `{ orders(first: 9) { nodes { name displayFinancialStatus cancelledAt customer { id numberOfOrders } transactions { gateway kind amountSet { shopMoney { amount } } }
       totalPriceSet { shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } } } } }`,
  )
  const [first, cancelled, foreign] = body.data.orders.nodes
  assert.deepEqual(
    first.transactions.map(
      ({ gateway, kind, amountSet }: { gateway: string; kind: string; amountSet: { shopMoney: { amount: string } } }) =>
        [gateway, kind, amountSet.shopMoney.amount].join(' '),
    ),
    ['gift_card SALE 5.0', 'shopify_payments SALE 28.9', 'shopify_payments REFUND 10.0'],
  )
  assert.deepEqual([first.displayFinancialStatus, first.customer.numberOfOrders], ['PARTIALLY_REFUNDED', '3'])
  assert.deepEqual(
    [cancelled.name, cancelled.displayFinancialStatus, cancelled.cancelledAt],
    ['#3', 'VOIDED', '2026-11-02T10:00:00Z'],
  )
  assert.deepEqual(foreign.totalPriceSet, {
    shopMoney: { amount: '33.5', currencyCode: 'EUR' },
    presentmentMoney: { amount: '31.9', currencyCode: 'CHF' },
  })
})

test('orders that are made on demand stay so, without those that never became orders', async (t) => {
  const { shop } = await openPlatform(t)
  await fillShopFromStore(shop, {
    orders: { count: 10, orderAt: (at) => storeOrder(at + 1, at % 5 === 0 ? { status: 'failed' } : {}) },
  })
  assert.equal(shop.store.orders.size, 8)
  assert.deepEqual([shop.store.order(1), shop.store.order(2)?.number, shop.store.customers.size], [undefined, 2, 1])
})
