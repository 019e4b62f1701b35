import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import fc from 'fast-check'
import { run, type ShopContext } from '../context/index.ts'
import { rebookShop, writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { getOrder } from '../orders/index.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { previewChange, saveCosts } from './change-costs.ts'
import { findParts } from './find-parts.ts'
import { listGoods } from './goods-costs.ts'
import { restateCosts } from './restate.ts'
import { noteStoreCosts } from './store-costs.ts'
import { getGoodsTimeLine } from './time-line.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }

/** Of the fifth or the fifteenth: two gift boxes on the first, a box and a cup on the second. Tea is sold with none of them. */
function order(day: string) {
  const line = (variant: string, quantity = '1') =>
    sampleLine({ id: variant, productId: `p-${variant}`, variantId: variant, quantity, gross: '40.00', tax: '7.60' })
  return sampleOrder({
    id: day,
    placedAt: `2026-03-${day}T10:00:00Z`,
    total: day === '05' ? '47.60' : '95.20',
    lines: day === '05' ? [line('box', '2')] : [line('box'), line('cup')],
  })
}

async function openShop(records = [order('05'), order('15')]): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const product = (id: string, cost: string | null = null) => ({
    type: 'product' as const,
    id: `p-${id}`,
    title: `The ${id}`,
    status: 'publish',
    giftCard: false,
    categories: [],
    imageUrl: null,
    updatedAt: '2026-01-01T00:00:00Z',
    variants: [{ id, sku: id.toUpperCase(), title: '', price: '40.00', cost, weight: null }],
  })
  await writeRecords(ctx, {
    source: 'woocommerce',
    records: [...['box', 'cup', 'tea', 'set'].map((id) => product(id)), ...records],
  })
  return ctx
}

const box = (more = {}) => ({
  scope: 'variant',
  ref: 'box',
  kind: 'madeOf',
  madeOf: [
    { variant: 'cup', quantity: 2 },
    { variant: 'tea', quantity: 1 },
  ],
  ...more,
})
const piece = (ref: string, amount: string, more = {}) => ({ scope: 'variant', ref, amount, ...more })
const toChange = (...entries: object[]) => ({ goods: { entries } }) as never
const save = (ctx: ShopContext, ...entries: object[]) => run(saveCosts, ctx, { change: toChange(...entries) })
const totals = async (ctx: ShopContext) =>
  (await ask(ctx, { metrics: ['cogs', 'cm1', 'netProfit', 'goodsUnknown'], ...march })).totals
const cogs = async (ctx: ShopContext) => (await totals(ctx))['cogs']
const cents = (amount: unknown): number => Math.round(Number(amount) * 100)
const hasCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code

suite('goods that are made of others', () => {
  test('cost what their parts cost on the day, and follow each change of them', async () => {
    const ctx = await openShop()
    await save(ctx, box(), piece('cup', '3'), piece('tea', '4'))
    // Three boxes of 2 × 3 + 4, and a cup.
    assert.equal(await cogs(ctx), '33.00')
    const later = toChange(piece('tea', '5.50', { from: '2026-03-10' }))
    const before = await totals(ctx)
    const told = await run(previewChange, ctx, { change: later })
    assert.deepEqual([told.orders, told.lines, told.from, told.delta], [1, 1, '2026-03-15', '-1.500000'])
    const saved = await run(saveCosts, ctx, { change: later })
    assert.deepEqual([saved.preview, saved.restating], [told, false])
    assert.equal(await cogs(ctx), '34.50')
    await run(saveCosts, ctx, { change: { undo: saved.change ?? '' } })
    assert.deepEqual(await totals(ctx), before)
    // A cheaper cup of many: two boxes need four.
    await save(ctx, piece('cup', '2.50', { minQuantity: 4 }))
    assert.equal(await cogs(ctx), '31.00')
    const found = await run(getOrder, ctx, { id: '05' })
    assert.deepEqual(
      found.costs.filter(({ part }) => part === 'goods').map(({ source, amount }) => [source, amount]),
      [['madeOf', '18.000000']],
    )
  })

  test('are unknown as long as one of their parts is, and the preview knows parts that nobody bought', async () => {
    const ctx = await openShop()
    await save(ctx, box(), piece('cup', '3'))
    assert.deepEqual([(await totals(ctx))['cogs'], Number((await totals(ctx))['goodsUnknown'])], ['3.00', 80])
    const told = await run(previewChange, ctx, { change: toChange(piece('tea', '4')) })
    assert.deepEqual([told.orders, told.delta, told.coverageAfter?.goods?.unknown], [2, '-30.000000', '0.0000'])
    assert.equal((await save(ctx, piece('tea', '4'))).preview.delta, told.delta)
    const other = toChange(
      box({
        madeOf: [{ variant: 'tea', quantity: 2 }],
        from: '2026-03-10',
      }),
    )
    const otherwise = await run(previewChange, ctx, { change: other })
    assert.deepEqual([otherwise.orders, otherwise.delta], [1, '2.000000'])
  })

  test('follow what the store says of their parts', async () => {
    const ctx = await openShop()
    await save(ctx, box(), piece('cup', '3'))
    const tea = {
      type: 'product' as const,
      id: 'p-tea',
      title: 'The tea',
      status: 'publish',
      giftCard: false,
      categories: [],
      imageUrl: null,
      updatedAt: '2026-06-01T00:00:00Z',
      variants: [{ id: 'tea', sku: 'TEA', title: '', price: '9.00', cost: '4.25', weight: null }],
    }
    await writeRecords(ctx, { source: 'woocommerce', records: [tea] })
    assert.equal(await noteStoreCosts(ctx), 1)
    await restateCosts(ctx)
    assert.equal(await cogs(ctx), '33.75')
  })

  test('are the same by whatever way orders and costs came: preview is change, undo is before, incremental is fresh', async () => {
    const ref = fc.constantFrom('cup', 'tea', 'set')
    const from = fc.constantFrom(null, '2026-03-05', '2026-03-10', '2026-03-15')
    const quantity = fc.integer({ min: 1, max: 3 })
    const entry = fc.oneof(
      fc.record({ ref, from, amount: fc.integer({ min: 0, max: 900 }).map((cents) => `${cents / 100}`) }),
      fc.record({
        ref: fc.constant('box'),
        from,
        kind: fc.constant('madeOf'),
        madeOf: fc.uniqueArray(fc.record({ variant: ref, quantity }), {
          minLength: 1,
          maxLength: 3,
          selector: ({ variant }) => variant,
        }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
        const [ctx, late] = [await openShop(), await openShop([])]
        for (const each of entries) {
          const change = toChange({ scope: 'variant', ...each })
          const before = await totals(ctx)
          const told = await run(previewChange, ctx, { change })
          const saved = await run(saveCosts, ctx, { change })
          const after = await totals(ctx)
          assert.equal(cents(before['cogs']) - cents(after['cogs']), cents(told.delta))
          if (saved.change === null) continue
          await run(saveCosts, ctx, { change: { undo: saved.change } })
          assert.deepEqual(await totals(ctx), before)
          await run(saveCosts, ctx, { change })
          assert.deepEqual(await totals(ctx), after)
          await run(saveCosts, late, { change })
        }
        const incremental = await totals(ctx)
        await writeRecords(late, { source: 'woocommerce', records: [order('15'), order('05')] })
        assert.deepEqual(await totals(late), incremental)
        await rebookShop(ctx)
        assert.deepEqual(await totals(ctx), incremental)
      }),
      { numRuns: 4 },
    )
  })

  test('are refused where their parts make no sense', async () => {
    const ctx = await openShop()
    const parts = (...madeOf: object[]) => box({ madeOf })
    const one = { variant: 'cup', quantity: 1 }
    const wrong = [
      box({ madeOf: undefined }),
      parts(),
      parts({ variant: 'box', quantity: 1 }),
      parts({ ...one, quantity: 0 }),
      parts({ ...one, quantity: 1.5 }),
      parts(one, one),
      parts(...Array.from({ length: 51 }, (_, index) => ({ variant: `v${index}`, quantity: 1 }))),
      box({ scope: 'supplier' }),
      box({ scope: 'shop', ref: '' }),
      box({ steps: 'graduated' }),
      box({ amount: '3' }),
      piece('box', '3', { madeOf: [one] }),
    ]
    for (const entry of wrong) await assert.rejects(save(ctx, entry), hasCode('invalid_input'), JSON.stringify(entry))
    await assert.rejects(save(ctx, parts({ variant: 'nobody', quantity: 1 })), hasCode('not_found'))
    const steps = { minQuantity: 5, steps: 'graduated' }
    await assert.rejects(save(ctx, box(), piece('box', '3', steps)), hasCode('invalid_input'))
    // A circle, and parts of parts.
    const set = (madeOf: object[]) => ({ scope: 'variant', ref: 'set', kind: 'madeOf', madeOf })
    await save(ctx, box())
    await assert.rejects(save(ctx, set([{ variant: 'box', quantity: 1 }])), hasCode('invalid_input'))
    await assert.rejects(
      save(ctx, { ...set([{ variant: 'tea', quantity: 1 }]), ref: 'cup' }),
      (error) => isAppError(error) && /“box” cannot be made of “cup”/.test(error.message),
    )
    assert.equal((await save(ctx, set([{ variant: 'tea', quantity: 1 }]))).preview.orders, 0)
  })

  test('are told with what they cost today', async () => {
    const ctx = await openShop()
    await save(ctx, box(), piece('cup', '3'))
    const row = async () => (await run(listGoods, ctx, march)).rows.find(({ variant }) => variant === 'box')
    assert.deepEqual([(await row())?.now?.madeOf?.length, (await row())?.partsCost], [2, null])
    await save(ctx, piece('tea', '4', { currency: 'EUR' }))
    assert.equal((await row())?.partsCost, '10.000000')
    const { entries, parts } = await run(getGoodsTimeLine, ctx, { variant: 'box' })
    assert.deepEqual(
      entries.map(({ kind, partsCost }) => [kind, partsCost]),
      [['madeOf', '10.000000']],
    )
    assert.deepEqual(parts, [
      { variant: 'cup', sku: 'CUP', title: 'The cup' },
      { variant: 'tea', sku: 'TEA', title: 'The tea' },
    ])
  })

  test('are put together from goods that are searched by name and SKU', async () => {
    const ctx = await openShop()
    await save(ctx, piece('cup', '3'))
    const find = async (asked: object) => run(findParts, ctx, asked as never)
    const { found, cost } = await find({ search: 'the', madeOf: [{ variant: 'cup', quantity: 2 }] })
    assert.deepEqual(
      [cost, found.map(({ variant, sku, cost: each }) => [variant, sku, each])],
      [
        '6.000000',
        [
          ['box', 'BOX', null],
          ['cup', 'CUP', '3.000000'],
          ['set', 'SET', null],
          ['tea', 'TEA', null],
        ],
      ],
    )
    const more = await find({ search: 'te', madeOf: box().madeOf })
    assert.deepEqual([more.found.map(({ variant }) => variant), more.cost], [['tea'], null])
    assert.deepEqual(
      more.parts.map(({ title, cost: each }) => [title, each]),
      [
        ['The cup', '6.000000'],
        ['The tea', null],
      ],
    )
    assert.deepEqual((await find({ search: 'nothing like it' })).found, [])
  })
})
