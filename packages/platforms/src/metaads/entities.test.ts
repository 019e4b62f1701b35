import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { AdSource, FakeAd, FakeAdSet, FakeCampaign } from '../../../../simulators/ads/world.ts'
import type { AdEntityRecord } from '../ad-records.ts'
import { checkRecord } from '../record-format.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { ads } from './ads-spec.ts'
import { toEntity, WireEntity } from './entity-records.ts'
import { collect, recordsOf, smallSource, startFixture } from './testing.ts'

const startsOn = parseDay('2026-09-01')

function handMade(currency: string): AdSource {
  const ad = (id: string, more: Partial<FakeAd> = {}): FakeAd => ({
    id,
    name: `Ad ${id}`,
    status: 'active',
    title: `Headline ${id}`,
    text: `Text ${id}`,
    landingUrl: 'https://shop.example/socks?colour=red',
    isVideo: false,
    hue: 120,
    ...more,
  })
  const set = (id: string, of: readonly FakeAd[], status: FakeAdSet['status'] = 'active'): FakeAdSet => ({
    id,
    name: `Set ${id}`,
    status,
    ads: of,
  })
  const campaign = (id: string, more: Partial<FakeCampaign>): FakeCampaign => ({
    id,
    name: `Campaign ${id}`,
    status: 'active',
    kind: 'social',
    dailyBudget: 50,
    startsOn,
    endsOn: null,
    adSets: [],
    ...more,
  })
  const campaigns = [
    campaign('1', { adSets: [set('11', [ad('111'), ad('112', { isVideo: true })])] }),
    campaign('2', { status: 'paused', kind: 'retargeting', adSets: [set('21', [ad('211', { status: 'paused' })])] }),
    campaign('3', { status: 'removed', adSets: [set('31', [ad('311')])] }),
    campaign('4', { endsOn: parseDay('2026-10-01'), adSets: [set('41', [ad('411')], 'paused')] }),
  ]
  return {
    accounts: [{ id: '1234', name: 'Main', currency, zone: 'Europe/Berlin', status: 'active', campaigns }],
    day: () => [],
  }
}

async function readAll(fixture: Awaited<ReturnType<typeof startFixture>>): Promise<Map<string, AdEntityRecord>> {
  const records = recordsOf(await collect(adEntitiesStream.backfill(fixture.ctx(), null)), 'ad_entity')
  for (const record of records) checkRecord(record)
  return new Map(records.map((record) => [record.id, record]))
}

describe('campaigns, ad sets and ads', () => {
  it('say how they stand, also when what stands above decides', async (t) => {
    const found = await readAll(await startFixture(t, { source: handMade('EUR') }))
    const statuses = Object.fromEntries([...found].map(([id, { status }]) => [id, status]))
    assert.deepEqual(statuses, {
      1: 'active',
      11: 'active',
      111: 'active',
      112: 'active',
      2: 'paused',
      21: 'inactive',
      211: 'paused',
      3: 'removed',
      31: 'removed',
      311: 'removed',
      // Ended in October.
      4: 'inactive',
      41: 'paused',
      411: 'inactive',
    })
    assert.deepEqual(
      ['1', '11', '111'].map((id) => [found.get(id)?.level, found.get(id)?.campaignId, found.get(id)?.adSetId]),
      [
        ['campaign', '1', ''],
        ['ad_set', '1', '11'],
        ['ad', '1', '11'],
      ],
    )
    assert.deepEqual([found.get('1')?.kind, found.get('11')?.kind], ['Sales', 'Website conversions'])
    assert.equal(found.get('21')?.statusText, 'Campaign paused')
  })

  it('have budgets in whole units of any currency', async (t) => {
    for (const [currency, amounts] of [
      ['EUR', ['50.00', '50.00', '50.00']],
      ['JPY', ['50', '50', '50']],
    ] as const) {
      const found = await readAll(await startFixture(t, { source: handMade(currency) }))
      const [own, ofSet, lifetime] = ['1', '21', '4'].map((id) => found.get(id)?.budget)
      assert.deepEqual([own?.amount, ofSet?.amount, lifetime?.amount], amounts)
      assert.deepEqual([own?.per, ofSet?.per, lifetime?.per], ['day', 'day', 'lifetime'])
      assert.equal(found.get('2')?.budget, null, 'its ad sets have it')
    }
    const account = { id: '1', name: 'A', currency: 'HUF', zone: 'UTC', status: 'active', statusText: '' } as const
    const wire = WireEntity.parse({ id: '1', daily_budget: '5000' })
    const parts = { account: { ...account, readable: true, note: null, via: null }, creatives: new Map() }
    const read = toEntity(wire, { ...parts, level: 'campaign', seenAt: '2026-11-21T00:00:00Z' })
    assert.equal(read.budget?.amount, '5000', 'Meta keeps forints whole')
  })

  it('show what they show, whatever they are made of', async (t) => {
    const fixture = await startFixture(t, { source: smallSource({ adsPerAdSet: 5 }) })
    const found = [...(await readAll(fixture)).values()].filter(({ level }) => level === 'ad')
    assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(['Image', 'Video', 'Dynamic']))
    for (const { creative, landingUrl, urlTags } of found) {
      assert.match(creative?.title ?? '', /^Headline/)
      assert.match(creative?.text ?? '', /^Text of/)
      assert.equal(landingUrl, 'https://shop.example/')
      assert.match(urlTags ?? '', /utm_content=\{\{ad\.id\}\}/)
      assert.ok(creative?.imageUrl)
    }
    assert.ok(found.some(({ creative, kind }) => creative?.isVideo && kind === 'Video'))
  })

  it('ask for fifty creatives at once, and do without one that is gone', async (t) => {
    const source = smallSource({ adsPerAdSet: 10 })
    const fixture = await startFixture(t, { source })
    await readAll(fixture)
    const asked = fixture.fake.requests.filter(({ area }) => area === 'creatives')
    const sizes = asked.map(({ params }) => params.ids?.split(',').length)
    assert.deepEqual(sizes, [50, 50, 40])
    fixture.fake.faults.add({ kind: 'error', code: 803, on: 'creatives', times: 7 })
    const found = [...(await readAll(fixture)).values()].filter(({ level }) => level === 'ad')
    const without = found.filter(({ creative }) => creative === null)
    assert.equal(found.length, 140)
    assert.equal(without.length, 1)
  })

  it('are read again only when they were changed, and with them what stands below', async (t) => {
    const fixture = await startFixture(t, { source: handMade('EUR') })
    const first = await collect(adEntitiesStream.increment(fixture.ctx(), null))
    const checkpoint = first.at(-1)?.checkpoint ?? null
    assert.equal(recordsOf(first, 'ad_entity').length, 13)
    fixture.clock.pass(2 * 3_600_000)
    const idle = await collect(adEntitiesStream.increment(fixture.ctx(), checkpoint))
    assert.deepEqual(recordsOf(idle, 'ad_entity'), [])
    fixture.fake.edit('2')
    const changed = await collect(adEntitiesStream.increment(fixture.ctx(), checkpoint))
    assert.deepEqual([...new Set(recordsOf(changed, 'ad_entity').map(({ id }) => id))], ['2', '21', '211'])
    fixture.clock.pass(8 * 24 * 3_600_000)
    const weekly = await collect(adEntitiesStream.increment(fixture.ctx(), checkpoint))
    assert.equal(recordsOf(weekly, 'ad_entity').length, 13)
  })

  it('begin their list again when its cursors die', async (t) => {
    const fixture = await startFixture(t, { source: smallSource({ adsPerAdSet: 20 }) })
    const whole = await readAll(fixture)
    fixture.fake.faults.add({ kind: 'error', code: 2_642, on: 'entities', skip: 3, times: 1 })
    assert.deepEqual([...(await readAll(fixture)).keys()].sort(), [...whole.keys()].sort())
  })
})

describe('the picture of an ad', () => {
  const place = { accountId: '1234', level: 'ad', campaignId: '1', adSetId: '11', adId: '111' } as const

  it('thumbnail 403/404: expires, and is found again', async (t) => {
    const fixture = await startFixture(t, { source: handMade('EUR') })
    const url = (await readAll(fixture)).get('111')?.creative?.imageUrl ?? ''
    const fetched = await fetch(url)
    assert.equal(fetched.headers.get('content-type'), 'image/png')
    assert.deepEqual([...new Uint8Array(await fetched.arrayBuffer()).slice(1, 4)], [...Buffer.from('PNG')])
    fixture.clock.pass(7 * 3_600_000)
    assert.equal((await fetch(url)).status, 403)
    const again = await ads.pictureOf?.(fixture.ctx(), { ...place, creativeId: '7111' })
    assert.equal((await fetch(again ?? '')).status, 200)
    assert.equal((await fetch(`${again}0`)).status, 403, 'signed')
  })

  it('thumbnail 403/404: is none when the creative is gone', async (t) => {
    const fixture = await startFixture(t, { source: handMade('EUR') })
    assert.equal(await ads.pictureOf?.(fixture.ctx(), { ...place, creativeId: '7999' }), undefined)
  })
})
