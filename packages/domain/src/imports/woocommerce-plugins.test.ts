import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bought, linesOf, readFileOf, refundsOf, toCsv } from './platform-files.testing.ts'
import { check } from './testing.ts'

const read = (content: string) => readFileOf('woocommerce', content)

test('a plug-in that writes lines into numbered columns tells neither their taxes nor what coupons took off', async () => {
  const columns =
    'order_id,order_number,order_date,paid_date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,cart_discount,order_discount,discount_total,order_total,order_subtotal,order_currency,payment_method,payment_method_title,customer_id,customer_user,customer_email,billing_email,shipping_items,fee_items,coupon_items,refund_items,line_item_1,line_item_2,line_item_3'.split(
      ',',
    )
  const { orders, refunds } = await read(
    toCsv(columns, [
      {
        ...bought,
        order_number: '18234',
        order_date: '2026-07-06 09:01:12',
        paid_date: '2026-07-06T09:01:14+02:00',
        shipping_items: 'items:Socks × 2|method_id:flat_rate|taxes:a:1{}',
        fee_items: 'name:Gift wrap|total:0.60|tax:0.11|tax_data:a:1{}||name:Card|total:0.40|tax:0.08|tax_data:',
        coupon_items: 'code:new10|amount:10.00;code:vip|amount:0',
        refund_items: 'amount:5.00|reason:|date:2026-07-09 08:00:00',
        line_item_1: 'name:Socks: wool|product_id:314|sku:SOCK-M|quantity:2|total:37.82|sub_total:42.02',
        line_item_2: 'name:Hat|product_id:320|sku:|quantity:1|total:10.00|sub_total:10.00',
      },
    ]),
  )
  // 10.06 - 0.78 - 0.19 = 9.09 over 37.82 : 10.00 = 7.1892… and 1.9008… → 7.19 and 1.90.
  assert.deepEqual(linesOf(orders[0]), [
    ['1', 'product', '2', '42.02', '4.2', '7.19'],
    ['2', 'product', '1', '10', '0', '1.9'],
    ['shipping', 'shipping', '0', '4.12', '0', '0.78'],
    ['fee-1', 'charge', '0', '0.6', '0', '0.11'],
    ['fee-2', 'charge', '0', '0.4', '0', '0.08'],
  ])
  assert.deepEqual([orders[0]?.coupons, orders[0]?.meta], [['new10', 'vip'], {}])
  assert.equal(orders[0]?.lines[0]?.title, 'Socks: wool')
  assert.deepEqual(refundsOf(refunds), [['18234:refund', '18234', '2026-07-09T08:00:00Z', '5', []]])
})

test('headings in words, prices instead of amounts and order columns on the first row only are understood', async () => {
  const columns = [
    'Order Number',
    'Order Status',
    'Order Date',
    'Email (Billing)',
    'Country Code (Shipping)',
    'Payment Method Title',
    'Cart Discount Amount',
    'Order Shipping Amount',
    'Order Total Amount',
    'Order Total Tax Amount',
    'SKU',
    'Item Name',
    'Quantity',
    'Item Cost',
    'Coupon Code',
  ]
  const file = toCsv(
    columns,
    [
      {
        'Order Number': '501',
        'Order Status': 'Completed',
        'Order Date': '2026-01-15 12:00',
        'Payment Method Title': 'Cash on delivery',
        'Cart Discount Amount': '3.00',
        'Order Shipping Amount': '5.00',
        'Order Total Amount': '38.08',
        'Order Total Tax Amount': '6.08',
        SKU: 'A',
        'Item Name': 'Apron',
        Quantity: '2',
        'Item Cost': '9.00',
        'Coupon Code': 'spring',
      },
      { SKU: 'B', 'Item Name': 'Bowl', Quantity: '1', 'Item Cost': '9.00' },
    ],
    ';',
  )
  // Paid 18.00, 9.00 and 5.00 of 32.00; tax 6.08: 3.42, 1.71, 0.95. Discount 3.00: 2.00 and 1.00.
  const { orders } = await read(file)
  assert.deepEqual(linesOf(orders[0]), [
    ['1', 'product', '2', '20', '2', '3.42'],
    ['2', 'product', '1', '10', '1', '1.71'],
    ['shipping', 'shipping', '0', '5', '0', '0.95'],
  ])
  assert.deepEqual([orders[0]?.id, orders[0]?.name, orders[0]?.gateway], ['501', '#501', 'Cash on delivery'])
  assert.match((await check(file, 'woocommerce')).notes[0]?.what ?? '', /known by their number only/)
})
