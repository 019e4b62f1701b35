import assert from 'node:assert/strict'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import { suggestFormat } from './formats.ts'
import { bought, type Cells, linesOf, readFileOf, refundsOf, toCsv } from './platform-files.testing.ts'
import { check, problemsOf } from './testing.ts'

const read = (content: string | Uint8Array) => readFileOf('woocommerce', content)

const head = 'order_id,order_number,date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total'
const tail = 'discount_total,order_total,refunded_total,order_currency,payment_method,shipping_method,customer_id'
const place = 'billing_email,billing_phone,billing_country,shipping_state,shipping_country,customer_note'
const itemColumns =
  'item_id,item_product_id,item_name,item_sku,item_price,item_quantity,item_subtotal,item_subtotal_tax'
const itemTail = 'item_total,item_total_tax,item_refunded,item_refunded_qty,item_meta'
const lists = 'shipping_items,fee_items,tax_items,coupon_items,order_notes,download_permissions_granted'
/** The extension's format “Default - One Row per Item”. */
const perItem = [head, tail, place, itemColumns, itemTail, lists].join(',').split(',')
/** Its format “Default”. */
const perOrder = [head, tail, place, 'line_items,shipping_items,fee_items,tax_items,coupon_items,refunds']
  .join(',')
  .split(',')

const socks: Cells = {
  item_id: '991',
  item_product_id: '314',
  item_name: 'Wool socks - M',
  item_sku: 'SOCK-M',
  item_quantity: '2',
  item_subtotal: '42.02',
  item_subtotal_tax: '7.98',
  item_total: '37.82',
  item_total_tax: '7.19',
  item_refunded: '0.00',
  item_refunded_qty: '0',
}
const hat: Cells = {
  item_id: '992',
  item_product_id: '0',
  item_name: 'Hat',
  item_sku: 'unknown_product',
  item_quantity: '1',
  item_subtotal: '10.00',
  item_total: '10.00',
  item_total_tax: '1.90',
  item_refunded: '0.00',
  item_refunded_qty: '0',
}
const wholeLines = [
  ['991', 'product', '2', '42.02', '4.2', '7.19'],
  ['992', 'product', '1', '10', '0', '1.9'],
  ['993', 'shipping', '0', '4.12', '0', '0.78'],
  ['994', 'charge', '0', '1', '0', '0.19'],
]
const inOneCell = (name: string, more = '') =>
  `id:991|name:${name}|product_id:314|sku:SOCK-M|quantity:2|subtotal:42.02|subtotal_tax:7.98|total:37.82|total_tax:7.19|${more}meta:size=M;id:992|name:Hat|product_id:0|sku:unknown_product|quantity:1|subtotal:10.00|total:10.00|total_tax:1.90|refunded:0.00|refunded_qty:0|meta:`

test('rows of line items become the order that the connection would bring, with its ids', async () => {
  const { orders, refunds } = await read(
    toCsv(perItem, [
      { ...bought, ...socks },
      { ...bought, ...hat },
    ]),
  )
  const [record] = orders
  assert.ok(record)
  assert.deepEqual(linesOf(record), wholeLines)
  assert.deepEqual(
    [record.id, record.name, record.placedAt, record.status, record.standing, record.total, record.totalTax],
    ['18234', '#18234', '2026-07-06T07:01:12Z', 'processing', 'paid', '63', '10.06'],
  )
  assert.deepEqual(record.customer, { platformId: '12', email: 'ida@example.net', phone: '+49555010' })
  assert.deepEqual([record.country, record.region, record.gateway], ['AT', 'Wien', 'stripe'])
  assert.deepEqual([record.coupons, record.meta], [['new10'], { 'coupon_discount:new10': '4.2' }])
  assert.deepEqual(
    record.lines.slice(0, 2).map(({ productId, sku }) => [productId, sku]),
    [
      ['314', 'SOCK-M'],
      [null, null],
    ],
  )
  assert.equal(refunds.length, 0)
})

test('all lines in one cell say the same, whether with bars or as JSON', async () => {
  const name = 'Socks\\: wool \\| warm\\; M'
  const { orders } = await read(toCsv(perOrder, [{ ...bought, line_items: inOneCell(name) }]))
  assert.deepEqual(linesOf(orders[0]), wholeLines)
  assert.equal(orders[0]?.lines[0]?.title, 'Socks: wool | warm; M')
  const lines = [
    {
      id: 991,
      name: 'Socks &quot;M&quot;',
      product_id: 314,
      sku: 'SOCK-M',
      quantity: 2,
      subtotal: '42.02',
      total: '37.82',
      total_tax: '7.19',
      tax_data: {},
    },
    { id: 992, name: 'Hat', product_id: 0, sku: '', quantity: 1, subtotal: '10.00', total: '10.00', total_tax: '1.90' },
  ]
  const columns =
    'id,order_number,created_at,status,total,total_shipping,shipping_tax,total_discount,total_refunded,currency,customer_user,line_items,shipping_lines,fee_lines,coupon_lines,refunds'.split(
      ',',
    )
  const json = await read(
    toCsv(columns, [
      {
        ...bought,
        id: '18234',
        created_at: '2026-07-06 09:01:12',
        total: '63.00',
        total_shipping: '4.12',
        shipping_tax: '0.78',
        currency: 'EUR',
        customer_user: '0',
        line_items: JSON.stringify(lines),
        shipping_lines: JSON.stringify([{ id: 993, method_id: 'flat_rate', total: '4.12' }]),
        fee_lines: JSON.stringify([{ id: 994, title: 'Gift wrap', total: '1.00', total_tax: '0.19' }]),
        coupon_lines: JSON.stringify([{ id: 995, code: 'new10', amount: '4.20' }]),
      },
    ]),
  )
  assert.deepEqual(linesOf(json.orders[0]), wholeLines)
  assert.deepEqual([json.orders[0]?.lines[0]?.title, json.orders[0]?.coupons], ['Socks "M"', ['new10']])
  assert.equal(json.orders[0]?.customer.platformId, null)
})

test('refunds with their day are booked on it and know their lines where there is one refund only', async () => {
  // One of two socks is returned: 18.91, VAT 7.19 × 18.91/37.82 = 3.595, rounded to 3.60; 22.51 refunded.
  const refunded = inOneCell('Socks', 'refunded:18.91|refunded_qty:-1|')
  const { refunds } = await read(
    toCsv(perOrder, [
      {
        ...bought,
        line_items: refunded,
        refunds: 'id:18301|date:2026-07-09 10:00:00|amount:22.51|reason:too small',
        refunded_total: '22.51',
      },
      {
        ...bought,
        order_id: '2',
        line_items: refunded,
        refunds:
          'id:21|date:2026-07-09 10:00:00|amount:2.00|reason:;id:22|date:2026-07-10 10:00:00|amount:3.00|reason:',
      },
      {
        ...bought,
        order_id: '3',
        status: 'refunded',
        line_items: inOneCell('Socks'),
        refunds: 'id:31|date:2026-07-09 10:00:00|amount:63.00|reason:',
      },
    ]),
  )
  assert.deepEqual(refundsOf(refunds), [
    ['18301', '18234', '2026-07-09T08:00:00Z', '22.51', [['991', '1', '18.91', '3.6']]],
    ['21', '2', '2026-07-09T08:00:00Z', '2', []],
    ['22', '2', '2026-07-10T08:00:00Z', '3', []],
    ['31', '3', '2026-07-09T08:00:00Z', '63', []],
  ])
})

test('refunds without a day are booked on the day of their order and counted in the report', async () => {
  const file = toCsv(perItem, [
    { ...bought, refunded_total: '11.90', ...socks },
    { ...bought, refunded_total: '11.90', ...hat, item_refunded: '10.00', item_refunded_qty: '-1' },
    { ...bought, order_id: '2', status: 'refunded', ...socks },
    { ...bought, order_id: '3', status: 'failed', ...socks },
  ])
  const { refunds } = await read(file)
  assert.deepEqual(refundsOf(refunds), [
    ['18234:refund', '18234', '2026-07-06T07:01:12Z', '11.9', [['992', '1', '10', '1.9']]],
    ['2:refund', '2', '2026-07-06T07:01:12Z', '63', []],
  ])
  assert.deepEqual((await check(file, 'woocommerce')).notes, [
    { what: 'refunds booked on the day of their order, because the file does not date them', count: 2 },
  ])
})

test('statuses say how far an order got, whether they were paid or not, and invented ones count as sales', async () => {
  const columns = ['order_id', 'date', 'paid_date', 'status', 'order_total', 'item_name', 'item_total']
  const row = (id: number, status: string, paid = '') => ({
    order_id: String(id),
    date: '2026-07-06 09:00:00',
    paid_date: paid,
    status,
    order_total: '5.00',
    item_name: 'A',
    item_total: '5.00',
  })
  const rows = [
    row(1, 'wc-on-hold'),
    row(2, 'Processing'),
    row(3, 'processing', '2026-07-06T09:01:00+02:00'),
    row(4, 'Pending payment'),
    row(5, 'checkout-draft'),
    row(6, 'failed'),
    row(7, 'cancelled'),
    row(8, 'cancelled', '2026-07-06 09:01:00'),
    row(9, 'trash'),
    row(10, 'packed', '2026-07-06 09:01:00'),
  ]
  const { orders } = await read(toCsv(columns, rows))
  assert.deepEqual(
    orders.map(({ status, standing, paidAt }) => [status, standing, paidAt !== null]),
    [
      ['on-hold', 'unpaid', false],
      ['processing', 'unpaid', false],
      ['processing', 'paid', true],
      ['pending', 'unfinished', false],
      ['checkout-draft', 'unfinished', false],
      ['failed', 'failed', false],
      ['cancelled', 'cancelled', false],
      ['cancelled', 'cancelled', true],
      ['trash', 'deleted', false],
      ['packed', 'paid', true],
    ],
  )
  const without = await read(
    toCsv(
      columns.filter((name) => name !== 'paid_date'),
      rows.slice(0, 3),
    ),
  )
  assert.deepEqual(
    without.orders.map(({ standing, paidAt }) => [standing, paidAt]),
    [
      ['unpaid', null],
      ['paid', '2026-07-06T07:00:00Z'],
      ['paid', '2026-07-06T07:00:00Z'],
    ],
  )
  assert.deepEqual((await check(toCsv(columns, rows), 'woocommerce')).notes, [
    { what: 'orders with the status “packed”, which is not WooCommerce’s own: they count as sales', count: 1 },
  ])
})

test('broken rows are named, and their orders stay out whole', async () => {
  const good = { ...bought, ...socks }
  const checked = await check(
    toCsv(perItem, [
      good,
      { ...good, order_id: '2', item_total: '37,82' },
      { ...good, order_id: '3', date: '06.07.2026' },
      { ...good, order_id: '4', item_quantity: 'two' },
      { ...good, order_id: '5', status: '' },
      { ...good, order_id: '6', order_currency: 'EURO' },
      { ...good, order_id: '7', item_total: '', item_price: '9.90', item_quantity: '' },
      { ...good, order_total: '64.00' },
      { ...good, order_id: '8', coupon_items: '[{"code":"new' },
    ]),
    'woocommerce',
  )
  assert.deepEqual(problemsOf(checked), [
    '3 item_name: “37,82” (total) is not an amount.',
    '4 date: This is not an existing date and time.',
    '5 item_name: “two” is not a quantity.',
    '6 status: The value is missing.',
    '7 order_currency: This currency is not known.',
    '8 item_name: The line has no amount, nor a price and a quantity.',
    '9 order_total: Row 2 of the same order says “63.00”.',
    '10 coupon_items: The list in this cell breaks off or is none.',
  ])
  assert.equal(checked.groups.size, 0)
  const twice = await check(
    toCsv(perOrder, [
      { ...bought, line_items: inOneCell('A') },
      { ...bought, line_items: inOneCell('A') },
    ]),
    'woocommerce',
  )
  assert.deepEqual(problemsOf(twice), ['3 order_id: Row 2 is about the same order.'])
})

test('a file in another encoding is read and said so', async () => {
  const file = toCsv(perItem, [{ ...bought, ...socks, item_name: 'Hüttenschuh' }])
  const latin = await check(iconv.encode(file, 'windows-1252'), 'woocommerce')
  assert.deepEqual([latin.groups.size, latin.warnings.length], [1, 1])
  const { orders } = await read(iconv.encode(file, 'windows-1252'))
  assert.equal(orders[0]?.lines[0]?.title, 'Hüttenschuh')
})

test('the header alone says which format it is, and the report of WooCommerce itself is refused with the reason', async () => {
  assert.equal(suggestFormat(perItem), 'woocommerce')
  assert.equal(suggestFormat(perOrder), 'woocommerce')
  assert.equal(
    suggestFormat(['order_id', 'order_number', 'date', 'status', 'order_total', 'line_item_1']),
    'woocommerce',
  )
  await assert.rejects(check(toCsv(perItem, [{ ...bought, ...socks }]), 'shopify'), /fits the format “woocommerce”/)
  assert.deepEqual((await check(toCsv(perItem, [{ ...bought, ...socks }]), 'woocommerce')).warnings, [])
  const analytics =
    'Date,Order #,N. Revenue (formatted),Status,Customer,Customer type,Product(s),Items sold,Coupon(s),Net Sales,Attribution'
  for (const format of ['woocommerce', 'generic']) {
    await assert.rejects(
      check(`${analytics}\n2026-01-01,1,€5,completed,,new,1× A,1,,5,Direct\n`, format),
      /report of WooCommerce Analytics.*Export the orders with/,
    )
  }
  await assert.rejects(
    check('order_id,date,status,order_total\n1,2026-01-01,completed,5\n', 'woocommerce'),
    /lacks the column item_name or item_total or line_items or line_item\./,
  )
})
