import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { StoreOrder } from '../../../../simulators/woocommerce/index.ts'
import { isConnectorError } from '../failures.ts'
import { analyticsReport } from './report.ts'
import { makeOrder, makeOrders, startFixture } from './testing.ts'

const range = (from: string, to: string) => ({ from: parseDay(from), to: parseDay(to) })

/** Goods of 42.02, with a coupon of 8.40; shipping of 4.12, a fee of 2.50, and tax of 7.64. */
const rich = (id: number, createdAt: string): StoreOrder => ({
  ...makeOrder(id, createdAt),
  lines: [
    {
      id: id + 1,
      productId: 7,
      sku: 'S',
      name: 'Socks',
      quantity: 2,
      subtotal: '42.02',
      subtotalTax: '7.98',
      total: '33.62',
      totalTax: '6.38',
    },
  ],
  couponLines: [{ id: id + 2, code: 'welcome10', discount: '8.40', discountTax: '1.60' }],
  shippingLines: [{ id: id + 3, methodId: 'flat_rate', title: 'DHL', total: '4.12', totalTax: '0.78' }],
  feeLines: [{ id: id + 4, name: 'Gift wrap', total: '2.50', totalTax: '0.48' }],
})

describe('The shop’s own report', () => {
  it('is read by day and by order, on the day of the order in the shop’s zone', async (t) => {
    const { fake, ctx } = await startFixture(t)
    // 23:30 in Berlin, and half an hour into the next day there.
    await fake.store.fill({ orders: [rich(1_000, '2026-10-03T21:30:00Z'), rich(2_000, '2026-10-03T22:30:00Z')] })
    const { days, rows } = await analyticsReport.read(ctx(), range('2026-10-03', '2026-10-04'))
    assert.deepEqual(
      rows.map(({ orderId, day, total, net, kind, orders }) => ({ orderId, day, total, net, kind, orders })),
      [
        { orderId: '1000', day: '2026-10-03', total: '47.88', net: '36.12', kind: 'sale', orders: 1 },
        { orderId: '2000', day: '2026-10-04', total: '47.88', net: '36.12', kind: 'sale', orders: 1 },
      ],
    )
    assert.deepEqual(days[0], {
      day: '2026-10-03',
      figures: {
        orders: '1',
        grossSales: '44.52',
        discounts: '8.4',
        returns: '0',
        netSales: '36.12',
        shipping: '4.12',
        taxes: '7.64',
        totalSales: '47.88',
      },
    })
  })

  it('has a row of its own for every refund, on its day', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: [makeOrder(1_000, '2026-10-03T10:00:00Z')] })
    fake.store.refundOrder(1_000, {
      at: '2026-10-05T10:00:00Z',
      lines: [{ orderLineId: 1_001, total: '4', totalTax: '0.76' }],
    })
    const { days, rows } = await analyticsReport.read(ctx(), range('2026-10-05', '2026-10-05'))
    assert.deepEqual(
      rows.map(({ orderId, kind, total, net, orders }) => ({ orderId, kind, total, net, orders })),
      [{ orderId: '1000', kind: 'return', total: '-4.76', net: '-4', orders: 0 }],
    )
    assert.equal(days[0]?.figures.totalSales, '-4.76')
    assert.equal(days[0]?.figures.returns, '4.76')
  })

  it('is read to its last page', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(340, '2026-03-01T00:00:00Z') })
    const { rows } = await analyticsReport.read(ctx(), range('2026-03-01', '2026-03-31'))
    assert.equal(new Set(rows.map(({ orderId }) => orderId)).size, 340)
  })

  it('finds orders by id that are paid late, and says why it has others not', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const at = '2026-10-03T10:00:00Z'
    await fake.store.fill({
      orders: [
        makeOrder(1_000, at, { status: 'on-hold', paidAt: null }),
        makeOrder(2_000, at, { status: 'cancelled' }),
        makeOrder(3_000, at),
      ],
    })
    fake.analytics.missing.add(3_000)
    const found = await analyticsReport.find(ctx(), ['1000', '2000', '3000', '4000'])
    assert.deepEqual(
      found.map(({ orderId, absence, status, rows }) => ({
        orderId,
        absence,
        status,
        days: rows.map(({ day }) => day),
      })),
      [
        { orderId: '1000', absence: null, status: 'on-hold', days: ['2026-10-03'] },
        { orderId: '2000', absence: 'status', status: 'cancelled', days: [] },
        { orderId: '3000', absence: 'not_in_report', status: 'completed', days: [] },
        { orderId: '4000', absence: 'gone', status: null, days: [] },
      ],
    )
  })

  it('has unpaid orders in its totals and not in its list: they are told apart from those that it lacks', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const at = '2026-10-03T10:00:00Z'
    await fake.store.fill({
      orders: [
        makeOrder(1_000, at, { status: 'on-hold', paidAt: null }),
        makeOrder(2_000, at),
        makeOrder(3_000, at, { status: 'processing', paidAt: null }),
        makeOrder(4_000, at, { status: 'failed', paidAt: null }),
      ],
    })
    const { days, rows } = await analyticsReport.read(ctx(), range('2026-10-03', '2026-10-03'))
    assert.deepEqual(rows.map(({ orderId, total, net }) => `${orderId} ${Number(total)} ${Number(net)}`).toSorted(), [
      '1000 11.9 10',
      '2000 11.9 10',
      '3000 11.9 10',
    ])
    assert.equal(Number(days[0]?.figures.totalSales), 35.7)
  })

  it('lacks an unpaid order that its totals do not hold either', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const at = '2026-10-03T10:00:00Z'
    await fake.store.fill({
      orders: [makeOrder(1_000, at, { status: 'processing', paidAt: null }), makeOrder(2_000, at)],
    })
    fake.analytics.missing.add(1_000)
    const { rows } = await analyticsReport.read(ctx(), range('2026-10-03', '2026-10-03'))
    assert.deepEqual(
      rows.map(({ orderId }) => orderId),
      ['2000'],
    )
    const [found] = await analyticsReport.find(ctx(), ['1000'])
    assert.equal(found?.absence, 'not_in_report')
  })

  it('says that the shop dates its own screen by payment', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const asked = range('2026-10-03', '2026-10-03')
    assert.match((await analyticsReport.read(ctx(), asked)).notes.join(), /paid or completed/)
    fake.analytics.settings.dateType = 'date_created'
    assert.deepEqual((await analyticsReport.read(ctx(), asked)).notes, [])
  })

  it('fails in plain words where Analytics is switched off', async (t) => {
    const { fake, ctx } = await startFixture(t)
    fake.analytics.settings.enabled = false
    await assert.rejects(analyticsReport.read(ctx(), range('2026-10-03', '2026-10-03')), (error) => {
      assert.ok(isConnectorError(error))
      assert.equal(error.failure.platformCode, 'report_unavailable')
      assert.match(error.failure.message, /Settings > Advanced > Features/)
      return true
    })
  })
})

describe('What the shop’s report makes of a refund that closes an order', () => {
  const closed = async (t: Parameters<typeof startFixture>[0], version: string) => {
    const { fake, ctx } = await startFixture(t, { version })
    await fake.store.fill({ orders: [makeOrder(1_000, '2026-10-03T10:00:00Z')] })
    fake.store.refundOrder(1_000, {
      at: '2026-10-04T10:00:00Z',
      lines: [{ orderLineId: 1_001, total: '5', totalTax: '0.95' }],
    })
    fake.store.refundOrder(1_000, { at: '2026-10-05T10:00:00Z' })
    const { days } = await analyticsReport.read(ctx(), range('2026-10-05', '2026-10-05'))
    return days[0]?.figures
  }

  it('is all net until 10.2, the whole order once more until 11.1, and what was left since', async (t) => {
    const figures = ['9.8.0', '10.5.0', '11.2.0'].map((version) => closed(t, version))
    const [old, middle, now] = await Promise.all(figures)
    assert.deepEqual([old?.totalSales, old?.netSales, old?.taxes], ['-5.95', '-5.95', '0'])
    assert.deepEqual([middle?.totalSales, middle?.netSales, middle?.taxes], ['-5.95', '-10', '-1.9'])
    assert.deepEqual([now?.totalSales, now?.netSales, now?.taxes], ['-5.95', '-5', '-0.95'])
  })
})
