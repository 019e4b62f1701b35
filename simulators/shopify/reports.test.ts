import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillShop } from './index.ts'
import { openPlatform, sampleOrder } from './testing.ts'

const report =
  'query R($q: String!) { shopifyqlQuery(query: $q) { parseErrors tableData { columns { name dataType } rows } } }'

test('the sales report adds up per day in the shop’s zone, sales and reversals apart', async (t) => {
  const { ask, shop } = await openPlatform(t)
  await fillShop(shop, {
    orders: [
      sampleOrder(1, { createdAt: '2026-11-18T23:30:00Z' }),
      sampleOrder(2, { createdAt: '2026-11-19T10:00:00Z' }),
      sampleOrder(3, { createdAt: '2026-11-19T10:00:00Z', test: true }),
    ],
  })
  shop.store.refundOrder(1, { lines: [{ lineId: 101, quantity: 1 }], amount: '25' })
  const rows = async (q: string) => {
    const { body } = await ask(report, { q })
    assert.deepEqual(body.data.shopifyqlQuery.parseErrors, [])
    return body.data.shopifyqlQuery.tableData.rows
  }
  const columns = 'orders, gross_sales, discounts, returns, net_sales, shipping_charges, taxes, total_sales'
  const zero = {
    orders: '0',
    gross_sales: '0.0',
    discounts: '0.0',
    returns: '0.0',
    net_sales: '0.0',
    shipping_charges: '0.0',
    taxes: '0.0',
    total_sales: '0.0',
  }
  assert.deepEqual(await rows(`FROM sales SHOW ${columns} TIMESERIES day SINCE 2026-11-18 UNTIL 2026-11-20`), [
    { day: '2026-11-18', ...zero },
    {
      day: '2026-11-19',
      orders: '2',
      gross_sales: '80.0',
      discounts: '-8.0',
      returns: '0.0',
      net_sales: '72.0',
      shipping_charges: '6.0',
      taxes: '15.6',
      total_sales: '93.6',
    },
    { day: '2026-11-20', ...zero, returns: '-21.4', net_sales: '-21.4', taxes: '-3.6', total_sales: '-25.0' },
  ])
  assert.deepEqual(
    await rows(
      'FROM sales SHOW total_sales, orders WHERE order_id IN (1, 3) GROUP BY order_name, is_sales_reversal, day ORDER BY total_sales DESC',
    ),
    [
      { order_name: '#1', is_sales_reversal: 'false', day: '2026-11-19', total_sales: '46.8', orders: '1' },
      { order_name: '#1', is_sales_reversal: 'false', day: '2026-11-20', total_sales: '-3.4', orders: '0' },
      { order_name: '#1', is_sales_reversal: 'true', day: '2026-11-20', total_sales: '-21.6', orders: '0' },
    ],
  )
  assert.deepEqual(await rows('FROM sales SHOW orders GROUP BY order_name LIMIT 1 OFFSET 1'), [
    { order_name: '#2', orders: '1' },
  ])
})

test('unknown columns are parse errors; without the scope or the approval there is no report', async (t) => {
  const { ask, shop, fake } = await openPlatform(t)
  const { body } = await ask(report, { q: 'FROM sales SHOW gross_profit' })
  assert.match(body.data.shopifyqlQuery.parseErrors[0], /Column Not Found: gross_profit/)
  fake.platform.app = { ...fake.platform.app, customerData: 1 }
  assert.equal((await ask(report, { q: 'FROM sales SHOW orders' })).body.errors[0].extensions.code, 'ACCESS_DENIED')
  shop.tokens.setScopes(['read_orders'])
  assert.match(
    (await ask(report, { q: 'FROM sales SHOW orders' })).body.errors[0].message,
    /`read_reports` access scope/,
  )
})
