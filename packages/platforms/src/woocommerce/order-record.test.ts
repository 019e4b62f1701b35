import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { addAmounts, parseAmount, subtractAmounts } from '@tillsight/core'
import { checkRecord } from '../record-format.ts'
import type { OrderRecord, RefundRecord } from '../records.ts'
import { mapOrders } from './mapping.ts'
import { toStatus } from './order-record.ts'
import { toRefundRecord } from './order-refunds.ts'
import { isRow } from './values.ts'
import { WireRefund } from './wire.ts'

/** The order of the reference page, shortened. */
const reference = {
  id: 18234,
  status: 'completed',
  currency: 'EUR',
  date_created_gmt: '2026-10-03T14:22:31',
  date_modified_gmt: '2026-10-06T07:01:12',
  date_paid_gmt: '2026-10-03T14:22:40',
  total: '94.90',
  total_tax: '15.15',
  customer_id: 0,
  created_via: 'checkout',
  number: 'DE-2026-0412',
  billing: { state: 'DE-SH', country: 'DE', email: ' Ida@example.net ', phone: '' },
  shipping: { country: 'de', state: '' },
  payment_method: 'stripe',
  meta_data: [
    { id: 51, key: '_wc_order_attribution_source_type', value: 'utm' },
    { id: 52, key: '_wc_order_attribution_utm_source', value: 'facebook' },
    { id: 53, key: '_wc_order_attribution_session_entry', value: 'https://shop.example/?fbclid=IwAR0' },
    { id: 54, key: '_wcpay_mode', value: 'test' },
    { id: 55, key: '_cart', value: { deep: true } },
  ],
  line_items: [
    {
      id: 991,
      name: 'Wool socks - M',
      product_id: 310,
      variation_id: 314,
      quantity: 2,
      subtotal: '42.02',
      total: '33.62',
      total_tax: '6.38',
      sku: 'SOCK-M',
      price: 16.81,
      cost_of_goods_sold: { total_value: 12.3 },
    },
  ],
  shipping_lines: [{ id: 993, method_title: 'DHL', total: '4.12', total_tax: '0.78' }],
  fee_lines: [
    { id: 994, name: 'Gift wrap', total: '2.50', total_tax: '0.48' },
    { id: 997, name: 'Loyalty bonus', total: '-3.00', total_tax: '-0.57' },
  ],
  coupon_lines: [{ id: 996, code: 'welcome10' }],
  refunds: [{ id: 18301, total: '-20.00' }],
}

function map(order: object): OrderRecord {
  const { records, warnings } = mapOrders([order])
  const [record] = records
  assert.ok(record, warnings.join())
  checkRecord(record)
  return record
}

describe('Mapping an order', () => {
  it('splits it into product, shipping, charge and discount lines', () => {
    const record = map(reference)
    assert.deepEqual(
      record.lines.map((line) => [
        line.id,
        line.type,
        line.productId,
        line.quantity,
        line.gross,
        line.discount,
        line.tax,
        line.cost,
      ]),
      [
        ['991', 'product', '310', '2', '42.02', '8.4', '6.38', '12.3'],
        ['993', 'shipping', null, '0', '4.12', '0', '0.78', null],
        ['994', 'charge', null, '0', '2.50', '0', '0.48', null],
        ['997', 'charge', null, '0', '-3.00', '0', '-0.57', null],
      ],
    )
    assert.equal(record.lines[3]?.title, 'Loyalty bonus')
  })

  it('keeps who, where, when and how', () => {
    const record = map(reference)
    assert.equal(record.name, 'DE-2026-0412')
    assert.equal(record.standing, 'paid')
    assert.equal(record.placedAt, '2026-10-03T14:22:31Z')
    assert.equal(record.paidAt, '2026-10-03T14:22:40Z')
    assert.equal(record.cancelledAt, null)
    assert.deepEqual(record.customer, { platformId: null, email: 'Ida@example.net', phone: null })
    assert.equal(record.country, 'DE')
    assert.equal(record.region, null)
    assert.deepEqual(record.coupons, ['welcome10'])
    assert.deepEqual(record.meta, { _wcpay_mode: 'test' })
    assert.deepEqual(record.origin, {
      sourceType: 'utm',
      referrer: null,
      landingUrl: 'https://shop.example/?fbclid=IwAR0',
      utm: { source: 'facebook' },
    })
  })

  it('reads every status the way the ground rules count it', () => {
    const table = [
      ['pending', false, 'unfinished'],
      ['checkout-draft', false, 'unfinished'],
      ['auto-draft', false, 'unfinished'],
      ['failed', false, 'failed'],
      ['on-hold', false, 'unpaid'],
      ['processing', false, 'unpaid'],
      ['processing', true, 'paid'],
      ['completed', false, 'paid'],
      ['refunded', true, 'paid'],
      ['cancelled', true, 'cancelled'],
      ['trash', true, 'deleted'],
      ['shipped', false, 'paid'],
    ] as const
    for (const [status, paid, standing] of table) assert.equal(toStatus(status, paid), standing, status)
    assert.equal(map({ ...reference, status: 'wc-shipped' }).status, 'shipped')
  })

  it('adds gift cards that were taken off the total', () => {
    const record = map({ ...reference, gift_cards: [{ amount: 20 }, { amount: '4' }] })
    assert.equal(record.total, '118.9')
    assert.equal(record.meta._gift_cards_paid, '24')
    assert.equal(map(reference).total, '94.90')
  })

  it('adds gift cards of other plug-ins only where the total lacks them', () => {
    // 33.62 + 4.12 + 2.50 - 3.00 = 37.24, tax 6.38 + 0.78 + 0.48 - 0.57 = 7.07: 44.31, of which 20.00 by gift card.
    const yith = (value: string, more: object = {}) =>
      map({ ...reference, total: '24.31', meta_data: [{ key: '_ywgc_applied_gift_cards_totals', value }], ...more })
    assert.deepEqual([yith('20').total, yith('20').meta._gift_cards_paid], ['44.31', '20'])
    const pw = { ...reference, meta_data: [], pw_gift_card_lines: [{ amount: '-15' }, { amount: '5' }] }
    assert.equal(map({ ...pw, total: '24.31' }).total, '44.31')
    for (const untouched of [
      yith('20', { total: '44.31' }),
      yith('12'),
      map({ ...pw, total: '44.31' }),
      map({ ...reference, total: '24.31' }),
    ]) {
      assert.equal(untouched.meta._gift_cards_paid, undefined)
    }
    const asFee = { key: 'ywgc_gift_card_updated_as_fee', value: '1' }
    const paid = { key: '_ywgc_applied_gift_cards_totals', value: '20' }
    assert.equal(map({ ...reference, total: '24.31', meta_data: [paid, asFee] }).total, '24.31')
  })

  it('says of every coupon what kind it is and what it took off', () => {
    const coupons = [
      { code: 'welcome10', discount: '4.20', discount_tax: '0.80', discount_type: 'percent' },
      { code: 'gc-1', discount: '5', discount_tax: '0', discount_type: 'smart_coupon' },
      { code: 'old' },
    ]
    assert.deepEqual(map({ ...reference, meta_data: [], coupon_lines: coupons }).meta, {
      'coupon_kind:welcome10': 'percent',
      'coupon_discount:welcome10': '4.20',
      'coupon_discount_tax:welcome10': '0.80',
      'coupon_kind:gc-1': 'smart_coupon',
      'coupon_discount:gc-1': '5',
    })
  })

  it('takes the rate that a multi-currency plug-in left', () => {
    const withMeta = (key: string, value: unknown) => map({ ...reference, meta_data: [{ key, value }] }).rate
    assert.equal(withMeta('_wcpbc_base_exchange_rate', '0.92345678901'), '0.9234567890')
    assert.equal(withMeta('_order_total_base_currency', '47.45'), '0.5')
    assert.equal(withMeta('_order_total_base_currency', 'n/a'), null)
    const table = { USD: { rate: 1, is_main: 1 }, EUR: { rate: '0.8', is_main: '0' }, GBP: { rate: '' } }
    assert.equal(withMeta('wmc_order_info', table), '1.25')
    assert.equal(withMeta('wmc_order_info', { EUR: { rate: '0.8' } }), null)
    assert.equal(withMeta('wmc_order_info', { USD: { rate: 1, is_main: 1 } }), null)
    assert.equal(withMeta('wmc_order_info', 'a:2:{}'), null)
    assert.equal(map(reference).rate, null)
  })

  it('survives what plug-ins and importers do to orders, and says what it guessed', () => {
    const { records, warnings } = mapOrders([
      {
        ...reference,
        line_items: { 1: { ...reference.line_items[0], subtotal: '12,50', total: '', sku: null, product_id: 0 } },
      },
      { ...reference, id: '99', billing: [], shipping: null, meta_data: {}, fee_lines: null, coupon_lines: '' },
      { id: 7 },
    ])
    assert.equal(records.length, 2)
    assert.deepEqual([records[0]?.lines[0]?.gross, records[0]?.lines[0]?.productId], ['12.50', null])
    assert.equal(warnings.length, 2)
    assert.match(warnings[0] ?? '', /DE-2026-0412.*“12,50” was read as 12\.50/)
    assert.match(warnings[1] ?? '', /Order 7 came in a form/)
  })
})

function mapRefund(item: unknown, orderId: string): RefundRecord {
  const mapped = toRefundRecord(WireRefund.parse(item), orderId)
  assert.ok(typeof mapped !== 'string')
  return mapped.record
}

describe('Mapping a refund', () => {
  const line = {
    id: 1003,
    name: 'Socks',
    product_id: 310,
    variation_id: 314,
    quantity: -1,
    total: '-16.81',
    total_tax: '-3.19',
    sku: 'SOCK-M',
    meta_data: [{ key: '_refunded_item_id', value: '991' }],
  }
  const refund = {
    id: 18301,
    date_created_gmt: '2026-10-06T07:01:12',
    amount: '20.00',
    reason: 'wrong size',
    line_items: [line],
  }

  it('turns signs so that what comes back is positive, and links lines', () => {
    const record = mapRefund({ ...refund, shipping_lines: [{ id: 5, total: '-4.12', total_tax: '-0.78' }] }, '18234')
    checkRecord(record)
    assert.equal(record.orderId, '18234')
    assert.deepEqual(
      record.lines.map((each) => [each.type, each.orderLineId, each.quantity, each.amount, each.tax]),
      [
        ['product', '991', '1', '16.81', '3.19'],
        ['shipping', null, '0', '4.12', '0.78'],
      ],
    )
  })

  it('takes the sum of the lines where the amount is a faulty zero, and leaves out empty lines', () => {
    const empty = { ...line, id: 9, quantity: 0, total: '0.00', total_tax: '0.00' }
    const record = mapRefund({ ...refund, amount: '0.00', line_items: [line, empty] }, '18234')
    assert.equal(record.amount, '20')
    assert.equal(record.lines.length, 1)
  })

  it('leaves out one without a date that can be read, and says so', () => {
    const undated = { ...refund, date_created_gmt: '0000-00-00T00:00:00', date_created: null }
    const mapped = toRefundRecord(WireRefund.parse(undated), '18234')
    assert.ok(typeof mapped === 'string')
    assert.match(mapped, /^Refund 18301 of order 18234 has no date that can be read/)
  })
})

const fixtures = new URL('../../../../../shared/data/platform-fixtures/woocommerce-api/', import.meta.url)
const absent = existsSync(fixtures) ? false : 'the public data set beside the project is not there'

describe('Real orders of public data', { skip: absent }, () => {
  const read = (name: string): unknown[] => {
    const parsed: unknown = JSON.parse(readFileSync(new URL(name, fixtures), 'utf8'))
    const data = isRow(parsed) && 'data' in parsed ? parsed.data : parsed
    return Array.isArray(data) ? data : [data]
  }
  const names =
    `order order-alternative-types order-auto-draft-status order-details-partially-refunded order-fully-refunded
    order-with-attribution-info order-with-bundled-line-items order-with-charge order-with-gift-cards
    order-with-special-character-currency order-with-subscription-renewal order-without-data orders-load-all`.split(
      /\s+/,
    )

  it('are all read', () => {
    for (const name of names) {
      const items = read(`${name}.json`)
      const { records } = mapOrders(items)
      assert.equal(records.length, items.length, name)
      for (const record of records) checkRecord(record)
    }
  })

  it('add up: goods less discounts plus shipping, charges and tax are the total', () => {
    for (const name of [
      'order-with-charge',
      'order-with-gift-cards',
      'order-with-attribution-info',
      'order-fully-refunded',
    ]) {
      for (const { lines, total } of mapOrders(read(`${name}.json`)).records) {
        const sum = addAmounts(
          ...lines.map((line) =>
            addAmounts(subtractAmounts(parseAmount(line.gross), parseAmount(line.discount)), parseAmount(line.tax)),
          ),
        )
        const off = subtractAmounts(sum, parseAmount(total ?? '0'))
        assert.ok(off > -20_000n && off < 20_000n, `${name}: ${off} millionths`)
      }
    }
  })

  it('bring their refunds', () => {
    for (const name of [
      'refunds-all-without-data.json',
      'order-560-all-refunds.json',
      'refund-single-without-data.json',
    ]) {
      for (const item of read(name)) {
        const record = mapRefund(item, '560')
        checkRecord(record)
        assert.ok(parseAmount(record.amount) > 0n)
      }
    }
  })
})

describe('What costs and profit need of an order', () => {
  const mapped = (change: object) => mapOrders([{ ...reference, ...change }]).records[0]

  it('keeps meta that is an object, what lines note of stock and cost, and how an order is shipped', () => {
    const fees = { paypal_fee: { currency_code: 'EUR', value: '1.75' } }
    const [line] = reference.line_items
    const order = mapped({
      meta_data: [
        { id: 1, key: '_ppcp_paypal_fees', value: fees },
        { id: 2, key: '_log', value: Array.from({ length: 2_000 }, () => 'long') },
        { id: 3, key: '_empty', value: [] },
      ],
      line_items: [
        {
          ...line,
          cost_of_goods_sold: { total_value: 0 },
          meta_data: [
            { id: 4, key: '_wc_cog_item_total_cost', value: '7.40' },
            { id: 5, key: '_restock_refunded_items', value: 1 },
            { id: 6, key: 'Engraving', value: 'Ida' },
          ],
        },
      ],
      shipping_lines: [{ id: 9, method_id: 'flat_rate', instance_id: '3', method_title: 'DHL', total: '4.12' }],
    })
    assert.deepEqual(order?.metaObjects, { _ppcp_paypal_fees: JSON.stringify(fees) })
    assert.deepEqual(order?.lines[0]?.meta, { _wc_cog_item_total_cost: '7.40', _restock_refunded_items: '1' })
    assert.equal(order?.lines[0]?.cost, '7.40', '0 is asked of the plug-in')
    assert.deepEqual(order?.lines.find(({ type }) => type === 'shipping')?.meta, {
      method_id: 'flat_rate',
      instance_id: '3',
    })
    if (order) checkRecord(order)
  })

  it('takes a cost of 0 for one that nobody entered', () => {
    const [line] = reference.line_items
    const order = mapped({ line_items: [{ ...line, cost_of_goods_sold: { total_value: 0 } }] })
    assert.equal(order?.lines[0]?.cost, null)
  })

  it('leaves out an order without a date that can be read, and says so', () => {
    const undated = { ...reference, date_created_gmt: '0000-00-00T00:00:00', date_created: null }
    const { records, warnings } = mapOrders([undated])
    assert.deepEqual(records, [])
    assert.match(warnings.join(), /DE-2026-0412 has no date of creation/)
  })
})
