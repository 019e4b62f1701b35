import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreOrder } from '../simulators/index.ts'
import { countDemoShop } from './expected.ts'

const order = (
  id: number,
  more: Partial<StoreOrder> & Pick<StoreOrder, 'status'>,
  amounts: readonly [quantity: number, gross: string, net: string, tax: string],
): StoreOrder => ({
  id,
  createdAt: '2026-03-10T12:00:00Z',
  currency: 'EUR',
  lines: [
    {
      id: id * 10,
      productId: 5,
      sku: 'x',
      name: 'x',
      quantity: amounts[0],
      subtotal: amounts[1],
      total: amounts[2],
      totalTax: amounts[3],
    },
  ],
  ...more,
})
const shipping = (total: string, totalTax: string) => [{ id: 1, methodId: 'flat_rate', title: 'DHL', total, totalTax }]

// One day in a shop with prices without tax and 19 % tax, worked out by hand.
const day: readonly StoreOrder[] = [
  order(
    1,
    {
      status: 'completed',
      createdAt: '2025-03-01T09:00:00Z',
      paidAt: '2025-03-01T09:00:00Z',
      email: 'ben@example.com',
    },
    [1, '10.00', '10.00', '1.90'],
  ),
  order(
    2,
    {
      status: 'processing',
      email: 'anna@example.com',
      shippingLines: shipping('5.00', '0.95'),
      refunds: [
        {
          id: 21,
          createdAt: '2026-03-12T10:00:00Z',
          amount: '42.84',
          lines: [{ id: 1, productId: 5, sku: 'x', name: 'x', quantity: 1, total: '36.00', totalTax: '6.84' }],
        },
      ],
    },
    [2, '80.00', '72.00', '13.68'],
  ),
  order(
    3,
    {
      status: 'refunded',
      email: 'BEN@example.com',
      refunds: [{ id: 31, createdAt: '2026-03-12T11:00:00Z', amount: '71.40' }],
    },
    [1, '60.00', '60.00', '11.40'],
  ),
  order(4, { status: 'completed', email: 'carla@example.com' }, [1, '40.00', '0.00', '0']),
  order(5, { status: 'on-hold', email: 'dana@example.com', shippingLines: shipping('4.90', '0.93') }, [
    3,
    '60.00',
    '60.00',
    '11.40',
  ]),
  order(6, { status: 'pending', email: 'x@example.com' }, [1, '100.00', '100.00', '0']),
  order(7, { status: 'cancelled', email: 'x@example.com' }, [1, '50.00', '50.00', '0']),
  order(8, { status: 'failed', email: 'x@example.com' }, [1, '30.00', '30.00', '0']),
  order(
    9,
    {
      status: 'completed',
      createdAt: '2026-03-10T20:00:00Z',
      email: 'anna@example.com',
      shippingLines: shipping('5.00', '0.95'),
    },
    [1, '20.00', '20.00', '3.80'],
  ),
]

test('the worked example of a day comes out as written down', () => {
  const expected = countDemoShop(day)
  const tenth = expected.between('2026-03-10', '2026-03-10')
  const twelfth = expected.between('2026-03-12', '2026-03-12')
  const both = expected.between('2026-03-10', '2026-03-12')
  assert.deepEqual(
    [tenth.grossSales, tenth.discounts, tenth.saleTaxes, tenth.orderRevenue, tenth.returns, tenth.sales],
    [260_000_000n, 48_000_000n, 43_110_000n, 270_010_000n, 0n, 270_010_000n],
  )
  assert.deepEqual(
    [tenth.orders, tenth.paidOrders, tenth.unitsSold, tenth.aov, tenth.trueaov],
    [5, 4, 8, 54_002_000n, 53_000_000n],
  )
  assert.deepEqual(
    [tenth.newCustomers, tenth.newCustomerRevenue, tenth.returningCustomers, tenth.returningCustomerRevenue],
    [2, 168_860_000n, 2, 101_150_000n],
  )
  assert.deepEqual(
    [twelfth.returns, twelfth.sales, twelfth.taxes, twelfth.orders, twelfth.aov],
    [114_240_000n, -114_240_000n, -18_240_000n, 0, null],
  )
  assert.deepEqual([both.sales, both.taxes], [155_770_000n, 24_870_000n])
})

test('a partial refund and the rest add up to the order and never to more', () => {
  const refunds = [
    {
      id: 1,
      createdAt: '2026-03-11T10:00:00Z',
      amount: '20.00',
      lines: [{ id: 1, productId: 5, sku: 'x', name: 'x', quantity: 2, total: '20.00' }],
    },
    { id: 2, createdAt: '2026-03-12T10:00:00Z', amount: '35.00' },
  ]
  const { between } = countDemoShop([
    order(1, { status: 'refunded', refunds, shippingLines: shipping('10.00', '0') }, [4, '40.00', '40.00', '5.00']),
  ])
  assert.equal(between('2026-03-11', '2026-03-11').returns, 20_000_000n)
  assert.equal(between('2026-03-12', '2026-03-12').returns, 35_000_000n)
  assert.equal(between('2026-03-10', '2026-03-12').sales, 0n)
  assert.equal(between('2026-03-12', '2026-03-12').taxes, -5_000_000n)
})

test('foreign money counts at the rate stored on the order, also when it goes back', () => {
  const foreign = order(
    1,
    {
      status: 'refunded',
      currency: 'ZAR',
      meta: [{ key: '_wcpbc_base_exchange_rate', value: '0.0517' }],
      refunds: [{ id: 2, createdAt: '2026-04-10T10:00:00Z', amount: '580.00' }],
    },
    [1, '580.00', '580.00', '0'],
  )
  const { total, months } = countDemoShop([foreign])
  assert.equal(months.get('2026-03')?.sales, 29_986_000n)
  assert.equal(total.sales, 0n)
})
