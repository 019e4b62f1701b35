import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { type Amount, addAmounts, amountText, parseAmount, zeroAmount } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { blankRow } from '@tillsight/warehouse/testing'
import fc from 'fast-check'
import { run, type ShopContext } from '../../context/index.ts'
import { requestedModels } from '../../credit/index.ts'
import { type AdDay, writeAdDays } from '../../reports/ads.testing.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { saveTrackingSettings } from '../../tracking/index.ts'
import { type SeenOrder, type SeenTouch, writeSeenOrders } from '../testing.ts'
import { type ProductAdsAsk, readProductAds } from './product-ads.ts'

const { openShop } = await openTestStores({ after })
const june = { from: parseDay('2026-06-01'), to: parseDay('2026-06-30') }

/** A touch of a campaign; what it cost is written apart. */
function seen(campaign: string, day = 18): SeenTouch {
  return { at: `2026-06-${day}T08:00:00Z`, channel: 'paid_social', platform: 'meta', account: '1', campaign }
}

function spent(campaign: string, spend: string, day = '2026-06-12'): AdDay {
  return { day, platform: 'metaads', campaign, spend }
}

/** An order of goods, as `product: net value` in order, each one piece. */
interface Basket extends Pick<SeenOrder, 'id' | 'touches' | 'cancelled' | 'placedAt'> {
  readonly goods: readonly (readonly [product: string, net: string, pieces?: string])[]
}

/** Writes the orders' journeys, and lines of their own instead of the one line that these have. */
async function writeBaskets(ctx: ShopContext, baskets: readonly Basket[]): Promise<void> {
  await writeSeenOrders(
    ctx,
    baskets.map(({ goods, ...order }) => ({ ...order, value: amountText(worth(goods) as Amount) })),
  )
  const rows = baskets.flatMap(({ id, placedAt, goods }) =>
    goods.map(([product, net, quantity = '1'], at) => ({
      ...blankRow('ledger'),
      order_id: id,
      row_id: `${at + 1}`,
      booked_at: new Date(placedAt),
      placed_at: new Date(placedAt),
      kind: 'order',
      side: 'sale',
      line_type: product === 'card' ? 'gift_card' : 'product',
      product_id: product,
      quantity,
      gross: net,
      currency: 'EUR',
      rate: '1',
      paid: 1,
      version: '2',
    })),
  )
  await ctx.warehouse.insert('ledger', rows)
}

async function ask(ctx: ShopContext, asked: Partial<ProductAdsAsk> = {}) {
  const { model, spend, products, notAttributable } = await readProductAds(ctx, { ...june, ...asked })
  const all = addAmounts(...products.values(), notAttributable)
  assert.equal(all, spend ?? zeroAmount, 'products and what is not attributable are all spend')
  const told = [...products].flatMap(([id, part]) => (part === 0n ? [] : [[id, amountText(part)]]))
  return { model, spend, products: Object.fromEntries(told), rest: amountText(notAttributable) }
}

const placedAt = '2026-06-20T12:00:00Z'

suite('ads credited to products', () => {
  test('a campaign is shared by credited value, and an order by the net value of its goods', async () => {
    const ctx = await openShop()
    await writeBaskets(ctx, [
      {
        id: 'a',
        placedAt,
        touches: [seen('c1')],
        goods: [
          ['tea', '60'],
          ['cup', '20'],
        ],
      },
      { id: 'b', placedAt, touches: [seen('c1')], goods: [['cup', '20']] },
      { id: 'other', placedAt, touches: [seen('c2')], goods: [['hat', '5']] },
      { id: 'gone', placedAt, touches: [seen('c1')], cancelled: true, goods: [['hat', '50']] },
    ])
    await writeAdDays(ctx, [
      spent('c1', '10.00'),
      spent('c1', '20.00', '2026-06-13'),
      spent('idle', '7.00'),
      spent('', '0.50'),
    ])
    assert.deepEqual(await ask(ctx), {
      model: 'last_non_direct',
      spend: 37_500_000n,
      products: { tea: '18.000000', cup: '12.000000' },
      rest: '7.500000',
    })
  })

  test('an order without values is shared by pieces, equal parts favour the earlier line, and no goods are no product', async () => {
    const ctx = await openShop()
    await writeBaskets(ctx, [
      {
        id: 'free',
        placedAt,
        touches: [seen('c1')],
        goods: [
          ['tea', '0', '3'],
          ['cup', '0', '1'],
          ['card', '40'],
        ],
      },
      {
        id: 'even',
        placedAt,
        touches: [seen('c2')],
        goods: [
          ['tea', '5'],
          ['hat', '5'],
          ['cup', '5'],
        ],
      },
      { id: 'card', placedAt, touches: [seen('c3')], goods: [['card', '40']] },
    ])
    await writeAdDays(ctx, [spent('c1', '4.00'), spent('c2', '0.000002'), spent('c3', '3.00')])
    assert.deepEqual((await ask(ctx)).products, { tea: '3.000001', hat: '0.000001', cup: '1.000000', '': '3.000000' })
  })

  test('the model decides, by default the shop’s, and entered spend follows its channel', async () => {
    const ctx = await openShop()
    await writeBaskets(ctx, [
      {
        id: 'a',
        placedAt,
        touches: [seen('c1', 10), { ...seen('', 19), channel: 'influencer' }],
        goods: [['tea', '10']],
      },
      { id: 'b', placedAt, touches: [seen('c1', 10)], goods: [['cup', '30']] },
    ])
    await writeAdDays(ctx, [
      spent('c1', '8.00'),
      { day: '2026-06-03', platform: 'custom', campaign: 'Reel', channel: 'Influencer', spend: '2.00' },
    ])
    const last = {
      model: 'last_non_direct',
      spend: 10_000_000n,
      products: { tea: '2.000000', cup: '8.000000' },
      rest: '0.000000',
    }
    assert.deepEqual(await ask(ctx), last)
    const first = {
      model: 'first_click',
      spend: 10_000_000n,
      products: { tea: '2.000000', cup: '6.000000' },
      rest: '2.000000',
    }
    assert.deepEqual(await ask(ctx, { model: 'first_click' }), first)
    await run(saveTrackingSettings, ctx, { attribution: { model: 'first_click' } })
    assert.deepEqual(await ask(ctx), first)
    for (const model of requestedModels) await ask(ctx, { model })
  })

  test('nothing is credited where no spend is known', async () => {
    const ctx = await openShop()
    await writeBaskets(ctx, [{ id: 'a', placedAt, touches: [seen('c1')], goods: [['tea', '10']] }])
    assert.deepEqual(await ask(ctx), { model: 'last_non_direct', spend: null, products: {}, rest: '0.000000' })
  })

  test('products and what is not attributable add up to all spend, each part as reckoned by hand', async () => {
    const cents = fc.integer({ min: 0, max: 100_000 }).map((value) => (value / 100).toFixed(2))
    const micros = fc.bigInt({ min: 0n, max: 5_000_000_000n })
    const basket = fc.record({
      campaign: fc.constantFrom('c1', 'c2', 'c3', ''),
      goods: fc.array(fc.tuple(fc.constantFrom('p1', 'p2', 'p3', 'p4'), cents), { minLength: 1, maxLength: 4 }),
    })
    const shop = fc.record({
      baskets: fc.array(basket, { minLength: 1, maxLength: 8 }),
      spends: fc.tuple(micros, micros, micros),
    })
    await fc.assert(
      fc.asyncProperty(shop, async ({ baskets, spends }) => {
        const ctx = await openShop()
        await writeBaskets(
          ctx,
          baskets.map(({ campaign, goods }, at) => ({ id: `o${at}`, placedAt, goods, touches: [seen(campaign)] })),
        )
        const named = spends.map((spend, at) => [`c${at + 1}`, spend] as const)
        await writeAdDays(
          ctx,
          named.map(([campaign, spend]) => spent(campaign, amountText(spend as Amount))),
        )
        const { products } = await readProductAds(ctx, june)
        await ask(ctx)
        for (const product of ['p1', 'p2', 'p3', 'p4']) {
          const exact = named.map(([campaign, spend]) => {
            const orders = baskets.filter((each) => each.campaign === campaign)
            const whole = orders.reduce((sum, { goods }) => sum + worth(goods), 0n)
            // The value of an order is that of its goods, so its goods' values are what they stand for.
            const own = orders.reduce((sum, { goods }) => sum + worth(goods.filter(([id]) => id === product)), 0n)
            return whole === 0n ? 0 : Number((spend * own * 1_000n) / whole) / 1_000
          })
          const off = Number(products.get(product) ?? 0n) - exact.reduce((sum, part) => sum + part, 0)
          assert.ok(Math.abs(off) <= spends.length, `${product} is off by ${off} millionths`)
        }
      }),
      { numRuns: 15 },
    )
  })
})

function worth(goods: Basket['goods']): bigint {
  return goods.reduce((sum, [, net]) => sum + parseAmount(net), 0n)
}
