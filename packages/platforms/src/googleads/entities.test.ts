import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AdEntityRecord } from '../ad-records.ts'
import { adClicksStream } from './ad-clicks.ts'
import { adDaysStream } from './ad-days.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { adHoursStream } from './ad-hours.ts'
import { collectPages, type Fixture, micros, recordsOf, rowsOf, shopAccount, startFixture } from './testing.ts'

async function entitiesOf(fixture: Fixture): Promise<AdEntityRecord[]> {
  const records = recordsOf(await collectPages(adEntitiesStream.backfill(fixture.ctx(), null)))
  return records.filter((record) => record.type === 'ad_entity')
}

describe('Campaigns and ads', () => {
  it('come with names, kinds, states and parents, ids of nineteen digits unharmed', async (t) => {
    const fixture = await startFixture(t, { ads: { campaigns: 7 } })
    const entities = await entitiesOf(fixture)
    const [account] = fixture.source.accounts
    const campaigns = entities.filter(({ level }) => level === 'campaign')
    assert.deepEqual(
      campaigns.map(({ id, name, kind, status }) => [id, name, kind, status]),
      account?.campaigns.map(({ id, name, status }, at) => [
        id,
        name,
        ['Search', 'Shopping', 'Video', 'Demand Gen', 'Display', 'Search', 'Performance Max'][at],
        status,
      ]),
    )
    assert.ok(campaigns.every(({ id }) => id.length === 19))
    const ads = entities.filter(({ level }) => level === 'ad')
    assert.equal(ads.length, 6 * 4)
    const ofRemoved = ads.find(({ campaignId }) => campaignId === campaigns[5]?.id)
    assert.equal(ofRemoved?.status, 'inactive', 'switched on below a removed campaign')
    assert.ok(ads.every((ad) => entities.some(({ level, id }) => level === 'ad_set' && id === ad.adSetId)))
    const groups = entities.filter(({ level, campaignId }) => level === 'ad_set' && campaignId === campaigns[6]?.id)
    assert.deepEqual(
      groups.map(({ kind }) => kind),
      ['Asset group', 'Asset group'],
    )
  })

  it('name a budget that several campaigns share, so that nobody adds it up', async (t) => {
    const campaigns = (await entitiesOf(await startFixture(t))).filter(({ level }) => level === 'campaign')
    assert.deepEqual(
      campaigns.map(({ budget }) => budget),
      [
        { amount: '50', per: 'day', sharedBy: 'Shared budget 77' },
        { amount: '50', per: 'day', sharedBy: 'Shared budget 77' },
        { amount: '70', per: 'day', sharedBy: null },
      ],
    )
    assert.deepEqual([campaigns[0]?.startsOn, campaigns[0]?.endsOn], ['2026-09-01', null])
  })

  it('show what they look like: headlines, pictures and films that can be fetched', async (t) => {
    const fixture = await startFixture(t, { ads: { campaigns: 6 } })
    const entities = await entitiesOf(fixture)
    const shown = entities.filter(({ creative }) => creative !== null)
    const [search] = shown.filter(({ level }) => level === 'ad')
    assert.deepEqual([search?.creative?.title, search?.creative?.imageUrl], ['Headline 1', null])
    const pictures = shown.filter(({ creative }) => creative?.imageUrl)
    assert.deepEqual(
      [...new Set(pictures.map(({ kind }) => kind))],
      [
        'Asset group',
        'Shopping product ad',
        'Video responsive ad',
        'Demand gen multi asset ad',
        'Responsive display ad',
      ],
    )
    for (const { creative } of pictures.slice(0, 8)) {
      const response = await fetch(creative?.imageUrl ?? '')
      assert.equal(response.headers.get('content-type'), 'image/png')
      assert.ok((await response.arrayBuffer()).byteLength > 100)
    }
    assert.ok(pictures.filter(({ kind }) => kind.startsWith('Video')).every(({ creative }) => creative?.isVideo))
  })
})

describe('Hours of today', () => {
  it('add up to their day, purchases too, and end where the day has got to', async (t) => {
    const fixture = await startFixture(t)
    const records = recordsOf(await collectPages(adHoursStream.increment(fixture.ctx(), null)))
    const hours = records.filter((record) => record.type === 'ad_hours')
    assert.deepEqual(
      hours.map(({ day }) => day),
      ['2026-11-19', '2026-11-20'],
    )
    assert.ok(
      hours[1]?.rows.every(({ hour }) => hour <= 13),
      'noon in UTC is 13 h in Vienna',
    )
    const days = await collectPages(adDaysStream.increment(fixture.ctx(), null))
    for (const { day, rows } of hours) {
      const [whole] = rowsOf(days, day, 'account')
      const sum = (read: (row: (typeof rows)[number]) => string) =>
        rows.reduce((total, row) => total + micros(read(row)), 0n)
      assert.equal(
        sum(({ spend }) => spend),
        micros(whole?.spend ?? ''),
      )
      assert.equal(
        sum(({ purchases }) => purchases),
        micros(whole?.purchases ?? ''),
      )
      assert.equal(
        rows.reduce((total, { clicks }) => total + clicks, 0),
        whole?.clicks,
      )
    }
  })
})

describe('Click ids', () => {
  it('lead to the ad, one day at a time for ninety days', async (t) => {
    const fixture = await startFixture(t)
    const records = recordsOf(await collectPages(adClicksStream.backfill(fixture.ctx(), null)))
    const asked = fixture.fake.requests.filter(({ resource }) => resource === 'click_view')
    assert.equal(asked.length, 90)
    assert.ok(asked.every(({ status }) => status === 200))
    const clicks = records.filter((record) => record.type === 'ad_click')
    const [first] = clicks
    assert.ok(first && /^\d{19}$/.test(first.adId) && first.clickId.startsWith('Cj0KCQ'))
    assert.ok(
      clicks.some(({ adId, campaignId }) => adId === '' && campaignId !== ''),
      'Performance Max tells of no ad',
    )
  })

  it('are one each, though Google repeats them, and the one that names its ad is kept', async (t) => {
    const fixture = await startFixture(t)
    const [campaign] = fixture.source.accounts[0]?.campaigns ?? []
    const [set] = campaign?.adSets ?? []
    const [ad] = set?.ads ?? []
    const known = await startFixture(t, {
      clicks: (_account, day) => {
        const click = { gclid: `click-${day}`, campaignId: campaign?.id ?? '', adSetId: '', adId: '' }
        return [click, { ...click, adSetId: set?.id ?? '', adId: ad?.id ?? '', keyword: 'wool socks' }, click]
      },
    })
    const records = recordsOf(await collectPages(adClicksStream.increment(known.ctx(), null)))
    const today = records.filter((record) => record.type === 'ad_click' && record.clickId === 'click-2026-11-20')
    assert.deepEqual(
      today.map((record) => (record.type === 'ad_click' ? [record.accountId, record.adId, record.keyword] : [])),
      [[shopAccount.id, ad?.id, 'wool socks']],
    )
  })

  it('of late days are read again when a day has begun, and those of today each time', async (t) => {
    const fixture = await startFixture(t)
    const days = () => {
      const asked = fixture.fake.requests.splice(0).filter(({ resource }) => resource === 'click_view')
      return asked.map(({ query }) => query.slice(-11, -1))
    }
    const first = await collectPages(adClicksStream.increment(fixture.ctx(), null))
    assert.deepEqual(days(), ['2026-11-20', '2026-11-19', '2026-11-17'])
    fixture.at('2026-11-20T18:00:00Z')
    const second = await collectPages(adClicksStream.increment(fixture.ctx(), first.at(-1)?.checkpoint ?? null))
    assert.deepEqual(days(), ['2026-11-20'])
    fixture.at('2026-11-22T06:00:00Z')
    await collectPages(adClicksStream.increment(fixture.ctx(), second.at(-1)?.checkpoint ?? null))
    assert.deepEqual(days(), ['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19'])
  })
})
