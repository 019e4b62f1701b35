import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { fillStore, type WooCommerceFake } from './index.ts'
import { call, openShop, sampleOrder } from './testing.ts'

type Order = Record<string, unknown> & { readonly id: number }

async function ids(fake: WooCommerceFake, query: string): Promise<number[]> {
  const { body } = await call<Order[]>(fake, `orders?${query}`)
  return body.map((order) => order.id)
}

test('lists page with totals and links; past the last page the totals are 0 and the link back is broken', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders: Array.from({ length: 25 }, (_, at) => sampleOrder(at + 1)) })
  const second = await call<Order[]>(fake, 'orders?per_page=10&page=2&orderby=id&order=asc')
  assert.deepEqual(
    second.body.map((order) => order.id),
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  )
  assert.deepEqual([second.headers.get('x-wp-total'), second.headers.get('x-wp-totalpages')], ['25', '3'])
  assert.match(second.headers.get('link') ?? '', /[?&]page=1&.*>; rel="prev", <.*[?&]page=3&.*>; rel="next"$/)
  assert.match(second.headers.get('link') ?? '', /dp=2&context=view&status%5B0%5D=any/)
  const beyond = await call<Order[]>(fake, 'orders?per_page=10&page=7')
  assert.deepEqual([beyond.status, beyond.text, beyond.headers.get('x-wp-total')], [200, '[]', '0'])
  assert.match(beyond.headers.get('link') ?? '', /[?&]page=0&.*>; rel="prev"$/)
  assert.equal((await call(fake, 'orders?page=0')).status, 400)
})

test('parameters out of bounds are refused with their names, unknown ones ignored', async (t) => {
  const fake = await openShop(t)
  const cases: readonly (readonly [string, string, string])[] = [
    ['per_page=101', 'per_page', 'rest_out_of_bounds'],
    ['orderby=price', 'orderby', 'rest_not_in_enum'],
    ['status=nonsense', 'status', 'rest_not_in_enum'],
    ['after=yesterday', 'after', 'rest_invalid_date'],
  ]
  for (const [query, name, code] of cases) {
    const { status, body } = await call<{
      code: string
      data: { params: Record<string, string>; details: Record<string, { code: string }> }
    }>(fake, `orders?${query}`)
    assert.deepEqual(
      [status, body.code, Object.keys(body.data.params), body.data.details[name]?.code],
      [400, 'rest_invalid_param', [name], code],
    )
  }
  assert.equal((await call(fake, 'orders?nonsense=1')).status, 200)
})

test('modified_after and modified_before are strict on both sides', async (t) => {
  const fake = await openShop(t)
  const at = (second: number) => `2026-10-01T10:00:0${second}Z`
  await fillStore(fake, { orders: [1, 2, 3].map((id) => sampleOrder(id, { modifiedAt: at(id) })) })
  const window = 'orderby=modified&order=asc&dates_are_gmt=true'
  assert.deepEqual(await ids(fake, `${window}&modified_after=2026-10-01T10:00:01`), [2, 3])
  assert.deepEqual(
    await ids(fake, `${window}&modified_after=2026-10-01T10:00:01&modified_before=2026-10-01T10:00:03`),
    [2],
  )
  assert.deepEqual(
    await ids(fake, 'orderby=id&order=asc&dates_are_gmt=true&modified_after=2026-10-01T10:00:01'),
    [2, 3],
  )
})

test('without the flag times mean site time; a Z together with the flag shifts the window by the offset', async (t) => {
  const fake = await openShop(t, { zone: 'Europe/London' })
  await fillStore(fake, { orders: [sampleOrder(1, { createdAt: '2026-07-01T10:30:00Z' })] })
  assert.deepEqual(await ids(fake, 'after=2026-07-01T10:00:00&dates_are_gmt=true'), [1])
  assert.deepEqual(await ids(fake, 'after=2026-07-01T11:00:00'), [1])
  assert.deepEqual(await ids(fake, 'after=2026-07-01T11:45:00'), [])
  assert.deepEqual(await ids(fake, 'after=2026-07-01T10:00:00Z'), [1])
  assert.deepEqual(await ids(fake, 'after=2026-07-01T10:00:00Z&dates_are_gmt=true'), [])
  assert.deepEqual(await ids(fake, 'after=2026-07-01T09:00:00Z&dates_are_gmt=true'), [1])
})

test('an old version knows neither orderby=modified nor the filters by modification', async (t) => {
  const fake = await openShop(t, { features: { orderbyModified: false } })
  await fillStore(fake, { orders: [sampleOrder(1)] })
  assert.equal((await call(fake, 'orders?orderby=modified')).status, 400)
  assert.deepEqual(await ids(fake, 'modified_after=2030-01-01T00:00:00'), [1])
})

test('status lists take any form; "any" leaves out the bin', async (t) => {
  const fake = await openShop(t, { customStatuses: { shipped: 'Shipped' } })
  const statuses = ['completed', 'shipped', 'trash', 'failed']
  await fillStore(fake, { orders: statuses.map((status, at) => sampleOrder(at + 1, { status })) })
  const order = 'orderby=id&order=asc'
  assert.deepEqual(await ids(fake, order), [1, 2, 4])
  assert.deepEqual(await ids(fake, `${order}&status=any`), [1, 2, 4])
  assert.deepEqual(await ids(fake, `${order}&status=shipped,failed`), [2, 4])
  assert.deepEqual(await ids(fake, `${order}&status[]=completed&status[]=trash`), [1, 3])
  const { body } = await call<{ slug: string; total: number }[]>(fake, 'reports/orders/totals')
  assert.deepEqual(
    body.find((entry) => entry.slug === 'shipped'),
    { slug: 'shipped', name: 'Shipped', total: 1 },
  )
})

test('include, exclude, customer and product narrow a list', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders: [1, 2, 3, 4].map((id) => sampleOrder(id, { customerId: id % 2 })) })
  const order = 'orderby=id&order=asc'
  assert.deepEqual(await ids(fake, `${order}&include=2,4`), [2, 4])
  assert.deepEqual(await ids(fake, `${order}&exclude=2,4`), [1, 3])
  assert.deepEqual(await ids(fake, `${order}&customer=1`), [1, 3])
  assert.deepEqual(await ids(fake, `${order}&product=11&offset=2`), [3, 4])
  assert.deepEqual(await ids(fake, 'include=3,1&orderby=include&order=asc'), [3, 1])
})

test('money keeps to dp, dates come in site time and in UTC, and the parts add up', async (t) => {
  const fake = await openShop(t)
  const line = {
    id: 1,
    productId: 0,
    sku: null,
    name: 'Gone',
    quantity: 3,
    subtotal: '8.341',
    total: '8.341',
    totalTax: '1.6682',
    taxes: [{ rateId: 7, total: '1.6682' }],
  }
  await fillStore(fake, {
    orders: [sampleOrder(9, { lines: [line], createdAt: '2026-10-03T14:22:31Z', paidAt: null })],
  })
  const { body } = await call(fake, 'orders/9')
  assert.deepEqual([body['total'], body['total_tax'], body['cart_tax']], ['10.01', '1.67', '1.67'])
  assert.deepEqual(
    [body['date_created'], body['date_created_gmt'], body['date_paid']],
    ['2026-10-03T16:22:31', '2026-10-03T14:22:31', null],
  )
  const exact = await call<{
    total: string
    line_items: readonly Record<string, unknown>[]
    tax_lines: readonly Record<string, unknown>[]
  }>(fake, 'orders/9?dp=6')
  assert.equal(exact.body.total, '10.009200')
  assert.deepEqual(
    [exact.body.line_items[0]?.['total'], exact.body.line_items[0]?.['price']],
    ['8.341000', 2.780333333333333],
  )
  assert.deepEqual([exact.body.line_items[0]?.['product_id'], exact.body.line_items[0]?.['sku']], [0, null])
  assert.deepEqual(
    [exact.body.tax_lines[0]?.['rate_percent'], exact.body.tax_lines[0]?.['tax_total']],
    [19, '1.668200'],
  )
})

test('_fields leaves only what was asked for, nested parts included; meta can be narrowed', async (t) => {
  const fake = await openShop(t)
  const meta = [
    { key: '_a', value: '1' },
    { key: '_b', value: { deep: true } },
  ]
  await fillStore(fake, { orders: [sampleOrder(1, { meta })] })
  const { body } = await call<Order[]>(fake, 'orders?_fields=id,billing.email')
  assert.deepEqual(body, [{ id: 1, billing: { email: 'buyer1@example.com' } }])
  const narrowed = await call<{ meta_data: readonly { key: string }[] }>(fake, 'orders/1?include_meta=_b')
  assert.deepEqual(
    narrowed.body.meta_data.map(({ key }) => key),
    ['_b'],
  )
})

test('orders can be made, changed, binned, taken back and deleted over REST as the store does it', async (t) => {
  const fake = await openShop(t, { clock: fixedClock('2026-11-01T12:00:00Z') })
  fake.store.putProduct({ id: 11, name: 'Socks', sku: 'SOCK', price: '10.00', createdAt: '2026-01-01T00:00:00Z' })
  const made = await call<Order>(fake, 'orders', {
    method: 'POST',
    json: {
      set_paid: true,
      billing: { email: 'a@example.com', country: 'DE' },
      line_items: [{ product_id: 11, quantity: 2 }],
    },
  })
  assert.deepEqual(
    [made.status, made.body['status'], made.body['total'], made.body['created_via'], made.body['date_paid_gmt']],
    [201, 'processing', '23.80', 'rest-api', '2026-11-01T12:00:00'],
  )
  const { id } = made.body
  assert.equal(
    (await call(fake, `orders/${id}`, { method: 'PUT', json: { status: 'completed' } })).body['status'],
    'completed',
  )
  assert.equal((await call(fake, `orders/${id}`, { method: 'DELETE' })).body['status'], 'completed')
  assert.equal((await call(fake, `orders/${id}`)).body['status'], 'trash')
  fake.store.restoreOrder(id)
  assert.equal((await call(fake, `orders/${id}`)).body['status'], 'completed')
  await call(fake, `orders/${id}?force=true`, { method: 'DELETE' })
  const gone = await call<{ code: string }>(fake, `orders/${id}`)
  assert.deepEqual([gone.status, gone.body.code], [404, 'woocommerce_rest_shop_order_invalid_id'])
})

test('paging by number loses rows when orders change between pages, paging by key does not', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, {
    orders: Array.from({ length: 20 }, (_, at) => sampleOrder(at + 1, { modifiedAt: `2026-10-01T10:00:${10 + at}Z` })),
  })
  const window = 'orderby=modified&order=asc&per_page=10&dates_are_gmt=true'
  let touched = false
  fake.onPage(() => {
    if (!touched) fake.store.updateOrder(1, { customerNote: 'x' }, '2026-10-02T10:00:00Z')
    touched = true
  })
  const first = await ids(fake, `${window}&page=1`)
  const second = await ids(fake, `${window}&page=2`)
  assert.ok(![...first, ...second].includes(11))
  assert.ok((await ids(fake, `${window}&modified_after=2026-10-01T10:00:18`)).includes(11))
})

test('a generated history needs no memory for bodies and can be changed all the same', async (t) => {
  const fake = await openShop(t)
  const second = (at: number) =>
    `2026-10-01T00:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z`
  await fillStore(fake, { orders: { count: 3000, orderAt: (at) => sampleOrder(at + 1, { createdAt: second(at) }) } })
  fake.store.updateOrder(2000, { customerNote: 'changed' }, '2026-10-05T00:00:00Z')
  fake.store.deleteOrder(1999)
  const { headers, body } = await call<Order[]>(fake, 'orders?orderby=modified&order=desc&per_page=2')
  assert.deepEqual(
    [headers.get('x-wp-total'), body.map((order) => order.id), body[0]?.['customer_note']],
    ['2999', [2000, 3000], 'changed'],
  )
})
