import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShopOrder } from '../simulators/index.ts'
import { countShopifyShop } from './expected-shopify.ts'

type Line = ShopOrder['lines'][number]

const line = (id: number, price: string, more: Partial<Line> = {}): Line => ({
  id,
  productId: 5,
  variantId: 51,
  title: 'x',
  quantity: 1,
  unitPrice: price,
  ...more,
})
const tax = (amount: string) => [{ title: 'Tax', rate: 0.05, amount }]
const sale = (id: number, at: string, amount: string) =>
  ({ id, kind: 'SALE', gateway: 'shopify_payments', at, amount }) as const

// Noon in New York on the tenth of March 2026.
const noon = '2026-03-10T16:00:00Z'
const count = (...orders: readonly ShopOrder[]) =>
  countShopifyShop({ orders, customers: [{ id: 9, email: 'ann@example.com', createdAt: noon }] })

test('goods, delivery, duties and tax are revenue, gift cards and tips are not', () => {
  const { total } = count({
    id: 1,
    createdAt: noon,
    customerId: 9,
    lines: [
      line(11, '20.00', { quantity: 3, allocations: [{ discount: 0, amount: '6.00' }], taxes: tax('2.70') }),
      line(12, '50.00', { kind: 'gift_card' }),
      line(13, '5.00', { kind: 'tip' }),
    ],
    shipping: [
      { id: 14, title: 'Ground', price: '8.00', allocations: [{ discount: 1, amount: '3.00' }], taxes: tax('0.25') },
    ],
    charges: [{ id: 15, kind: 'duty', name: 'Duty', lineId: 11, amount: '4.00' }],
    transactions: [sale(16, noon, '120.95')],
  })
  assert.deepEqual(
    [total.grossSales, total.discounts, total.saleTaxes, total.orderRevenue, total.trueaov, total.unitsSold],
    [60_000_000n, 6_000_000n, 2_950_000n, 65_950_000n, 54_000_000n, 3],
  )
})

test('an edit and an exchange sell on their own day without adding an order, and take back on it', () => {
  const { between, total } = count({
    id: 1,
    createdAt: noon,
    lines: [line(11, '20.00', { quantity: 2, taxes: tax('2.00') })],
    transactions: [sale(12, noon, '42.00')],
    happenings: [
      {
        kind: 'edit',
        id: 13,
        at: '2026-03-11T16:00:00Z',
        added: [line(14, '30.00', { taxes: tax('1.50') })],
        removed: [{ lineId: 11, quantity: 1, amount: '20.00', tax: '1.00' }],
      },
      {
        kind: 'return',
        id: 15,
        at: '2026-03-20T16:00:00Z',
        lines: [{ lineId: 11, quantity: 1, amount: '20.00', tax: '1.00' }],
        exchanged: [line(16, '25.00', { taxes: tax('1.25') })],
        fee: { id: 17, amount: '7.95' },
      },
      // The refund of the return, whose goods were already returned.
      { kind: 'refund', id: 18, at: '2026-03-21T16:00:00Z', returnId: 15, lines: [{ lineId: 11, quantity: 1 }] },
    ],
  })
  const edited = between('2026-03-11', '2026-03-11')
  const exchanged = between('2026-03-20', '2026-03-20')
  assert.deepEqual([edited.orderRevenue, edited.returns, edited.orders], [31_500_000n, 21_000_000n, 0])
  assert.deepEqual([exchanged.orderRevenue, exchanged.returns, exchanged.unitsSold], [34_200_000n, 21_000_000n, 1])
  assert.deepEqual([total.orders, total.unitsSold, total.sales], [1, 4, 65_700_000n])
})

test('a cancelled order counts when it was paid, and its rest goes back with the cancellation, once', () => {
  const happenings: NonNullable<ShopOrder['happenings']> = [
    {
      kind: 'refund',
      id: 12,
      at: '2026-03-12T16:00:00Z',
      adjustments: [{ id: 13, reason: 'REFUND_DISCREPANCY', amount: '-5.00' }],
    },
    { kind: 'cancel', at: '2026-03-13T16:00:00Z' },
    {
      kind: 'refund',
      id: 14,
      at: '2026-03-15T16:00:00Z',
      lines: [{ lineId: 11, quantity: 1, amount: '20.00', tax: '1.00' }],
    },
  ]
  const lines = [line(11, '20.00', { taxes: tax('1.00') })]
  const paid = count({ id: 1, createdAt: noon, lines, happenings, transactions: [sale(15, noon, '21.00')] })
  assert.equal(paid.between('2026-03-12', '2026-03-12').returns, 5_000_000n)
  assert.equal(paid.between('2026-03-13', '2026-03-13').returns, 16_000_000n)
  assert.equal(paid.between('2026-03-14', '2026-03-31').returns, 0n)
  assert.equal(count({ id: 1, createdAt: noon, lines, happenings }).total.orders, 0)
  assert.equal(count({ id: 1, createdAt: noon, lines, test: true }).total.orders, 0)
})

test('a dispute takes what refunds left, on the day on which it begins', () => {
  const order: ShopOrder = {
    id: 1,
    createdAt: noon,
    lines: [line(11, '20.00', { quantity: 2, taxes: tax('2.00') })],
    transactions: [sale(15, noon, '42.00')],
    happenings: [
      {
        kind: 'refund',
        id: 12,
        at: '2026-03-12T16:00:00Z',
        lines: [{ lineId: 11, quantity: 1, amount: '20.00', tax: '1.00' }],
      },
    ],
  }
  const dispute = { id: 7, orderId: 1, initiatedAt: '2026-04-02T16:00:00Z', amount: '42.00' }
  const { between, total } = countShopifyShop({ orders: [order], customers: [], disputes: [dispute] })
  assert.equal(between('2026-04-02', '2026-04-02').returns, 21_000_000n)
  assert.deepEqual([total.returns, total.sales, total.orders], [42_000_000n, 0n, 1])
})

test('people are known by customer or address, and by their number only without both', () => {
  const lines = [line(11, '20.00')]
  const at = (hour: number) => `2026-03-10T${hour}:00:00Z`
  const { total } = count(
    { id: 1, createdAt: at(11), lines, email: 'ANN@example.com', phone: '+12075550001' },
    // Only the customer id identifies the buyer.
    { id: 2, createdAt: at(12), lines, customerId: 9 },
    { id: 3, createdAt: at(13), lines, phone: '+12075550001' },
    { id: 4, createdAt: at(14), lines },
    // A free order makes nobody a customer.
    { id: 5, createdAt: at(10), lines: [line(12, '0.00')], customerId: 9 },
  )
  assert.deepEqual([total.orders, total.paidOrders, total.newCustomers, total.returningCustomers], [5, 4, 2, 1])
})

test('an order that was written down later counts on the day it was agreed on, in the shop’s zone', () => {
  const { months } = count({
    id: 1,
    createdAt: '2026-04-02T16:00:00Z',
    // Still March in New York.
    processedAt: '2026-04-01T03:30:00Z',
    lines: [line(11, '20.00')],
  })
  assert.deepEqual([...months.keys()], ['2026-03'])
})
