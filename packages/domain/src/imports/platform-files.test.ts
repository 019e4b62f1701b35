import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { FakeShop } from '../../../../simulators/index.ts'
import { connectPasted, openShopify } from '../sync/shopify.testing.ts'
import {
  connectStore,
  openTestShop,
  openTestStores,
  readLedger,
  startStore,
  sync,
  type TestShop,
} from '../sync/testing.ts'
import { importOrders } from './index.ts'
import { sourceOf } from './testing.ts'

const stores = await openTestStores({ after })

const importText = (shop: TestShop, format: string, content: string) =>
  importOrders(shop.ctx, { source: sourceOf(content), format })

/** Ledger totals of each order: sold and returned including tax, and the tax on what was sold. */
async function sumUp(shop: TestShop): Promise<Record<string, [sold: string, returned: string, tax: string]>> {
  const sums = new Map<string, { sold: number; returned: number; tax: number }>()
  for (const row of await readLedger(shop)) {
    const sum = sums.get(String(row.order_id)) ?? { sold: 0, returned: 0, tax: 0 }
    const amount = Number(row.gross) - Number(row.discount) + Number(row.tax)
    if (row.side === 'sale') sum.sold += amount
    else sum.returned += amount
    if (row.side === 'sale') sum.tax += Number(row.tax)
    sums.set(String(row.order_id), sum)
  }
  return Object.fromEntries(
    [...sums].map(([id, { sold, returned, tax }]) => [id, [sold.toFixed(2), returned.toFixed(2), tax.toFixed(2)]]),
  )
}

// 2 × 29.90 and 15.00 with 19 % VAT in them, less 10 %, and 4.90 of shipping: 72.22 with 11.53 of VAT.
const shopifyFile = `Name,Email,Financial Status,Paid at,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Shipping Country,Refunded Amount,Id,Tax 1 Name,Tax 1 Value
#1042,ida@example.net,partially_refunded,2026-11-03 10:14:58 +0100,EUR,67.32,4.90,11.53,72.22,NEW10,7.48,2026-11-03 10:14:55 +0100,2,Wool socks - M,29.90,SOCK-M,true,true,DE,5.00,5630001,DE MwSt 19%,11.53
#1042,ida@example.net,,,,,,,,,,,1,Hat,15.00,HAT,true,true,,,,,
#1041,,paid,2026-11-02 09:00:00 +0100,EUR,15.00,0.00,2.39,15.00,,0.00,2026-11-02 09:00:00 +0100,1,Hat,15.00,HAT,true,true,DE,0.00,5630000,DE MwSt 19%,2.39
`

function sellSocks(store: FakeShop): void {
  const vat = (amount: string) => [{ title: 'DE MwSt', rate: 0.19, amount }]
  store.store.createOrder({
    id: 5_630_001,
    number: 1042,
    createdAt: '2026-11-03T09:14:55Z',
    email: 'ida@example.net',
    taxesIncluded: true,
    discounts: [{ kind: 'code', name: 'NEW10', percentage: 10 }],
    lines: [
      {
        id: 1,
        title: 'Wool socks',
        quantity: 2,
        unitPrice: '29.90',
        allocations: [{ discount: 0, amount: '5.98' }],
        taxes: vat('8.59'),
        productId: 310,
      },
      {
        id: 2,
        title: 'Hat',
        quantity: 1,
        unitPrice: '15.00',
        allocations: [{ discount: 0, amount: '1.50' }],
        taxes: vat('2.16'),
        productId: 311,
      },
    ],
    shipping: [{ id: 3, title: 'Post', price: '4.90', taxes: vat('0.78') }],
    transactions: [{ id: 4, kind: 'SALE', gateway: 'shopify_payments', at: '2026-11-03T09:14:58Z', amount: '72.22' }],
    happenings: [
      {
        kind: 'refund',
        id: 5,
        at: '2026-11-07T10:00:00Z',
        adjustments: [{ id: 6, reason: 'REFUND_DISCREPANCY', amount: '-5.00' }],
      },
    ],
  })
}

test('an order of Shopify’s file counts once, is replaced by the connection, and not the other way round', async (t) => {
  const scene = await openShopify(t, stores)
  const { shop, store } = scene
  const report = await importText(shop, 'shopify', shopifyFile)
  assert.deepEqual([report.rows, report.warnings], [{ read: 3, good: 3, leftOut: 0 }, []])
  const imported = { '5630000': ['15.00', '0.00', '2.39'], '5630001': ['72.22', '-5.00', '11.53'] }
  assert.deepEqual(await sumUp(shop), imported)
  const ledger = await readLedger(shop)
  const again = await importText(shop, 'shopify', shopifyFile)
  assert.deepEqual([again.records.stored, again.records.unchanged], [0, 3])
  assert.deepEqual(await readLedger(shop), ledger)

  sellSocks(store)
  await sync(shop, await connectPasted(scene))
  assert.deepEqual(await sumUp(shop), imported)
  const connected = await readLedger(shop, '5630001')
  assert.deepEqual(
    connected.filter(({ side }) => side === 'return').map(({ booked_at }) => booked_at),
    ['2026-11-07 10:00:00'],
  )
  const late = await importText(shop, 'shopify', shopifyFile)
  assert.deepEqual(
    [late.rows.leftOut, late.problems.map(({ field, value }) => [field, value])],
    [2, [['Name', '5630001']]],
  )
  assert.deepEqual(await readLedger(shop, '5630001'), connected)
})

const wooFile = `order_id,order_number,date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,discount_total,order_total,refunded_total,order_currency,payment_method,customer_id,billing_email,shipping_country,item_id,item_product_id,item_name,item_sku,item_quantity,item_subtotal,item_total,item_total_tax,item_refunded,item_refunded_qty
7,,2026-11-06 09:01:12,processing,4.12,0.78,0.00,0.00,9.87,4.20,61.81,11.90,EUR,stripe,0,ida@example.net,DE,71,310,Wool socks,SOCK,2,42.02,37.82,7.19,0.00,0
7,,2026-11-06 09:01:12,processing,4.12,0.78,0.00,0.00,9.87,4.20,61.81,11.90,EUR,stripe,0,ida@example.net,DE,72,311,Hat,HAT,1,10.00,10.00,1.90,10.00,-1
`

test('an order of WooCommerce’s file counts once and is replaced by the connection', async (t) => {
  const shop = await openTestShop(stores)
  await importText(shop, 'woocommerce', wooFile)
  // 37.82 + 10.00 + 4.12 + 9.87 = 61.81; the hat is returned: 10.00 + 1.90.
  assert.deepEqual(await sumUp(shop), { '7': ['61.81', '-11.90', '9.87'] })
  const again = await importText(shop, 'woocommerce', wooFile)
  assert.equal(again.records.stored, 0)

  const store = await startStore(t, shop)
  store.store.createOrder({
    id: 7,
    status: 'processing',
    createdAt: '2026-11-06T08:01:12Z',
    currency: 'EUR',
    shipping: { country: 'DE' },
    lines: [
      {
        id: 71,
        productId: 310,
        sku: 'SOCK',
        name: 'Wool socks',
        quantity: 2,
        subtotal: '42.02',
        total: '37.82',
        totalTax: '7.19',
      },
      {
        id: 72,
        productId: 311,
        sku: 'HAT',
        name: 'Hat',
        quantity: 1,
        subtotal: '10.00',
        total: '10.00',
        totalTax: '1.90',
      },
    ],
    shippingLines: [{ id: 73, methodId: 'flat_rate', title: 'Flat rate', total: '4.12', totalTax: '0.78' }],
  })
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  assert.deepEqual(await sumUp(shop), { '7': ['61.81', '0.00', '9.87'] })
  const late = await importText(shop, 'woocommerce', wooFile)
  assert.equal(late.rows.leftOut, 2)
  assert.deepEqual(await sumUp(shop), { '7': ['61.81', '0.00', '9.87'] })
})
