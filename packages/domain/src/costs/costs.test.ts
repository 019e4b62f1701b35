import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { run, type ShopContext } from '../context/index.ts'
import { rolePermissions } from '../context/permissions.ts'
import { rebookShop, writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder, sampleRefund, sampleRefundLine } from '../ledger/sample-facts.ts'
import { getOrder } from '../orders/index.ts'
import { ask, askLedger, openTestStores } from '../reports/shop.testing.ts'
import { previewChange, saveCosts } from './change-costs.ts'
import { listGoods } from './goods-costs.ts'
import { listChanges } from './list-changes.ts'
import { restateCosts } from './restate.ts'
import { noteStoreCosts } from './store-costs.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }
const metrics = [
  'netSales',
  'cogs',
  'grossProfit',
  'cm1',
  'handlingCost',
  'shippingCost',
  'gatewayFees',
  'returnCosts',
  'cm2',
]

/** Example 13 of the reference with 14's refund: two pieces of A, one of B, one A back into stock on the 19th. */
async function openShopWithOrder(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  await writeRecords(ctx, {
    source: 'woocommerce',
    records: [
      sampleOrder({
        id: '1',
        total: '118.29',
        totalTax: '18.89',
        lines: [
          sampleLine({
            id: 'a',
            productId: 'A',
            quantity: '2',
            gross: '80.00',
            discount: '8.00',
            tax: '13.68',
            meta: { _restock_refunded_items: '1' },
          }),
          sampleLine({ id: 'b', productId: 'B', gross: '25.00', discount: '2.50', tax: '4.28' }),
          sampleLine({ id: 's', type: 'shipping', productId: null, gross: '4.90', tax: '0.93' }),
        ],
      }),
      sampleRefund({
        id: 'r',
        orderId: '1',
        at: '2026-03-19T10:00:00Z',
        amount: '42.84',
        lines: [sampleRefundLine({ id: 'x', orderLineId: 'a', productId: 'A', amount: '36.00', tax: '6.84' })],
      }),
      sampleOrder({
        id: '2',
        placedAt: '2026-03-20T10:00:00Z',
        total: '23.80',
        lines: [sampleLine({ id: 'b', productId: 'B', gross: '20.00', tax: '3.80' })],
      }),
    ],
  })
  return ctx
}

const goods = (...entries: { ref: string; amount: string; from?: string }[]) => ({
  goods: { entries: entries.map((entry) => ({ scope: 'variant' as const, ...entry })) },
})
const rule = (kind: 'fee' | 'shipping' | 'handling' | 'return', body: object) => ({
  rule: { kind, body: body as Record<string, unknown> },
})
const save = (ctx: ShopContext, change: Parameters<typeof saveCosts.run>[1]['change'] | object, reason?: string) =>
  run(saveCosts, ctx, { change: change as never, reason })

async function tellEverything(ctx: ShopContext): Promise<void> {
  await save(ctx, goods({ ref: 'A', amount: '14' }, { ref: 'B', amount: '9.50' }))
  await save(ctx, rule('fee', { gateway: 'stripe', percent: '1.4', fixed: '0.25' }))
  await save(ctx, rule('shipping', { type: 'perOrder', amount: '5.35' }))
  await save(ctx, rule('handling', { perOrder: '0.80', perUnit: '0.15' }))
  await save(ctx, rule('return', { label: '3.90' }))
}

suite('costs of a shop', () => {
  test('reach figures: nothing told, everything told, by day and by product', async () => {
    const ctx = await openShopWithOrder()
    const before = await ask(ctx, { metrics, ...march })
    assert.deepEqual([before.totals['grossProfit'], before.totals['cm2']], [null, null])
    assert.equal(before.quality?.['cm2']?.bound, 'at_most')
    await tellEverything(ctx)
    const day = (from: string) => ask(ctx, { metrics, from, to: from })
    const placed = (await day('2026-03-10')).totals
    assert.deepEqual(
      metrics.map((metric) => placed[metric]),
      ['94.50', '37.50', '57.00', '61.90', '1.25', '5.35', '1.90606', '0.00', '53.39394'],
    )
    assert.equal((await day('2026-03-19')).totals['cm2'], '-25.90')
    const all = await ask(ctx, { metrics: ['cm2'], ...march, dimensions: ['product'] })
    assert.deepEqual(all.quality?.['cm2'], {
      bound: 'exact',
      goods: { exact: '1.0000', assumed: '0.0000', unknown: '0.0000' },
      fees: { exact: '1.0000', assumed: '0.0000', unknown: '0.0000' },
      shipping: { exact: '1.0000', assumed: '0.0000', unknown: '0.0000' },
    })
    const byProduct = Object.fromEntries(
      (all.rows ?? []).map(({ dimensions, values }) => [dimensions['product'], values['cm2']]),
    )
    // A: 41.252526 of the order, −25.90 of the return; B: 12.141414, and 20.00 − 9.50 − 5.35 − 0.95 − 0.5832 of the second order.
    assert.deepEqual(byProduct, { A: '15.352526', B: '15.758214', '': '0.00' })
    assert.deepEqual(await askLedger(ctx, { metrics, ...march }), await ask(ctx, { metrics, ...march }))
  })

  test('of an order stand beside it, from what the buyer paid to what is left, with where each comes from', async () => {
    const ctx = await openShopWithOrder()
    await tellEverything(ctx)
    const { profit, costs, rows } = await run(getOrder, ctx, { id: '1' })
    // Example 13 less 14: 118.29 − 42.84 − 12.05 = 63.40; − 23.50 − 1.25 − 5.35 − 1.90606 − 3.90 = 27.49394.
    assert.deepEqual(profit, {
      paid: '118.290000',
      returned: '42.840000',
      tax: '12.050000',
      notRevenue: '0.000000',
      netRevenue: '63.400000',
      cogs: '23.500000',
      handlingCost: '1.250000',
      shippingCost: '5.350000',
      gatewayFees: '1.906060',
      returnCosts: '3.900000',
      orderExpenses: '0.000000',
      cm2: '27.493940',
      bound: 'exact',
    })
    assert.deepEqual(
      costs.map(({ part, event, line, amount, state, source }) => [part, event, line, amount, state, source].join(' ')),
      [
        'goods order o:a 28.000000 exact entered',
        'goods order o:b 9.500000 exact entered',
        'goods refund:r o:a -14.000000 exact entered',
        'fee order  1.906060 exact rule',
        'shipping order  5.350000 exact perOrder',
        'handling order  1.250000 exact rule',
        'return refund:r  3.900000 exact rule',
      ],
    )
    assert.deepEqual(
      rows.flatMap(({ rowId, cost, costState }) => (costState === 'none' ? [] : [[rowId, cost]])),
      [
        ['o:a', '28.000000'],
        ['o:b', '9.500000'],
        ['r:r:x', '-14.000000'],
      ],
    )
    const asViewer = {
      ...ctx,
      actor: { kind: 'api_key' as const, id: 'k', permissions: ['orders:read'], shops: 'all' },
    }
    const seen = await run(getOrder, asViewer as ShopContext, { id: '1' })
    assert.deepEqual([seen.profit, seen.costs, seen.rows[0]?.cost], [null, [], null])
  })

  test('are the same when everything is booked anew', async () => {
    const ctx = await openShopWithOrder()
    await tellEverything(ctx)
    const before = await ask(ctx, { metrics, ...march, interval: 'day' })
    await rebookShop(ctx)
    assert.deepEqual(await ask(ctx, { metrics, ...march, interval: 'day' }), before)
  })

  test('a preview is exactly what saving does, and undoing takes it back to the last digit', async () => {
    const ctx = await openShopWithOrder()
    await tellEverything(ctx)
    const profit = async () => Number((await ask(ctx, { metrics: ['cm2'], ...march })).totals['cm2'])
    const first = await profit()
    const change = goods({ ref: 'B', amount: '10.10', from: '2026-03-15' })
    const preview = await run(previewChange, ctx, { change })
    assert.deepEqual(
      [preview.orders, preview.lines, preview.from, preview.to, preview.delta, preview.byMonth],
      [
        1,
        1,
        '2026-03-20',
        '2026-03-20',
        '-0.600000',
        [{ month: '2026-03', delta: '-0.600000', before: '3.616800', after: '3.016800' }],
      ],
    )
    assert.equal(await profit(), first)
    const saved = await save(ctx, change)
    assert.deepEqual([saved.preview.delta, saved.restating], ['-0.600000', false])
    assert.ok(Math.abs((await profit()) - first + 0.6) < 1e-9)
    await save(ctx, { undo: saved.change ?? '' })
    assert.equal(await profit(), first)
    const { changes } = await run(listChanges, ctx, {})
    assert.deepEqual(
      changes.slice(0, 2).map(({ isUndo, undone, delta }) => [isUndo, undone, delta]),
      [
        [true, false, '0.600000'],
        [false, true, '-0.600000'],
      ],
    )
    assert.deepEqual(await save(ctx, goods({ ref: 'B', amount: '9.50' })).then(({ change: id }) => id), null)
  })

  test('a change that a later one builds on cannot be undone before it', async () => {
    const ctx = await openShopWithOrder()
    const { change } = await save(ctx, goods({ ref: 'B', amount: '9' }))
    await save(ctx, goods({ ref: 'B', amount: '8' }))
    await assert.rejects(save(ctx, { undo: change ?? '' }), (error) => isAppError(error) && error.code === 'conflict')
  })

  test('what cannot be read is refused with the field and what was read', async () => {
    const ctx = await openShopWithOrder()
    for (const amount of ['-1', 'NaN', '1.234,56', '1e3', '1.12345678901', '10000001', '']) {
      await assert.rejects(
        save(ctx, goods({ ref: 'A', amount })),
        (error) => isAppError(error) && error.code === 'invalid_input',
      )
    }
    await assert.rejects(
      save(ctx, goods({ ref: 'A', amount: '1' }, { ref: 'A', amount: '2' })),
      (error) => isAppError(error) && error.code === 'conflict',
    )
    await assert.rejects(save(ctx, rule('fee', { gateway: '', percent: '101' })), (error) => {
      assert.ok(isAppError(error))
      assert.deepEqual(Object.keys(error.details ?? {}).toSorted(), ['gateway', 'percent'])
      return true
    })
    const steps = { goods: { entries: [{ scope: 'variant', ref: 'A', amount: '5', minQuantity: 5 }] } }
    await assert.rejects(save(ctx, steps), (error) => isAppError(error) && error.code === 'invalid_input')
  })

  test('closed days take an owner and a reason', async () => {
    const ctx = await openShopWithOrder()
    await save(ctx, { settings: { closedThrough: '2026-03-31' } })
    const admin: ShopContext = {
      ...ctx,
      actor: { kind: 'api_key', id: 'k', permissions: rolePermissions.admin, shops: 'all' },
    }
    const change = goods({ ref: 'A', amount: '14' })
    assert.equal((await run(previewChange, admin, { change })).closed, true)
    await assert.rejects(save(admin, change), (error) => isAppError(error) && error.code === 'forbidden')
    await assert.rejects(save(ctx, change), (error) => isAppError(error) && error.code === 'invalid_input')
    await save(ctx, change, 'The supplier corrected the invoice')
    assert.equal((await run(listChanges, ctx, {})).changes[0]?.reason, 'The supplier corrected the invoice')
    await save(admin, goods({ ref: 'A', amount: '15', from: '2026-04-01' }))
  })

  test('a cost of the store is a dated entry: assumed before it was seen, changed from the day of the change', async () => {
    const ctx = await openShopWithOrder()
    const product = (cost: string, updatedAt: string) => ({
      type: 'product' as const,
      id: 'A',
      title: 'A',
      status: 'publish',
      giftCard: false,
      categories: [],
      imageUrl: null,
      updatedAt,
      variants: [{ id: 'A', sku: null, title: '', price: '40.00', cost, weight: null }],
    })
    await writeRecords(ctx, { source: 'woocommerce', records: [product('12.00', '2026-06-01T00:00:00Z')] })
    assert.equal(await noteStoreCosts(ctx), 1)
    assert.equal(await noteStoreCosts(ctx), 0)
    await restateCosts(ctx)
    const { totals, quality } = await ask(ctx, { metrics: ['cogs'], ...march })
    assert.deepEqual([totals['cogs'], quality?.['cogs']?.bound], ['12.00', 'at_least'])
    await writeRecords(ctx, { source: 'woocommerce', records: [product('13.00', '2026-06-02T00:00:00Z')] })
    assert.equal(await noteStoreCosts(ctx), 1)
    const { rows } = await run(listGoods, ctx, { ...march, search: '' })
    const a = rows.find(({ variant }) => variant === 'A')
    assert.deepEqual(
      a?.entries.map(({ from, amount, source }) => [from, amount, source]),
      [
        ['2026-06-30', '13.000000', 'store'],
        [null, '12.000000', 'store'],
      ],
    )
    assert.deepEqual([a?.now?.amount, a?.unknown, a?.assumed], ['13.000000', '0', '72'])
    assert.deepEqual(
      (await run(listGoods, ctx, { ...march, only: 'unknown' })).rows.map(({ variant }) => variant),
      ['B'],
    )
  })
})
