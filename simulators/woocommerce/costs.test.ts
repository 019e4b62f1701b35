import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillStore } from './index.ts'
import { call, openShop, sampleOrder } from './testing.ts'

const createdAt = '2026-01-01T00:00:00Z'
const cup = { id: 320, name: 'Cup', sku: 'CUP', price: '9.00', createdAt }

interface Item {
  readonly id: number
  readonly cost_of_goods_sold?: { readonly total_value: number }
  readonly meta_data: readonly { readonly key: string; readonly value: unknown }[]
}

test('no cost and a cost of 0 look the same, and a refund takes costs back with every piece, restocked or not', async (t) => {
  const fake = await openShop(t, { features: { costOfGoods: true } })
  await fillStore(fake, {
    products: [
      { ...cup, cost: '0' },
      { ...cup, id: 321 },
      { ...cup, id: 322, cost: '2.5' },
    ],
  })
  const { body } = await call<{ cost_of_goods_sold: unknown }[]>(fake, 'products?orderby=id&order=asc')
  const none = { values: [{ defined_value: null, effective_value: 0 }], total_value: 0 }
  assert.deepEqual(
    body.slice(0, 2).map((product) => product.cost_of_goods_sold),
    [none, none],
  )
  const line = { id: 11, productId: 322, sku: 'CUP', name: 'Cup', quantity: 4, subtotal: '36', total: '36' }
  const { id } = fake.store.createOrder({ status: 'processing', currency: 'GBP', lines: [line] })
  fake.store.refundOrder(id, { lines: [{ orderLineId: 11, quantity: 1 }], restock: false })
  const refunds = await call<{ line_items: Item[] }[]>(fake, `orders/${id}/refunds`)
  const order = await call<{ line_items: Item[] }>(fake, `orders/${id}`)
  assert.deepEqual(
    [order.body, refunds.body[0]].map((item) => item?.line_items[0]?.cost_of_goods_sold?.total_value),
    [10, -2.5],
  )
})

test('pieces are noted on lines of products that count them only, and put back unless the refund says no', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, {
    products: [
      { ...cup, manageStock: true },
      { ...cup, id: 321 },
    ],
  })
  const line = { id: 11, productId: 320, sku: 'CUP', name: 'Cup', quantity: 3, subtotal: '27', total: '27' }
  const lines = [line, { ...line, id: 12, productId: 321 }]
  const { id } = fake.store.createOrder({ status: 'processing', lines })
  const refund = (more: object) => {
    const line_items = [11, 12].map((lineId) => ({ id: lineId, quantity: 1, refund_total: 1 }))
    return call(fake, `orders/${id}/refunds`, { method: 'POST', json: { amount: '2.00', line_items, ...more } })
  }
  await refund({})
  await refund({ api_restock: false })
  const { body } = await call<{ line_items: Item[] }>(fake, `orders/${id}`)
  assert.deepEqual(
    body.line_items.map(({ meta_data: meta }) => meta.map(({ key, value }) => [key, value])),
    [
      [
        ['_reduced_stock', '2'],
        ['_restock_refunded_items', '1'],
      ],
      [],
    ],
  )
})

test('an order of a store without products keeps its lines as they are', async (t) => {
  const fake = await openShop(t, { features: { costOfGoods: true } })
  await fillStore(fake, { orders: [sampleOrder(5)] })
  fake.store.refundOrder(5, { amount: '1.00' })
  const { body } = await call<{ line_items: Item[] }>(fake, 'orders/5')
  assert.deepEqual([body.line_items[0]?.cost_of_goods_sold, body.line_items[0]?.meta_data], [{ total_value: 0 }, []])
})
