import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { run, type ShopContext } from '../context/index.ts'
import { saveCosts } from '../costs/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { askTotals, openTestStores } from '../reports/shop.testing.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }

/**
 * Tea in 14 orders (12 of them with a cup, one of these with two sizes), a cup in 16 and a hat in 9 with tea: too few. One more order
 * has a hat alone.
 */
async function openShopWithBaskets(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const line = (productId: string, size = '') =>
    sampleLine({
      id: `${productId}${size}`,
      productId,
      ...(size && { variantId: `${productId}-${size}`, sku: `${productId}-${size}` }),
      title: `A ${productId}`,
      gross: '20.00',
    })
  const baskets = [
    ...Array.from({ length: 12 }, (_, at) => [line('tea', 'large'), line('cup'), ...(at < 9 ? [line('hat')] : [])]),
    ...Array.from({ length: 2 }, () => [line('tea', 'small')]),
    ...Array.from({ length: 4 }, () => [line('cup')]),
    [line('hat')],
  ]
  baskets[0]?.push(line('tea', 'small'))
  const orders = baskets.map((lines, at) =>
    sampleOrder({ id: `${at + 1}`, placedAt: `2026-03-${10 + at}T10:00:00Z`, total: null, lines }),
  )
  const catalogue = {
    type: 'product' as const,
    id: 'tea',
    title: 'Tea',
    status: 'publish',
    giftCard: false,
    categories: ['Drinks'],
    imageUrl: null,
    updatedAt: null,
    variants: ['large', 'small', 'tiny'].map((size) => ({
      id: `tea-${size}`,
      sku: `tea-${size}`,
      title: `Tea, ${size}`,
      price: '20.00',
      cost: null,
      weight: null,
    })),
  }
  await writeRecords(ctx, { source: 'woocommerce', records: [...orders, catalogue] })
  return ctx
}

test('products are listed page by page with figures that add up to those of the shop', async () => {
  const ctx = await openShopWithBaskets()
  const { products, totals } = await run(listProducts, ctx, march)
  assert.deepEqual(
    products.map(({ id, title, values }) => [id, title, values['unitsSold']]),
    [
      ['cup', 'A cup', 16],
      ['tea', 'Tea', 15],
      ['hat', 'A hat', 10],
    ],
  )
  assert.equal(totals['netSales'], (await askTotals(ctx, { ...march, metrics: ['netSales'] })).netSales)
  const first = await run(listProducts, ctx, { ...march, sort: 'product', limit: 1 })
  assert.deepEqual([first.products[0]?.id, typeof first.cursor], ['cup', 'string'])
  const { cursor = '' } = first
  assert.equal((await run(listProducts, ctx, { ...march, sort: 'product', limit: 1, cursor })).products[0]?.id, 'hat')
  assert.deepEqual(
    (await run(listProducts, ctx, { ...march, search: 'TEA' })).products.map(({ id }) => id),
    ['tea'],
  )
})

test('a product has its variants, what is bought with it in ten orders or more, and its dated costs', async () => {
  const ctx = await openShopWithBaskets()
  const entries = [
    { scope: 'variant', ref: 'tea-large', amount: '9', from: '2026-03-15' },
    { scope: 'product', ref: 'tea', amount: '8' },
    { scope: 'product', ref: 'cup', amount: '3' },
  ] as const
  await run(saveCosts, ctx, { change: { goods: { entries: [...entries] } } })
  const tea = await run(getProduct, ctx, { id: 'tea', ...march, interval: 'week', compare: 'previous_period' })
  assert.deepEqual([tea.title, tea.listing?.categories], ['Tea', ['Drinks']])
  assert.deepEqual([tea.figures.totals['orders'], tea.figures.totals['unitsSold']], [14, 15])
  assert.equal(tea.figures.series?.length, 6)
  assert.deepEqual(
    tea.variants.map(({ id, title, values }) => [id, title, values['unitsSold'] ?? 0]),
    [
      ['tea-large', 'Tea, large', 12],
      ['tea-small', 'Tea, small', 3],
      ['tea-tiny', 'Tea, tiny', 0],
    ],
  )
  assert.deepEqual(
    tea.costs.map(({ scope, ref, from, amount }) => [scope, ref, from, amount]),
    [
      ['product', 'tea', null, '8.000000'],
      ['variant', 'tea-large', '2026-03-15', '9.000000'],
    ],
  )
  // 19 orders, 14 with tea, 16 with a cup, 12 with both: 12 × 19 ÷ (14 × 16).
  assert.deepEqual(tea.boughtWith, [{ id: 'cup', title: 'A cup', orders: 12, lift: '1.0179' }])
  const cup = await run(getProduct, ctx, { id: 'cup', ...march })
  assert.deepEqual([cup.title, cup.listing], ['A cup', null])
  assert.deepEqual(
    cup.boughtWith.map(({ id, orders, lift }) => [id, orders, lift]),
    [['tea', 12, '1.0179']],
  )
})

test('an unknown product is not found, and who may not see costs gets none', async () => {
  const ctx = await openShopWithBaskets()
  await assert.rejects(
    run(getProduct, ctx, { id: 'no', ...march }),
    (failure: unknown) => isAppError(failure) && failure.code === 'not_found',
  )
  const entries = [{ scope: 'product' as const, ref: 'tea', amount: '8' }]
  await run(saveCosts, ctx, { change: { goods: { entries } } })
  const viewer: ShopContext = {
    ...ctx,
    actor: { kind: 'person', id: '00000000-0000-4000-8000-0000000000aa', role: 'viewer', shops: 'all' },
  }
  const { figures, costs } = await run(getProduct, viewer, { id: 'tea', ...march })
  assert.deepEqual([costs, 'cm2' in figures.totals, 'netSales' in figures.totals], [[], false, true])
  assert.ok(!('cogs' in (await run(listProducts, viewer, march)).totals))
  // Where the shop shows profit to everybody, what it pays in particular stays with those who may read costs.
  const open = { ...viewer, shop: { ...ctx.shop, settings: { ...ctx.shop.settings, viewersSeeProfit: true } } }
  const seen = await run(getProduct, open, { id: 'tea', ...march })
  assert.deepEqual([seen.costs, 'cm2' in seen.figures.totals], [[], true])
})
