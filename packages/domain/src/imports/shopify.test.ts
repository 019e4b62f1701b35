import assert from 'node:assert/strict'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import { importFormat, suggestFormat } from './formats.ts'
import { type Cells, linesOf, readFileOf, toCsv } from './platform-files.testing.ts'
import { check, problemsOf } from './testing.ts'

/** All headings, roughly in Shopify's order: any order is accepted. */
const header = importFormat('shopify').columns.map(({ name }) => name)

function csv(rows: readonly Cells[], { columns = header, delimiter = ',' } = {}): string {
  return toCsv(columns, rows, delimiter)
}

/** `2 × 29.90 Wool socks`. */
const item = (what: string, more: Cells = {}): Cells => ({
  'Lineitem quantity': what.split(' ')[0] ?? '',
  'Lineitem price': what.split(' ')[2] ?? '',
  'Lineitem name': what.split(' ').slice(3).join(' '),
  'Lineitem discount': '0.00',
  'Lineitem requires shipping': 'true',
  'Lineitem taxable': 'true',
  ...more,
})

/** The first row of an order. */
const order = (name: string, ...cells: readonly Cells[]): Cells => ({
  Name: name,
  Email: 'ida@example.net',
  'Financial Status': 'paid',
  'Paid at': '2024-11-03 10:14:58 +0100',
  Currency: 'EUR',
  Shipping: '0.00',
  Taxes: '0.00',
  'Discount Amount': '0.00',
  'Created at': '2024-11-03 10:14:55 +0100',
  'Shipping Country': 'DE',
  'Payment Method': 'Shopify Payments',
  Source: 'web',
  'Refunded Amount': '0.00',
  ...Object.fromEntries(cells.flatMap((some) => Object.entries(some))),
})

const read = (content: string) => readFileOf('shopify', content)

// Prices with 19 % VAT in them: 2 × 29.90 + 15.00 = 74.80, less 10 % = 7.48, is 67.32; shipping 4.90; paid 72.22.
// VAT in it: 72.22 × 19/119 = 11.53. Discount by line: 59.80 → 5.98, 15.00 → 1.50.
// VAT by line in proportion to 53.82 : 13.50 : 4.90 = 8.5925…, 2.1553…, 0.7823… → 8.59 + 2.16 + 0.78.
const taxIncluded = [
  order(
    '#1042',
    { Subtotal: '67.32', Shipping: '4.90', Taxes: '11.53', Total: '72.22', 'Discount Amount': '7.48' },
    item('2 × 29.90 Wool socks - M', { 'Lineitem sku': 'SOCK-M' }),
    { Id: '5630001', 'Discount Code': 'NEW10', Tags: 'vip, gift', 'Tax 1 Name': 'DE MwSt 19%', 'Tax 1 Value': '11.53' },
  ),
  { Name: '#1042', Email: 'ida@example.net', ...item('1 × 15.00 Hat') },
]

test('an order with taxes in its prices comes apart to the cent', async () => {
  const { orders } = await read(csv(taxIncluded))
  const [record] = orders
  assert.ok(record)
  assert.deepEqual(
    [record.id, record.name, record.placedAt, record.paidAt, record.total, record.standing],
    ['5630001', '#1042', '2024-11-03T09:14:55Z', '2024-11-03T09:14:58Z', '72.22', 'paid'],
  )
  assert.deepEqual([record.coupons, record.tags, record.country], [['NEW10'], ['vip', 'gift'], 'DE'])
  // Discounts without tax: 5.98 × 45.23/53.82 = 5.025556; 1.50 × 11.34/13.50 = 1.26.
  assert.deepEqual(linesOf(record), [
    ['1', 'product', '2', '50.255556', '5.025556', '8.59'],
    ['2', 'product', '1', '12.6', '1.26', '2.16'],
    ['shipping', 'shipping', '1', '4.12', '0', '0.78'],
  ])
  // 50.255556 - 5.025556 + 8.59 = 53.82; 12.6 - 1.26 + 2.16 = 13.5; 4.12 + 0.78 = 4.9; together 72.22.
})

test('an order with taxes on top keeps its prices, and three cents of discount go where the remainders are largest', async () => {
  // 10.00 + 10.00 + 10.01 = 30.01, less 10.00 = 20.01; shipping 5.00; sales tax 8 % of goods = 1.60; 26.61.
  const { orders } = await read(
    csv([
      order(
        '#2001',
        { Subtotal: '20.01', Shipping: '5.00', Taxes: '1.60', Total: '26.61', 'Discount Amount': '10.00' },
        item('1 × 10.00 A'),
        { Id: '1', Currency: 'USD', 'Shipping Country': 'US', 'Tax 1 Name': 'CA State Tax 8%', 'Tax 1 Value': '1.60' },
      ),
      { Name: '#2001', ...item('1 × 10.00 B') },
      { Name: '#2001', ...item('1 × 10.01 C') },
    ]),
  )
  // Discount: 3.3322, 3.3322, 3.3355 → 3.33, 3.33, 3.34. Tax on 6.67 each: 0.5333 → 0.54 on the first, as it takes the
  // remainder.
  assert.deepEqual(linesOf(orders[0]), [
    ['1', 'product', '1', '10', '3.33', '0.54'],
    ['2', 'product', '1', '10', '3.33', '0.53'],
    ['3', 'product', '1', '10.01', '3.34', '0.53'],
    ['shipping', 'shipping', '1', '5', '0', '0'],
  ])
})

test('discounts of single lines stay on them; a free-shipping code lowers shipping and not the goods', async () => {
  const { orders } = await read(
    csv([
      // 20.00 with 5.00 off, 30.00 in full; goods 45.00; shipping of 6.00 is waived by the code: 11.00 of discount in total.
      order(
        '#1',
        { Subtotal: '45.00', Shipping: '6.00', Total: '45.00', 'Discount Amount': '11.00' },
        item('2 × 10.00 A', { 'Lineitem discount': '5.00' }),
        { Id: '1' },
      ),
      { Name: '#1', ...item('1 × 30.00 B') },
    ]),
  )
  assert.deepEqual(linesOf(orders[0]), [
    ['1', 'product', '2', '20', '5', '0'],
    ['2', 'product', '1', '30', '0', '0'],
  ])
})

test('yen have no cents and dinars have three decimals', async () => {
  const { orders } = await read(
    csv([
      order('#J', { Subtotal: '900', Total: '900', 'Discount Amount': '100', Currency: 'JPY' }, item('1 × 333 A'), {
        Id: '1',
      }),
      { Name: '#J', ...item('1 × 667 B') },
      order(
        '#K',
        { Subtotal: '2.000', Total: '2.000', 'Discount Amount': '1.000', Currency: 'KWD' },
        item('1 × 1.000 A'),
        { Id: '2' },
      ),
      { Name: '#K', ...item('2 × 1.000 B') },
    ]),
  )
  assert.deepEqual(
    orders.map(({ lines }) => lines.map(({ discount }) => discount)),
    [
      ['33', '67'],
      ['0.333', '0.667'],
    ],
  )
})

test('gift cards, tips and duties are no goods; goods that are not taxed carry no tax', async () => {
  const untaxed = { 'Lineitem taxable': 'false', 'Lineitem requires shipping': 'false' }
  const file = csv([
    // 100.00 goods taxed at 10 % on top, a book untaxed 20.00, gift card 50.00, duties 7.00, tip 5.00 outside the subtotal.
    order('#1', { Subtotal: '170.00', Taxes: '10.00', Duties: '7.00', Total: '192.00' }, item('1 × 100.00 Coat'), {
      Id: '1',
      'Tax 1 Name': 'GST 10%',
      'Tax 1 Value': '10.00',
      'Payment Method': 'Gift Card + Shopify Payments',
    }),
    { Name: '#1', ...item('2 × 10.00 Book', { 'Lineitem taxable': 'false' }) },
    { Name: '#1', ...item('1 × 50.00 Gift Card - 50', untaxed) },
    { Name: '#1', ...item('1 × 5.00 Tip', untaxed) },
  ])
  const { orders } = await read(file)
  assert.deepEqual(
    orders[0]?.lines.map(({ id, type, gross, tax }) => [id, type, gross, tax]),
    [
      ['1', 'product', '100', '10'],
      ['2', 'product', '20', '0'],
      ['3', 'gift_card', '50', '0'],
      ['4', 'tip', '5', '0'],
      ['duties', 'charge', '7', '0'],
    ],
  )
  assert.equal(orders[0]?.gateway, 'Shopify Payments')
  assert.deepEqual((await check(file, 'shopify')).notes, [
    { what: 'line items read as gift cards sold, by their name', count: 1 },
  ])
})

test('statuses, cancellations and refunds are what the connection would say, as far as the file knows them', async () => {
  const money = { Subtotal: '10.00', Total: '10.00' }
  const status = (id: number, financial: string, more: Cells = {}) =>
    order(`#${id}`, money, item('1 × 10.00 A'), { Id: String(id), 'Financial Status': financial, ...more })
  const file = csv([
    status(1, 'pending', { 'Paid at': '' }),
    status(2, 'authorized', { 'Paid at': '' }),
    status(3, 'partially_paid', { 'Paid at': '' }),
    status(4, 'voided', { 'Paid at': '' }),
    status(5, 'voided', { 'Paid at': '', 'Cancelled at': '2024-11-04 08:00:00 +0100' }),
    status(6, 'refunded', { 'Refunded Amount': '10.00', 'Cancelled at': '2024-11-05 08:00:00 +0100' }),
    status(7, 'partially_refunded', { 'Refunded Amount': '2.50' }),
    status(8, 'refunded', { 'Refunded Amount': '' }),
    status(9, '', { 'Paid at': '' }),
  ])
  const { orders, refunds } = await read(file)
  assert.deepEqual(
    orders.map(({ id, standing, paidAt, cancelledAt }) => [id, standing, paidAt, cancelledAt]),
    [
      ['1', 'unpaid', null, null],
      ['2', 'unpaid', null, null],
      ['3', 'paid', '2024-11-03T09:14:55Z', null],
      ['4', 'failed', null, null],
      ['5', 'cancelled', null, '2024-11-04T07:00:00Z'],
      ['6', 'cancelled', '2024-11-03T09:14:58Z', '2024-11-05T07:00:00Z'],
      ['7', 'paid', '2024-11-03T09:14:58Z', null],
      ['8', 'paid', '2024-11-03T09:14:58Z', null],
      ['9', 'paid', '2024-11-03T09:14:55Z', null],
    ],
  )
  assert.deepEqual(
    refunds.map(({ id, orderId, at, amount, lines }) => [id, orderId, at, amount, lines.length]),
    [
      ['6:refund', '6', '2024-11-05T07:00:00Z', '10', 0],
      ['7:refund', '7', '2024-11-03T09:14:55Z', '2.5', 0],
      ['8:refund', '8', '2024-11-03T09:14:55Z', '10', 0],
    ],
  )
  assert.deepEqual((await check(file, 'shopify')).notes, [
    { what: 'refunds booked on the day of their order, because the file does not date them', count: 2 },
  ])
})

test('an order whose amounts do not add up keeps its total and is counted in the report', async () => {
  const file = csv([
    order('#1', { Subtotal: '20.00', Total: '23.00' }, item('1 × 10.00 A'), { Id: '1' }),
    order('#2', { Subtotal: '20.00', Total: '20.00' }, item('2 × 10.00 A'), { Id: '2' }),
  ])
  const { orders } = await read(file)
  assert.deepEqual([orders[0]?.total, linesOf(orders[0])], ['23', [['1', 'product', '1', '10', '0', '0']]])
  assert.deepEqual((await check(file, 'shopify')).notes, [
    { what: 'orders whose amounts do not add up to their total; the total counts', count: 1 },
  ])
})

test('without the column Id the name identifies an order, and few columns are enough', async () => {
  const columns = ['Name', 'Created at', 'Subtotal', 'Total', 'Lineitem quantity', 'Lineitem name', 'Lineitem price']
  const rows = [
    { Name: '#7', 'Created at': '2024-07-01 12:00', Subtotal: '3.00', Total: '3.00', ...item('1 × 1.00 A') },
    { Name: '#7', ...item('1 × 2.00 B') },
  ]
  const { orders } = await read(csv(rows, { columns, delimiter: ';' }))
  assert.deepEqual(
    orders.map(({ id, placedAt, currency, lines }) => [id, placedAt, currency, lines.length]),
    [['#7', '2024-07-01T10:00:00Z', 'EUR', 2]],
  )
})

test('broken rows are named, and their orders stay out whole', async () => {
  const good = order('#1', { Subtotal: '1.00', Total: '1.00' }, item('1 × 1.00 A'), { Id: '1' })
  const checked = await check(
    csv([
      good,
      { ...good, Name: '#2', Id: '5.63E+12' },
      { ...good, Name: '#3', Id: '3', 'Created at': '2024-02-30 10:00:00 +0100' },
      { ...good, Name: '#4', Id: '4', 'Lineitem price': '1,00' },
      { ...good, Name: '#5', Id: '5', 'Lineitem quantity': '' },
      { ...good, Name: '#6', Id: '6', 'Financial Status': 'bezahlt' },
      { ...good, Name: '#7', Id: '7', 'Financial Status': 'partially_refunded' },
      { Name: '#8', ...item('1 × 1.00 A') },
      { ...good, Name: '#9', Id: '9', Total: '-1.00' },
      { ...good, Name: '#1', Id: '1', Total: '2.00' },
    ]),
    'shopify',
  )
  assert.deepEqual(problemsOf(checked), [
    '3 Id: A spreadsheet program has shortened this number.',
    '4 Created at: This is not an existing date and time.',
    '5 Lineitem price: This is not an amount.',
    '6 Lineitem quantity: The value is missing.',
    '7 Financial Status: This word is not known here.',
    '8 Refunded Amount: A part of the order was paid back, but the file does not say how much.',
    '9 Created at: The first row of the order leaves it empty.',
    '9 Total: The first row of the order leaves it empty.',
    '9 Subtotal: The first row of the order leaves it empty.',
    '10 Total: The amount is negative.',
    '11 Total: Row 2 of the same order says “1.00”.',
  ])
  assert.equal(checked.groups.size, 0)
})

test('files saved in another encoding and cut-off files are read as far as they make sense', async () => {
  const rows = taxIncluded.map((row) => ({ ...row, 'Lineitem name': 'Hüttenschuh' }))
  const latin = await check(iconv.encode(csv(rows), 'windows-1252'), 'shopify')
  assert.equal(latin.groups.size, 1)
  assert.match(latin.warnings.join(), /Windows-1252/)
  const cut = csv(rows)
  const broken = await check(cut.slice(0, cut.lastIndexOf('Hüttenschuh')), 'shopify')
  assert.equal(broken.groups.size, 0)
  assert.match(problemsOf(broken).join(), /^3 \(whole row\)/)
})

test('the header alone says which format it is', async () => {
  assert.equal(suggestFormat(header), 'shopify')
  assert.equal(suggestFormat(['order_id', 'placed_at', 'sku', 'gross']), 'generic')
  assert.equal(suggestFormat(['when', 'what']), undefined)
  await assert.rejects(check(csv(taxIncluded), 'online-retail'), /fits the format “shopify”: choose that one/)
  const { warnings } = await check(csv(taxIncluded), 'shopify')
  assert.deepEqual(warnings, [])
  const spelling = {
    'Cancelled at': 'Canceled at',
    'Lineitem sku': 'Lineitem SKU',
    'Payment Terms Name': 'Payment terms',
  }
  const columns = header.map((name) => new Map(Object.entries(spelling)).get(name) ?? name)
  assert.deepEqual((await check(csv(taxIncluded, { columns }), 'shopify')).warnings, [])
})

test('each of Shopify’s 79 columns is known once', () => {
  assert.deepEqual([header.length, new Set(header).size], [79, 79])
})
