import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openTestStores } from '../../reports/shop.testing.ts'
import { writeEvents } from '../events/write-events.ts'
import { adEntity, readTouches, view } from '../tracked-shop.testing.ts'
import { rejoinTouches } from './replay-touches.ts'

const stores = await openTestStores({ after })

const entities = [
  adEntity({ level: 'campaign', campaign_id: '1', name: 'Socks | Search', kind: 'Search' }),
  adEntity({ level: 'campaign', campaign_id: '2', name: 'Everything', kind: 'Performance max' }),
  adEntity({ level: 'campaign', campaign_id: '3', name: 'Socks Shopping', kind: 'Shopping' }),
  adEntity({ level: 'campaign', campaign_id: '4', name: 'Nordlicht brand', kind: 'Search' }),
  adEntity({ level: 'campaign', campaign_id: '5', name: 'Films', kind: 'Video' }),
  adEntity({ level: 'ad_set', campaign_id: '1', ad_set_id: '11', name: 'Group' }),
  adEntity({ level: 'ad', campaign_id: '1', ad_set_id: '11', ad_id: '111', name: 'Ad' }),
  adEntity({ level: 'ad_set', campaign_id: '2', ad_set_id: '21', name: 'Assets' }),
  adEntity({ platform: 'metaads', level: 'campaign', campaign_id: '1', name: 'Summer_Sale', kind: 'Sales' }),
  adEntity({ platform: 'metaads', level: 'campaign', campaign_id: '2', name: 'Twice' }),
  adEntity({ platform: 'metaads', level: 'campaign', campaign_id: '3', name: 'twice' }),
  adEntity({ platform: 'metaads', level: 'ad', campaign_id: '1', ad_set_id: '12', ad_id: '123', name: 'Reel' }),
]

async function land(query: string): Promise<readonly string[]> {
  const ctx = await stores.openShop()
  await ctx.warehouse.insert('ad_entities', entities)
  await ctx.warehouse.insert('ad_clicks', [
    {
      platform: 'googleads',
      click_id: 'known',
      day: '2026-06-15',
      account_id: 'acc',
      campaign_id: '1',
      ad_set_id: '11',
      ad_id: '111',
      keyword: '',
      version: 1,
      is_deleted: 0,
    },
  ])
  await writeEvents(ctx, [view('v', 0, { query })])
  const [touch] = await readTouches(ctx)
  assert.ok(touch, query)
  const { channel, channel_rule, joined, campaign_id, ad_set_id, ad_id, paid } = touch
  return [channel_rule, `${channel}${paid ? '' : ' (free)'}`, joined, campaign_id, ad_set_id, ad_id]
}

describe('the ad behind a touch', () => {
  it('is found by the deepest id that is known, and its campaign’s kind decides the channel', async () => {
    const google = '?utm_source=google&utm_medium=cpc'
    const search = 'paid_search'
    assert.deepEqual(await land(`${google}&utm_id=1&ts_as=11&ts_ad=111`), [search, search, 'ad', '1', '11', '111'])
    assert.deepEqual(await land(`${google}&ts_as=11&ts_ad=999`), [search, search, 'ad_set', '1', '11', ''])
    assert.deepEqual(await land(`${google}&utm_id=3`), [search, 'paid_shopping', 'campaign', '3', '', ''])
    assert.deepEqual(await land(`${google}&utm_id=4&utm_campaign=x`), [search, search, 'campaign', '4', '', ''])
    assert.deepEqual(await land('?gclid=x&utm_id=5'), [search, 'paid_video', 'campaign', '5', '', ''])
    assert.deepEqual(await land('?gad_source=5&gad_campaignid=5'), [
      'other_paid',
      'paid_video',
      'campaign',
      '5',
      '',
      '',
    ])
  })

  it('is a campaign as a whole where its ads cannot be told apart', async () => {
    const query = '?utm_source=google&utm_medium=cpc&utm_id=2&ts_as=21'
    assert.deepEqual(await land(query), ['paid_search', 'cross_network', 'campaign', '2', '', ''])
  })

  it('is found by the click itself where the address says no ad', async () => {
    assert.deepEqual(await land('?gclid=known'), ['paid_search', 'paid_search', 'ad', '1', '11', '111'])
    assert.deepEqual(await land('?gclid=known&utm_id=3'), ['paid_search', 'paid_shopping', 'campaign', '3', '', ''])
  })

  it('is found by name only where no id is told, and only by a name that one campaign has', async () => {
    const meta = '?utm_source=facebook&utm_medium=paid_social'
    const social = 'paid_social'
    assert.deepEqual(await land(`${meta}&utm_campaign=summer+sale`), [social, social, 'name', '1', '', ''])
    assert.deepEqual(await land(`${meta}&utm_campaign=Twice`), [social, social, 'platform', '', '', ''])
    assert.deepEqual(await land(`${meta}&utm_campaign=summer+sale&utm_id=77`), [
      social,
      social,
      'platform',
      '77',
      '',
      '',
    ])
    const free = '?utm_source=facebook&utm_campaign=summer+sale'
    assert.deepEqual(await land(free), ['organic_social', 'organic_social (free)', 'none', '', '', ''])
  })

  it('makes a visit paid that came with its id, whatever the tags say', async () => {
    const query = '?utm_source=facebook&ts_ad=123'
    assert.deepEqual(await land(query), ['organic_social', 'paid_social', 'ad', '1', '12', '123'])
  })

  it('is found later, when the platform tells of it', async () => {
    const ctx = await stores.openShop()
    await writeEvents(ctx, [view('v', 0, { query: '?gclid=a&utm_id=3' }), view('w', 0)])
    assert.equal((await readTouches(ctx))[0]?.joined, 'platform')
    assert.equal(await rejoinTouches(ctx), 0)
    await ctx.warehouse.insert('ad_entities', entities)
    assert.equal(await rejoinTouches(ctx), 1)
    const [touch] = await readTouches(ctx)
    assert.deepEqual([touch?.joined, touch?.channel, touch?.account_id], ['campaign', 'paid_shopping', 'acc'])
  })
})
