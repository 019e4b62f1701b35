import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { blankRow } from '@tillsight/warehouse/testing'
import { run, type ShopContext } from '../../context/index.ts'
import { openTestStores } from '../../reports/test-shop.ts'
import { listTaggedAds } from './list-tagged-ads.ts'

const { openShop } = await openTestStores({ after })

const place = { platform: 'metaads', account_id: '1', campaign_id: '10', version: 1, is_deleted: 0 } as const

async function advertise(ctx: ShopContext): Promise<void> {
  const thing = { ...blankRow('ad_entities'), ...place }
  const ad = { ...thing, level: 'ad', ad_set_id: '20', status: 'active', landing_url: 'https://shop.test/' }
  await ctx.warehouse.insert('ad_entities', [
    { ...thing, level: 'campaign', name: 'Spring', kind: 'Sales', status: 'active' },
    { ...ad, ad_id: '31', name: 'Candle', url_tags: 'utm_id={{campaign.id}}' },
    { ...ad, ad_id: '32', name: 'Wick' },
    { ...ad, ad_id: '33', name: 'Paused, cost money', status: 'paused' },
    { ...ad, ad_id: '34', name: 'Paused long ago', status: 'paused' },
    { ...ad, platform: 'tiktokads', ad_id: '35', name: 'Elsewhere' },
  ])
  const today = ctx.clock.now().toISOString().slice(0, 10)
  const cost = { ...blankRow('ad_days'), ...place, day: today, ad_set_id: '20', channel: 'metaads', currency: 'EUR' }
  await ctx.warehouse.insert('ad_days', [
    { ...cost, ad_id: '33', spend: '7.25' },
    { ...cost, ad_id: '32', spend: '90.10' },
    { ...cost, ad_id: '34', spend: '500', day: '2020-01-01' },
  ])
}

suite('ads and their tags', () => {
  test('are those that run or cost money lately, the dearest first', async () => {
    const ctx = await openShop()
    await advertise(ctx)
    const { ads, count } = await run(listTaggedAds, ctx, { platform: 'metaads' })
    assert.deepEqual(
      ads.map(({ name, spend, campaignName, urlTags }) => [name, Number(spend), campaignName, urlTags]),
      [
        ['Wick', 90.1, 'Spring', ''],
        ['Paused, cost money', 7.25, 'Spring', ''],
        ['Candle', 0, 'Spring', 'utm_id={{campaign.id}}'],
      ],
    )
    assert.equal(count, 3)
    assert.match(ads[0]?.managerUrl ?? '', /32/)
  })

  test('tell how far paid visits lead, without those of machines and of other platforms', async () => {
    const ctx = await openShop()
    const now = ctx.clock.now()
    const row = blankRow('touches')
    const touch = {
      ...row,
      visitor_id: 'v',
      at: now,
      kind: 'click',
      paid: 1,
      platform: 'meta',
      version: 1,
      is_deleted: 0,
    }
    await ctx.warehouse.insert('touches', [
      { ...touch, touch_id: 'a', joined: 'ad', click_id: 'f1', origin: 'pixel' },
      { ...touch, touch_id: 'b', joined: 'campaign', origin: 'pixel' },
      { ...touch, touch_id: 'c', joined: 'ad', origin: 'pixel', bot: 'bot' },
      { ...touch, touch_id: 'd', joined: 'ad', origin: 'order' },
      { ...touch, touch_id: 'e', joined: 'ad', origin: 'pixel', platform: 'tiktok' },
      { ...touch, touch_id: 'f', joined: 'ad', origin: 'pixel', paid: 0 },
      { ...touch, touch_id: 'g', joined: 'ad', origin: 'pixel', at: new Date('2020-01-01') },
    ])
    const { visits } = await run(listTaggedAds, ctx, { platform: 'metaads' })
    assert.deepEqual(visits, {
      paid: 2,
      withClickId: 1,
      ad: 1,
      adSet: 0,
      campaign: 1,
      name: 0,
      platform: 0,
      none: 0,
    })
  })
})
