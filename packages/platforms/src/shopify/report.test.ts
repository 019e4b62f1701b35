import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { fillShop } from '../../../../simulators/shopify/index.ts'
import { isConnectorError } from '../failures.ts'
import { salesReport } from './report.ts'
import { answering, contextOf, makeShopOrder, makeShopOrders, startFixture } from './testing.ts'

const range = (from: string, to: string) => ({ from: parseDay(from), to: parseDay(to) })

/** A failure with this code and message. */
function says(code: string, pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(isConnectorError(error))
    assert.equal(error.failure.platformCode, code)
    assert.match(error.failure.message, pattern)
    return true
  }
}

describe('Shopify’s own sales report', () => {
  it('is read by day and by order, in the shop’s zone, with what lowers sales as we count it', async (t) => {
    const { shop, ctx } = await startFixture(t)
    // 23:30 in Berlin, and half an hour into the next day there.
    await fillShop(shop, {
      orders: [makeShopOrder(1_000, '2026-10-03T21:30:00Z'), makeShopOrder(2_000, '2026-10-03T22:30:00Z')],
    })
    shop.store.refundOrder(1_000, { at: '2026-10-04T10:00:00Z', lines: [{ lineId: 10_001, quantity: 1 }] })
    const { days, rows } = await salesReport.read(ctx(), range('2026-10-03', '2026-10-05'))
    assert.deepEqual(
      days.map(({ day, figures }) => [day, figures.orders, figures.netSales, figures.returns, figures.totalSales]),
      [
        ['2026-10-03', '1', '20', '0', '23.8'],
        ['2026-10-04', '1', '10', '10', '11.9'],
        ['2026-10-05', '0', '0', '0', '0'],
      ],
    )
    assert.deepEqual(
      rows.toSorted((one, other) => (one.day < other.day ? -1 : one.orderId < other.orderId ? -1 : 1)),
      [
        { orderId: '1000', name: '#1000', kind: 'sale', day: '2026-10-03', orders: 1, total: '23.8', net: '20' },
        { orderId: '1000', name: '#1000', kind: 'return', day: '2026-10-04', orders: 0, total: '-11.9', net: '-10' },
        { orderId: '2000', name: '#2000', kind: 'sale', day: '2026-10-04', orders: 1, total: '23.8', net: '20' },
      ],
    )
  })

  it('has one row for what was sold and given back on the same day', async (t) => {
    const { shop, ctx } = await startFixture(t)
    await fillShop(shop, { orders: [makeShopOrder(1_000, '2026-10-03T08:00:00Z')] })
    shop.store.refundOrder(1_000, { at: '2026-10-03T10:00:00Z', lines: [{ lineId: 10_001, quantity: 1 }] })
    const { rows } = await salesReport.read(ctx(), range('2026-10-03', '2026-10-03'))
    assert.deepEqual(
      rows.map(({ kind, orders, total }) => [kind, orders, total]),
      [['both', 1, '11.9']],
    )
  })

  it('is read whole, however many orders a day has', async (t) => {
    const { shop, ctx } = await startFixture(t)
    // 1,500 on one day, and 300 on the next one that are all refunded with those of a month.
    await fillShop(shop, { orders: makeShopOrders(1_500, '2026-10-03T06:00:00Z', 1 / 250) })
    await fillShop(shop, {
      orders: Array.from({ length: 1_200 }, (_, index) => {
        const id = 10_000 + index
        const lines = [{ lineId: id * 10 + 1, quantity: 1 }]
        const at = '2026-10-20T10:00:00Z'
        return makeShopOrder(id, '2026-09-20T10:00:00Z', {
          happenings: [{ kind: 'refund', id: id * 10 + 5, at, lines }],
        })
      }),
    })
    const { days, rows } = await salesReport.read(ctx(), range('2026-10-01', '2026-10-31'))
    assert.equal(new Set(rows.map(({ orderId, day }) => `${orderId} ${day}`)).size, 2_700)
    assert.equal(rows.length, 2_700)
    const sum = rows.reduce((total, row) => total + Math.round(Number(row.total) * 100), 0)
    const ofDays = days.reduce((total, { figures }) => total + Math.round(Number(figures.totalSales) * 100), 0)
    assert.equal(sum, ofDays)
  })

  it('says of single orders on which days it has them, and why it has others not', async (t) => {
    const { shop, ctx } = await startFixture(t)
    await fillShop(shop, {
      orders: [
        makeShopOrder(1_000, '2024-05-03T08:00:00Z'),
        makeShopOrder(1_001, '2026-10-03T08:00:00Z', { test: true }),
        makeShopOrder(1_002, '2026-10-03T08:00:00Z'),
      ],
    })
    shop.store.deleteOrder(1_002)
    const found = await salesReport.find(ctx(), ['1000', '1001', '1002', '1003) OR (1=1'])
    assert.deepEqual(
      found.map(({ orderId, absence, status, rows }) => [orderId, absence, status, rows.map(({ day }) => day)]),
      [
        ['1000', null, null, ['2024-05-03']],
        ['1001', 'status', 'paid', []],
        ['1002', 'gone', null, []],
        ['1003) OR (1=1', 'gone', null, []],
      ],
    )
  })

  it('says how the app gets to see it where the scope is missing, or where buyers may not be seen', async (t) => {
    const { shop, fake, ctx } = await startFixture(t)
    const read = () => salesReport.read(ctx(), range('2026-10-01', '2026-10-31'))
    fake.platform.app = { ...fake.platform.app, customerData: 1 }
    await assert.rejects(read(), says('report_unavailable', /Protected customer data access.*API access/))
    await assert.rejects(salesReport.find(ctx(), ['1']), says('report_unavailable', /Protected customer data access/))
    shop.tokens.setScopes(['read_orders'])
    await assert.rejects(read(), says('report_unavailable', /lacks the access scope read_reports: add it to the app/))
  })

  it('gives up on questions that Shopify does not understand, and on tables that cannot be read', async () => {
    const clock = { now: () => new Date('2026-11-20T12:00:00Z') }
    const read = (shopifyqlQuery: object) => {
      const { http } = answering(() => ({ status: 200, body: { data: { shopifyqlQuery } } }))
      const ctx = contextOf(http, { url: 'a.myshopify.com', token: 'shpat_1' }, { clock })
      return salesReport.read(ctx, range('2026-10-01', '2026-10-02'))
    }
    const parseErrors = ['Line 1 Column 18: Column Not Found: sales_reversals']
    await assert.rejects(read({ parseErrors, tableData: null }), says('report_not_understood', /Column Not Found/))
    await assert.rejects(read({ parseErrors: [], tableData: null }), says('broken', /damaged/))
    const strange = { parseErrors: [], tableData: { rows: [{ day: '2026-10-01', orders: 'many' }] } }
    await assert.rejects(read(strange), says('broken', /orders: “many”/))
  })
})
