import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillStore } from './index.ts'
import { call, openShop, sampleOrder } from './testing.ts'

interface Refund {
  readonly id: number
  readonly parent_id?: number
  readonly amount: string
  readonly reason: string
  readonly line_items: readonly Record<string, unknown>[]
  readonly tax_lines: readonly Record<string, unknown>[]
  readonly meta_data: readonly { readonly value: unknown }[]
}
interface Order {
  readonly status: string
  readonly date_modified_gmt: string
  readonly refunds: readonly { readonly id: number; readonly total: string }[]
}

test('a refund of lines is negative inside and positive outside, and shows on the order', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders: [sampleOrder(5)] })
  const made = await call<Refund>(fake, 'orders/5/refunds', {
    method: 'POST',
    json: {
      amount: '11.90',
      reason: 'wrong size',
      line_items: [{ id: 501, quantity: 1, refund_total: 10, refund_tax: [{ id: 7, refund_total: 1.9 }] }],
    },
  })
  assert.deepEqual([made.status, made.body.amount, made.body.parent_id], [201, '11.90', undefined])
  const [line] = made.body.line_items
  assert.deepEqual(
    [line?.['quantity'], line?.['total'], line?.['total_tax'], line?.['price']],
    [-1, '-10.00', '-1.90', 10],
  )
  assert.match(JSON.stringify(line?.['meta_data']), /"_refunded_item_id","value":"501"/)
  assert.equal(made.body.tax_lines[0]?.['tax_total'], '-1.90')
  const { body } = await call<Order>(fake, 'orders/5')
  assert.deepEqual([body.status, body.refunds[0]?.total], ['completed', '-11.90'])
})

test('setting the status to refunded refunds the rest without lines; the last one is always "full"', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders: [sampleOrder(5)] })
  fake.store.refundOrder(5, { amount: '3.80' })
  await call(fake, 'orders/5', { method: 'PUT', json: { status: 'refunded' } })
  const { body } = await call<Refund[]>(fake, 'orders/5/refunds?orderby=id&order=asc')
  assert.deepEqual(
    body.map(({ amount, reason, line_items, meta_data }) => [amount, reason, line_items.length, meta_data[0]?.value]),
    [
      ['3.80', '', 0, 'partial'],
      ['20.00', 'Order fully refunded.', 0, 'full'],
    ],
  )
})

test('a refund of more than what remains is HTTP 500 whose data is a bare number', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders: [sampleOrder(5)] })
  const { status, body } = await call(fake, 'orders/5/refunds', { method: 'POST', json: { amount: '99' } })
  assert.deepEqual([status, body['code'], body['data']], [500, 'woocommerce_rest_cannot_create_order_refund', 500])
})

test('GET refunds lists over all orders with the parent; there is no GET refunds/{id}; old versions have neither', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders: [sampleOrder(5), sampleOrder(6)] })
  for (const [order, day] of [
    [5, '02'],
    [6, '03'],
    [5, '04'],
  ] as const)
    fake.store.refundOrder(order, { amount: '1.00', at: `2026-10-${day}T10:00:00Z` })
  const all = await call<Refund[]>(fake, 'refunds?orderby=id&order=asc')
  assert.deepEqual(
    all.body.map((refund) => refund.parent_id),
    [5, 6, 5],
  )
  assert.equal(Object.keys(all.body[0] ?? {})[1], 'parent_id')
  const late = await call<Refund[]>(
    fake,
    'refunds?after=2026-10-02T10:00:00&dates_are_gmt=true&orderby=modified&order=asc&_fields=id,parent_id',
  )
  assert.deepEqual([late.headers.get('x-wp-total'), late.body.map((refund) => refund.parent_id)], ['2', [6, 5]])
  const filtered = await call<Refund[]>(fake, `refunds?include=${all.body[1]?.id}`)
  assert.deepEqual(
    filtered.body.map((refund) => refund.parent_id),
    [6],
  )
  assert.equal((await call(fake, `refunds/${all.body[0]?.id}`)).status, 404)
  assert.equal(
    (await call<{ code: string }>(fake, `orders/${all.body[0]?.id}`)).body.code,
    'woocommerce_rest_shop_order_invalid_id',
  )
  fake.site.features = { ...fake.site.features, refundsRoute: false }
  assert.equal((await call<{ code: string }>(fake, 'refunds')).body.code, 'rest_no_route')
})

test('a deleted refund leaves status and date of the order as they were', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders: [sampleOrder(5)] })
  const refund = fake.store.refundOrder(5, { at: '2026-10-09T10:00:00Z' })
  const gone = await call(fake, `orders/5/refunds/${refund?.id}?force=true`, { method: 'DELETE' })
  const { body } = await call<Order>(fake, 'orders/5')
  assert.deepEqual(
    [gone.status, body.status, body.refunds.length, body.date_modified_gmt],
    [200, 'refunded', 0, '2026-10-09T10:00:00'],
  )
})

test('the known bugs can be switched on: untouched parent, zero amounts, no refunds in lists', async (t) => {
  const fake = await openShop(t, {
    features: { partialRefundBumpsModified: false, zeroRefundAmount: true, emptyRefundsInLists: true },
  })
  await fillStore(fake, { orders: [sampleOrder(5)] })
  fake.store.refundOrder(5, { lines: [{ orderLineId: 501, quantity: 1 }], at: '2026-10-09T10:00:00Z' })
  const [list, one, refunds] = [
    await call<Order[]>(fake, 'orders'),
    await call<Order>(fake, 'orders/5'),
    await call<Refund[]>(fake, 'orders/5/refunds'),
  ]
  assert.deepEqual(
    [list.body[0]?.refunds.length, one.body.refunds[0]?.total, refunds.body[0]?.amount],
    [0, '-11.90', '0.00'],
  )
  assert.equal(one.body.date_modified_gmt, '2026-10-01T10:00:05')
})
