import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MetricAnswer, OrderList, OrderResult, ProductList, ProductResult } from '@tillsight/domain'
import { getJson, type Problem, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'worked.example' }, workedOrders)

const range = `from=${workedRange.from}&to=${workedRange.to}`

async function get<T>(path: string): Promise<T> {
  const { status, body } = await getJson<T>(installation, `/api/v1/shops/worked.example/${path}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('orders are listed page by page, each as its own answer has it', async () => {
  const { currency, orders } = await get<OrderList>(`orders?${range}`)
  assert.equal(currency, 'EUR')
  const paged: OrderList['orders'][number][] = []
  let cursor = ''
  do {
    const page = await get<OrderList>(`orders?${range}&limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.orders)
    cursor = page.cursor ?? ''
  } while (cursor !== '')
  assert.deepEqual(paged, orders)
  for (const { id, name, paid, netRevenue, cm2 } of orders) {
    const order = await get<OrderResult>(`orders/${id}`)
    assert.deepEqual(
      [name, paid, netRevenue, cm2],
      [order.name, order.profit?.paid, order.profit?.netRevenue, order.profit?.cm2],
    )
  }
})

test('orders are kept by number, by what they have in common and by what is left; nonsense is refused', async () => {
  const [first] = (await get<OrderList>(`orders?${range}&limit=1`)).orders
  assert.ok(first)
  const found = await get<OrderList>(`orders?${range}&search=${encodeURIComponent(first.name)}`)
  assert.deepEqual(
    found.orders.map(({ id }) => id),
    [first.id],
  )
  const country = await get<OrderList>(`orders?${range}&filter=country:${first.country}`)
  assert.ok(country.orders.length > 0 && country.orders.every(({ country: of }) => of === first.country))
  assert.deepEqual((await get<OrderList>(`orders?${range}&only=below_zero`)).orders, [])
  for (const query of ['only=dear', 'limit=0', 'cursor=x', 'filter=nothing']) {
    const { status } = await getJson<Problem>(installation, `/api/v1/shops/worked.example/orders?${range}&${query}`)
    assert.equal(status, 400, query)
  }
})

test('products have the figures of a breakdown, each as its own answer has them', async () => {
  const { products, totals } = await get<ProductList>(`products?${range}`)
  const { body } = await postJson<MetricAnswer>(installation, '/api/v1/shops/worked.example/metrics/query', {
    body: { ...workedRange, metrics: ['netSales', 'unitsSold'], dimensions: ['product'] },
  })
  assert.deepEqual(
    products.map(({ id, values }) => [id, values['netSales'], values['unitsSold']]),
    body.rows?.map(({ dimensions, values }) => [dimensions['product'], values['netSales'], values['unitsSold']]),
  )
  assert.equal(totals['netSales'], body.totals['netSales'])
  for (const { id, title, values } of products.filter((product) => product.id !== '')) {
    const product = await get<ProductResult>(`products/${encodeURIComponent(id)}?${range}`)
    assert.deepEqual([product.title, product.figures.totals['netSales']], [title, values['netSales']])
  }
  const { products: found } = await get<ProductList>(`products?${range}&search=hat&sort=product&limit=5`)
  assert.deepEqual(
    found.map(({ title }) => title),
    ['Hat'],
  )
  for (const path of [`products?${range}&sort=nothing`, `products?${range}&sort=%3B`, `products/no?from=x&to=y`]) {
    const { status } = await getJson<Problem>(installation, `/api/v1/shops/worked.example/${path}`)
    assert.equal(status, 400, path)
  }
  const { status } = await getJson<Problem>(installation, `/api/v1/shops/worked.example/products/no?${range}`)
  assert.equal(status, 404)
})
