import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkRecord } from '../record-format.ts'
import type { OrderRecord } from '../records.ts'
import { mapOrder } from './order-record.ts'
import { makeAgreement, makeOrder, makeSale } from './orders.testing.ts'
import { toMillionths } from './values.ts'
import { WireOrder, type WireTransaction } from './wire.ts'

const seenAt = '2026-03-10T00:00:00Z'
const bought = makeAgreement(
  ['OrderAgreement', '2026-03-01T10:00:02Z'],
  [makeSale({ total: '43.20', tax: '7.20', discount: '4.00', quantity: 2, lineItem: '11' })],
)

function map(order: WireOrder, agreements = [bought]) {
  const mapped = mapOrder({ order, agreements }, seenAt)
  for (const record of mapped.records) checkRecord(record)
  const [record] = mapped.records
  assert.ok(record?.type === 'order')
  return { ...mapped, record: record satisfies OrderRecord }
}

function transaction(kind: string, amount: string, more: Partial<WireTransaction> = {}): WireTransaction {
  const id = `gid://shopify/OrderTransaction/${kind}${amount}`
  const at = '2026-03-01T10:00:07Z'
  return {
    id,
    kind,
    status: 'SUCCESS',
    test: false,
    gateway: 'visa',
    createdAt: at,
    amountSet: toMillionths(amount),
    ...more,
  }
}

describe('an order of Shopify', () => {
  it('is dated by when it was placed, priced in shop currency and named as the merchant knows it', () => {
    const { record, records, fits } = map(makeOrder('43.2'))
    assert.ok(fits)
    assert.equal(records.length, 1)
    const { id, name, status, standing, placedAt, currency, rate, total, totalTax } = record
    assert.deepEqual(
      { id, name, status, standing, placedAt, currency, rate, total, totalTax },
      {
        id: '5630001',
        name: '#1042',
        status: 'paid',
        standing: 'paid',
        placedAt: '2026-03-01T10:00:00Z',
        currency: 'EUR',
        rate: null,
        total: '43.2',
        totalTax: null,
      },
    )
  })

  it('keeps its dated sales when its own total says otherwise, and says so', () => {
    const { record, fits } = map(makeOrder('50'))
    assert.equal(fits, false)
    assert.equal(record.total, null)
    assert.equal(record.lines[0]?.gross, '40')
  })

  it('counts when it was cancelled only if money came in', () => {
    const cancelledAt = '2026-03-02T09:00:00Z'
    const unpaid = map(
      makeOrder('43.2', { cancelledAt, displayFinancialStatus: 'VOIDED', totalReceivedSet: 0n }),
    ).record
    assert.deepEqual([unpaid.standing, unpaid.paidAt], ['cancelled', null])
    const paid = map(makeOrder('43.2', { cancelledAt, transactions: [transaction('SALE', '43.20')] })).record
    assert.deepEqual([paid.standing, paid.paidAt, paid.cancelledAt], ['cancelled', '2026-03-01T10:00:07Z', cancelledAt])
    const reserved = [transaction('AUTHORIZATION', '43.20')]
    const authorised = makeOrder('43.2', {
      cancelledAt,
      displayFinancialStatus: 'AUTHORIZED',
      transactions: reserved,
      totalReceivedSet: 0n,
    })
    assert.equal(map(authorised).record.paidAt, null)
  })

  it('is waiting for money, failed or paid by Shopify’s financial status', () => {
    const standing = (displayFinancialStatus: string | null) =>
      map(makeOrder('43.2', { displayFinancialStatus })).record.standing
    assert.deepEqual(
      ['PENDING', 'AUTHORIZED', 'VOIDED', 'EXPIRED', 'PARTIALLY_PAID', 'REFUNDED', 'SOMETHING_NEW', null].map(standing),
      ['unpaid', 'unpaid', 'failed', 'failed', 'paid', 'paid', 'paid', 'paid'],
    )
  })

  it('brings the money that really moved, with what the gateway kept', () => {
    const fees = [
      { amount: { amount: '1.25', currencyCode: 'EUR' }, taxAmount: { amount: '0.24', currencyCode: 'EUR' } },
      { amount: { amount: '0.30', currencyCode: 'EUR' } },
    ]
    const { record } = map(
      makeOrder('43.2', {
        transactions: [
          transaction('AUTHORIZATION', '43.20'),
          transaction('CAPTURE', '43.20', { fees }),
          transaction('REFUND', '5.00'),
          transaction('REFUND', '9.00', { status: 'PENDING' }),
          transaction('SALE', '1.00', { test: true }),
          transaction('CHANGE', '0.80', { gateway: 'cash' }),
        ],
      }),
    )
    assert.deepEqual(
      record.payments?.map(({ amount, fee, feeTax, feeCurrency, gateway }) => [
        amount,
        fee,
        feeTax,
        feeCurrency,
        gateway,
      ]),
      [
        ['43.2', '1.55', '0.24', 'EUR', 'visa'],
        ['-5', null, undefined, null, 'visa'],
        ['-0.8', null, undefined, null, 'cash'],
      ],
    )
  })

  it('stands without customer, address or journey', () => {
    const { record } = map(makeOrder('43.2'))
    assert.deepEqual(record.customer, { platformId: null, email: null, phone: null })
    assert.deepEqual([record.country, record.origin], [null, null])
  })

  it('knows the visit that led to it, and keeps what buyers write apart from what is known', () => {
    const { record } = map(
      makeOrder('43.2', {
        sourceName: '580111',
        app: { name: 'Till' },
        checkoutToken: '5f2e',
        customAttributes: [{ key: '_gift_cards_paid', value: '40.00' }],
        customer: { id: 'gid://shopify/Customer/41', defaultEmailAddress: { emailAddress: 'ida@example.net' } },
        billingAddress: { countryCodeV2: 'DE', provinceCode: 'BE' },
        shippingAddress: null,
        customerJourneySummary: {
          ready: true,
          customerOrderIndex: 0,
          lastVisit: {
            landingPage: 'https://shop.example/?fbclid=IwAR0x',
            referrerUrl: 'https://l.facebook.com/',
            source: 'Facebook',
            sourceType: 'AD',
            utmParameters: { source: 'facebook', medium: 'paid', campaign: 'spring', content: null, term: null },
          },
        },
      }),
    )
    assert.equal(record.salesChannel, 'Till')
    assert.deepEqual([record.country, record.region], ['DE', 'BE'])
    assert.deepEqual(record.customer, { platformId: '41', email: 'ida@example.net', phone: null })
    assert.deepEqual(record.origin, {
      sourceType: 'ad',
      referrer: 'https://l.facebook.com/',
      landingUrl: 'https://shop.example/?fbclid=IwAR0x',
      utm: { source: 'facebook', medium: 'paid', campaign: 'spring' },
    })
    assert.equal(record.meta._gift_cards_paid, undefined)
    assert.deepEqual(record.meta, {
      'attribute:_gift_cards_paid': '40.00',
      checkout_token: '5f2e',
      customer_order_index: '0',
    })
  })

  it('names all its refunds, so that one that vanished is noticed', () => {
    const { records } = map(makeOrder('43.2'), [
      bought,
      makeAgreement(
        ['RefundAgreement', '2026-03-09T08:00:00Z'],
        [makeSale({ total: '-43.20', tax: '-7.20', quantity: -2, lineItem: '11' })],
        { refund: '77' },
      ),
    ])
    assert.deepEqual(
      records.map((record) => (record.type === 'refund_set' ? record.refundIds : record.type)),
      ['order', 'refund', ['77']],
    )
  })
})

it('reads amounts in shop currency only, and refuses orders in another form', () => {
  const bag = (amount: string) => ({ shopMoney: { amount }, presentmentMoney: { amount: '999.0' } })
  const response = {
    ...makeOrder('1'),
    originalTotalPriceSet: bag('94.9'),
    totalReceivedSet: bag('0.0'),
  }
  const parsed = WireOrder.parse(response)
  assert.equal(parsed.originalTotalPriceSet, 94_900_000n)
  assert.equal(WireOrder.safeParse({ ...response, originalTotalPriceSet: bag('1,5') }).success, false)
  assert.equal(WireOrder.safeParse({ ...response, processedAt: 'yesterday' }).success, false)
})
