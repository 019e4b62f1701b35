import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import { importFormats } from './formats.ts'
import { check, problemsOf, recordsOf } from './testing.ts'

async function read(content: string): Promise<{ orders: OrderRecord[]; refunds: RefundRecord[] }> {
  const records = await recordsOf(content)
  return {
    orders: records.filter((record) => record.type === 'order'),
    refunds: records.filter((record) => record.type === 'refund'),
  }
}

test('rows of one order become its lines, and order columns may be left empty on further rows', async () => {
  const { orders } =
    await read(`order_id,order_name,placed_at,currency,country,coupon,shipping,shipping_tax,total,sku,title,quantity,unit_price,discount,tax
1001,#1001,2026-07-01 10:00,USD,us,SUMMER | VIP,4.00,0.76,24.53,SOCK,Socks,2,8.405,1.68,2.89
1001,,,,,,,,,HAT,Hat,0.5,7,,
`)
  const [order] = orders
  assert.ok(order)
  assert.equal(order.name, '#1001')
  assert.equal(order.placedAt, '2026-07-01T08:00:00Z')
  assert.equal(order.paidAt, order.placedAt)
  assert.equal(order.currency, 'USD')
  assert.equal(order.country, 'US')
  assert.deepEqual(order.coupons, ['SUMMER', 'VIP'])
  assert.equal(order.total, '24.53')
  assert.deepEqual(
    order.lines.map(({ id, type, quantity, gross, discount, tax }) => [id, type, quantity, gross, discount, tax]),
    [
      ['1', 'product', '2', '16.81', '1.68', '2.89'],
      ['2', 'product', '0.5', '3.5', '0', '0'],
      ['shipping', 'shipping', '1', '4', '0', '0.76'],
    ],
  )
})

test('refund columns become refunds, one per instant', async () => {
  const { orders, refunds } =
    await read(`order_id,placed_at,line_id,gross,tax,quantity,refunded_at,refunded_quantity,refunded_amount,refunded_tax
A,2026-01-01T10:00:00Z,x,10,1.9,2,2026-02-01T10:00:00Z,1,5,0.95
A,2026-01-01T10:00:00Z,y,20,3.8,1,2026-02-01T10:00:00Z,,,
A,2026-01-01T10:00:00Z,z,30,5.7,1,2026-03-01T10:00:00Z,,,
`)
  assert.equal(orders[0]?.updatedAt, '2026-03-01T10:00:00Z')
  assert.deepEqual(
    refunds.map(({ id, at, amount, lines }) => [
      id,
      at,
      amount,
      lines.map((line) => [line.orderLineId, line.quantity, line.amount, line.tax]),
    ]),
    [
      [
        'A:2026-02-01T10:00:00Z',
        '2026-02-01T10:00:00Z',
        '29.75',
        [
          ['x', '1', '5', '0.95'],
          ['y', '1', '20', '3.8'],
        ],
      ],
      ['A:2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z', '35.7', [['z', '1', '30', '5.7']]],
    ],
  )
})

test('statuses say how far an order got', async () => {
  const { orders } = await read(`order_id,placed_at,status,paid_at,cancelled_at,gross
A,2026-01-01,unpaid,,,1
B,2026-01-01,cancelled,,2026-01-03,1
C,2026-01-01,cancelled,2026-01-02,2026-01-03,1
D,2026-01-01,Failed,,,1
`)
  assert.deepEqual(
    orders.map(({ standing, paidAt, cancelledAt }) => [standing, paidAt !== null, cancelledAt !== null]),
    [
      ['unpaid', false, false],
      ['cancelled', false, true],
      ['cancelled', true, true],
      ['failed', false, false],
    ],
  )
})

test('contradictions within an order and around refunds are named', async () => {
  const checked =
    await check(`order_id,placed_at,status,line_id,currency,gross,discount,refunded_at,refunded_amount,refunded_quantity,rate
A,2026-01-01,,1,EUR,5,,,,,
A,2026-01-01,,1,EUR,5,,,,,
B,2026-01-01,,,EUR,5,,,,,
B,2026-01-01,,,USD,5,,,,,
C,2026-01-01,,,,5,6,,,,
D,2026-01-01,,,,5,,,5,,
E,2026-01-02,,,,5,,2026-01-01,,,
F,2026-01-01,refunded,,,5,,,,,
G,2026-01-01,sent,,,5,,,,,
H,2026-01-01,,,,5,,2026-01-02,,1,
I,2026-01-01,,,,5,,,,,0
`)
  assert.deepEqual(problemsOf(checked), [
    '3 line_id: The order has an earlier row with the same line_id.',
    '5 currency: Row 4 of the same order says “EUR”.',
    '6 discount: The discount is larger than the amount of the line.',
    '7 refunded_amount: Something was given back, but not when.',
    '8 refunded_at: The refund is older than the order.',
    '9 refunded_at: The order is refunded, but not when.',
    '10 status: This word is not known here.',
    '11 refunded_amount: The amount that was paid back is missing.',
    '12 rate: This is not an exchange rate.',
  ])
})

test('the example of the guide is a good file', async () => {
  const guide = await readFile(new URL('../../../../docs/guide/import-orders.md', import.meta.url), 'utf8')
  const example = /```csv\n([^`]+)```/.exec(guide)?.[1] ?? ''
  assert.deepEqual(problemsOf(await check(example)), [])
  const { orders, refunds } = await read(example)
  assert.deepEqual([orders.length, refunds.length, orders[0]?.lines.length], [2, 1, 3])
})

test('the guide names every column', async () => {
  const guide = await readFile(new URL('../../../../docs/guide/import-orders.md', import.meta.url), 'utf8')
  for (const format of importFormats) {
    for (const { name, aliases = [] } of format.columns) {
      for (const heading of [name, ...aliases]) assert.ok(guide.includes(`\`${heading}\``), heading)
    }
  }
})
