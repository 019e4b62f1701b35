import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDecimals } from '@tillsight/core'
import { type SeenOrder, writeSeenOrders } from '../attribution/testing.ts'
import { run, type ShopContext } from '../context/index.ts'
import { writeAdDays } from '../reports/ads.testing.ts'
import { askTotals, openTestStores } from '../reports/shop.testing.ts'
import { listProductAds } from './credit-ads.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'

const stores = await openTestStores({ after })
const june = { from: '2026-06-01', to: '2026-06-30' }
const costs = { charges: '4.90', cost: '37.50', handling: '1.25', fee: '1.906060', shipping_cost: '5.35' }

/** One order of a product that contributes 53.393940, credited to a campaign and to e-mail; and a campaign that nobody came by. */
async function openShopWithAds(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const meta = { channel: 'paid_social', platform: 'meta', account: '1', campaign: 'c1' }
  const order: SeenOrder = {
    id: 'o1',
    placedAt: '2026-06-20T12:00:00Z',
    value: '94.50',
    costs: { ...costs, goods_state: 'assumed' },
    touches: [
      { at: '2026-06-10T12:00:00Z', ...meta },
      { at: '2026-06-18T12:00:00Z', channel: 'email' },
    ],
  }
  await writeSeenOrders(ctx, [order])
  const spent = { day: '2026-06-12', platform: 'metaads' }
  await writeAdDays(ctx, [
    { ...spent, campaign: 'c1', spend: '10.00' },
    { ...spent, campaign: 'idle', spend: '3.333333' },
  ])
  return ctx
}

const first = { ...june, model: 'first_click' } as const

test('lists and pages of products tell what ads they are credited with and what is left, as uncertain as their costs', async () => {
  const ctx = await openShopWithAds()
  const { products, totals, ads } = await run(listProducts, ctx, first)
  const [only] = products
  assert.deepEqual(
    [only?.id, only?.values['adsCredited'], only?.values['contributionAfterAds']],
    ['p', '10.00', '43.39394'],
  )
  assert.equal(only?.bounds?.['contributionAfterAds'], 'about')
  assert.deepEqual([totals['adsCredited'], totals['contributionAfterAds']], ['10.00', '43.39394'])
  assert.deepEqual(ads, { model: 'first_click', spend: '13.333333', credited: '10.00', notAttributable: '3.333333' })
  const { adSpend } = await askTotals(ctx, { ...june, metrics: ['adSpend'] })
  assert.equal(Number(addDecimals([ads.credited ?? '', ads.notAttributable ?? ''])), Number(adSpend))
  assert.deepEqual((await run(getProduct, ctx, { id: 'p', ...first })).ads, {
    model: 'first_click',
    credited: '10.00',
    contribution: '43.39394',
    bound: 'about',
  })
  assert.deepEqual(await run(listProductAds, ctx, first), { ...ads, products: [{ id: 'p', credited: '10.00' }] })
  const { ads: last, products: rest } = await run(listProducts, ctx, june)
  assert.deepEqual([last?.model, last?.notAttributable], ['last_non_direct', '13.333333'])
  assert.deepEqual([rest[0]?.values['adsCredited'], rest[0]?.values['contributionAfterAds']], ['0.00', '53.39394'])
})

test('filters of products choose among them, and with others ads are not told', async () => {
  const ctx = await openShopWithAds()
  const filtered = (dimension: string, operator: 'is' | 'is_not', value: string) =>
    run(listProducts, ctx, { ...first, filters: [{ dimension, operator, values: [value] }] })
  assert.equal((await filtered('product', 'is', 'p')).totals['adsCredited'], '10.00')
  assert.equal((await filtered('product', 'is_not', 'p')).totals['adsCredited'], '0.00')
  const germany = await filtered('country', 'is', 'DE')
  assert.equal(germany.ads, null)
  assert.ok(!('adsCredited' in germany.totals) && germany.products.every(({ values }) => !('adsCredited' in values)))
})

test('who does not see profit is told what ads are credited, but not what is left', async () => {
  const ctx = await openShopWithAds()
  const viewer: ShopContext = {
    ...ctx,
    actor: { kind: 'person', id: '00000000-0000-4000-8000-0000000000aa', role: 'viewer', shops: 'all' },
  }
  const { products, totals } = await run(listProducts, viewer, first)
  assert.deepEqual([totals['adsCredited'], 'contributionAfterAds' in totals], ['10.00', false])
  assert.ok(products.every(({ values }) => !('contributionAfterAds' in values)))
  assert.deepEqual((await run(getProduct, viewer, { id: 'p', ...first })).ads, {
    model: 'first_click',
    credited: '10.00',
  })
})

test('without any source of spend nothing is known of it', async () => {
  const ctx = await stores.openShop()
  await writeSeenOrders(ctx, [{ id: 'o1', placedAt: '2026-06-20T12:00:00Z', value: '94.50' }])
  const { ads, totals } = await run(listProducts, ctx, june)
  assert.deepEqual(ads, { model: 'last_non_direct', spend: null, credited: null, notAttributable: null })
  assert.deepEqual([totals['adsCredited'], totals['contributionAfterAds']], [null, null])
})
