import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { run, type ShopContext } from '../context/index.ts'
import { importRates } from '../imports/index.ts'
import { rebookShop, writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { previewChange, saveCosts } from './change-costs.ts'
import { importCostFile } from './files/index.ts'

const stores = await openTestStores({ after })
const save = (ctx: ShopContext, change: object) => run(saveCosts, ctx, { change: change as never })
const map = (ctx: ShopContext, kind: 'feeMeta' | 'labelMeta', body: object) => save(ctx, { rule: { kind, body } })

/** An order for 100.00 by PayFast, as WooCommerce tells it, and a rule that says 5.00 for its fee and its parcel. */
async function openShop(more: Partial<OrderRecord>): Promise<ShopContext> {
  const ctx = await stores.openShop()
  await run(importRates, ctx, { csv: 'Date,USD\n2026-03-10,1.25\n' })
  await save(ctx, { rule: { kind: 'fee', body: { gateway: 'payfast', fixed: '5' } } })
  await save(ctx, { rule: { kind: 'shipping', body: { type: 'perOrder', amount: '5' } } })
  const lines = [sampleLine({ id: 'a', productId: 'tea', gross: '100.00' })]
  const order = sampleOrder({ id: '1', total: '100.00', gateway: 'payfast', lines, ...more })
  await writeRecords(ctx, { source: 'woocommerce', records: [order] })
  return ctx
}

async function costsOf(ctx: ShopContext): Promise<(string | number | null | undefined)[]> {
  const metrics = ['gatewayFees', 'shippingCost']
  const { totals } = await ask(ctx, { metrics, from: '2026-03-10', to: '2026-03-10' })
  return metrics.map((metric) => totals[metric])
}

test('a fee that a plug-in keeps below zero counts for its method, after a preview, and undone it does not', async () => {
  const ctx = await openShop({ meta: { payfast_amount_fee: '-2.30' } })
  const body = { key: 'payfast_amount_fee', scale: '-1', gateway: 'payfast' }
  const asked = { change: { rule: { kind: 'feeMeta', body } } as never }
  assert.deepEqual((await run(previewChange, ctx, asked)).delta, '2.700000')
  const { change } = await map(ctx, 'feeMeta', body)
  assert.deepEqual(await costsOf(ctx), ['2.30', '5.00'])
  await rebookShop(ctx)
  assert.deepEqual(await costsOf(ctx), ['2.30', '5.00'])
  await save(ctx, { undo: change })
  assert.deepEqual(await costsOf(ctx), ['5.00', '5.00'])
  await map(ctx, 'feeMeta', { ...body, gateway: 'stripe' })
  assert.deepEqual(await costsOf(ctx), ['5.00', '5.00'])
})

test('a fee that cannot be true is left to the rule: minor units, a wrong sign, what is no number', async () => {
  const meta = { cents: '230', below: '-2.30', text: 'about 2' }
  for (const [key, scale, expected] of [
    ['cents', '1', '5.00'],
    ['cents', '0.01', '2.30'],
    ['below', '1', '5.00'],
    ['text', '1', '5.00'],
    ['none', '1', '5.00'],
  ] as const) {
    const ctx = await openShop({ meta })
    await map(ctx, 'feeMeta', { key, scale })
    assert.deepEqual(await costsOf(ctx), [expected, '5.00'], `${key} × ${scale}`)
  }
})

test('labels within a list add up in their own currency, refunded ones drop out, and they count before a file', async () => {
  const labels = [
    { rate: 11.3, currency: 'USD', refund: { status: 'complete' } },
    { rate: 10, currency: 'USD' },
    { rate: '4.10', currency: 'EUR' },
  ]
  const ctx = await openShop({ metaObjects: { wc_labels: JSON.stringify(labels) } })
  const body = { key: 'wc_labels', field: 'rate', in: 'key', currencyKey: 'currency', refundedField: 'refund' }
  await run(importCostFile, ctx, { file: { content: 'order,cost\n1,3.50\n' } })
  assert.deepEqual(await costsOf(ctx), ['5.00', '3.50'])
  await map(ctx, 'labelMeta', body)
  assert.deepEqual(await costsOf(ctx), ['5.00', '12.10'])
  const one = await openShop({ metaObjects: { wc_labels: JSON.stringify(labels.slice(1)) } })
  await map(one, 'labelMeta', { ...body, addsUp: false })
  assert.deepEqual(await costsOf(one), ['5.00', '8.00'])
})

test('a fee in a currency of its own is converted at the day of the order, also one that Stripe keeps', async () => {
  const dollars = await openShop({ meta: { _fee: '2.50', _fee_currency: 'usd' } })
  await map(dollars, 'feeMeta', { key: '_fee', in: 'key', currencyKey: '_fee_currency' })
  assert.deepEqual(await costsOf(dollars), ['2.00', '5.00'])
  const payment = { id: 'p', at: '2026-03-10T10:00:00Z', gateway: 'stripe', amount: '100.00', fee: '2.50' }
  const stripe = await openShop({ payments: [{ ...payment, feeCurrency: 'USD' }] })
  assert.deepEqual(await costsOf(stripe), ['2.00', '5.00'])
})

test('a field without a name, and a currency that stands nowhere, are refused; a second of the same is a conflict', async () => {
  const ctx = await openShop({})
  await assert.rejects(map(ctx, 'feeMeta', { key: '' }), { code: 'invalid_input' })
  await assert.rejects(map(ctx, 'labelMeta', { key: 'cost', in: 'key' }), (error: { details: object }) => {
    return 'currencyKey' in error.details
  })
  await map(ctx, 'feeMeta', { key: 'fee' })
  await assert.rejects(map(ctx, 'feeMeta', { key: 'fee' }), { code: 'conflict' })
})
