import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { formatAmount, parseRate } from '@tillsight/core'
import type { OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import { ShopSettings } from '../inputs/index.ts'
import { book, type OrderFacts } from './book.ts'
import type { BookedOrder } from './booked-order.ts'
import { toBookingRules } from './rules.ts'
import { sampleLine, sampleOrder, sampleRefund, sampleRefundLine } from './sample-facts.ts'

type Settings = Parameters<typeof ShopSettings.parse>[0]

function rulesOf(settings: Settings = {}, currency = 'EUR') {
  return toBookingRules(ShopSettings.parse(settings), currency)
}

function bookCounted(
  order: OrderRecord,
  refunds: readonly RefundRecord[] = [],
  more: Partial<OrderFacts> & { settings?: Settings } = {},
): BookedOrder {
  const { settings, ...facts } = more
  const booking = book({ order, refunds, ...facts }, rulesOf(settings))
  assert.ok(booking.counted, `expected the order to count, not ${'reason' in booking ? booking.reason : ''}`)
  return booking
}

/** Rows as `id type quantity gross/discount/tax`, with the day for rows other than the order's own. */
function show({ rows }: BookedOrder): string[] {
  return rows.map((row) => {
    const amounts = [row.gross, row.discount, row.tax].map((amount) => formatAmount(amount, 2)).join('/')
    const day = row.kind === 'order' ? '' : ` ${new Date(row.bookedAt * 1000).toISOString().slice(0, 10)}`
    return `${row.rowId} ${row.side} ${row.lineType} ${Number(row.quantity) / 10_000} ${amounts}${day}`
  })
}

function sums({ rows }: BookedOrder, kind?: 'refund' | 'cancel') {
  let [net, tax, quantity] = [0n, 0n, 0n]
  for (const row of rows) {
    if (kind !== undefined && row.kind !== kind) continue
    net += row.gross - row.discount
    tax += row.tax
    quantity += row.quantity
  }
  return { net: Number(net) / 1e6, tax: Number(tax) / 1e6, quantity: Number(quantity) / 1e4 }
}

const basket = [
  sampleLine({ id: '1', quantity: '4', gross: '40.00', tax: '5.00' }),
  sampleLine({ id: '2', type: 'shipping', gross: '10.00' }),
]

suite('order lines', () => {
  test('gift cards, tips and payments by gift card are told by the shop’s rules', () => {
    const order = sampleOrder({
      id: '1',
      total: '85.00',
      lines: [
        sampleLine({ id: '1', gross: '100.00' }),
        sampleLine({ id: '2', productId: 'card', gross: '50.00' }),
        sampleLine({ id: '3', type: 'charge', title: 'Tip (5 %)', gross: '5.00' }),
        sampleLine({ id: '4', type: 'charge', title: 'Gift card PW-123', gross: '-60.00' }),
        sampleLine({ id: '5', type: 'charge', title: 'Loyalty', gross: '-10.00', tax: '-1.90' }),
        sampleLine({ id: '6', type: 'charge', title: 'Gift wrap', gross: '1.90' }),
      ],
    })
    const booked = bookCounted(order, [], {
      settings: { giftCards: { productIds: ['card'], feeNames: ['gift card *'] } },
    })
    assert.deepEqual(show(booked), [
      'o:1 sale product 1 100.00/0.00/0.00',
      'o:2 sale gift_card 1 50.00/0.00/0.00',
      'o:3 sale tip 1 5.00/0.00/0.00',
      'o:5 sale product 0 0.00/10.00/-1.90',
      'o:6 sale charge 1 1.90/0.00/0.00',
    ])
    assert.equal(formatAmount(booked.revenue, 2), '90.00')
    assert.deepEqual(booked.issues, [])
  })

  test('a gift-card coupon is a payment: the discount it made is given back', () => {
    const lines = [
      sampleLine({ id: '1', gross: '30.00', discount: '13.33' }),
      sampleLine({ id: '2', gross: '10.00', discount: '6.67' }),
    ]
    const own = { settings: { giftCards: { couponCodes: ['gc-*'] } } }
    const alone = bookCounted(sampleOrder({ id: '1', total: '20.00', coupons: ['gc-1'], lines }), [], own)
    assert.deepEqual(show(alone), ['o:1 sale product 1 30.00/0.00/0.00', 'o:2 sale product 1 10.00/0.00/0.00'])
    const meta = { 'coupon_discount:gc-1': '15.00' }
    const among = bookCounted(sampleOrder({ id: '1', total: '20.00', coupons: ['gc-1', 'ten'], meta, lines }), [], own)
    assert.deepEqual(show(among), ['o:1 sale product 1 30.00/3.33/0.00', 'o:2 sale product 1 10.00/1.67/0.00'])
    const unmapped = bookCounted(sampleOrder({ id: '1', total: '20.00', coupons: ['gc-1'], lines }))
    assert.equal(formatAmount(unmapped.revenue, 2), '20.00')
    assert.equal(formatAmount(alone.revenue, 2), '40.00')
  })

  test('a coupon of a gift-card kind is a payment, with the tax that it took off', () => {
    const lines = [sampleLine({ id: '1', gross: '100.00', discount: '30.00', tax: '13.30' })]
    const meta = {
      'coupon_kind:gc-1': 'smart_coupon',
      'coupon_discount:gc-1': '20.00',
      'coupon_discount_tax:gc-1': '3.80',
      'coupon_kind:ten': 'percent',
      'coupon_discount:ten': '10.00',
      'coupon_discount_tax:ten': '1.90',
    }
    const order = sampleOrder({ id: '1', total: '83.30', totalTax: '13.30', coupons: ['gc-1', 'ten'], meta, lines })
    const booked = bookCounted(order, [], { settings: { giftCards: { couponKinds: ['smart_coupon'] } } })
    assert.deepEqual(show(booked), ['o:1 sale product 1 100.00/10.00/17.10'])
    assert.deepEqual(booked.issues, [])
    const fee = sampleLine({ id: '9', type: 'charge', title: 'gift card', gross: '-20.00', tax: '-3.80' })
    const product = sampleLine({ id: '1', gross: '100.00', tax: '19.00' })
    const byFee = sampleOrder({ id: '1', total: '95.20', totalTax: '15.20', lines: [product, fee] })
    assert.deepEqual(bookCounted(byFee, [], { settings: { giftCards: { feeNames: ['gift card'] } } }).issues, [])
  })

  test('a header that disagrees with the lines wins: the remainder is a row of its own', () => {
    const order = sampleOrder({ id: '1', total: '60.00', totalTax: '7.00', lines: basket })
    const booked = bookCounted(order)
    assert.deepEqual(show(booked).at(-1), 'o:rest sale adjustment 0 3.00/0.00/2.00')
    assert.equal(formatAmount(booked.revenue, 2), '60.00')
    assert.deepEqual(
      booked.issues.map(({ kind }) => kind),
      ['order_arithmetic'],
    )
  })

  test('a cent per line is rounding, and a header without tips or gift cards agrees too', () => {
    assert.deepEqual(bookCounted(sampleOrder({ id: '1', total: '55.02', totalTax: '5.01', lines: basket })).issues, [])
    const tipped = [...basket, sampleLine({ id: '3', type: 'tip', gross: '5.00' })]
    assert.deepEqual(bookCounted(sampleOrder({ id: '1', total: '55.00', lines: tipped })).issues, [])
    assert.deepEqual(bookCounted(sampleOrder({ id: '1', total: '60.00', lines: tipped })).issues, [])
  })

  test('exactly one row stands for the order: its first product, else its first line, else an empty row', () => {
    assert.equal(bookCounted(sampleOrder({ id: '1', lines: basket.toReversed() })).headRowId, 'o:1')
    assert.equal(bookCounted(sampleOrder({ id: '1', lines: basket.slice(1) })).headRowId, 'o:2')
    const empty = bookCounted(sampleOrder({ id: '1' }))
    assert.deepEqual([empty.headRowId, empty.rows.length], ['o:head', 1])
  })

  test('lines with the same id are kept apart', () => {
    const twice = [sampleLine({ id: '1', gross: '1.00' }), sampleLine({ id: '1', gross: '2.00' })]
    assert.deepEqual(
      bookCounted(sampleOrder({ id: '1', lines: twice })).rows.map(({ rowId }) => rowId),
      ['o:1', 'o:1#2'],
    )
  })
})

suite('refunds', () => {
  const order = sampleOrder({ id: '1', total: '55.00', lines: basket })
  const partial = sampleRefund({
    id: 'r1',
    orderId: '1',
    at: '2026-03-16T10:00:00Z',
    amount: '20.00',
    lines: [sampleRefundLine({ id: '1', quantity: '2', amount: '20.00' })],
  })
  const full = sampleRefund({ id: 'r2', orderId: '1', at: '2026-03-17T10:00:00Z', amount: '35.00' })

  test('a full refund without lines after a partial one books what remains, never the whole (worked example 10.2)', () => {
    assert.deepEqual(show(bookCounted(order, [full, partial])).slice(2), [
      'r:r1:1 return product -2 -20.00/0.00/0.00 2026-03-16',
      'r:r2:1 return product -2 -20.00/0.00/-5.00 2026-03-17',
      'r:r2:2 return shipping -1 -10.00/0.00/0.00 2026-03-17',
    ])
  })

  test('an amount without lines that is less than what remains is an adjustment, listed in data health', () => {
    const booked = bookCounted(order, [sampleRefund({ ...full, amount: '12.00' })])
    assert.deepEqual(show(booked).slice(2), ['r:r2:rest return adjustment 0 -12.00/0.00/0.00 2026-03-17'])
    assert.deepEqual(
      booked.issues.map(({ kind }) => kind),
      ['refund_without_lines'],
    )
  })

  test('the full refund after an adjustment takes the adjustment back', () => {
    const adjusted = sampleRefund({ ...partial, amount: '15.00', lines: [] })
    const booked = bookCounted(order, [adjusted, sampleRefund({ ...full, amount: '40.00' })])
    assert.deepEqual(show(booked).slice(2), [
      'r:r1:rest return adjustment 0 -15.00/0.00/0.00 2026-03-16',
      'r:r2:1 return product -4 -40.00/0.00/-5.00 2026-03-17',
      'r:r2:2 return shipping -1 -10.00/0.00/0.00 2026-03-17',
      'r:r2:pool return adjustment 0 15.00/0.00/0.00 2026-03-17',
    ])
    assert.deepEqual(sums(booked), { net: 0, tax: 0, quantity: 0 })
  })

  test('more than the order was worth is booked and noticed', () => {
    const booked = bookCounted(order, [sampleRefund({ ...full, amount: '60.00' })])
    assert.deepEqual(sums(booked, 'refund'), { net: -55, tax: -5, quantity: -5 })
    assert.deepEqual(
      booked.issues.map(({ kind }) => kind),
      ['refund_above_order'],
    )
  })

  test('shipping or tax alone, and a discrepancy next to lines', () => {
    const refund = sampleRefund({
      id: 'r1',
      orderId: '1',
      at: '2026-03-12T00:00:00Z',
      amount: '17.00',
      lines: [
        sampleRefundLine({ id: 's', type: 'shipping', orderLineId: null, quantity: '0', amount: '10.00' }),
        sampleRefundLine({ id: 't', orderLineId: '1', quantity: '0', tax: '5.00' }),
      ],
    })
    assert.deepEqual(show(bookCounted(order, [refund])).slice(2), [
      'r:r1:s return shipping 0 -10.00/0.00/0.00 2026-03-12',
      'r:r1:t return product 0 0.00/0.00/-5.00 2026-03-12',
      'r:r1:rest return adjustment 0 -2.00/0.00/0.00 2026-03-12',
    ])
  })

  test('an itemised refund whose header says 0.00 counts by its lines', () => {
    assert.deepEqual(sums(bookCounted(order, [{ ...partial, amount: '0.00' }]), 'refund'), {
      net: -20,
      tax: 0,
      quantity: -2,
    })
  })

  test('a refund before its order and a refund given twice are booked once, on its own date', () => {
    const early = { ...full, at: '2026-03-01T00:00:00Z', amount: '55.00' }
    const booked = bookCounted(order, [early, early])
    assert.deepEqual(sums(booked), { net: 0, tax: 0, quantity: 0 })
    assert.ok(
      booked.rows
        .filter(({ kind }) => kind === 'refund')
        .every(({ bookedAt }) => bookedAt === Date.UTC(2026, 2, 1) / 1000),
    )
  })

  test('what a gift card paid comes back without lowering the return', () => {
    const paid = sampleOrder({
      id: '1',
      total: '35.00',
      lines: [...basket, sampleLine({ id: '9', type: 'charge', title: 'gift card', gross: '-20.00' })],
    })
    const settings = { giftCards: { feeNames: ['gift card'] } }
    const money = sampleRefund({ ...full, amount: '35.00' })
    assert.deepEqual(sums(bookCounted(paid, [money], { settings })), { net: 0, tax: 0, quantity: 0 })
    const itemised = { ...money, lines: [sampleRefundLine({ id: '1', quantity: '4', amount: '40.00', tax: '5.00' })] }
    assert.deepEqual(sums(bookCounted(paid, [itemised], { settings }), 'refund'), { net: -40, tax: -5, quantity: -4 })
  })

  test('a gift card that stands beside the order, in its meta, is a payment too', () => {
    const settings = { giftCards: { paidMetaKeys: ['gift_cards_paid'] } }
    const paid = { ...order, meta: { gift_cards_paid: '20.00' } }
    for (const total of ['55.00', '35.00']) {
      const booked = bookCounted({ ...paid, total }, [sampleRefund({ ...full, amount: '35.00' })], { settings })
      assert.deepEqual([sums(booked), booked.issues], [{ net: 0, tax: 0, quantity: 0 }, []])
    }
  })

  test('what the connector says gift cards paid is in the total, and the refund of the rest takes everything back', () => {
    const lines = [sampleLine({ id: '1', gross: '100.00', tax: '19.00' })]
    const paid = sampleOrder({ id: '1', total: '119.00', lines, meta: { _gift_cards_paid: '30.00' } })
    const booked = bookCounted(paid, [sampleRefund({ ...full, amount: '89.00' })])
    assert.deepEqual([sums(booked), booked.issues], [{ net: 0, tax: 0, quantity: 0 }, []])
    const more = bookCounted({ ...paid, total: '121.00' })
    assert.deepEqual(show(more).at(-1), 'o:rest sale adjustment 0 2.00/0.00/0.00')
  })

  test('a refund line of a gift-card fee touches no other fee', () => {
    const fee = (id: string, title: string, gross: string) => sampleLine({ id, type: 'charge', title, gross })
    const lines = [...basket, fee('8', 'Gift wrap', '3.00'), fee('9', 'gift card', '-20.00')]
    const paid = sampleOrder({ id: '1', total: '38.00', lines })
    const card = { id: '1', type: 'charge', productId: null, title: 'gift card', amount: '-20.00' } as const
    const goods = sampleRefundLine({ id: '2', orderLineId: '1', quantity: '4', amount: '40.00', tax: '5.00' })
    const refund = sampleRefund({ ...full, amount: '25.00', lines: [goods, sampleRefundLine(card)] })
    const booked = bookCounted(paid, [refund], { settings: { giftCards: { feeNames: ['gift card'] } } })
    assert.deepEqual(sums(booked, 'refund'), { net: -40, tax: -5, quantity: -4 })
  })

  test('the remainder row of a header goes back as a charge, so that goods net to zero', () => {
    const booked = bookCounted({ ...order, total: '58.00' }, [sampleRefund({ ...full, amount: '58.00' })])
    assert.deepEqual(show(booked).at(-1), 'r:r2:rest return charge 0 -3.00/0.00/0.00 2026-03-17')
    assert.deepEqual(sums(booked), { net: 0, tax: 0, quantity: 0 })
  })
})

suite('cancellations after payment', () => {
  const cancelled = sampleOrder({
    id: '1',
    standing: 'cancelled',
    paidAt: '2026-03-10T10:00:00Z',
    cancelledAt: '2026-03-15T10:00:00Z',
    lines: basket,
  })
  const before = sampleRefund({
    id: 'r1',
    orderId: '1',
    at: '2026-03-14T10:00:00Z',
    amount: '20.00',
    lines: [sampleRefundLine({ id: '1', quantity: '2', amount: '20.00' })],
  })

  test('reverse on the cancel date what has not been refunded by then', () => {
    assert.deepEqual(show(bookCounted(cancelled, [before])).slice(3), [
      'c:1 return product -2 -20.00/0.00/-5.00 2026-03-15',
      'c:2 return shipping -1 -10.00/0.00/0.00 2026-03-15',
    ])
  })

  test('a refund paid out afterwards is not a second return, only what exceeds the order is', () => {
    const after = sampleRefund({ id: 'r2', orderId: '1', at: '2026-03-16T10:00:00Z', amount: '55.00' })
    assert.deepEqual(sums(bookCounted(cancelled, [after])), { net: 0, tax: 0, quantity: 0 })
    assert.deepEqual(sums(bookCounted(cancelled, [{ ...after, amount: '60.00' }])), { net: -5, tax: 0, quantity: 0 })
  })

  test('use the remembered date where the platform keeps none', () => {
    const order = { ...cancelled, cancelledAt: null, updatedAt: '2026-03-20T00:00:00Z' }
    const at = (facts: Partial<OrderFacts>) =>
      new Date((bookCounted(order, [], facts).rows.at(-1)?.bookedAt ?? 0) * 1000).toISOString()
    assert.equal(at({}), '2026-03-20T00:00:00.000Z')
    assert.equal(at({ cancellationSeenAt: '2026-03-18T00:00:00Z' }), '2026-03-18T00:00:00.000Z')
  })
})

suite('edits', () => {
  test('additions are sales and removals returns, each on the edit’s date', () => {
    const order = sampleOrder({
      id: '1',
      lines: basket,
      edits: [
        {
          id: 'e1',
          at: '2026-03-12T00:00:00Z',
          lines: [
            sampleLine({ id: 'a', gross: '8.00', discount: '1.00', tax: '0.70' }),
            sampleLine({ id: 'b', productId: 'p-1', quantity: '-1', gross: '-12.00', discount: '-2.00', tax: '-1.25' }),
          ],
        },
      ],
    })
    const booked = bookCounted(order)
    assert.deepEqual(show(booked).slice(2), [
      'e:e1:a sale product 1 8.00/1.00/0.70 2026-03-12',
      'e:e1:b return product -1 -10.00/0.00/-1.25 2026-03-12',
    ])
    const full = sampleRefund({ id: 'r', orderId: '1', at: '2026-03-13T00:00:00Z', amount: '51.45' })
    assert.deepEqual(sums(bookCounted(order, [full])), { net: 0, tax: 0, quantity: 0 })
  })
})

suite('currencies', () => {
  const order = sampleOrder({
    id: '1',
    currency: 'ZAR',
    total: '580.00',
    lines: [sampleLine({ id: '1', gross: '580.00' })],
  })
  const refund = sampleRefund({ id: 'r', orderId: '1', at: '2026-04-10T00:00:00Z', amount: '580.00' })

  test('the order’s rate serves its refunds, so that a full refund nets to zero (worked example 10.5)', () => {
    const booked = bookCounted({ ...order, rate: '0.0517' }, [refund])
    assert.equal(formatAmount(booked.revenue, 2), '29.99')
    assert.deepEqual(sums(booked), { net: 0, tax: 0, quantity: 0 })
  })

  test('partial refunds at an awkward rate still end at exactly zero', () => {
    const parts = ['100.01', '33.33', '446.66'].map((amount, index) =>
      sampleRefund({
        ...refund,
        id: `r${index}`,
        amount,
        lines: [sampleRefundLine({ id: `l${index}`, orderLineId: '1', quantity: '0', amount })],
      }),
    )
    const { net } = sums(bookCounted({ ...order, rate: '0.0517391237' }, parts))
    assert.equal(net, 0)
  })

  test('a plug-in’s meta says the rate, its inverse or the total; else the reference rate of the day counts', () => {
    const revenue = (fields: Partial<OrderRecord>, facts: Partial<OrderFacts> = {}) =>
      formatAmount(bookCounted({ ...order, ...fields }, [], facts).revenue, 2)
    assert.equal(revenue({ meta: { _wcpbc_base_exchange_rate: '0.05' } }), '29.00')
    assert.equal(revenue({ meta: { _woocs_order_rate: '20' } }), '29.00')
    assert.equal(revenue({ meta: { _order_total_base_currency: '29.00' } }), '29.00')
    assert.equal(revenue({ meta: { _woocs_order_rate: 'broken' } }, { referenceRate: parseRate('0.06') }), '34.80')
  })

  test('an order without any rate is left out and noticed: currencies are never mixed', () => {
    const booking = book({ order, refunds: [] }, rulesOf())
    assert.deepEqual([booking.counted || booking.reason, booking.issues[0]?.kind], ['missing_rate', 'missing_rate'])
  })
})
