import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { blankRow } from '@tillsight/warehouse/testing'
import { run, type ShopContext } from '../../context/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
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
    const { visits, unfilled } = await run(listTaggedAds, ctx, { platform: 'metaads' })
    assert.deepEqual(unfilled, { visits: 0, parameters: [] })
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

  test('tell which parameters came with a macro that nobody had filled in, by platform', async () => {
    const ctx = await openShop()
    const touch = {
      ...blankRow('touches'),
      visitor_id: 'v',
      at: ctx.clock.now(),
      kind: 'click',
      version: 1,
      is_deleted: 0,
    }
    const visit = (id: string, query: string, more = {}) => ({
      ...touch,
      touch_id: id,
      platform: 'meta',
      origin: 'pixel',
      url: `https://shop.test/tea?${query}`,
      ...more,
    })
    await ctx.warehouse.insert('touches', [
      visit('a', 'utm_source=facebook&utm_id=%7B%7Bcampaign.id%7D%7D&ts_as=22&utm_campaign=Tea%20%7B%7Bad.name%7D%7D'),
      visit('b', 'UTM_ID={{campaign.id}}&fbclid=x'),
      visit('c', 'utm_id=__CAMPAIGN_ID__'),
      // Only the macro reveals their platform.
      visit('d', 'ts_ad=%7b%7Bad.id%7d%7D', { platform: '' }),
      visit('e', 'ts_ad={creative}', { platform: '' }),
      visit('f', 'ts_as=_AID_&ts_ad=__CID__', { platform: 'tiktok' }),
      visit('g', 'utm_id=7&q={{campaign.id}}&utm_term=__a__b'),
      visit('h', 'utm_id={{campaign.id}}', { bot: 'bot' }),
      visit('i', 'utm_id={{campaign.id}}', { at: new Date('2020-01-01') }),
    ])
    const of = async (platform: 'metaads' | 'googleads' | 'tiktokads') => {
      const { unfilled } = await run(listTaggedAds, ctx, { platform })
      return [unfilled.visits, unfilled.parameters.map(({ name, found, visits }) => `${name}=${found} ${visits}`)]
    }
    assert.deepEqual(await of('metaads'), [
      4,
      ['utm_id={{campaign.id}} 2', 'ts_ad={{ad.id}} 1', 'utm_campaign=Tea {{ad.name}} 1', 'utm_id=__CAMPAIGN_ID__ 1'],
    ])
    assert.deepEqual(await of('googleads'), [1, ['ts_ad={creative} 1']])
    assert.deepEqual(await of('tiktokads'), [1, ['ts_ad=__CID__ 1', 'ts_as=_AID_ 1']])
  })
})
