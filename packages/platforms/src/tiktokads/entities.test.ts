import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { Checkpoint } from '../contract.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { tiktokads } from './index.ts'
import { accounts, collectPages, recordsOf, smallAds, startFixture } from './testing.ts'

const [first] = accounts
const source = smallAds({ adsPerAdSet: 5 })
const [account] = source.accounts

async function readAll(t: Parameters<typeof startFixture>[0]) {
  const trial = await startFixture(t, { source })
  const pages = await collectPages(adEntitiesStream.backfill(trial.ctx(), null))
  const entities = recordsOf(pages, 'ad_entity').filter(({ accountId }) => accountId === first.id)
  return { trial, pages, entities }
}

describe('campaigns, ad groups and ads of TikTok', () => {
  it('come with their names, states, budgets and places, deleted ones and GMV Max too', async (t) => {
    const { entities } = await readAll(t)
    const campaigns = account?.campaigns ?? []
    const found = entities.filter(({ level }) => level === 'campaign')
    assert.deepEqual(
      found.map(({ id, name, status }) => [id, name, status]),
      campaigns.map(({ id, name, status }) => [id, name, status]),
    )
    assert.ok(found.some(({ status }) => status === 'removed') && found.some(({ status }) => status === 'paused'))
    assert.deepEqual(
      [found[0]?.kind, found[1]?.kind, found[2]?.kind, found.at(-1)?.kind],
      ['Website conversions', 'Smart+', 'Traffic', 'GMV Max'],
    )
    assert.deepEqual(found[0]?.budget, { amount: '50', per: 'day', sharedBy: null })
    const sets = entities.filter(({ level }) => level === 'ad_set')
    const plain = campaigns.filter(({ kind }) => kind !== 'whole')
    assert.deepEqual(
      sets.map(({ campaignId, adSetId, id, budget }) => [campaignId, adSetId, id, budget]),
      plain.flatMap(({ id, adSets }) => adSets.map((set) => [id, set.id, set.id, null])),
    )
    const ads = entities.filter(({ level }) => level === 'ad')
    assert.deepEqual(
      ads.map(({ campaignId, adSetId, id, name }) => [campaignId, adSetId, id, name]),
      plain.flatMap((campaign) =>
        campaign.adSets.flatMap((set) => set.ads.map((ad) => [campaign.id, set.id, ad.id, ad.name])),
      ),
    )
    assert.equal(ads[0]?.landingUrl, 'https://shop.example/')
    assert.match(ads[0]?.urlTags ?? '', /^utm_source=tiktok&.*utm_campaign=__CAMPAIGN_ID__/)
  })

  it('show pictures of videos and images; a post of a creator has none of its own', async (t) => {
    const { entities } = await readAll(t)
    const ads = entities.filter(({ level }) => level === 'ad').slice(0, 5)
    assert.deepEqual(
      ads.map(({ creative, kind }) => [
        creative?.id.split('/')[0],
        creative?.isVideo,
        creative?.imageUrl !== null,
        kind,
      ]),
      [
        ['image', false, true, 'Image'],
        ['post', true, false, 'Spark ad'],
        ['image', false, true, 'Image'],
        ['image', false, true, 'Image'],
        ['video', true, true, 'Video'],
      ],
    )
    const response = await fetch(ads[0]?.creative?.imageUrl ?? '')
    assert.equal(response.headers.get('content-type'), 'image/png')
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')])
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [96, 160])
  })

  it('have pictures whose addresses end, and a way to the present one', async (t) => {
    const { trial, entities } = await readAll(t)
    trial.time.now = new Date(trial.time.now.getTime() + 5 * 3_600_000)
    for (const ad of entities.filter(({ level, creative }) => level === 'ad' && creative?.imageUrl).slice(0, 4)) {
      assert.equal((await fetch(ad.creative?.imageUrl ?? '')).status, 403)
      const place = { ...ad, level: 'ad' as const, adId: ad.id, creativeId: ad.creative?.id ?? '' }
      const fresh = await tiktokads.ads?.pictureOf?.(trial.ctx(), place)
      assert.ok(fresh)
      assert.equal((await fetch(fresh)).status, 200)
    }
    const nothing = { accountId: first.id, level: 'ad', campaignId: '1', adSetId: '2', adId: '3' } as const
    for (const creativeId of ['post/1', 'video/none', '']) {
      assert.equal(await tiktokads.ads?.pictureOf?.(trial.ctx(), { ...nothing, creativeId }), undefined)
    }
  })

  it('are asked for in few questions: pictures by sixty and by a hundred', async (t) => {
    const { trial } = await readAll(t)
    const files = trial.fake.requests.filter(({ path }) => path.startsWith('file/'))
    assert.equal(files.length, 4, 'videos and images of two accounts')
  })

  it('are read as TikTok gives them by itself when it has taken a field away', async (t) => {
    const fixture = await startFixture(t, { source })
    fixture.fake.faults.add({ kind: 'code', code: 41_002, path: 'ad/get/', containing: '&fields=' })
    fixture.fake.faults.add({ kind: 'code', code: 41_002, path: 'ad/get/', containing: '?fields=' })
    const ads = recordsOf(await collectPages(adEntitiesStream.backfill(fixture.ctx(), null)), 'ad_entity')
    assert.ok(ads.some(({ level, name }) => level === 'ad' && name === 'Ad 1'))
  })

  it('go on after a crash where they stood', async (t) => {
    const { trial, pages } = await readAll(t)
    const ids = (some: typeof pages) => new Set(recordsOf(some, 'ad_entity').map(({ level, id }) => `${level} ${id}`))
    for (const [index, page] of pages.entries()) {
      const from: Checkpoint = JSON.parse(JSON.stringify(page.checkpoint))
      const rest = await collectPages(adEntitiesStream.backfill(trial.ctx(), from))
      assert.deepEqual(ids([...pages.slice(0, index + 1), ...rest]), ids(pages))
    }
  })

  it('are all looked at again each time, for nobody says what changed', async (t) => {
    const { trial, pages } = await readAll(t)
    const from = pages.at(-1)?.checkpoint ?? null
    const again = await collectPages(adEntitiesStream.increment(trial.ctx(), from))
    assert.equal(recordsOf(again, 'ad_entity').length, recordsOf(pages, 'ad_entity').length)
    assert.equal(again.at(-1)?.syncedThrough, '2026-11-21T12:00:00Z')
  })
})

describe('people reached', () => {
  it('are asked for exactly the days and places in question', async (t) => {
    const { trial } = await readAll(t)
    const range = { from: parseDay('2026-11-01'), to: parseDay('2026-11-20') }
    const ask = async (level: 'account' | 'campaign', days = range) =>
      await tiktokads.ads?.reach?.(trial.ctx(), { accountId: first.id, level, range: days })
    const whole = await ask('account')
    assert.deepEqual([...(whole?.keys() ?? [])], [first.id])
    const byCampaign = await ask('campaign')
    const sum = [...(byCampaign?.values() ?? [])].reduce((total, reach) => total + reach, 0)
    assert.ok((whole?.get(first.id) ?? 0) > 0 && (whole?.get(first.id) ?? 0) < sum, 'never a sum')
    assert.equal((await ask('account', { ...range, from: parseDay('2025-01-01') }))?.size, 0)
  })
})
