import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { saveCosts } from './change-costs.ts'
import { type CheckedCostFile, checkCostFile, importCostFile } from './files/index.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }

/** Two orders for 60.00 of two teas, which share a SKU, and a hat. */
async function openShopWithOrders(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const line = (id: string, sku: string) => sampleLine({ id, productId: id, sku, gross: '20.00', tax: '3.80' })
  const lines = [line('a', 'TEA'), line('b', 'TEA'), line('c', 'HAT')]
  const records = ['10', '11'].map((id) =>
    sampleOrder({ id, name: `#${id}`, placedAt: `2026-03-${id}T10:00:00Z`, total: '71.40', lines }),
  )
  await writeRecords(ctx, { source: 'woocommerce', records })
  return ctx
}

const check = (ctx: ShopContext, content: string) => run(checkCostFile, ctx, { file: { content } })
const load = (ctx: ShopContext, content: string) => run(importCostFile, ctx, { file: { content } })
const save = (ctx: ShopContext, change: object) => run(saveCosts, ctx, { change: change as never })
const countsOf = ({ report: { rows, added, refused, blank } }: CheckedCostFile) => [rows, added, refused, blank]

test('files of single orders tell what these cost whatever rules and entries say, by id, number, line or SKU', async () => {
  const ctx = await openShopWithOrders()
  await save(ctx, { goods: { entries: [{ scope: 'shop', kind: 'percent', percent: '50' }] } })
  const day = async (from: string) => {
    const { totals } = await ask(ctx, { metrics: ['cogs', 'shippingCost', 'gatewayFees'], from, to: from })
    return [totals['cogs'], totals['shippingCost'], totals['gatewayFees']]
  }
  const before = await day('2026-03-10')
  assert.equal(before[0], '30.00')
  const lines = 'order,line_id,sku,cost,line_cost\n10,c,,,9.5\n#10,,TEA,2,\n10,x,,1,\n99,c,,1,\n11,c,,,\n'
  const checked = await check(ctx, lines)
  assert.equal(checked.report.kind, 'order-lines')
  assert.deepEqual(countsOf(checked), [5, 2, 2, 1])
  assert.deepEqual(
    checked.report.problems.map(({ row, field, value }) => [row, field, value]),
    [
      [4, 'line_id', 'x'],
      [5, 'order', '99'],
    ],
  )
  assert.deepEqual(checked.report.notes, [{ row: 3, text: '2 lines of the order have this SKU: each gets the cost.' }])
  assert.deepEqual([checked.preview.orders, checked.preview.lines, checked.preview.delta], [1, 3, '16.500000'])
  const done = await load(ctx, lines)
  assert.deepEqual(await day('2026-03-10'), ['13.50', before[1], before[2]])
  assert.equal((await load(ctx, lines)).change, null)
  // A fee that no store could have told is believed, because somebody entered it.
  await load(ctx, 'order,cost,parcel\n10,4.10,1\n10,11.30,2\n')
  await load(ctx, 'order,fee\n10,60\n')
  assert.deepEqual(await day('2026-03-10'), ['13.50', '15.40', '60.00'])
  await load(ctx, 'order,fee,gateway\n10,1,klarna\n')
  assert.deepEqual(await day('2026-03-10'), ['13.50', '15.40', '61.00'])
  assert.equal((await check(ctx, 'order,cost,parcel\n10,4.20,1\n')).preview.delta, '-0.100000')
  await save(ctx, { undo: done.change })
  assert.deepEqual(await day('2026-03-10'), ['30.00', '15.40', '61.00'])
  await assert.rejects(save(ctx, { orders: { entries: [{ order: '99', part: 'fee', amount: '1' }] } }), /no order “99”/)
  const other = await openShopWithOrders()
  assert.equal((await ask(other, { metrics: ['shippingCost'], ...march })).quality?.['shippingCost']?.bound, 'at_least')
})

test('a file of fees may name payments instead of orders: by the store’s id, or by what a plug-in keeps of them', async () => {
  const ctx = await stores.openShop()
  const payment = (id: string) => ({
    id,
    at: '2026-03-10T10:00:00Z',
    gateway: 'card',
    amount: '30.00',
    fee: null,
    feeCurrency: null,
  })
  const lines = [sampleLine({ id: 'a', gross: '60.00' })]
  const meta = { _charge_id: 'ch_2', shared: 'both' }
  const records = [
    sampleOrder({ id: '1', total: '60.00', lines, payments: [payment('71'), payment('72')] }),
    sampleOrder({ id: '2', total: '60.00', lines, meta }),
    sampleOrder({ id: '3', total: '60.00', lines, meta: { shared: 'both', 'attribute:note': 'ch_2' } }),
  ]
  await writeRecords(ctx, { source: 'shopify', records })
  const file = 'transaction,fee,order\n71,1.10,\n72,1.20,\nch_2,2.50,\nboth,1,\nch_9,1,\n,4,3\n'
  const { report } = await load(ctx, file)
  assert.equal(report.kind, 'order-fees')
  assert.deepEqual(
    report.problems.map(({ row, field, value }) => [row, field, value]),
    [
      [5, 'transaction', 'both'],
      [6, 'transaction', 'ch_9'],
    ],
  )
  const { totals, quality } = await ask(ctx, { metrics: ['gatewayFees'], ...march })
  assert.deepEqual([totals['gatewayFees'], quality?.['gatewayFees']?.bound], ['8.80', 'exact'])
  assert.equal((await load(ctx, file)).change, null)
})
