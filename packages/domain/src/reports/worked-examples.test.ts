import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import type { MetricValues } from '@tillsight/metrics'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { run } from '../context/index.ts'
import { importRates } from '../imports/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder, sampleRefund, sampleRefundLine } from '../ledger/sample-facts.ts'
import { ask, askTotals, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })

/** Compares the named figures, amounts rounded to cents. */
function assertFigures(actual: MetricValues, expected: MetricValues): void {
  const shown = Object.fromEntries(
    Object.entries(expected).map(([key, value]) => {
      const found = actual[key]
      return [key, typeof found === 'string' && typeof value === 'string' ? toScaleOf(value, found) : found]
    }),
  )
  assert.deepEqual(shown, expected)
}

function toScaleOf(expected: string, found: string): string {
  return Number(found).toFixed(expected.split('.')[1]?.length ?? 0)
}

function goods(quantity: number, price: number, more: { discount?: string; tax: string }) {
  return sampleLine({ id: 'goods', quantity: String(quantity), gross: (quantity * price).toFixed(2), ...more })
}

function delivery(gross: string, tax: string) {
  return sampleLine({ id: 'delivery', type: 'shipping', gross, tax })
}

suite('one day in a WooCommerce shop (10.1)', () => {
  const day = (id: string, order: Partial<OrderRecord>) =>
    sampleOrder({ id, placedAt: `2026-03-10T${id.padStart(2, '0')}:00:00Z`, ...order })
  const orders = [
    sampleOrder({
      id: '90',
      placedAt: '2025-05-05T10:00:00Z',
      customer: buyer('ben@x.test'),
      lines: [goods(1, 30, { tax: '5.70' })],
    }),
    day('1', {
      customer: buyer('anna@x.test'),
      total: '91.63',
      totalTax: '14.63',
      lines: [goods(2, 40, { discount: '8.00', tax: '13.68' }), delivery('5.00', '0.95')],
    }),
    day('2', {
      customer: buyer('ben@x.test'),
      status: 'completed',
      total: '71.40',
      totalTax: '11.40',
      lines: [goods(1, 60, { tax: '11.40' })],
    }),
    day('3', {
      customer: buyer('carla@x.test'),
      total: '0.00',
      totalTax: '0.00',
      lines: [goods(1, 40, { discount: '40.00', tax: '0.00' })],
    }),
    day('4', {
      customer: buyer('dana@x.test'),
      status: 'on-hold',
      standing: 'unpaid',
      total: '77.23',
      totalTax: '12.33',
      lines: [goods(3, 20, { tax: '11.40' }), delivery('4.90', '0.93')],
    }),
    day('5', { status: 'pending', standing: 'unfinished', lines: [goods(1, 100, { tax: '0.00' })] }),
    day('6', { status: 'cancelled', standing: 'cancelled', lines: [goods(1, 50, { tax: '0.00' })] }),
    day('7', { status: 'failed', standing: 'failed', lines: [goods(1, 30, { tax: '0.00' })] }),
    day('8', {
      customer: buyer('anna@x.test'),
      total: '29.75',
      totalTax: '4.75',
      lines: [goods(1, 20, { tax: '3.80' }), delivery('5.00', '0.95')],
    }),
  ]
  const refunds = [
    sampleRefund({
      id: 'R1',
      orderId: '1',
      at: '2026-03-12T09:00:00Z',
      amount: '42.84',
      lines: [sampleRefundLine({ id: 'x', orderLineId: 'goods', amount: '36.00', tax: '6.84' })],
    }),
    sampleRefund({ id: 'R2', orderId: '2', at: '2026-03-12T10:00:00Z', amount: '71.40' }),
  ]
  const keys = [
    'grossSales', 'discounts', 'shipping', 'saleTaxes', 'orderRevenue', 'returns', 'sales', 'taxes', 'netSales', 'netRevenue',
    'orders', 'paidOrders', 'aov', 'trueaov', 'unitsSold', 'newCustomers', 'newCustomerOrders', 'newCustomerRevenue',
    'returningCustomers', 'returningCustomerRevenue', 'refundRateValue', 'refundRateOrders',
  ] // biome-ignore format: a table
  const tenth = {
    grossSales: '260.00', discounts: '48.00', shipping: '14.90', saleTaxes: '43.11', orderRevenue: '270.01', returns: '0.00',
    sales: '270.01', taxes: '43.11', netSales: '212.00', netRevenue: '226.90', orders: 5, paidOrders: 4, aov: '54.002',
    trueaov: '53.00', unitsSold: 8, newCustomers: 2, newCustomerOrders: 2, newCustomerRevenue: '168.86', returningCustomers: 2,
    returningCustomerRevenue: '101.15', refundRateValue: '0', refundRateOrders: '0.50',
  } // biome-ignore format: a table
  const twelfth = {
    grossSales: '0.00', discounts: '0.00', shipping: '0.00', saleTaxes: '0.00', orderRevenue: '0.00', returns: '114.24',
    sales: '-114.24', taxes: '-18.24', netSales: '-96.00', netRevenue: '-96.00', orders: 0, paidOrders: 0, aov: null,
    trueaov: null, unitsSold: 0, newCustomers: 0, newCustomerOrders: 0, newCustomerRevenue: '0.00', returningCustomers: 0,
    returningCustomerRevenue: '0.00', refundRateValue: null, refundRateOrders: null,
  } // biome-ignore format: a table
  const together = {
    ...tenth, returns: '114.24', sales: '155.77', taxes: '24.87', netSales: '116.00', netRevenue: '130.90', refundRateValue: '0.4231',
  } // biome-ignore format: a table

  test('every figure of the table', async () => {
    const ctx = await stores.openShop({}, fixedClock('2026-03-13T08:00:00Z'))
    await writeRecords(ctx, { source: 'woocommerce', records: [...orders, ...refunds] })
    const query = { metrics: keys, from: '2026-03-10', to: '2026-03-12', interval: 'day' } as const
    const { totals, series } = await ask(ctx, query)
    assertFigures(totals, together)
    assertFigures(series?.[0]?.values ?? {}, tenth)
    assertFigures(series?.[1]?.values ?? {}, {
      ...twelfth,
      returns: '0.00',
      sales: '0.00',
      taxes: '0.00',
      netSales: '0.00',
      netRevenue: '0.00',
    })
    assertFigures(series?.[2]?.values ?? {}, twelfth)
  })

  test('a free sample makes nobody a customer, the purchase after it does', async () => {
    const ctx = await stores.openShop()
    await writeRecords(ctx, { source: 'woocommerce', records: orders })
    const paid = sampleOrder({
      id: '20',
      placedAt: '2026-03-20T10:00:00Z',
      customer: buyer('Carla@X.test '),
      lines: [goods(1, 10, { tax: '0' })],
    })
    await writeRecords(ctx, { source: 'woocommerce', records: [paid] })
    assertFigures(await askTotals(ctx, { metrics: ['newCustomers'], from: '2026-03-20', to: '2026-03-20' }), {
      newCustomers: 1,
    })
  })
})

test('partial, then full refund (10.2)', async () => {
  const ctx = await stores.openShop()
  const order = sampleOrder({ id: '1', total: '55.00', lines: [goods(4, 10, { tax: '5.00' }), delivery('10.00', '0')] })
  const monday = sampleRefund({
    id: 'a',
    orderId: '1',
    at: '2026-03-16T10:00:00Z',
    amount: '20.00',
    lines: [sampleRefundLine({ id: 'x', orderLineId: 'goods', quantity: '2', amount: '20.00' })],
  })
  const tuesday = sampleRefund({ id: 'b', orderId: '1', at: '2026-03-17T10:00:00Z', amount: '35.00' })
  await writeRecords(ctx, { source: 'woocommerce', records: [order, monday, tuesday] })
  const metrics = ['returns', 'returnsProducts', 'returnsShipping', 'returnsTax']
  const { totals, series } = await ask(ctx, { metrics, from: '2026-03-16', to: '2026-03-17', interval: 'day' })
  assertFigures(series?.[0]?.values ?? {}, {
    returns: '20.00',
    returnsProducts: '20.00',
    returnsShipping: '0.00',
    returnsTax: '0.00',
  })
  assertFigures(series?.[1]?.values ?? {}, {
    returns: '35.00',
    returnsProducts: '20.00',
    returnsShipping: '10.00',
    returnsTax: '5.00',
  })
  assertFigures(totals, { returns: '55.00' })
})

test('tax-included prices (10.3)', async () => {
  const ctx = await stores.openShop({ currency: 'GBP', zone: 'Europe/London', platform: 'shopify' })
  const lines = [
    sampleLine({ id: '1', quantity: '2', gross: '40.00', discount: '4.00', tax: '7.20' }),
    delivery('3.00', '0.60'),
  ]
  await writeRecords(ctx, {
    source: 'shopify',
    records: [sampleOrder({ id: '1', currency: 'GBP', total: '46.80', totalTax: '7.80', lines })],
  })
  const metrics = ['grossSales', 'discounts', 'shipping', 'saleTaxes', 'orderRevenue', 'trueaov']
  assertFigures(await askTotals(ctx, { metrics, from: '2026-03-10', to: '2026-03-10' }), {
    grossSales: '40.00',
    discounts: '4.00',
    shipping: '3.00',
    saleTaxes: '7.80',
    orderRevenue: '46.80',
    trueaov: '36.00',
  })
})

test('gift card, tip, mixed payment (10.4)', async () => {
  const ctx = await stores.openShop({ currency: 'USD', zone: 'America/New_York', platform: 'shopify' })
  const lines = [
    sampleLine({ id: '1', gross: '100.00', tax: '10.00' }),
    sampleLine({ id: '2', type: 'gift_card', gross: '50.00' }),
    delivery('8.00', '0.80'),
    sampleLine({ id: '4', type: 'tip', gross: '5.00' }),
  ]
  await writeRecords(ctx, {
    source: 'shopify',
    records: [sampleOrder({ id: '1', currency: 'USD', total: '173.80', totalTax: '10.80', lines })],
  })
  const metrics = ['grossSales', 'discounts', 'orderRevenue', 'giftCardsSold', 'tips', 'paidOrders', 'unitsSold']
  assertFigures(await askTotals(ctx, { metrics, from: '2026-03-10', to: '2026-03-10' }), {
    grossSales: '100.00',
    discounts: '0.00',
    orderRevenue: '118.80',
    giftCardsSold: '50.00',
    tips: '5.00',
    paidOrders: 1,
    unitsSold: 1,
  })
})

suite('currency (10.5)', () => {
  const lines = [sampleLine({ id: '1', gross: '580.00' })]
  const order = sampleOrder({
    id: '1',
    currency: 'ZAR',
    rate: '0.0517',
    total: '580.00',
    customer: buyer('a@b.test'),
    lines,
  })
  const refund = sampleRefund({ id: 'r', orderId: '1', at: '2026-04-10T10:00:00Z', amount: '580.00' })
  const asked = { metrics: ['orderRevenue', 'returns', 'sales'], from: '2026-03-01', to: '2026-04-30' }

  test('the order’s stored rate serves its refund: net 0', async () => {
    const ctx = await stores.openShop()
    await writeRecords(ctx, { source: 'woocommerce', records: [order, refund] })
    const totals = await askTotals(ctx, asked)
    assertFigures(totals, { orderRevenue: '29.99', returns: '29.99' })
    assert.equal(Number(totals['sales']), 0)
  })

  test('without a stored rate the day’s reference counts, and stays when the table is corrected later', async () => {
    const ctx = await stores.openShop()
    await run(importRates, ctx, { csv: 'Date,USD,ZAR\n2026-03-09,1.10,20\n2026-03-10,N/A,\n' })
    await writeRecords(ctx, { source: 'woocommerce', records: [{ ...order, rate: null }] })
    assertFigures(await askTotals(ctx, asked), { orderRevenue: '29.00' })
    await run(importRates, ctx, { csv: 'Date,ZAR\n2026-03-09,25\n' })
    await writeRecords(ctx, { source: 'woocommerce', records: [refund] })
    const totals = await askTotals(ctx, asked)
    assertFigures(totals, { orderRevenue: '29.00' })
    assert.equal(Number(totals['sales']), 0)
  })

  test('the display currency converts each day at its own rate; days without one stay empty with a warning', async () => {
    const ctx = await stores.openShop()
    await run(importRates, ctx, { csv: 'Date,USD,JPY\n2026-05-04,1.20,160\n2026-05-05,1.30,\n' })
    const sold = ['2026-05-04', '2026-05-05'].map((day, index) =>
      sampleOrder({ id: String(index), placedAt: `${day}T10:00:00Z`, lines: [goods(1, 100, { tax: '0' })] }),
    )
    await writeRecords(ctx, { source: 'woocommerce', records: sold })
    const both = { metrics: ['orderRevenue', 'orders'], from: '2026-05-04', to: '2026-05-05' }
    assertFigures(await askTotals(ctx, { ...both, currency: 'USD' }), { orderRevenue: '250.00', orders: 2 })
    const unknown = await ask(ctx, { ...both, currency: 'SEK' })
    assertFigures(unknown.totals, { orderRevenue: null, orders: 2 })
    assert.match(unknown.warnings.join(' '), /no exchange rate from EUR to SEK/)
  })
})

suite('days (10.6)', () => {
  test('an order one second before midnight in Berlin is on the day before, also when the clock changes', async () => {
    const ctx = await stores.openShop()
    const at = ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']
    const records = at.map((placedAt, index) => sampleOrder({ id: String(index), placedAt }))
    await writeRecords(ctx, { source: 'woocommerce', records })
    const { series } = await ask(ctx, { metrics: ['orders'], from: '2026-03-28', to: '2026-03-30', interval: 'day' })
    assert.deepEqual(
      series?.map(({ values }) => values['orders']),
      [1, 2, 1],
    )
  })

  test('a day without midnight and one of 23.5 hours', async () => {
    const days: [string, string, string, string[]][] = [
      ['America/Santiago', '2025-09-06', '2025-09-07', ['2025-09-07T03:59:59Z', '2025-09-07T04:00:00Z']],
      ['Australia/Lord_Howe', '2025-10-04', '2025-10-05', ['2025-10-04T13:29:59Z', '2025-10-04T13:30:00Z']],
    ]
    for (const [zone, from, to, at] of days) {
      const ctx = await stores.openShop({ zone })
      const records = at.map((placedAt, index) => sampleOrder({ id: String(index), placedAt }))
      await writeRecords(ctx, { source: 'woocommerce', records })
      const { series } = await ask(ctx, { metrics: ['orders'], from, to, interval: 'day' })
      assert.deepEqual(
        series?.map(({ values }) => values['orders']),
        [1, 1],
        zone,
      )
    }
  })
})
