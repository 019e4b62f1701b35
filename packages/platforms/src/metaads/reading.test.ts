import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, dayOf, parseDay } from '@tillsight/core/days'
import type { FakeAdDay, FakePurchase } from '../../../../simulators/ads/world.ts'
import type { AdDayRecord, AdRow } from '../ad-records.ts'
import { checkRecord } from '../record-format.ts'
import { adDaysStream } from './ad-days.ts'
import { adHoursStream } from './ad-hours.ts'
import {
  collect,
  collectUntilFailure,
  dayOfPages,
  noon,
  readUpTo,
  recordsOf,
  smallSource,
  startFixture,
} from './testing.ts'

const settled = parseDay('2026-10-05')
const hour = 3_600_000

/** Worked out from the source alone. */
function expected(rows: readonly FakeAdDay[], now: Date) {
  const claimed = rows.flatMap(({ purchases }) => purchases.filter((one) => isClaimed(one, now)))
  const spend = rows.reduce((sum, { spendMicros }) => sum + spendMicros, 0n)
  return {
    cents: Number(spend / 10_000n),
    impressions: rows.reduce((sum, { impressions }) => sum + impressions, 0),
    linkClicks: rows.reduce((sum, { linkClicks }) => sum + linkClicks, 0),
    purchases: claimed.length,
    value: claimed.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0),
  }
}

function isClaimed({ after, days, knownAt }: FakePurchase, now: Date): boolean {
  return knownAt <= now && (after === 'click' ? days <= 7 : days <= 1)
}

function reported(rows: readonly AdRow[]) {
  const sum = (read: (row: AdRow) => number) => Math.round(rows.reduce((total, row) => total + read(row), 0))
  return {
    cents: sum(({ spend }) => Number(spend) * 100),
    impressions: sum(({ impressions }) => impressions),
    linkClicks: sum(({ linkClicks }) => linkClicks),
    purchases: sum(({ purchases }) => Number(purchases)),
    value: sum(({ value }) => Number(value) * 100),
  }
}

const at = (record: AdDayRecord, level: AdRow['level']) => record.rows.filter((row) => row.level === level)

describe('daily figures', () => {
  it('are what the platform’s own events come to, at every level', async (t) => {
    const { ctx, source, clock } = await startFixture(t)
    const record = dayOfPages(await collect(adDaysStream.backfill(ctx(), null)), settled)
    checkRecord(record)
    const events = source.day('1234', settled)
    assert.deepEqual(reported(at(record, 'account')), expected(events, clock.now()))
    for (const row of at(record, 'campaign')) {
      const own = events.filter(({ campaignId }) => campaignId === row.campaignId)
      assert.deepEqual(reported([row]), expected(own, clock.now()), row.campaignId)
    }
    for (const row of at(record, 'ad')) {
      const own = events.filter(({ adId }) => adId === row.adId)
      assert.deepEqual(reported([row]), expected(own, clock.now()), row.adId)
      assert.equal(row.reach, own[0]?.reach)
    }
    assert.equal(at(record, 'ad').length, events.filter(({ adId }) => adId !== '').length)
    assert.equal(record.attribution, '7d_click_1d_view, impression')
  })

  it('deleted campaign: keep what it has spent, and what no ad tells of', async (t) => {
    const { ctx, source } = await startFixture(t)
    const record = dayOfPages(await collect(adDaysStream.backfill(ctx(), null)), settled)
    const removed = source.accounts[0]?.campaigns.find(({ status }) => status === 'removed')
    assert.ok(removed)
    const ofRemoved = record.rows.filter(({ campaignId }) => campaignId === removed.id)
    assert.ok(ofRemoved.some(({ level, spend }) => level === 'campaign' && Number(spend) > 0))
    assert.ok(ofRemoved.some(({ level }) => level === 'ad'))
    const all = reported(at(record, 'account'))
    assert.equal(reported(at(record, 'campaign')).cents, all.cents)
    // The last campaign is only reported as a whole.
    assert.ok(reported(at(record, 'ad')).cents < all.cents)
  })

  it('do not add people up', async (t) => {
    const { ctx } = await startFixture(t)
    const record = dayOfPages(await collect(adDaysStream.backfill(ctx(), null)), settled)
    const [account] = at(record, 'account')
    const ads = at(record, 'ad').reduce((sum, { reach }) => sum + (reach ?? 0), 0)
    assert.ok(account?.reach && account.reach < ads)
  })

  it('are asked for by every rule that is relied on', async (t) => {
    const { ctx, fake } = await startFixture(t)
    await collect(adDaysStream.backfill(ctx(), null))
    const asked = fake.requests.filter(({ area }) => area === 'insights' || area === 'run_start')
    for (const { params, level } of asked) {
      assert.equal(params.action_report_time, 'impression')
      assert.equal(params.use_unified_attribution_setting, 'true')
      assert.equal(params.action_attribution_windows, '["1d_click","7d_click","28d_click","1d_view","1d_ev","default"]')
      assert.equal(params.filtering?.includes('DELETED') ?? false, level !== 'account')
      assert.ok(params.appsecret_proof)
    }
    const runs = asked.filter(({ area }) => area === 'run_start').map(({ params }) => params.time_range)
    assert.deepEqual(runs.at(0), '{"since":"2026-10-23","until":"2026-11-18"}', 'a run, without the three fresh days')
    const now = asked.find(({ area, level }) => area === 'insights' && level === 'ad')
    assert.equal(now?.params.time_range, '{"since":"2026-11-19","until":"2026-11-21"}')
  })

  it('ask nothing more about days on which the account had nothing', async (t) => {
    const { ctx, fake } = await startFixture(t)
    const pages = await collect(adDaysStream.backfill(ctx(), null))
    const empty = recordsOf(pages, 'ad_day').filter(({ rows }) => rows.length === 0)
    assert.ok(empty.length > 600, 'days without anything are told, too')
    const early = fake.requests.filter(({ params }) => (params.time_range ?? '').includes('"since":"2025-'))
    assert.ok(early.length > 5 && early.every(({ level }) => level === 'account'))
    assert.equal(pages.at(-1)?.completeSince, '2024-10-20T22:00:00.000Z')
    assert.equal(recordsOf(pages, 'ad_day').at(-1)?.type, 'ad_day')
  })

  it('half-read day: are delivered for a window only when all of it was read', async (t) => {
    const { ctx, fake } = await startFixture(t)
    fake.faults.add({ kind: 'error', code: 17, on: 'run_rows', skip: 1 })
    const half = await collectUntilFailure(adDaysStream.backfill(ctx(), null))
    assert.deepEqual(half.pages, [], 'the second page of the first run was missing')
    fake.faults.clear()
    fake.faults.add({ kind: 'error', code: 17, on: 'run_rows', skip: 2 })
    const { pages, error } = await collectUntilFailure(adDaysStream.backfill(ctx(), null))
    assert.match(String(error), /slow down/)
    const days = recordsOf(pages, 'ad_day').map(({ day }) => day)
    assert.deepEqual(
      [days.at(0), days.at(-1), days.length],
      ['2026-10-23', '2026-11-21', 30],
      'the first window, whole',
    )
    fake.faults.clear()
    const rest = await collect(adDaysStream.backfill(ctx(), pages.at(-1)?.checkpoint ?? null))
    const all = new Set([...days, ...recordsOf(rest, 'ad_day').map(({ day }) => day)])
    assert.equal(all.size, 762)
  })

  it('of several accounts go on from any checkpoint as if nothing had happened', async (t) => {
    const account = { currency: 'EUR', status: 'active' as const }
    const source = smallSource({
      accounts: [
        { ...account, id: '1', name: 'Berlin', zone: 'Europe/Berlin' },
        { ...account, id: '2', name: 'Kiritimati', zone: 'Pacific/Kiritimati', currency: 'USD' },
        { ...account, id: '3', name: 'Los Angeles', zone: 'America/Los_Angeles', currency: 'JPY' },
      ],
      campaigns: 2,
      startsOn: parseDay('2026-10-10'),
    })
    const { ctx } = await startFixture(t, { source })
    const pages = await collect(adDaysStream.backfill(ctx(), null))
    const keyed = (list: typeof pages) =>
      new Map(
        recordsOf(list, 'ad_day').map(({ fetchedAt: _moment, ...rest }) => [`${rest.accountId} ${rest.day}`, rest]),
      )
    const all = keyed(pages)
    assert.ok(all.has('2 2026-11-22') && !all.has('1 2026-11-22') && !all.has('3 2026-11-22'))
    for (const [index, { checkpoint }] of pages.entries()) {
      if (index > 8 && index < pages.length - 2) continue
      const rest = await collect(adDaysStream.backfill(ctx(), checkpoint))
      assert.deepEqual(keyed([...pages.slice(0, index + 1), ...rest]), all, `after page ${index + 1}`)
    }
    assert.equal(pages[0]?.completeSince, undefined, 'only one account is read so far')
    assert.equal(pages[2]?.completeSince, '2026-10-24T07:00:00.000Z')
  })
})

describe('reading again', () => {
  it('sees purchases come, spend shrink and rows vanish', async (t) => {
    const { ctx, clock, source } = await startFixture(t)
    const day = parseDay('2026-11-20')
    const first = dayOfPages(await collect(adDaysStream.increment(ctx(), null)), day)
    clock.pass(9 * 24 * hour)
    const second = dayOfPages(await collect(adDaysStream.increment(ctx(), null)), day)
    assert.ok(reported(at(second, 'account')).purchases > reported(at(first, 'account')).purchases)
    assert.ok(reported(at(second, 'account')).cents < reported(at(first, 'account')).cents)
    assert.ok(at(second, 'ad').length < at(first, 'ad').length)
    assert.deepEqual(reported(at(second, 'account')), expected(source.day('1234', day), clock.now()))
  })

  it('covers more days the longer ago they were covered', async (t) => {
    const { ctx, clock, fake } = await startFixture(t)
    const daysOf = async (from: Parameters<typeof adDaysStream.increment>[1]) => {
      const pages = await collect(adDaysStream.increment(ctx({ since: noon }), from))
      const days = recordsOf(pages, 'ad_day').map(({ day }) => day)
      return { oldest: days.sort()[0], next: pages.at(-1)?.checkpoint ?? null, through: pages.at(-1)?.syncedThrough }
    }
    const today = () => dayOf(clock.now(), 'Europe/Berlin')
    const first = await daysOf(null)
    assert.equal(first.oldest, addDays(today(), -90))
    assert.equal(first.through, new Date(noon).toISOString(), 'the beginning of the reading')
    clock.pass(hour)
    const hourly = await daysOf(first.next)
    assert.equal(hourly.oldest, addDays(today(), -1))
    clock.pass(6 * hour)
    const later = await daysOf(hourly.next)
    assert.equal(later.oldest, addDays(today(), -7))
    clock.pass(18 * hour)
    const daily = await daysOf(later.next)
    assert.equal(daily.oldest, addDays(today(), -35))
    clock.pass(50 * 24 * hour)
    const weekly = await daysOf(daily.next)
    assert.equal(weekly.oldest, addDays(today(), -90))
    assert.ok(fake.requests.length > 0)
  })

  it('clamps to what Meta keeps when nobody has read for years', async (t) => {
    const { ctx, fake } = await startFixture(t)
    const pages = await collect(adDaysStream.increment(ctx({ since: '2020-01-01T00:00:00Z' }), null))
    const days = recordsOf(pages, 'ad_day').map(({ day }) => day)
    assert.equal(days.sort()[0], '2023-11-21')
    assert.ok(fake.requests.every(({ status }) => status === 200))
  })

  it('goes on in the middle of a long reading after a failure', async (t) => {
    const { ctx, fake } = await startFixture(t)
    fake.faults.add({ kind: 'error', code: 4, on: 'insights', level: 'account', skip: 2 })
    const { pages, error } = await collectUntilFailure(adDaysStream.increment(ctx(), null))
    assert.match(String(error), /slow down/)
    assert.ok(pages.length === 2 && pages.every(({ syncedThrough }) => syncedThrough === undefined))
    fake.faults.clear()
    const rest = await collect(adDaysStream.increment(ctx(), pages.at(-1)?.checkpoint ?? null))
    const days = [...pages, ...rest].flatMap((page) => recordsOf([page], 'ad_day')).map(({ day }) => day)
    assert.equal(new Set(days).size, days.length, 'nothing twice')
    assert.equal(days.length, 91)
  })

  it('account disabled/closed: is read daily until its numbers are final after 35 days, then weekly', async (t) => {
    const status = 'closed' as const
    const source = smallSource({
      accounts: [{ id: '1234', name: 'Old', currency: 'EUR', zone: 'Europe/Berlin', status }],
    })
    const { ctx } = await startFixture(t, { source })
    const hourly = await collect(adDaysStream.increment(ctx(), readUpTo('2026-11-21T10:00:00Z')))
    assert.deepEqual(recordsOf(hourly, 'ad_day'), [])
    assert.ok(hourly.at(-1)?.syncedThrough)
    const daily = await collect(adDaysStream.increment(ctx(), readUpTo('2026-11-20T10:00:00Z')))
    assert.equal(recordsOf(daily, 'ad_day').length, 36)
    for (const change of [{}, { status: 'limited', statusText: 'Disabled' }] as const) {
      const fixture = await startFixture(t, { source })
      const accounts = fixture.accounts.map((account) => ({ ...account, ...change }))
      const counts: number[] = []
      let last = await collect(adDaysStream.increment(fixture.ctx({ accounts }), null))
      for (let day = 1; day <= 45; day += 1) {
        fixture.clock.pass(24 * hour)
        last = await collect(adDaysStream.increment(fixture.ctx({ accounts }), last.at(-1)?.checkpoint ?? null))
        counts.push(recordsOf(last, 'ad_day').length)
      }
      const weekly = counts.flatMap((count, at) => (count === 91 ? [at + 1] : []))
      assert.deepEqual(weekly, [7, 14, 21, 28, 35, 42])
      const others = counts.filter((_, at) => !weekly.includes(at + 1))
      assert.deepEqual([...new Set(others.slice(0, 30))], [36], 'daily')
      assert.deepEqual([...new Set(others.slice(30))], [0], 'weekly')
      const open = fixture.accounts.map((account) => ({ ...account, status: 'active', statusText: 'Active' }) as const)
      fixture.clock.pass(hour)
      const again = await collect(
        adDaysStream.increment(fixture.ctx({ accounts: open }), last.at(-1)?.checkpoint ?? null),
      )
      assert.ok(recordsOf(again, 'ad_day').length > 0, 'read as usual once it is open')
    }
  })
})

describe('hours', () => {
  it('add up to their day, and today’s end with the hour that is over', async (t) => {
    const { ctx } = await startFixture(t)
    const days = await collect(adDaysStream.increment(ctx(), readUpTo('2026-11-21T10:00:00Z')))
    const pages = await collect(adHoursStream.backfill(ctx(), null))
    for (const day of [parseDay('2026-11-20'), parseDay('2026-11-21')]) {
      const record = recordsOf(pages, 'ad_hours').find((one) => one.day === day)
      assert.ok(record)
      checkRecord(record)
      const spend = record.rows.reduce((sum, row) => sum + Number(row.spend) * 100, 0)
      assert.equal(Math.round(spend), reported(at(dayOfPages(days, day), 'account')).cents)
    }
    const today = recordsOf(pages, 'ad_hours').find((one) => one.day === '2026-11-21')
    assert.equal(Math.max(...(today?.rows ?? []).map((row) => row.hour)), 11, 'noon in Berlin')
    assert.deepEqual(recordsOf(pages, 'ad_account'), [])
  })
})
