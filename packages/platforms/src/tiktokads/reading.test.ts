import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, type Day, dayOf, listDays, parseDay } from '@tillsight/core/days'
import type { AdSource, FakeAdDay, FakePurchase } from '../../../../simulators/ads/world.ts'
import type { AdDayRecord, AdRow } from '../ad-records.ts'
import { adDaysStream } from './ad-days.ts'
import { adHoursStream } from './ad-hours.ts'
import { accounts, collectPages, noon, recordsOf, smallAds, startFixture, toChosen } from './testing.ts'

const first = parseDay('2026-10-01')
const yesterday = parseDay('2026-11-20')

/** Purchases that TikTok would report at that time: seven days after a click, one after a view. */
function claimed({ purchases }: FakeAdDay, now = noon): FakePurchase[] {
  return purchases.filter(
    ({ knownAt, happenedAt, after, days }) =>
      knownAt <= now && happenedAt <= now && days <= (after === 'click' ? 7 : 1),
  )
}

/** The expected figures, added up from the events. */
function reported(rows: readonly FakeAdDay[], now = noon) {
  const purchases = rows.flatMap((row) => claimed(row, now))
  return {
    spend: Number(rows.reduce((sum, row) => sum + row.spendMicros, 0n)) / 1e6,
    impressions: rows.reduce((sum, row) => sum + row.impressions, 0),
    clicks: rows.reduce((sum, row) => sum + row.linkClicks, 0),
    views: rows.reduce((sum, row) => sum + row.views, 0),
    purchases: purchases.length,
    value: Math.round(purchases.reduce((sum, { value }) => sum + Number(value), 0) * 100) / 100,
  }
}

function read(row: AdRow | undefined) {
  assert.ok(row)
  return {
    spend: Number(row.spend),
    impressions: row.impressions,
    clicks: row.clicks,
    views: row.views,
    purchases: Number(row.purchases),
    value: Number(row.value),
  }
}

function campaignsOf(source: AdSource, accountId: string) {
  return source.accounts.find(({ id }) => id === accountId)?.campaigns ?? []
}

function isWhole(source: AdSource, accountId: string) {
  const ids = new Set(campaignsOf(source, accountId).flatMap(({ kind, id }) => (kind === 'whole' ? id : [])))
  return ({ campaignId }: { readonly campaignId: string }) => ids.has(campaignId)
}

function dayIn(records: readonly AdDayRecord[], accountId: string, day: Day): AdDayRecord {
  const found = records.find((record) => record.accountId === accountId && record.day === day)
  assert.ok(found, `${accountId} has ${day}`)
  return found
}

describe('daily figures of TikTok', () => {
  it('advertiser level above ad level, deleted campaign: each level is what the events add up to, GMV Max included', async (t) => {
    const { ctx, source } = await startFixture(t)
    const records = recordsOf(await collectPages(adDaysStream.backfill(ctx(), null)), 'ad_day')
    for (const { id, currency, zone } of accounts) {
      const whole = isWhole(source, id)
      for (const day of listDays({ from: first, to: yesterday })) {
        const record = dayIn(records, id, day)
        assert.deepEqual([record.currency, record.zone], [currency, zone])
        const events = source.day(id, day)
        const usual = events.filter((row) => !whole(row))
        const hidden = reported(events.filter(whole))
        const account = record.rows.filter(({ level }) => level === 'account')
        assert.equal(account.length, 1)
        const expected = reported(usual)
        const spend = Math.round((expected.spend + hidden.spend) * 100) / 100
        assert.deepEqual(read(account[0]), { ...expected, spend }, `${id} ${day}`)
        assert.deepEqual(account[0]?.claims.gmv_max, {
          purchases: String(hidden.purchases),
          value: account[0]?.claims.gmv_max?.value,
        })
        assert.equal(Number(account[0]?.claims.gmv_max?.value), hidden.value)
        for (const campaign of campaignsOf(source, id)) {
          const own = record.rows.find((row) => row.level === 'campaign' && row.campaignId === campaign.id)
          const rows = events.filter(({ campaignId }) => campaignId === campaign.id)
          if (campaign.kind === 'whole') assert.equal(Number(own?.spend), reported(rows).spend)
          else assert.deepEqual(read(own), reported(rows), `${campaign.name}, ${campaign.status}`)
        }
        for (const row of usual) {
          const ad = record.rows.find(({ level, adId }) => level === 'ad' && adId === row.adId)
          assert.deepEqual(read(ad), reported([row]))
          assert.deepEqual([ad?.campaignId, ad?.adSetId], [row.campaignId, row.adSetId])
        }
      }
    }
  })

  it('reach back 25 months in windows of 30 days, newest first, with days on which nothing ran', async (t) => {
    const { ctx, fake } = await startFixture(t)
    const pages = await collectPages(adDaysStream.backfill(ctx(), null))
    const records = recordsOf(pages, 'ad_day')
    const days = records.filter(({ accountId }) => accountId === accounts[0].id).map(({ day }) => day)
    assert.equal(new Set(days).size, days.length)
    assert.deepEqual(days.toSorted(), listDays({ from: parseDay('2024-10-21'), to: parseDay('2026-11-21') }))
    assert.deepEqual(dayIn(records, accounts[0].id, parseDay('2025-01-01')).rows, [])
    assert.equal(pages.at(-1)?.completeSince, '2024-10-21T08:00:00Z', 'the beginning of the day in UTC-8')
    const windows = fake.requests.filter(
      ({ uri }) => uri.includes('stat_time_day') && uri.includes('AUCTION_ADVERTISER'),
    )
    assert.equal(windows.length, 2 * 26, 'one question a window and account, where nothing ran')
  })

  it('say how reach is not added up, and which windows hold', async (t) => {
    const { ctx, source } = await startFixture(t)
    const pages = await collectPages(adDaysStream.increment(ctx(), null))
    const record = dayIn(recordsOf(pages, 'ad_day'), accounts[0].id, yesterday)
    const account = record.rows.find(({ level }) => level === 'account')
    const ads = record.rows.filter(({ level }) => level === 'ad')
    assert.ok(account?.reach && account.reach < ads.reduce((sum, { reach }) => sum + (reach ?? 0), 0))
    assert.equal(ads[0]?.reach, source.day(accounts[0].id, yesterday)[0]?.reach)
    assert.equal(record.attribution, 'up to 7d_click_1d_view by ad group, impression')
    const [standing] = recordsOf(pages, 'ad_account')
    assert.deepEqual(
      [standing?.clickWindowDays, standing?.viewWindowDays, standing?.conversionsAre, standing?.problem],
      [7, 1, 'purchases', null],
    )
  })

  it('grow while purchases become known, and are the same for days that are settled', async (t) => {
    const { ctx, source, time } = await startFixture(t)
    const whole = isWhole(source, accounts[0].id)
    const purchasesOf = async (day: Day) => {
      const records = recordsOf(await collectPages(adDaysStream.increment(ctx(), null)), 'ad_day')
      return Number(dayIn(records, accounts[0].id, day).rows.find(({ level }) => level === 'account')?.purchases)
    }
    const expected = (day: Day) =>
      reported(
        source.day(accounts[0].id, day).filter((row) => !whole(row)),
        time.now,
      ).purchases
    assert.equal(await purchasesOf(yesterday), expected(yesterday))
    const early = expected(yesterday)
    time.now = new Date('2026-12-05T12:00:00Z')
    assert.equal(await purchasesOf(yesterday), expected(yesterday))
    assert.ok(expected(yesterday) > early, 'some came late')
  })

  it('take each account’s own day: UTC-8 is still at the day before', async (t) => {
    const { ctx, time } = await startFixture(t)
    time.now = new Date('2026-11-21T05:00:00Z')
    const records = recordsOf(await collectPages(adDaysStream.increment(ctx(), null)), 'ad_day')
    const latest = (id: string) =>
      records
        .flatMap((one) => (one.accountId === id ? one.day : []))
        .toSorted()
        .at(-1)
    assert.deepEqual(
      accounts.map(({ id }) => latest(id)),
      ['2026-11-21', '2026-11-20'],
    )
    assert.equal(dayOf(time.now, 'Etc/GMT+8'), '2026-11-20')
  })

  it('are asked again for what ad groups know and ads do not', async (t) => {
    const { ctx, source, fake } = await startFixture(t)
    const [campaign] = campaignsOf(source, accounts[0].id)
    const [adSet] = campaign?.adSets ?? []
    const [ad] = adSet?.ads ?? []
    assert.ok(campaign && adSet && ad)
    fake.account(accounts[0].id).hiddenAds.add(ad.id)
    const record = dayIn(
      recordsOf(await collectPages(adDaysStream.increment(ctx(), null)), 'ad_day'),
      accounts[0].id,
      yesterday,
    )
    assert.equal(
      record.rows.some(({ adId }) => adId === ad.id),
      false,
    )
    const group = record.rows.filter(({ level }) => level === 'ad_set')
    assert.deepEqual(
      group.map(({ campaignId, adSetId }) => [campaignId, adSetId]),
      [[campaign.id, adSet.id]],
    )
    const events = source.day(accounts[0].id, yesterday).filter(({ adSetId }) => adSetId === adSet.id)
    assert.deepEqual(read(group[0]), reported(events))
    const asked = fake.requests.filter(({ uri }) => uri.includes('AUCTION_ADGROUP'))
    assert.ok(asked.length > 0 && asked.every(({ uri }) => uri.includes(campaign.id)), 'only for that campaign')
  })

  it('advertiser level above ad level: GMV Max is not counted twice where the account’s total holds it already', async (t) => {
    const { ctx, source, fake } = await startFixture(t)
    fake.account(accounts[0].id).gmvMaxInTotals = true
    const records = recordsOf(await collectPages(adDaysStream.increment(ctx(), null)), 'ad_day')
    const account = dayIn(records, accounts[0].id, yesterday).rows.find(({ level }) => level === 'account')
    assert.equal(Number(account?.spend), reported(source.day(accounts[0].id, yesterday)).spend)
  })

  it('count every leg of a purchase in the claims, and the website alone as purchases', async (t) => {
    const { ctx, source, fake } = await startFixture(t)
    fake.account(accounts[0].id).hasOtherLegs = true
    const records = recordsOf(await collectPages(adDaysStream.increment(ctx(), null)), 'ad_day')
    const whole = isWhole(source, accounts[0].id)
    const events = source.day(accounts[0].id, yesterday).filter((row) => !whole(row))
    const legs = events
      .flatMap((row) => claimed(row))
      .flatMap((one) => {
        const others = [one.days % 3 === 0, one.days % 5 === 1, one.days % 7 === 2].filter(Boolean)
        return [one, ...others.map(() => one)]
      })
    const account = dayIn(records, accounts[0].id, yesterday).rows.find(({ level }) => level === 'account')
    assert.equal(Number(account?.purchases), reported(events).purchases)
    assert.equal(Number(account?.claims.all_events?.purchases), legs.length)
    const value = legs.reduce((sum, one) => sum + Number(one.value), 0)
    assert.ok(Math.abs(Number(account?.claims.all_events?.value) - value) < 0.005)
    assert.ok(legs.length > reported(events).purchases)
    assert.equal(account?.claims.by_conversion_date, undefined, 'TikTok tells no such day of purchases')
  })
})

describe('an account that never reported a purchase', () => {
  it('falls back to its goals, says so, and tells them by the day they happened as well', async (t) => {
    const { ctx, source, fake } = await startFixture(t)
    fake.account(accounts[0].id).onlyGoals = true
    const pages = await collectPages(adDaysStream.increment(ctx(), null))
    const standing = recordsOf(pages, 'ad_account').find(({ account }) => account.id === accounts[0].id)
    assert.equal(standing?.conversionsAre, 'goals')
    const records = recordsOf(pages, 'ad_day')
    const record = dayIn(records, accounts[0].id, addDays(yesterday, -10))
    assert.match(record.attribution, /^goals, /)
    const social = campaignsOf(source, accounts[0].id).find(({ kind }) => kind === 'social')
    const row = record.rows.find(({ level, campaignId }) => level === 'campaign' && campaignId === social?.id)
    const events = source.day(accounts[0].id, record.day).filter(({ campaignId }) => campaignId === social?.id)
    assert.equal(Number(row?.purchases), reported(events).purchases)
    assert.equal(row?.value, '0')
    const happened = listDays({ from: addDays(record.day, -28), to: record.day })
      .flatMap((day) => source.day(accounts[0].id, day))
      .filter(({ campaignId }) => campaignId === social?.id)
      .flatMap((one) => claimed(one))
      .filter(({ happenedAt }) => dayOf(happenedAt, accounts[0].zone) === record.day)
    assert.equal(Number(row?.claims.by_conversion_date?.purchases), happened.length)
    const other = recordsOf(pages, 'ad_account').find(({ account }) => account.id === accounts[1].id)
    assert.equal(other?.conversionsAre, 'purchases')
  })
})

describe('hours of today', () => {
  it('add up to the day so far, on the account’s clock', async (t) => {
    const { ctx, source, fake } = await startFixture(t)
    const hours = recordsOf(await collectPages(adHoursStream.increment(ctx(), null)), 'ad_hours')
    const days = recordsOf(await collectPages(adDaysStream.increment(ctx(), null)), 'ad_day')
    assert.deepEqual(
      hours.map(({ day }) => day),
      ['2026-11-21', '2026-11-21'],
    )
    for (const { accountId, day, rows } of hours) {
      const whole = isWhole(source, accountId)
      const campaigns = dayIn(days, accountId, day).rows.filter((row) => row.level === 'campaign' && !whole(row))
      for (const campaign of campaigns) {
        const own = rows.filter(({ campaignId }) => campaignId === campaign.campaignId)
        const sum = (pick: (row: (typeof own)[number]) => number) => own.reduce((total, row) => total + pick(row), 0)
        assert.equal(
          sum(({ impressions }) => impressions),
          campaign.impressions,
        )
        assert.ok(Math.abs(sum(({ spend }) => Number(spend)) - Number(campaign.spend)) < 1e-6)
      }
      const zone = accounts.find(({ id }) => id === accountId)?.zone ?? 'UTC'
      const latest = Math.max(...rows.map(({ hour }) => hour))
      assert.equal(latest, zone === 'Etc/GMT+8' ? 4 : 13, 'noon in UTC is 13 h in Berlin and 4 h in UTC-8')
    }
    assert.ok(fake.requests.some(({ uri }) => uri.includes('stat_time_hour')))
  })
})

describe('the worked example of the metric definitions', () => {
  it('comes out as it stands there: spend 200, 400 clicks, 8 purchases, 15 000 views', async (t) => {
    const [account] = accounts
    const plain = smallAds({ accounts: [account], campaigns: 1, adsPerAdSet: 1, withWhole: false })
    const purchase = (nth: number): FakePurchase => {
      const happenedAt = new Date(`2026-11-20T${String(nth + 8).padStart(2, '0')}:00:00Z`)
      return { value: '10.00', happenedAt, knownAt: happenedAt, after: 'click', days: 0, share: 1 }
    }
    const source: AdSource = {
      accounts: plain.accounts,
      day: (id, day) =>
        plain.day(id, day).map((row) => ({
          ...row,
          spendMicros: 200_000_000n,
          impressions: 40_000,
          linkClicks: 400,
          views: 15_000,
          purchases: day === yesterday ? Array.from({ length: 8 }, (_none, nth) => purchase(nth)) : [],
        })),
    }
    const { ctx } = await startFixture(t, { source })
    const chosen = { accounts: source.accounts.map(toChosen) }
    const records = recordsOf(await collectPages(adDaysStream.increment(ctx(chosen), null)), 'ad_day')
    const account0 = (day: Day) => read(dayIn(records, account.id, day).rows.find(({ level }) => level === 'account'))
    const worked = { spend: 200, impressions: 40_000, clicks: 400, views: 15_000, purchases: 8, value: 80 }
    assert.deepEqual(account0(yesterday), worked)
    assert.deepEqual(account0(addDays(yesterday, -1)), { ...worked, purchases: 0, value: 0 })
  })
})
