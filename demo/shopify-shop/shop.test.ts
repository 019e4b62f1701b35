import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { ShopEvent, ShopOrder } from '../../simulators/index.ts'
import { countShopifyShop } from '../expected-shopify.ts'
import { toLocal } from '../local-time.ts'
import { shopifyShop } from './index.ts'
import { totalOf } from './order-parts.ts'

const today = parseDay('2026-11-21')
const now = '2026-11-21T16:00:00Z'
const shop = shopifyShop({ today, now })
const expected = countShopifyShop(shop)

test('the same day and minute give the same history, byte for byte', () => {
  assert.equal(JSON.stringify(shopifyShop({ today, now })), JSON.stringify(shop))
})

test('a later minute only adds to it: what lay further back than two months stays as it was', () => {
  const later = shopifyShop({ today, now: '2026-11-22T04:00:00Z' })
  const settled = (orders: readonly ShopOrder[]) =>
    JSON.stringify(orders.filter((order) => order.createdAt < '2026-08-01'))
  assert.ok(later.orders.length > shop.orders.length)
  assert.equal(settled(later.orders), settled(shop.orders))
})

test('the shop has two years of a believable size', () => {
  assert.equal(shop.from, '2024-11-21')
  assert.ok(shop.orders.length > 2500 && shop.orders.length < 4000, `${shop.orders.length} orders`)
  assert.ok(expected.total.newCustomers > 700, `${expected.total.newCustomers} customers`)
  assert.equal(expected.months.size, 25)
})

test('nothing lies in the future, and happenings are in the order in which they happened', () => {
  for (const { id, createdAt, happenings = [] } of shop.orders) {
    const times = [createdAt, ...happenings.map(({ at }) => at)]
    assert.deepEqual(times, times.toSorted(), `order ${id}`)
    assert.ok((times.at(-1) ?? '') <= now, `order ${id}`)
  }
})

test('every id is used once', () => {
  const ids = shop.orders.flatMap(({ id, lines, shipping, charges, transactions, happenings }) => [
    id,
    ...[lines, shipping, charges, transactions, happenings?.flatMap(partsOf)].flatMap((list) =>
      (list ?? []).map((entry) => entry.id),
    ),
  ])
  assert.equal(new Set(ids).size, ids.length)
})

/** All objects that an event created. */
function partsOf(entry: ShopEvent): readonly { readonly id: number }[] {
  const own = 'id' in entry ? [{ id: entry.id }] : []
  const money = 'transactions' in entry ? (entry.transactions ?? []) : []
  if (entry.kind === 'edit') return [...own, ...money, ...(entry.added ?? [])]
  return entry.kind === 'return' ? [...own, ...money, ...(entry.exchanged ?? [])] : [...own, ...money]
}

type Kind = ShopEvent['kind']
type Of<K extends Kind> = Extract<ShopEvent, { kind: K }>

function all<K extends Kind>(order: ShopOrder, kind: K): Of<K>[] {
  return (order.happenings ?? []).filter((entry): entry is Of<K> => entry.kind === kind)
}

const paidWith = ({ transactions = [] }: ShopOrder, gateway: string) =>
  transactions.some((transaction) => transaction.gateway === gateway)

const scenarios: Readonly<Record<string, (order: ShopOrder) => boolean>> = {
  'partial, then full refund': (order) =>
    all(order, 'refund').filter(({ lines = [] }) => lines.length > 0).length === 2,
  'refund in a later month': (order) =>
    all(order, 'refund').some(({ at }) => at.slice(0, 7) > order.createdAt.slice(0, 7)),
  'more paid back than goods were worth': (order) => all(order, 'refund').some(({ adjustments }) => adjustments),
  'refund of delivery alone': (order) =>
    all(order, 'refund').some(({ shipping = [], lines = [] }) => shipping.length > 0 && lines.length === 0),
  'refund with the duties': (order) => all(order, 'refund').some(({ charges = [] }) => charges.length > 0),
  'edit that adds': (order) => all(order, 'edit').some(({ added = [], removed = [] }) => added[0] && !removed[0]),
  'edit that removes': (order) => all(order, 'edit').some(({ added = [], removed = [] }) => removed[0] && !added[0]),
  'edit that swaps': (order) => all(order, 'edit').some(({ added = [], removed = [] }) => removed[0] && added[0]),
  exchange: (order) => all(order, 'return').some(({ exchanged }) => exchanged),
  'return for a fee': (order) => all(order, 'return').some(({ fee }) => fee),
  'free order by code': (order) => order.discounts?.some(({ name }) => name === 'SAMPLE100') === true,
  'gift card sold': (order) => order.lines.some(({ kind }) => kind === 'gift_card'),
  'gift card sold alone': (order) => order.lines.every(({ kind }) => kind === 'gift_card'),
  'gift card redeemed beside a card': (order) => paidWith(order, 'gift_card') && order.transactions?.length === 2,
  'paid by gift card alone': (order) => paidWith(order, 'gift_card') && order.transactions?.length === 1,
  'tip as a line': (order) => order.lines.some(({ kind }) => kind === 'tip'),
  'duties abroad': (order) => order.charges?.some(({ kind }) => kind === 'duty') === true,
  'another currency before the buyer': (order) => order.presentment?.currency === 'CAD',
  'fees of the payment': (order) => order.transactions?.some(({ fees }) => fees) === true,
  'two taxes on a line': (order) => order.lines.some(({ taxes }) => taxes?.length === 2),
  'free delivery by discount': (order) => order.shipping?.some(({ allocations }) => allocations) === true,
  'sold at the till to nobody known': ({ sourceName, customerId, phone }) =>
    sourceName === 'pos' && !customerId && !phone,
  'known by a phone number only': ({ customerId, email, phone }) => Boolean(phone) && !customerId && !email,
  'an address that no customer has': ({ customerId, email }) => Boolean(email) && !customerId,
  'draft order': ({ sourceName }) => sourceName === 'shopify_draft_order',
  'written down late': ({ processedAt, createdAt }) => processedAt !== undefined && processedAt < createdAt,
  'waiting for a transfer': (order) => order.transactions?.length === 0 && order.happenings?.length === 0,
  'charged when sent': (order) => all(order, 'payment').some(({ transactions }) => transactions[0]?.kind === 'CAPTURE'),
  'cancelled and never paid': (order) =>
    all(order, 'payment').some(({ transactions }) => transactions[0]?.kind === 'VOID') &&
    all(order, 'cancel').length > 0,
  'cancelled after payment': (order) => paidWith(order, 'shopify_payments') && all(order, 'cancel').length > 0,
  'refunded days after the cancellation': (order) =>
    order.happenings?.at(-1)?.kind === 'refund' && all(order, 'cancel').length > 0,
  'test order': ({ test }) => test === true,
  'journey with a campaign': ({ journey }) => journey?.last?.utm?.campaign !== undefined,
  'order of today': ({ createdAt }) => toLocal(createdAt, 'America/New_York').startsWith(today),
}

for (const [name, holds] of Object.entries(scenarios)) {
  test(`the history has the scenario: ${name}`, () => {
    assert.ok(shop.orders.some(holds))
  })
}

test('the repeated hour in November has an order in each of its two runs', () => {
  const hours = shop.orders.filter(({ createdAt }) =>
    toLocal(createdAt, 'America/New_York').startsWith('2026-11-01T01:30'),
  )
  assert.deepEqual(
    hours.map(({ createdAt }) => createdAt),
    ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
  )
})

test('what is paid at once is the whole order, to the cent', () => {
  for (const order of shop.orders) {
    const paid = (order.transactions ?? []).reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
    if (order.transactions?.length !== 0) assert.equal(BigInt(paid), totalOf(order), `order ${order.id}`)
  }
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
})
