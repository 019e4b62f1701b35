import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDecimals, isAppError } from '@tillsight/core'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { askTotals, openTestStores } from '../reports/shop.testing.ts'
import { saveCosts } from './change-costs.ts'
import { listShippingMethods } from './shipping-methods.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }

interface Sent {
  readonly id: string
  readonly country: string
  /** Title, price without tax and method id. */
  readonly methods: readonly (readonly [title: string, price: string, method: string])[]
}

async function openShopWith(orders: readonly Sent[]): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const records = orders.map(({ id, country, methods }) =>
    sampleOrder({
      id,
      placedAt: '2026-03-10T10:00:00Z',
      total: null,
      country,
      fulfilled: true,
      lines: [
        sampleLine({ id: 'a', productId: 'tea', title: 'Tea', gross: '20.00' }),
        ...methods.map(([title, gross, method], at) =>
          sampleLine({ id: `s${at}`, type: 'shipping', productId: null, title, gross, meta: { method_id: method } }),
        ),
      ],
    }),
  )
  await writeRecords(ctx, { source: 'woocommerce', records })
  return ctx
}

const dhl = ['DHL Paket', '4.90', 'flat_rate'] as const
const express = ['Express', '12.90', 'express'] as const

test('what is left of shipping is told by country and method, and adds up to the figures of the shop', async () => {
  const ctx = await openShopWith([
    { id: '1', country: 'DE', methods: [dhl] },
    { id: '2', country: 'DE', methods: [dhl] },
    { id: '3', country: 'DE', methods: [express, dhl] },
    { id: '4', country: 'AT', methods: [express] },
    { id: '5', country: 'AT', methods: [] },
  ])
  for (const [method, amount] of [
    ['flat_rate', '4.20'],
    ['express', '15.00'],
  ])
    await run(saveCosts, ctx, { change: { rule: { kind: 'shipping', body: { type: 'method', method, amount } } } })
  const { currency, rows } = await run(listShippingMethods, ctx, march)
  assert.equal(currency, 'EUR')
  assert.deepEqual(
    rows.map(({ country, method, orders, charged, cost, margin, bound }) => [
      country,
      method,
      orders,
      ...[charged, cost, margin].map(Number),
      bound,
    ]),
    [
      ['DE', 'DHL Paket', 2, 9.8, 8.4, 1.4, 'exact'],
      ['AT', '', 1, 0, 0, 0, 'at_most'],
      ['AT', 'Express', 1, 12.9, 15, -2.1, 'exact'],
      ['DE', 'DHL Paket + Express', 1, 17.8, 4.2, 13.6, 'exact'],
    ],
  )
  const metrics = ['orders', 'netShipping', 'shippingCost', 'shippingMargin', 'shippingUnknown']
  const totals = await askTotals(ctx, { ...march, metrics })
  const sum = (key: 'orders' | 'charged' | 'cost' | 'margin' | 'unknown') =>
    Number(addDecimals(rows.map((row) => `${row[key]}`)))
  assert.deepEqual(
    metrics.map((key) => Number(totals[key])),
    [sum('orders'), sum('charged'), sum('cost'), sum('margin'), sum('unknown')],
  )
  assert.deepEqual((await run(listShippingMethods, ctx, { from: '2026-04-01', to: '2026-04-30' })).rows, [])
})

test('who does not see profit is not told', async () => {
  const ctx = await openShopWith([{ id: '1', country: 'DE', methods: [dhl] }])
  const viewer: ShopContext = {
    ...ctx,
    actor: { kind: 'person', id: '00000000-0000-4000-8000-0000000000aa', role: 'viewer', shops: 'all' },
  }
  await assert.rejects(
    run(listShippingMethods, viewer, march),
    (failure: unknown) => isAppError(failure) && failure.code === 'forbidden',
  )
})
