import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { getOrder } from '../orders/index.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { previewChange, saveCosts } from './change-costs.ts'
import { costFileKinds, exportCostFile } from './files/index.ts'
import { listGoods } from './goods-costs.ts'
import { listChanges, listRules } from './list-changes.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }

/** Both shops sell goods of the same ids by the same payment method, in orders of the same ids. */
async function openShopWithOrder(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const lines = [
    sampleLine({ id: 'a', productId: 'A', gross: '20.00', tax: '3.80' }),
    sampleLine({ id: 's', type: 'shipping', productId: null, gross: '4.90', tax: '0.93' }),
  ]
  await writeRecords(ctx, {
    source: 'woocommerce',
    records: [sampleOrder({ id: '1', placedAt: '2026-03-10T10:00:00Z', total: '29.63', lines })],
  })
  return ctx
}

type Change = Parameters<typeof run<unknown, unknown, ShopContext, unknown>>[2]
const rule = (kind: string, body: object) => ({ rule: { kind, body } })
const goods = (entry: object) => ({ goods: { entries: [entry] } })

/** Every kind of change that there is. */
const changes: Readonly<Record<string, object>> = {
  variant: goods({ scope: 'variant', ref: 'A', amount: '7' }),
  product: goods({ scope: 'product', ref: 'A', amount: '7' }),
  supplier: goods({ scope: 'supplier', ref: 'Acme', amount: '7' }),
  category: goods({ scope: 'category', ref: 'Mugs', amount: '7' }),
  shop: goods({ scope: 'shop', kind: 'percent', percent: '40' }),
  fee: rule('fee', { gateway: 'stripe', percent: '1.4', fixed: '0.25' }),
  platform: rule('fee', { gateway: '*', percent: '2' }),
  shipping: rule('shipping', { type: 'perOrder', amount: '5.35' }),
  handling: rule('handling', { perOrder: '0.80' }),
  return: rule('return', { label: '3.90' }),
  expense: rule('expense', { name: 'Sample', kind: 'perOrder', amount: '0.50', start: '2026-01-01' }),
  settings: { settings: { whoDecides: 'entries', restockDefault: true } },
  closing: { settings: { closedThrough: '2026-01-31' } },
  line: { orders: { entries: [{ order: '1', part: 'line', ref: 'o:a', amount: '6' }] } },
  parcel: { orders: { entries: [{ order: '1', part: 'label', ref: '1', amount: '4.10' }] } },
  file: {
    file: { kind: 'goods', name: 'goods.csv', content: 'product_id,cost\nA,7.10\n' },
  },
}

/** Everything that tells of costs, as the shop sees it. */
async function readAll(ctx: ShopContext): Promise<object> {
  return {
    figures: await ask(ctx, { metrics: ['cogs', 'cm2', 'netProfit', 'costCoverage'], ...march, interval: 'day' }),
    products: await ask(ctx, { metrics: ['cogs', 'cm2'], ...march, dimensions: ['product'] }),
    goods: await run(listGoods, ctx, march),
    rules: await run(listRules, ctx, {}),
    changes: await run(listChanges, ctx, {}),
    order: await run(getOrder, ctx, { id: '1' }),
    files: await Promise.all(costFileKinds.map((kind) => run(exportCostFile, ctx, { kind }))),
    preview: await run(previewChange, ctx, { change: { removeRule: '00000000-0000-4000-8000-000000000001' } }).catch(
      (failure: unknown) => (isAppError(failure) ? failure.code : failure),
    ),
  }
}

suite('costs of one shop', () => {
  test('are seen in no answer of another, whatever is changed', async () => {
    const [own, other] = [await openShopWithOrder(), await openShopWithOrder()]
    const before = await readAll(other)
    for (const [what, change] of Object.entries(changes)) {
      const saved = await run(saveCosts, own, { change } as Change as never)
      assert.notEqual(saved.change, null, what)
      assert.deepEqual(await readAll(other), before, what)
    }
  })

  test('are found by no id in another', async () => {
    const [own, other] = [await openShopWithOrder(), await openShopWithOrder()]
    const saved = await run(saveCosts, own, { change: changes['fee'] } as Change as never)
    const [found] = (await run(listRules, own, {})).rules
    for (const change of [
      { removeRule: found?.id },
      { rule: { kind: 'fee', id: found?.id, body: { gateway: 'stripe', percent: '9' } } },
      { undo: saved.change },
    ]) {
      const isUnknown = (failure: unknown) => isAppError(failure) && failure.code === 'not_found'
      await assert.rejects(run(previewChange, other, { change } as Change as never), isUnknown)
      await assert.rejects(run(saveCosts, other, { change } as Change as never), isUnknown)
    }
  })
})
