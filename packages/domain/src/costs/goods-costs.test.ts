import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock, isAppError } from '@tillsight/core'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { saveCosts } from './change-costs.ts'
import { listGoods } from './goods-costs.ts'
import { getGoodsTimeLine } from './time-line.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }

type Entry = Readonly<Record<string, unknown>>

const save = (ctx: ShopContext, goods: { readonly entries?: readonly Entry[]; readonly remove?: readonly Entry[] }) =>
  run(saveCosts, ctx, { change: { goods } as never })
const ofVariant = (ref: string, amount: string, more: Entry = {}) => ({ scope: 'variant', ref, amount, ...more })

/** A, B and C, each sold once for 100.00. */
async function openShop(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const lines = ['A', 'B', 'C'].map((id) => sampleLine({ id, productId: id, gross: '100.00', tax: '19.00' }))
  await writeRecords(ctx, { source: 'woocommerce', records: [sampleOrder({ id: '1', total: '357.00', lines })] })
  return ctx
}

suite('the table of goods', () => {
  test('shows what is without a cost, below a margin, and changed lately', async () => {
    const ctx = await openShop()
    await save(ctx, { entries: [ofVariant('A', '85'), ofVariant('B', '80')] })
    const shown = async (ask: Entry) =>
      (await run(listGoods, ctx, { ...march, ...ask } as never)).rows.map(({ variant }) => variant).toSorted()
    assert.deepEqual(await shown({}), ['A', 'B', 'C'])
    assert.deepEqual(await shown({ only: 'unknown' }), ['C'])
    assert.deepEqual(await shown({ only: 'below' }), ['A'])
    assert.deepEqual(await shown({ only: 'below', below: 21 }), ['A', 'B'])
    assert.deepEqual(await shown({ only: 'below', below: 15 }), [])
    const changedBy = async (now: string) =>
      (await run(listGoods, { ...ctx, clock: fixedClock(now) }, { ...march, only: 'changed' })).rows.length
    // Entries are dated by the database, whose clock nobody sets.
    assert.deepEqual([await changedBy('2020-01-01T00:00:00Z'), await changedBy('2100-01-01T00:00:00Z')], [2, 0])
    const { rows } = await run(listGoods, ctx, march)
    assert.deepEqual(
      rows.map(({ variant, cost }) => `${variant} ${Number(cost)}`).toSorted((a, b) => (a < b ? -1 : 1)),
      ['A 85', 'B 80', 'C 0'],
    )
  })

  test('says what holds without the entry of a variant: an earlier one, its product’s, the usual share', async () => {
    const ctx = await openShop()
    const otherwise = async () => {
      const { rows } = await run(listGoods, ctx, march)
      const found = rows.find(({ variant }) => variant === 'A')?.otherwise
      return found ? [found.scope, Number(found.kind === 'percent' ? found.percent : found.amount)] : null
    }
    await save(ctx, { entries: [ofVariant('A', '9')] })
    assert.equal(await otherwise(), null)
    await save(ctx, { entries: [{ scope: 'shop', kind: 'percent', percent: '45' }] })
    assert.deepEqual(await otherwise(), ['shop', 45])
    await save(ctx, { entries: [{ scope: 'product', ref: 'A', amount: '8' }] })
    assert.deepEqual(await otherwise(), ['product', 8])
    await save(ctx, { entries: [ofVariant('A', '9.50', { from: '2026-03-10' })] })
    assert.deepEqual(await otherwise(), ['variant', 9])
    await save(ctx, { remove: [{ scope: 'variant', ref: 'A', from: '2026-03-10' }] })
    assert.deepEqual(await otherwise(), ['product', 8])
  })

  test('opens the time line of a variant, and of nothing that is not the shop’s', async () => {
    const ctx = await openShop()
    await save(ctx, {
      entries: [
        ofVariant('A', '9'),
        ofVariant('A', '9.50', { from: '2026-03-10' }),
        ofVariant('A', '9.20', { from: '2026-03-10', minQuantity: 5 }),
        ofVariant('A', '11', { from: '2026-03-10', country: 'CH' }),
        { scope: 'product', ref: 'A', amount: '8' },
      ],
    })
    const { entries, product } = await run(getGoodsTimeLine, ctx, { variant: 'A' })
    assert.equal(product, 'A')
    assert.deepEqual(
      entries
        .map(({ scope, from, country, minQuantity, amount, isNow }) =>
          [scope, from, country, minQuantity, Number(amount), isNow].join(' '),
        )
        .toSorted(),
      [
        'product   1 8 false',
        'variant   1 9 false',
        'variant 2026-03-10  1 9.5 true',
        'variant 2026-03-10  5 9.2 false',
        'variant 2026-03-10 CH 1 11 false',
      ],
    )
    const other = await openShop()
    for (const variant of ['nothing', 'D']) {
      const isNone = (failure: unknown) => isAppError(failure) && failure.code === 'not_found'
      await assert.rejects(run(getGoodsTimeLine, other, { variant }), isNone)
    }
  })
})
