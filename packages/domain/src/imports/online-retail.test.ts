import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, problemsOf, recordsOf } from './testing.ts'

const header = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'
const file = (...rows: string[]) => [header, ...rows, ''].join('\n')

const sample = file(
  '536365,85123A,WHITE HEART ,6,2011-07-01 08:26:00,2.55,17850,United Kingdom',
  '536365,71053,,8,2011-07-01 08:25:00,3.39,17850,United Kingdom',
  '536366,22633,HAND WARMER,6,2011-07-01 08:28:00,1.85,,EIRE',
  '536365,71053,WHITE LANTERN,2,2011-07-01 08:26:00,0,17850,United Kingdom',
  'C536379,85123A,WHITE HEART,-1,2011-07-02 09:00:00,2.55,17850,United Kingdom',
  'C536380,22633,HAND WARMER,-2,2011-07-03 09:00:00,1.85,99999,EIRE',
  '536400,22633,damaged,-5,2011-07-03 10:00:00,0,,United Kingdom',
  'A563185,B,Adjust bad debt,1,2011-08-12 14:50:00,11062.06,,United Kingdom',
)

test('invoices become orders and refunds as the data set’s mapping says', async () => {
  const records = await recordsOf(sample, 'online-retail')
  const [order, second] = records.filter((record) => record.type === 'order')
  assert.ok(order && second)
  assert.equal(order.id, '536366')
  assert.deepEqual([order.customer.platformId, order.country, order.total], [null, 'IE', '11.1'])
  assert.equal(second.placedAt, '2011-07-01T07:25:00Z')
  assert.equal(second.updatedAt, '2011-07-02T08:00:00Z')
  assert.equal(second.total, '42.42')
  assert.deepEqual(
    second.lines.map(({ id, productId, title, quantity, gross }) => [id, productId, title, quantity, gross]),
    [
      ['5363650001', '1', 'WHITE HEART', '6', '15.3'],
      ['5363650002', '2', '71053', '8', '27.12'],
      ['5363650003', '2', 'WHITE LANTERN', '2', '0'],
    ],
  )
  const refunds = records.filter((record) => record.type === 'refund')
  assert.deepEqual(
    refunds.map(({ id, orderId, amount, reason, lines }) => [
      id,
      orderId,
      amount,
      reason,
      lines[0]?.id,
      lines[0]?.quantity,
    ]),
    [
      ['536379', '536365', '2.55', 'C536379', '5363790001', '1'],
      ['536380', '536366', '3.7', 'C536380', '5363800001', '2'],
    ],
  )
})

test('a cancellation with a positive quantity takes back what another one gave', async () => {
  const rows = await recordsOf(
    file(
      '489434,M,MANUAL,2,2010-01-04 10:00:00,373.57,13313,United Kingdom',
      'C496349,M,MANUAL,-2,2010-02-01 08:00:00,373.57,13313,United Kingdom',
      'C496350,M,MANUAL,1,2010-02-01 08:24:00,373.57,13313,United Kingdom',
    ),
    'online-retail',
  )
  const refunds = rows.filter((record) => record.type === 'refund')
  assert.deepEqual(
    refunds.map(({ orderId, amount, lines }) => [orderId, amount, lines[0]?.quantity, lines[0]?.amount]),
    [
      ['489434', '747.14', '2', '747.14'],
      ['489434', '-373.57', '-1', '-373.57'],
    ],
  )
})

test('products are named by their first description and customers come from orders and cancellations', async () => {
  const records = await recordsOf(sample, 'online-retail')
  const products = records.filter((record) => record.type === 'product').map(({ id, title }) => [id, title])
  assert.deepEqual(products, [
    ['1', 'WHITE HEART'],
    ['2', 'WHITE LANTERN'],
    ['3', 'HAND WARMER'],
    ['4', 'Adjust bad debt'],
  ])
  const customers = records.filter((record) => record.type === 'customer').map(({ id }) => id)
  assert.deepEqual(customers, ['17850', '99999'])
})

test('what was left out by rule is counted', async () => {
  const { notes, problems } = await check(sample, 'online-retail')
  assert.deepEqual(problems, [])
  assert.deepEqual(
    notes.map(({ count }) => count),
    [1, 1],
  )
})

test('rows that break the data set’s rules are named', async () => {
  const checked = await check(
    file(
      'C1,X,Y,-1,2011-07-01 08:00:00,1,,France',
      '2,X,Y,-1,2011-07-01 08:00:00,1,,France',
      'C3,X,Y,1,2011-07-01 08:00:00,1,,France',
      '4,X,Y,1,2011-07-01 08:00:00,1,5,France',
      '4,X,Y,1,2011-07-01 08:00:00,1,6,France',
      '5x,X,Y,1,2011-07-01 08:00:00,1,6,France',
      '6,X,Y,1.5,2011-07-01 08:00:00,1,6,France',
      '7,X,Y,3,2011-07-01 08:00:00,1,6,France',
      '7,X,Y,-1,2011-07-01 08:00:00,0,6,France',
      '8,X,Y,1,2011-06-31 08:00:00,1,6,France',
    ),
    'online-retail',
  )
  assert.deepEqual(problemsOf(checked), [
    '2 InvoiceNo: There is no order before this cancellation.',
    '3 Quantity: The quantity of a sale is negative.',
    '4 InvoiceNo: There is no order before this cancellation.',
    '6 CustomerID: Row 5 of the same invoice names “5”.',
    '7 InvoiceNo: This is not an invoice number.',
    '8 Quantity: This is not a quantity.',
    '10 InvoiceNo: An order holds a negative quantity.',
    '11 InvoiceDate: This is not an existing date and time.',
  ])
})
