import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { StoreOrder } from '../../simulators/index.ts'
import { countDemoShop } from '../expected.ts'
import { toLocal } from '../local-time.ts'
import { demoShop } from './index.ts'

const today = parseDay('2026-11-21')
const now = '2026-11-21T11:00:00Z'
const shop = demoShop({ today, now })
const expected = countDemoShop(shop.orders)

test('the same day and minute give the same history, byte for byte', () => {
  assert.equal(JSON.stringify(demoShop({ today, now })), JSON.stringify(shop))
})

test('a later minute only adds orders: what lay further back than a few weeks stays as it was', () => {
  const later = demoShop({ today, now: '2026-11-21T20:00:00Z' })
  const settled = (orders: readonly StoreOrder[]) =>
    JSON.stringify(orders.filter((order) => order.createdAt < '2026-09-01'))
  assert.ok(later.orders.length > shop.orders.length)
  assert.equal(settled(later.orders), settled(shop.orders))
})

test('the shop has two years of a believable size', () => {
  assert.equal(shop.from, '2024-11-21')
  assert.ok(shop.orders.length > 6000 && shop.orders.length < 10_000, `${shop.orders.length} orders`)
  assert.ok(
    expected.total.newCustomers > 2000 && expected.total.newCustomers < 3500,
    `${expected.total.newCustomers} customers`,
  )
  assert.ok(shop.products.length >= 55)
  assert.equal(expected.months.size, 25)
})

test('nothing lies in the future and every id is used once', () => {
  const refunds = shop.orders.flatMap((order) => order.refunds ?? [])
  for (const order of shop.orders)
    assert.ok(
      order.createdAt <= now && (order.paidAt ?? '') <= now && (order.modifiedAt ?? '') <= now,
      `order ${order.id}`,
    )
  for (const refund of refunds) assert.ok(refund.createdAt <= now)
  const ids = [
    ...shop.orders,
    ...refunds,
    ...shop.products,
    ...shop.products.flatMap((product) => product.variations ?? []),
  ].map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

const scenarios: Readonly<Record<string, (order: StoreOrder) => boolean>> = {
  'partial, then full refund': (order) => order.refunds?.length === 2,
  'refund of an amount without lines': (order) =>
    order.refunds?.some((refund) => !refund.lines && !refund.shippingLines && refund.type === 'partial') === true,
  'refund in a later month': (order) =>
    order.refunds?.some((refund) => refund.createdAt.slice(0, 7) > order.createdAt.slice(0, 7)) === true,
  'refund of shipping alone': (order) =>
    order.refunds?.some((refund) => refund.shippingLines && !refund.lines) === true,
  'free order by coupon': (order) => order.couponLines?.some((coupon) => coupon.code === 'muster100') === true,
  'gift card sold': (order) => order.lines.some((line) => line.productId === 90),
  'gift card redeemed as a negative fee': (order) =>
    order.feeLines?.some((fee) => fee.name.startsWith('Geschenkkarte')) === true,
  'gift card listed beside the order': (order) => order.giftCards !== undefined,
  'tip as a fee': (order) => order.feeLines?.some((fee) => fee.name === 'Trinkgeld') === true,
  'discount as a negative fee': (order) => order.feeLines?.some((fee) => fee.name === 'Mengenrabatt') === true,
  'cancelled and never paid': (order) => order.status === 'cancelled' && !order.paidAt,
  'cancelled after payment': (order) => order.status === 'cancelled' && order.paidAt !== undefined,
  failed: (order) => order.status === 'failed',
  pending: (order) => order.status === 'pending',
  'on hold': (order) => order.status === 'on-hold',
  'custom status': (order) => order.status === 'shipped',
  'foreign currency': (order) => order.currency === 'CHF',
  'deleted product': (order) => order.lines.some((line) => line.productId === 0 && line.sku === null),
  'order attribution': (order) =>
    order.meta?.some((entry) => entry.key === '_wc_order_attribution_utm_source') === true,
  'buyer nobody can recognise': (order) => order.createdVia === 'rest-api' && !order.email,
  'test order': (order) => order.email?.endsWith('nordlicht-test.example') === true,
  'order of today': (order) => toLocal(order.createdAt, 'Europe/Berlin').startsWith(today),
}

for (const [name, holds] of Object.entries(scenarios)) {
  test(`the history has the scenario: ${name}`, () => {
    assert.ok(shop.orders.some(holds))
  })
}

test('guests become account holders under the same address', () => {
  const guests = new Set(
    shop.orders.filter((order) => order.customerId === 0).map((order) => order.email?.toLowerCase()),
  )
  assert.ok(shop.orders.some((order) => order.customerId !== 0 && guests.has(order.email?.toLowerCase())))
})

test('the repeated hour in October has an order in each of its two runs', () => {
  const hours = shop.orders.filter((order) => toLocal(order.createdAt, 'Europe/Berlin').startsWith('2026-10-25T02:30'))
  assert.deepEqual(
    hours.map((order) => order.createdAt),
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  )
})

test('gift cards beside the order are whole euros', () => {
  const cards = shop.orders.flatMap(({ giftCards = [] }) => giftCards)
  assert.ok(cards.length > 10)
  for (const { amount } of cards) assert.match(amount, /^[123]$/)
})

test('the counted figures obey the invariants of the store stats', () => {
  for (const stats of [expected.total, ...expected.months.values()]) {
    assert.equal(stats.sales, stats.orderRevenue - stats.returns)
    assert.ok(stats.paidOrders <= stats.orders)
    assert.equal(stats.newCustomers, stats.newCustomerOrders)
  }
  const months = [...expected.months.values()]
  assert.equal(
    months.reduce((sum, month) => sum + month.sales, 0n),
    expected.total.sales,
  )
  assert.equal(
    months.reduce((sum, month) => sum + month.newCustomers, 0),
    expected.total.newCustomers,
  )
})
