// Unexpected responses of TikTok: metrics that are unknown or "-", pages that keep changing, numbers as ids. Rows of the
// failure table are tested here under their names; the others are in failures.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { AdSource } from '../../../../simulators/ads/world.ts'
import type { Checkpoint } from '../contract.ts'
import { adEntitiesStream } from './ad-entities.ts'
import {
  accounts,
  collectPages,
  type Fixture,
  failsAs,
  readNow,
  recordsOf,
  smallAds,
  startFixture,
  wholeReading,
} from './testing.ts'

const [first, second] = accounts
const yesterday = parseDay('2026-11-20')

describe('metrics that an account does not know', () => {
  it('40002 metric list: are dropped by name, remembered, and not asked for again', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.account(first.id).unknownMetrics.add('offline_shopping_events').add('reach')
    const pages = await readNow(fixture)
    const record = recordsOf(pages, 'ad_day').find((one) => one.accountId === first.id && one.day === yesterday)
    const account = record?.rows.find(({ level }) => level === 'account')
    assert.equal(account?.reach, null)
    assert.ok(Number(account?.spend) > 0 && Number(account?.purchases) > 0)
    const asked = fixture.fake.requests.length
    const from = JSON.parse(JSON.stringify(pages.at(-1)?.checkpoint)) as Checkpoint
    fixture.time.now = new Date(fixture.time.now.getTime() + 3_600_000)
    await readNow(fixture, from)
    const since = fixture.fake.requests.slice(asked).filter(({ uri }) => uri.includes(`advertiser_id=${first.id}`))
    assert.ok(since.length > 0 && since.every(({ uri }) => !uri.includes('%22offline_shopping_events%22')))
  })

  it('40002 metric list: stop the reading only when spend, impressions or clicks are among them', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.account(first.id).unknownMetrics.add('clicks')
    await assert.rejects(readNow(fixture), failsAs('bad_request'))
  })

  it('never matter for the place of an ad: lists know it as well', async (t) => {
    const fixture = await startFixture(t)
    const expected = await wholeReading(fixture)
    fixture.fake.account(first.id).unknownMetrics.add('adgroup_id').add('campaign_id')
    assert.deepEqual(await wholeReading(fixture), expected)
  })
})

describe('figures that TikTok gives as “-”', () => {
  it('“-”: is missing, never zero: reach is null, a rule without figures is left out, a total comes from below', async (t) => {
    const fixture = await startFixture(t)
    const expected = await wholeReading(fixture)
    for (const level of ['AUCTION_ADVERTISER', 'AUCTION_CAMPAIGN']) {
      for (const metric of ['reach', 'clicks', 'complete_payment', 'total_complete_payment_rate']) {
        fixture.fake.account(first.id).unavailable.push({ level, metric })
      }
    }
    const records = await wholeReading(fixture)
    const key = `${first.id} ${yesterday}`
    const account = records.get(key)?.rows.find(({ level }) => level === 'account')
    const before = expected.get(key)?.rows.find(({ level }) => level === 'account')
    assert.equal(account?.reach, null)
    assert.deepEqual({ ...account, reach: 0 }, { ...before, reach: 0 }, 'the ads say what the account does not')
    for (const level of ['AUCTION_ADVERTISER', 'AUCTION_CAMPAIGN', 'AUCTION_AD']) {
      fixture.fake.account(first.id).unavailable.push({ level, metric: 'conversion' })
    }
    const without = (await wholeReading(fixture)).get(key)?.rows.find(({ level }) => level === 'account')
    assert.deepEqual(Object.keys(without?.claims ?? {}).toSorted(), ['all_events', 'gmv_max'])
  })

  it('“-”: of spend at every level keeps the day as it was', async (t) => {
    const fixture = await startFixture(t)
    for (const level of ['AUCTION_ADVERTISER', 'AUCTION_CAMPAIGN', 'AUCTION_AD']) {
      fixture.fake.account(first.id).unavailable.push({ level, metric: 'spend' })
    }
    const pages = await readNow(fixture)
    assert.ok(recordsOf(pages, 'ad_day').every(({ accountId }) => accountId === second.id))
    assert.ok(pages.some(({ warnings }) => warnings.some((text) => /no spend of Socks EU/.test(text))))
  })
})

describe('purchases that TikTok gives as “-”', () => {
  const levels = ['AUCTION_ADVERTISER', 'AUCTION_CAMPAIGN', 'AUCTION_AD', 'AUCTION_ADGROUP']
  const since = (fixture: Fixture, from: string) => {
    for (const level of levels) {
      for (const metric of ['complete_payment', 'total_complete_payment_rate']) {
        fixture.fake.account(first.id).unavailable.push({ level, metric, from })
      }
    }
  }

  it('“-”: of purchases at every level keeps the day as it was, for as long as they may still come', async (t) => {
    const fixture = await startFixture(t)
    since(fixture, '2026-10-20')
    const pages = await readNow(fixture)
    const days = recordsOf(pages, 'ad_day').filter(({ accountId }) => accountId === first.id)
    assert.deepEqual(
      days.map(({ day }) => day).toSorted(),
      ['2026-10-18', '2026-10-19', '2026-10-20', '2026-10-21', '2026-10-22', '2026-10-23', '2026-10-24'],
      'the oldest of 35 days are told without them, rather than never',
    )
    const warnings = pages.flatMap((page) => page.warnings)
    assert.ok(warnings.some((text) => /no purchases of Socks EU for 2026-11-20 right now/.test(text)))
    assert.ok(warnings.some((text) => /does not tell purchases.*Socks EU.*missing, not zero/.test(text)))
  })

  it('“-”: of an account that never told any counts its spend, and says that purchases are missing', async (t) => {
    const fixture = await startFixture(t)
    since(fixture, '')
    for (const level of levels) fixture.fake.account(first.id).unavailable.push({ level, metric: 'conversion' })
    const pages = await readNow(fixture)
    assert.equal(recordsOf(pages, 'ad_day').filter(({ accountId }) => accountId === first.id).length, 35)
    const said = pages.flatMap((page) => page.warnings).filter((text) => /purchases.*Socks EU.*not zero/.test(text))
    assert.equal(said.length, 1, 'once, though it is true of two windows')
  })
})

describe('pages that move', () => {
  // More ads than fit on one page of 30 days.
  const source = smallAds({ campaigns: 3, adSetsPerCampaign: 3, adsPerAdSet: 7 })
  const second = 'page=2&'

  it('are read again when their number changed on the way', async (t) => {
    const fixture = await startFixture(t, { source })
    const expected = await wholeReading(fixture)
    const pages = () => fixture.fake.requests.filter(({ uri }) => uri.includes(second)).length
    const usual = pages()
    assert.ok(usual > 0)
    fixture.fake.faults.add({ kind: 'total_changes', path: 'report/integrated', containing: second, times: 2 })
    assert.deepEqual(await wholeReading(fixture), expected)
    assert.equal(pages(), usual * 2 + 2, 'twice in vain')
  })

  it('that never come to rest are not believed', async (t) => {
    const fixture = await startFixture(t, { source })
    const expected = await wholeReading(fixture)
    fixture.fake.faults.add({ kind: 'total_changes', path: 'report/integrated', containing: second })
    assert.deepEqual(await wholeReading(fixture), expected, 'portions of one page come to rest')
    fixture.fake.faults.add({ kind: 'row_missing', path: 'report/integrated', containing: 'data_level=AUCTION_AD&' })
    await assert.rejects(readNow(fixture), failsAs('transient', /kept changing/))
  })

  it('that repeat rows of the page before, so that others are on none, are read in portions of one page', async (t) => {
    const fixture = await startFixture(t, { source })
    const expected = await wholeReading(fixture)
    fixture.fake.platform.rowsMove = 3
    assert.deepEqual(await wholeReading(fixture), expected)
  })
})

describe('GMV Max', () => {
  // 1,200 campaign days of a month: more than a page.
  const campaigns = Array.from({ length: 40 }, (_, number) => ({
    id: `18000000000000${String(number).padStart(5, '0')}`,
    name: `GMV Max ${number}`,
    status: 'active' as const,
    kind: 'whole' as const,
    dailyBudget: 100,
    startsOn: parseDay('2026-10-01'),
    endsOn: null,
    adSets: [],
  }))
  const rest = { impressions: 0, clicks: 0, linkClicks: 0, views: 0, reach: 0, purchases: [] }
  const hours = Array.from({ length: 24 }, () => 1)
  const source: AdSource = {
    accounts: [{ ...first, campaigns }],
    day: (_id, day) =>
      day < '2026-10-01'
        ? []
        : campaigns.map(({ id }, number) => ({
            campaignId: id,
            adSetId: '',
            adId: '',
            ...rest,
            spendMicros: BigInt(number + 1) * 1_000_000n,
            hours,
          })),
  }

  it('counts once what stands on two pages, and what stands on none is not lost', async (t) => {
    const fixture = await startFixture(t, { source })
    const expected = await wholeReading(fixture)
    const spend = expected.get(`${first.id} ${yesterday}`)?.rows.find(({ level }) => level === 'account')?.spend
    assert.equal(Number(spend), 820)
    fixture.fake.platform.rowsMove = 3
    assert.deepEqual(await wholeReading(fixture), expected)
  })
})

describe('ids of 19 digits', () => {
  it('19-digit ids: are the same whether they come in quotation marks or not', async (t) => {
    const fixture = await startFixture(t)
    const expected = await wholeReading(fixture)
    fixture.fake.platform.bareIds = true
    assert.deepEqual(await wholeReading(fixture), expected)
    const entities = recordsOf(await collectPages(adEntitiesStream.backfill(fixture.ctx(), null)), 'ad_entity')
    assert.ok(
      entities.length > 0 && entities.every(({ id, campaignId }) => /^\d{19}$/.test(id) && /^\d{19}$/.test(campaignId)),
    )
  })
})
