import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import type { StoreOrder } from '../../simulators/index.ts'
import { toLocal } from '../local-time.ts'
import { type OnlineRetail, onlineRetailShop, readOnlineRetail } from './index.ts'

const folder = new URL('../../../shared/data/online-retail/', import.meta.url)
const missing =
  !existsSync(folder) && 'the Online Retail data set is not on this machine (../shared/data/online-retail)'

/** Thousandths: the data set has three decimals. */
function thousandths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0').slice(0, 3))
}

function total(amounts: Iterable<string>): bigint {
  let all = 0n
  for (const amount of amounts) all += thousandths(amount)
  return all
}

const value = (order: StoreOrder) => total(order.lines.map((line) => line.total))
const month = (instant: string) => toLocal(instant, onlineRetailShop.zone).slice(0, 7)

function linesOf(csv: string): Record<string, string>[] {
  const [names = '', ...rows] = csv.trim().split(/\r?\n/)
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names.split(',')[at] ?? '', cell])))
}

describe('the online retail history', { skip: missing }, () => {
  let history: OnlineRetail
  let facts: Record<string, unknown>

  before(async () => {
    history = await readOnlineRetail(new URL('online_retail.csv.gz', folder).pathname)
    facts = JSON.parse(await readFile(new URL('facts.json', folder), 'utf8'))
  })

  test('holds exactly the orders, units and values that the data set states', () => {
    const refunds = history.orders.flatMap((order) => order.refunds ?? [])
    const units = history.orders.flatMap((order) => order.lines).reduce((sum, line) => sum + line.quantity, 0)
    const unitsBack = refunds.flatMap((refund) => refund.lines ?? []).reduce((sum, line) => sum + line.quantity, 0)
    assert.equal(history.orders.length, facts['orders'])
    assert.equal(units, facts['units_in_orders'])
    assert.equal(-unitsBack, facts['units_cancelled'])
    assert.equal(refunds.length, facts['invoices_cancelled'])
    assert.equal(
      history.orders.reduce((sum, order) => sum + value(order), 0n),
      thousandths(String(facts['gross_gbp'])),
    )
    assert.equal(total(refunds.map((refund) => refund.amount)), -thousandths(String(facts['sum_cancelled_gbp'])))
    assert.equal(
      total(refunds.flatMap((refund) => (refund.lines ?? []).map((line) => line.total))),
      total(refunds.map((refund) => refund.amount)),
    )
    assert.equal(history.products.length, facts['stock_codes'])
  })

  test('books every month as the data set does, with cancellations in the month they happened', async () => {
    const seen = new Set<number>()
    const classes = new Map<string, 'new' | 'returning' | 'unknown'>()
    for (const order of history.orders) {
      const id = order.customerId ?? 0
      classes.set(String(order.id), id === 0 ? 'unknown' : seen.has(id) ? 'returning' : 'new')
      seen.add(id)
    }
    const rows = linesOf(await readFile(new URL('monthly.csv', folder), 'utf8'))
    assert.equal(rows.length, 13)
    for (const row of rows) {
      const orders = history.orders.filter((order) => month(order.createdAt) === row['month'])
      const refunds = history.orders
        .flatMap((order) => order.refunds ?? [])
        .filter((refund) => month(refund.createdAt) === row['month'])
      const of = (wanted: string) =>
        orders
          .filter((order) => classes.get(String(order.id)) === wanted)
          .reduce((sum, order) => sum + value(order), 0n)
      const figures = [
        orders.length,
        refunds.length,
        new Set(orders.map((order) => order.customerId).filter((id) => id !== 0)).size,
      ].map(String)
      assert.deepEqual(figures, [row['orders'], row['cancelled_invoices'], row['customers']], row['month'])
      assert.deepEqual(
        [
          of('new') + of('returning') + of('unknown'),
          -total(refunds.map((refund) => refund.amount)),
          of('new'),
          of('returning'),
          of('unknown'),
        ],
        [
          row['gross'],
          row['cancelled_value'],
          row['new_revenue'],
          row['returning_revenue'],
          row['unidentified_revenue'],
        ].map((text) => thousandths(text ?? '')),
        row['month'],
      )
    }
  })

  test('hangs every cancellation on an order that is not later, the customer’s own wherever there is one', () => {
    const firstOrder = new Map<number, string>()
    for (const { customerId = 0, createdAt } of history.orders)
      if (!firstOrder.has(customerId)) firstOrder.set(customerId, createdAt)
    const refunds = history.orders.flatMap((order) => (order.refunds ?? []).map((refund) => ({ order, refund })))
    assert.ok(refunds.every(({ order, refund }) => order.createdAt <= refund.createdAt))
    // The giant order of January 2011 was cancelled minutes later: order and refund must be matched.
    const giant = refunds.find(({ refund }) => refund.reason === 'C541433')
    assert.equal(giant?.order.number, '541431')
    assert.equal(firstOrder.size - 1, facts['customers_ordering'])
  })
})
